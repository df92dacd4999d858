import type { Exception } from '#contract/exceptions.ts';

/** Returns true for an exception that one press resolves: its first proposal corrects something. */
export const isResolvable = ({ proposals: [first] }: Exception) => first !== undefined && first.items.length > 0;

/** Returns true for an absence that can be excused. */
export const isAbsence = ({ kind, employee }: Exception) => kind === 'absence' && employee !== null;
