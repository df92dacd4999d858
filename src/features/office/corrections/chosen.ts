import type { Exception } from '#contract/office/exceptions.ts';

/** Returns true for an exception with a suggestion that is safe to apply together with others. */
export const isResolvable = ({ proposals: [first] }: Exception) => first?.inBulk ?? false;

/** Returns true for an absence that can be excused. */
export const isAbsence = ({ kind, employee }: Exception) => kind === 'absence' && employee !== null;
