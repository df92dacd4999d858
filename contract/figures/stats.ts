import { z } from 'zod';
import {
  accountParams,
  cacheKeyQuery,
  documentId,
  durationMs,
  instant,
  localDate,
  nullableInstant,
} from '../platform/common.ts';
import { admin, employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { SILENT_NAMED } from '../platform/limits.ts';
import { type AttendanceStatus, STATUS_WORDS } from '../platform/statusWords.ts';
import { words } from '../platform/words.ts';

/** The day a dashboard shows, by default today in the account's zone, and its crew. Outside the retention: 400 DATE_OUT_OF_RANGE. */
export const dashboardDay = cacheKeyQuery.extend({ referenceDate: localDate.optional(), ...crewFilters });
export type DashboardDay = z.input<typeof dashboardDay>;

export const attendance = employer('Stats.GET_ATTENDANCE_INFORMATION');
const performance = employer('Stats.GET_PERFORMANCE_METRICS');

/** Exact decimals of at most 3 places: numbers, or text where a JSON number would be another decimal (from 8.8 x 10^12 on). */
export const units = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
export const count = z.int().min(0);

export const listedEmployee = z.object({
  _id: documentId,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type ListedEmployee = z.infer<typeof listedEmployee>;

export const attendanceTotals = z.object({
  total: count,
  present: count,
  absent: count,
  late: count,
  onTime: count,
  pending: count,
  unverified: count,
  off: count,
  expected: count,
  /** Part of `unverified`: people whom only the silence of one of their devices, or its lost events, keep from being judged absent, as 'Why?' says. */
  unverifiedBySilence: count,
  /** Part of `pending`: people who have no shift, so that they are never due. */
  withoutShift: count.optional(),
  /** Part of `off`: people who were expected, are not there and have an excuse. */
  excused: count.optional(),
  /** The two parts of `present`: people whose last interval is open (docs/reference/attendance.md#hours-clocked), and the others. */
  onSite: count.optional(),
  left: count.optional(),
  asOf: instant,
  timeZone: z.string(),
  /** A recalculation is under way: some figures may be from before it and some from after it. */
  recalculating: z.boolean().optional(),
  /** The last day of the pay period, on its last three days. */
  payPeriodEnds: localDate.optional(),
  devices: z.object({
    /** In contact within 15 minutes of `asOf`. */
    reporting: count,
    /** In contact within 7 days of `asOf`. */
    inUse: count.optional(),
    /** The last contact of any device; null where none was ever in contact. */
    lastContact: instant.nullish(),
    /** Those that may hold the punch of an employee who is due and has not punched (docs/reference/attendance.md#status). */
    silent: count,
    /** With their last contact; the longest silent first. */
    silentDevices: z.array(z.object({ id: documentId, name: z.string(), since: instant })).max(SILENT_NAMED),
    /** Events that never arrived of devices that number them, where one may be the punch of an employee who is due. */
    lost: z
      .array(z.object({ id: documentId, name: z.string(), events: count, from: instant, to: instant }))
      .max(SILENT_NAMED)
      .optional(),
  }),
});
export type AttendanceTotals = z.infer<typeof attendanceTotals>;
export const getAttendanceTotals = endpoint({
  method: 'GET',
  path: '/stats/employee/attendance-status-totals',
  access: attendance,
  scope: 'people',
  summary: 'Everybody in exactly one bucket (rules 8 and 9).',
  query: dashboardDay,
  response: attendanceTotals,
  versioned: true,
});

/** The buckets of rule 8. */
export const bucket = z.enum(['present', 'absent', 'pending', 'unverified', 'off']);
export type Bucket = z.infer<typeof bucket>;
export const attendanceStatus = z.enum(Object.keys(STATUS_WORDS) as AttendanceStatus[]); // the keys of a constant
export const attendanceEntry = z.object({
  employee: listedEmployee,
  timeIn: nullableInstant,
  late: z.boolean(),
  lateMs: durationMs,
  present: z.boolean(),
  status: bucket,
  provisional: z.boolean(),
  flags: z.array(z.string()),
  /** The day has a correction or an excuse. */
  corrected: z.boolean().optional(),
  excused: z.boolean().optional(),
  /** The end of the last interval; null while it is open. */
  timeOut: nullableInstant.optional(),
  /** The sum of the intervals (docs/reference/attendance.md#hours-clocked), an open one up to now. */
  clockedMs: durationMs.optional(),
  onSite: z.boolean().optional(),
  /** Of people who are absent, pending or unverified, where one is set: not for a key that reads figures. */
  phoneNumber: z.string().optional(),
});
export type AttendanceEntry = z.infer<typeof attendanceEntry>;
export const listByAttendanceStatus = endpoint({
  method: 'GET',
  path: '/stats/employee/by-attendance-status/:status',
  access: attendance,
  scope: 'people',
  summary: 'The people behind a tile: late by lateness, others by number.',
  params: z.object({ status: attendanceStatus }),
  query: dashboardDay,
  response: z.object({ entries: z.array(attendanceEntry) }),
  versioned: true,
});

/** Piecework. `code` null and description '(none)' where an entry has no lookup. */
const coded = { code: z.string().nullable(), description: z.string() };
export const pieceworkGroup = z.object({
  ...coded,
  totalUnits: units,
  entries: z.array(z.object({ ...coded, units })),
});
export type PieceworkGroup = z.infer<typeof pieceworkGroup>;
export const lookupCategory = z.enum(['lookup1', 'lookup2']);
export type LookupCategory = z.infer<typeof lookupCategory>;
export const getPieceworkTotals = endpoint({
  method: 'GET',
  path: '/stats/piecework/total-units/by-:category',
  access: performance,
  scope: 'people',
  summary: 'Units grouped by one lookup, entries by the other.',
  params: z.object({ category: lookupCategory }),
  query: dashboardDay,
  response: z.object({ groups: z.array(pieceworkGroup) }),
  versioned: true,
});

const lookupPair = {
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
};
/** A person of a ranking or a total; `employeeId` is what 'Why?' is asked for. */
const named = { employeeId: documentId, number: z.string(), firstName: z.string(), lastName: z.string() };
export const pieceworkCategory = z.object({
  ...lookupPair,
  lookup1Description: z.string(),
  lookup2Description: z.string(),
  totalUnits: units,
  employees: z.array(z.object({ ...named, units })),
});
export type PieceworkCategory = z.infer<typeof pieceworkCategory>;
export const getPieceworkBreakdown = endpoint({
  method: 'GET',
  path: '/stats/piecework/employee-unit-breakdown-by-category',
  access: performance,
  scope: 'people',
  summary: 'Units per lookup pair and employee.',
  query: dashboardDay,
  response: z.object({ categories: z.array(pieceworkCategory) }),
  versioned: true,
});

export const performerOrder = z.enum(['performance', 'units']);
export type PerformerOrder = z.infer<typeof performerOrder>;
export const performer = z.object({
  ...named,
  /** Units per hour, 2 decimals; null without time. */
  performance: z.number().nullable(),
  totalUnits: units,
});
export type Performer = z.infer<typeof performer>;
const ranking = {
  method: 'GET',
  access: performance,
  query: dashboardDay.extend({ orderBy: performerOrder.optional() }),
  response: z.object({
    performers: z.array(performer),
    /** The two people have no entry of lookup 1 in common: different products are compared. */
    differentProducts: z.boolean().optional(),
    /** Of everybody who is ranked, by the figure asked for: the largest and the median; null without anybody. One scale for both rankings. */
    largest: units.nullable().optional(),
    median: z.number().nullable().optional(),
  }),
  versioned: true,
} as const;
export const getTopPerformers = endpoint({
  ...ranking,
  path: '/stats/piecework/top-10',
  scope: 'people',
  summary: 'The ten best (rule 16).',
});
export const getBottomPerformers = endpoint({
  ...ranking,
  path: '/stats/piecework/bottom-10',
  scope: 'people',
  summary: 'The ten lowest of those with piecework.',
});

export const timeCategory = z.object({
  ...lookupPair,
  lookup1Name: z.string(),
  lookup2Name: z.string(),
  totalTimeMs: durationMs,
});
export type TimeCategory = z.infer<typeof timeCategory>;
export const getTimeSpent = endpoint({
  method: 'GET',
  path: '/stats/piecework/total-time-by-category',
  access: performance,
  scope: 'people',
  summary: 'Time per lookup pair (rule 17).',
  query: dashboardDay,
  response: z.object({ categories: z.array(timeCategory), totalTimeMs: durationMs }),
  versioned: true,
});

const wasted = { totalTimeMs: durationMs, lateTimeMs: durationMs, irregularBreakTimeMs: durationMs };
export const timeWastedTotals = z.object(wasted);
export type TimeWastedTotals = z.infer<typeof timeWastedTotals>;
export const getTimeWastedTotals = endpoint({
  method: 'GET',
  path: '/stats/time-wasted/totals',
  access: attendance,
  scope: 'people',
  summary: 'Late time and irregular breaks, summed (rule 12).',
  query: dashboardDay,
  response: timeWastedTotals,
  versioned: true,
});
export const timeWastedEntry = z.object({
  employee: listedEmployee,
  ...wasted,
  gaps: z.array(z.object({ out: instant, in: nullableInstant, creditedMs: durationMs, irregularMs: durationMs })),
});
export type TimeWastedEntry = z.infer<typeof timeWastedEntry>;
export const getTimeWastedDetails = endpoint({
  method: 'GET',
  path: '/stats/time-wasted/details',
  access: attendance,
  scope: 'people',
  summary: 'Who wasted time, most first.',
  query: dashboardDay,
  response: z.object({ entries: z.array(timeWastedEntry) }),
  versioned: true,
});

export const dateSpan = z
  .strictObject({ from: localDate, to: localDate })
  .refine(({ from, to }) => from <= to, { error: words('From must not be after To'), path: ['to'] });

/** Sends a job; its result is the same as that of incremental updates. */
export const resetDashboardState = endpoint({
  method: 'POST',
  path: '/stats/reset-dashboard-state/:accountId',
  access: admin('Stats.RESET_STATE'),
  summary: 'Throw the facts of those days away and derive them again.',
  params: accountParams,
  body: z.strictObject({ dates: dateSpan }),
  response: z.object({ jobId: documentId }),
  refusals: ['DATE_OUT_OF_RANGE'],
});
export const recalculation = z.object({
  status: z.enum(['In Progress', 'Successful', 'Failed']),
  daysDone: count,
  daysTotal: count,
  failureReason: z.string().nullable(),
});
export const getRecalculation = endpoint({
  method: 'GET',
  path: '/stats/reset-dashboard-state/:accountId/:jobId/status',
  access: admin('Stats.RESET_STATE'),
  summary: 'How far a recalculation is.',
  params: accountParams.extend({ jobId: documentId }),
  response: recalculation,
});
