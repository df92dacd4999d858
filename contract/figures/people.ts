import { z } from 'zod';
import { MAX_CARDS } from '../attendance/cards.ts';
import { cacheKeyQuery, documentId, durationMs, instant, localDate, nullableInstant } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import {
  MAX_DAY_CHANGES,
  MAX_FILTER_IDS,
  MAX_ROLL_DAYS,
  MAX_ROLL_ROWS,
  MAX_SEARCH_LENGTH,
} from '../platform/limits.ts';
import { USER_PERIODS } from '../platform/periods.ts';
import { words } from '../platform/words.ts';
import { effectWords } from './corrections.ts';
import { limitFinding, limitPass, MOST_LIMITS } from './hourLimits.ts';
import { paidDay, paidSums } from './hours.ts';
import { ownDay } from './ownDays.ts';
import { bucket, count, listedEmployee, units } from './stats.ts';

/**
 * The roll, a person and the muster list, with the figures that the dashboard shows for the same days. Attendance needs
 * Stats.GET_ATTENDANCE_INFORMATION, piecework Stats.GET_PERFORMANCE_METRICS: where a call gives both, what the caller may not see is null. Days
 * outside the retention: 400 DATE_OUT_OF_RANGE; a person's days may be of whatever age, MAX_RANGE_DAYS at once (docs/reference/records.md#files-of-records).
 */
const either = employer('Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS');
const refusals = ['DATE_OUT_OF_RANGE'] as const;

const crewQuery = cacheKeyQuery.extend(crewFilters);
const range = { from: localDate, to: localDate };
const rangeQuery = crewQuery.extend(range);

/** The first letter of a cell of the roll, with its word. */
export const ROLL_LETTERS = {
  P: words('Present'),
  L: words('Late'),
  A: words('Absent'),
  U: words('Can’t tell yet'),
  E: words('Excused'),
  O: words('Off'),
  N: words('Not due yet'),
  '-': words('Does not count on this day'),
} as const;
/** These letters as they are shown: a translation has as many, each another one, in this order. */
const SHOWN_LETTERS = words('P L A U E O N');
/** Returns the letter that is shown for one of ROLL_LETTERS; `say` translates. */
export const shownLetter = (letter: string, say: (english: string) => string): string =>
  say(SHOWN_LETTERS).split(' ')[SHOWN_LETTERS.split(' ').indexOf(letter)] ?? letter;
/** A letter, then '.' for a missing punch, then '*' where the day was corrected or excused. */
export const rollCell = z.string().regex(/^[PLAUEON-]\.?\*?$/);

/** Of one employee over a range. */
export const personSums = z.object({
  /** Days; null without the permission to see attendance. */
  present: count.nullable(),
  late: count.nullable(),
  absent: count.nullable(),
  /** 'Clocked': the sum of the intervals (docs/reference/attendance.md#hours-clocked); breaks that were not clocked are not subtracted. */
  clockedMs: durationMs.nullable(),
  /** Late time and irregular breaks. */
  wastedMs: durationMs.nullable(),
  /** Paid hours (docs/reference/pay.md), of all classes; absent where no hours rule is in force. */
  paidMs: durationMs.optional(),
  /** Null without the permission to see piecework. */
  units: units.nullable(),
});
export type PersonSums = z.infer<typeof personSums>;
const sortable = [
  'number',
  'firstName',
  'lastName',
  'present',
  'late',
  'absent',
  'clocked',
  'paid',
  'units',
  'wasted',
] as const;
export const rollSort = z.enum([...sortable, ...sortable.map((column) => `-${column}` as const)]);
export type RollSort = z.infer<typeof rollSort>;
/** The columns of the roll beside the name: a cell for each day, and the sums. */
export const ROLL_COLUMNS = [
  { id: 'days', label: words('Days') },
  { id: 'present', label: words('Present') },
  { id: 'late', label: words('Late') },
  { id: 'absent', label: words('Absent') },
  { id: 'clocked', label: words('Clocked') },
  { id: 'paid', label: words('Paid') },
  { id: 'units', label: words('Units') },
  { id: 'wasted', label: words('Wasted') },
] as const;
export type RollColumn = (typeof ROLL_COLUMNS)[number]['id'];
const rollColumn = z.enum(ROLL_COLUMNS.map(({ id }) => id));
export const roll = z.object({
  /** The pay periods that the days meet, oldest first, if sums of each were asked for. */
  periods: z.array(z.object(range)).max(MAX_ROLL_DAYS).optional(),
  /** Of everybody who fits the search and the filters. */
  totals: personSums,
  /** At most 31, oldest first. */
  days: z.array(z.object({ date: localDate, unfinished: z.boolean() })).max(MAX_ROLL_DAYS),
  rows: z
    .array(
      z.object({
        employee: listedEmployee,
        /** One a day; null without the permission to see attendance. */
        cells: z.array(rollCell).nullable(),
        sums: personSums,
        /** The sums of each of the periods: together those of all days. */
        ofPeriods: z.array(personSums).max(MAX_ROLL_DAYS).optional(),
      }),
    )
    .max(MAX_ROLL_ROWS),
  /** The index of the last row in the answer, with which the next rows are asked for; -1: there are no rows. */
  lastIndex: z.int(),
  /** All rows that fit the search and the filters. */
  total: count,
});
export type Roll = z.infer<typeof roll>;
const rollQuery = rangeQuery.extend({
  /** A search in number and name. */
  q: z.string().max(MAX_SEARCH_LENGTH).optional(),
  /** A leading minus sorts descending. Rows that compare equal are ordered by number. */
  sort: rollSort.default('number'),
  /** Also the sums of each pay period of the account, or of each period of one's own, which begin as `periodStart` says (contract/platform/periods.ts). */
  periods: z.enum(['account', ...USER_PERIODS]).optional(),
  periodStart: localDate.optional(),
});
export const getRoll = endpoint({
  method: 'GET',
  path: '/stats/roll',
  isCostly: true,
  access: either,
  scope: 'people',
  summary: `A row per employee, a cell per day: at most ${MAX_ROLL_DAYS} days, and ${MAX_ROLL_ROWS} rows at a time.`,
  query: rollQuery.extend({
    rows: z.coerce.number<number | string>().int().min(1).max(MAX_ROLL_ROWS).default(100),
    /** The index of the last row that the caller has. */
    lastIndex: z.coerce.number<number | string>().int().min(-1).max(10_000_000).default(-1),
  }),
  response: roll,
  refusals,
  versioned: true,
});

