/** A part of every bar, with its colour; `values` of a bar are by the parts' keys. */
export type Part = { key: string; label: string; color: string };
export type Bar = { key: string; label: string; values: Readonly<Record<string, number>> };

/** Width of the vertical axis with its figures. */
export const AXIS_PX = 56;
