/** A slice of a pie. */
export type Slice = { key: string; label: string; value: number; color: string };
