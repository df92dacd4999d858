import {
  getAttendanceTotals,
  getTimeWastedDetails,
  getTimeWastedTotals,
  listByAttendanceStatus,
} from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { type Day, dayKey, dayOptions, dayRequest } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';

/** The buckets of everybody: the attendance tiles, the attendance pie and the first answer of the day share this query. */
export const attendanceTotalsQuery = (day: Day) =>
  queryOf(getAttendanceTotals, dayKey(day, 'attendance-totals'), {
    request: () => ({ query: dayRequest(day) }),
    ...dayOptions({ persist: true }),
  });

/** A session's time. */
const SESSION_MS = 12 * 3_600_000;
/**
 * Today's stay in memory for as long as the session may last, so that they can be seen again without a connection. On disk are only those of the
 * muster list and of the tiles (docs/decisions/014).
 */
export const peopleOptions = ({ live }: Day) => ({
  ...dayOptions({ silent: true }),
  ...(live && { gcTime: SESSION_MS }),
});

/** The lists of today that are stored on disk, encrypted: those that were seen last. */
const MOST_STORED = 3;
/** The people behind a tile. */
export const attendanceListQuery = (day: Day, status: AttendanceStatus) =>
  queryOf(listByAttendanceStatus, dayKey(day, 'attendance-list', { status }), {
    request: () => ({ params: { status }, query: dayRequest(day) }),
    select: ({ entries }) => entries,
    ...peopleOptions(day),
    ...(day.live && dayOptions({ silent: true, persist: { last: MOST_STORED } })),
  });

export const timeWastedTotalsQuery = (day: Day) =>
  queryOf(getTimeWastedTotals, dayKey(day, 'time-wasted'), {
    request: () => ({ query: dayRequest(day) }),
    ...dayOptions({ persist: true }),
  });

export const timeWastedDetailsQuery = (day: Day) =>
  queryOf(getTimeWastedDetails, dayKey(day, 'time-wasted-details'), {
    request: () => ({ query: dayRequest(day) }),
    select: ({ entries }) => entries,
    ...peopleOptions(day),
  });
