import type { Person } from './person.ts';

/** Figures of a day's intervals (rule 10). */

/** Returns the clocked time in ms; an open interval counts as far as it was judged. Breaks that were not clocked are not deducted. */
export const clockedMsOf = ({ intervals }: Pick<Person, 'intervals'>) =>
  intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0);

/** Returns the end of the last interval; null while it is open, and without intervals. */
export const timeOutOf = ({ intervals }: Pick<Person, 'intervals'>) => intervals.at(-1)?.out ?? null;

/** Returns the first and the last known instant of work; `first` is null where the IN is missing, both without any. The working time of the Recorder counts. */
export function workOf({ intervals, flags, timeIn, paid }: Pick<Person, 'intervals' | 'flags' | 'timeIn' | 'paid'>) {
  const end = intervals.at(-1);
  if (end || flags.includes('missing-in'))
    return { first: flags.includes('missing-in') ? null : timeIn, last: end ? (end.out ?? end.in) : null };
  return { first: paid?.spans[0]?.start ?? null, last: paid?.spans.at(-1)?.end ?? null };
}
