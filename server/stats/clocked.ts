import type { Person } from './person.ts';

/** Figures of a day's intervals (rule 10). */

/** Returns the clocked time in ms; an open interval counts as far as it was judged. Breaks that were not clocked are not deducted. */
export const clockedMsOf = ({ intervals }: Pick<Person, 'intervals'>) =>
  intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0);

/** Returns the end of the last interval; null while it is open, and without intervals. */
export const timeOutOf = ({ intervals }: Pick<Person, 'intervals'>) => intervals.at(-1)?.out ?? null;
