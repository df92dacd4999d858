import type { Person } from './person.ts';

/** Figures of a day's intervals (docs/reference/attendance.md#hours-clocked). */

/** Returns the clocked time in ms; an open interval counts as far as it was judged. Breaks that were not clocked are not deducted. */
export const clockedMsOf = ({ intervals }: Pick<Person, 'intervals'>) =>
  intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0);

/** Returns the end of the last interval; null while it is open, and without intervals. */
export const timeOutOf = ({ intervals }: Pick<Person, 'intervals'>) => intervals.at(-1)?.out ?? null;

type Worked = Pick<Person, 'intervals' | 'lacksFirstIn' | 'timeIn' | 'paid'>;
/** Returns the first and the last known instant of work; `first` is null where the first IN is missing, both without any. The working time of the Recorder counts. */
export function workOf({ intervals, lacksFirstIn, timeIn, paid }: Worked) {
  const end = intervals.at(-1);
  if (end || lacksFirstIn) return { first: lacksFirstIn ? null : timeIn, last: end ? (end.out ?? end.in) : null };
  return { first: paid?.spans[0]?.start ?? null, last: paid?.spans.at(-1)?.end ?? null };
}