export const getRollFile = endpoint({
  method: 'GET',
  path: '/stats/roll/file',
  access: employer('Stats.GENERATE_REPORTS'),
  scope: 'people',
  summary:
    'The whole roll as a file, CSV or Excel: everybody who fits the search and the filters. Also needs the permission for its attendance or piecework.',
  query: rollQuery.extend({
    exportType: z.enum(['csv', 'xlsx']).default('csv'),
    /** The columns beside the name, in this order, separated by commas; without it all of them. */
    columns: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(rollColumn).max(ROLL_COLUMNS.length))
      .optional(),
  }),
  response: 'file',
  refusals,
});

const lookups = {
  lookup1Code: z.string().nullable(),
  lookup1Description: z.string(),
  lookup2Code: z.string().nullable(),
  lookup2Description: z.string(),
};
/** A correction or an excuse in force, worded as in 'Why?': 'OUT 16:10' added, 'IN 07:20' voided, one changed into the other, 'Absence excused'. */
export const dayChange = z.object({
  kind: z.enum(['added', 'voided', 'changed', 'excused']),
  was: z.string().nullable(),
  is: z.string().nullable(),
  /** The messages of was and is, for other languages. */
  words: effectWords.optional(),
});
export type DayChange = z.infer<typeof dayChange>;
export const personDay = z.object({
  date: localDate,
  cell: rollCell.nullable(),
  unfinished: z.boolean(),
  /** Changes of punches, excuses and piecework, as far as the caller may see them; oldest first. */
  changes: z.array(dayChange).max(MAX_DAY_CHANGES),
  /** The employee's last word on the day, on a Recorder (docs/reference/privacy.md#their-own-day). */
  ownDay: ownDay.optional(),
  /** Null: the employee does not count on this day, or the caller may not see attendance. */
  attendance: z
    .object({
      status: bucket,
      provisional: z.boolean(),
      shift: z.object({ start: instant, end: instant }).nullable(),
      timeIn: nullableInstant,
      /** The end of the last interval; null while it is open. */
      timeOut: nullableInstant,
      onSite: z.boolean(),
      clockedMs: durationMs,
      late: z.boolean(),
      lateMs: durationMs,
      irregularMs: durationMs,
      earlyLeaveMs: durationMs,
      gaps: z.array(z.object({ out: instant, in: nullableInstant, creditedMs: durationMs, irregularMs: durationMs })),
      flags: z.array(z.string()),
      corrected: z.boolean(),
      excused: z.boolean(),
      /** Null where no hours rule is in force. */
      paid: paidDay.nullable().optional(),
      /** How the day keeps the limits of hours (docs/reference/records.md#limits-of-hours); without work none. */
      limits: z.array(limitFinding).max(MOST_LIMITS).optional(),
      /** The limit that they pass if they go on with their work. */
      passes: limitPass.nullable().optional(),
    })
    .nullable(),
  /** Null without the permission to see piecework. */
  piecework: z
    .object({
      units,
      /** Units per hour (docs/reference/piecework.md#units-per-hour). */
      performance: z.number().nullable(),
      lines: z.array(z.object({ ...lookups, units, timeMs: durationMs })),
    })
    .nullable(),
});
export type PersonDay = z.infer<typeof personDay>;
const groupName = z.object({ _id: documentId, name: z.string() }).nullable();
export const personTrend = z.object({
  employee: listedEmployee.extend({
    /** The employee's PIN. */
    timeId: z.string().nullable(),
    timeGroup: groupName,
    employeeGroup: groupName,
    jobDescription: groupName,
    /** The employee is deleted; their past days stay. */
    isDeleted: z.boolean(),
  }),
  timeZone: z.string(),
  /** The devices they clock on; empty: all of the account's. */
  devices: z.array(z.object({ id: documentId, name: z.string() })),
  /** Newest first. */
  days: z.array(personDay),
  sums: personSums,
  /** The paid hours of the range; null without an hours rule or the permission to see attendance. */
  paid: paidSums.nullable().optional(),
  /** The medians over everybody who is in the same time group today, this employee included; null without a time group. */
  medians: personSums.extend({ people: z.int().min(1) }).nullable(),
  /** The employee's units per hour beside those of their time group in the same entry of lookup 1, most units first. */
  pace: z.array(
    z.object({
      code: z.string().nullable(),
      description: z.string(),
      units,
      own: z.number().nullable(),
      median: z.number().nullable(),
      people: count,
    }),
  ),
});
export type PersonTrend = z.infer<typeof personTrend>;
export const getPersonTrend = endpoint({
  method: 'GET',
  path: '/stats/person/:employeeId',
  isCostly: true,
  access: either,
  scope: 'people',
  summary: 'One employee over a range of days, beside the medians of their time group.',
  params: z.object({ employeeId: documentId }),
  query: cacheKeyQuery.extend(range),
  response: personTrend,
  refusals,
  versioned: true,
});

