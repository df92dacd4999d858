import type { Person } from './person.ts';

/** Figures of a day's intervals (rule 10). */

/** Milliseconds; an open interval as far as it was judged. No break that was not clocked is taken off. */
export const clockedMsOf = ({ intervals }: Pick<Person, 'intervals'>) =>
  intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0);

/** The end of the last interval; null while it is open, and without any. */
export const timeOutOf = ({ intervals }: Pick<Person, 'intervals'>) => intervals.at(-1)?.out ?? null;
