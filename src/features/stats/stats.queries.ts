import { queryOptions } from '@tanstack/react-query';
import {
  type AttendanceStatus,
  explainDay,
  getAttendanceTotals,
  getTimeWastedDetails,
  getTimeWastedTotals,
  listByAttendanceStatus,
  listDataExceptions,
} from '#contract/stats.ts';
import { call } from '../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest } from '../../api/day.ts';

/** Everybody in one bucket: the attendance tiles, the attendance pie and the trust strip are one question. */
export const attendanceTotalsQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'attendance-totals'),
    queryFn: ({ signal }) => call(getAttendanceTotals, { query: dayRequest(day) }, { signal }),
    ...dayOptions({ persist: true }),
  });

/** The people behind a tile. Names and times are never kept on disk. */
export const attendanceListQuery = (day: Day, status: AttendanceStatus) =>
  queryOptions({
    queryKey: dayKey(day, 'attendance-list', { status }),
    queryFn: ({ signal }) => call(listByAttendanceStatus, { params: { status }, query: dayRequest(day) }, { signal }),
    select: ({ entries }) => entries,
    ...dayOptions({ silent: true }),
  });

/** What a person should look at. Asked for when somebody looks: it reads the records, not the day's model. */
export const exceptionsQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'exceptions'),
    queryFn: ({ signal }) => call(listDataExceptions, { query: dayRequest(day) }, { signal }),
    select: ({ exceptions }) => exceptions,
    ...dayOptions({ silent: true }),
  });

/** Why one person counts as they do. */
export const explainDayQuery = (day: Day, employeeId: string) =>
  queryOptions({
    queryKey: dayKey(day, 'explanation', { employeeId }),
    queryFn: ({ signal }) => call(explainDay, { params: { employeeId }, query: dayRequest(day) }, { signal }),
    ...dayOptions({ silent: true }),
  });

export const timeWastedTotalsQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'time-wasted'),
    queryFn: ({ signal }) => call(getTimeWastedTotals, { query: dayRequest(day) }, { signal }),
    ...dayOptions({ persist: true }),
  });

export const timeWastedDetailsQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(day, 'time-wasted-details'),
    queryFn: ({ signal }) => call(getTimeWastedDetails, { query: dayRequest(day) }, { signal }),
    select: ({ entries }) => entries,
    ...dayOptions({ silent: true }),
  });