/** A call of its own: a person's days are stored on the user's device; numbers of cards, which open doors, and of phones are not. */
export const getPersonCards = endpoint({
  method: 'GET',
  path: '/stats/person/:employeeId/cards',
  access: either,
  scope: 'people',
  summary:
    'Card numbers and phone number of a present employee of the caller; the phone number needs the permission for attendance.',
  params: z.object({ employeeId: documentId }),
  /** `phoneNumber`: not for a key that reads figures. */
  response: z.object({ cards: z.array(z.string()).max(MAX_CARDS), phoneNumber: z.string().optional() }),
});

/** The most people that a search names. */
export const MAX_FOUND_PEOPLE = 20;
const foundPerson = listedEmployee.extend({
  timeId: z.string().nullable(),
  /** The card number that the search names. */
  card: z.string().optional(),
  /** The day on which one left who is not in the account any more. */
  leftOn: localDate.optional(),
});
export const foundPeople = z.object({
  people: z.array(foundPerson).max(MAX_FOUND_PEOPLE),
  /** All that fit. */
  total: count,
});
export type FoundPeople = z.infer<typeof foundPeople>;
/**
 * A search from anywhere: each word must occur in number, name or PIN, or all of it in a card number; a number, PIN or card that is the
 * whole search comes first.
 */
export const findPeople = endpoint({
  method: 'GET',
  path: '/stats/people',
  isCostly: true,
  access: either,
  scope: 'people',
  summary:
    'Employees of the caller by number, name, PIN or card, the present ones or also those who have left; the first of them.',
  query: z.object({
    q: z.string().trim().min(1).max(MAX_SEARCH_LENGTH),
    who: z.enum(['present', 'all']).default('present'),
  }),
  response: foundPeople,
});

/** The muster list: everybody on site, with where they clocked last. */
export const muster = z.object({
  asOf: instant,
  timeZone: z.string(),
  /** People whose work has begun and not ended (docs/reference/attendance.md#hours-clocked), by number. */
  entries: z.array(
    z.object({
      employee: listedEmployee,
      /** The start of the open interval. */
      since: instant,
      clockedMs: durationMs,
      /** The device of their last punch; null where no device sent it. */
      device: z.object({ id: documentId, name: z.string() }).nullable(),
      /** The limit of hours that they pass soon if they go on with their work (docs/reference/records.md#limits-of-hours). */
      passes: limitPass.optional(),
    }),
  ),
  /** How many of them belong to yesterday's work day: night shifts, which today's totals do not count. */
  ofYesterday: count.optional(),
  /** The list has everybody although the caller's user is limited to some people: the account's setting says so. */
  isForAll: z.boolean().optional(),
});
export type Muster = z.infer<typeof muster>;
export const getMuster = endpoint({
  method: 'GET',
  path: '/stats/on-site',
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  scope: 'people',
  summary: `On site now, each with the device they clocked on last; with at most ${MAX_FILTER_IDS} ids of each filter.`,
  query: crewQuery,
  response: muster,
  versioned: true,
});
