import { DASHBOARD_DATA_RETENTION_DAYS, MAX_RECORD_YEARS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { factsAsOf } from '../../attendance/asOf.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { selectCorrected, selectExcused } from '../../attendance/ledger.sql.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import type { Db } from '../../platform/db/db.ts';
import { issueOf, notFound, Refusal } from '../../platform/http/errors.ts';
import { addDays, DAY, dayBounds, type LocalDate, localDateOf, MINUTE, zoneOf } from '../../platform/zone.ts';
import {
  type AccountState,
  asOfDay,
  type KnownPerson,
  type PersonRow,
  selectAccountState,
  selectAssignments,
  selectBreakKeys,
  selectDescriptions,
  selectDevices,
  selectFacts,
  selectGoingOn,
  selectKnown,
  selectPeople,
  selectQuarantined,
  selectWork,
} from './day.sql.ts';
import { type DayModel, judgeAll } from './dayModel.ts';

type Reading = {
  /** True if `now` is in the past and later events are left out: for an alert that is sent late. */
  asItWas?: boolean;
  /** Loads only these employees; everything else in the model is that of the whole account. */
  employeeIds?: readonly string[];
  /** Reads the employees of a data version; by default those who may count on the day. */
  people?: (tx: Db, dataVersion: number) => Promise<readonly PersonRow[]>;
  /** The values that the same transaction has read already. */
  state?: AccountState;
};

/** Reads and judges one day from a consistent snapshot of the account. `now` is cut to the minute. */
export const loadDayModel = (db: Db, accountId: string, date: LocalDate, now: Date, reading: Reading = {}) =>
  db.tenant(accountId, (tx) => readDayModel(tx, accountId, date, now, reading), { snapshot: true });

/**
 * Returns a function that loads days, none before `from`, like `loadDayModel`. The employees are read again only if something has changed
 * meanwhile.
 */
export function loadingDays(db: Db, accountId: string, from: LocalDate, now: Date) {
  let known: { dataVersion: number; rows: readonly KnownPerson[] } | undefined;
  return (date: LocalDate): Promise<DayModel> => {
    const people: Reading['people'] = async (tx, dataVersion) => {
      if (known?.dataVersion !== dataVersion) {
        const rows = await selectKnown(tx, accountId, from);
        // Each day sorts them, which costs little if they are sorted already.
        known = { dataVersion, rows: sortedByNumber(rows, ({ row }) => row.number) };
      }
      return known.rows.map((row) => asOfDay(row, date));
    };
    return loadDayModel(db, accountId, date, now, { people });
  };
}

/** Returns the same as `loadDayModel`, as a transaction of the account sees it. */
export async function readDayModel(
  tx: Db,
  accountId: string,
  date: LocalDate,
  now: Date,
  { asItWas = false, employeeIds, people, state: known }: Reading = {},
): Promise<DayModel> {
  const state = known ?? (await readAccountState(tx, accountId, now));
  const calendar = await loadCalendar(tx, accountId);
  const { start, end } = dayBounds(calendar.zone, date);
  const past = asItWas ? await factsAsOf(tx, { accountId, calendar, day: date, at: now }) : null;
  const facts = withPast(await selectFacts(tx, accountId, date, employeeIds), past?.employeeIds, past?.facts);
  const work = withPast(await selectWork(tx, accountId, date, employeeIds), past?.employeeIds, past?.work);
  const codes = {
    lookup1: [...new Set(work.map(({ lookup1 }) => lookup1))],
    lookup2: [...new Set(work.map(({ lookup2 }) => lookup2))],
  };
  return judgeAll({
    accountId,
    date,
    now: now.getTime(),
    ...state,
    calendar,
    people: people ? await people(tx, state.dataVersion) : await selectPeople(tx, accountId, date, employeeIds),
    facts,
    devices: await selectDevices(tx, accountId),
    assignments: await selectAssignments(tx, accountId, employeeIds),
    quarantined: await selectQuarantined(tx, accountId, new Date(start - DAY), new Date(end + 2 * DAY), employeeIds),
    breakKeys:
      calendar.hoursRules.length > 0
        ? await selectBreakKeys(tx, accountId, new Date(start - DAY), new Date(end + 2 * DAY), employeeIds)
        : [],
    excuses: await selectExcused(tx, accountId, { from: date, to: date }, employeeIds),
    corrected: (await selectCorrected(tx, accountId, { from: date, to: date }, employeeIds)).map(
      ({ employeeId }) => employeeId,
    ),
    work,
    goingOn:
      calendar.hoursRules.length > 0
        ? await selectGoingOn(tx, accountId, { from: date, to: date, start, timeZone: calendar.zone.name }, employeeIds)
        : [],
    descriptions: await selectDescriptions(tx, accountId, codes),
  });
}

/** Returns the data version and the account's other values that its days are judged from. Throws NOT_FOUND. */
export async function readAccountState(tx: Db, accountId: string, now: Date): Promise<AccountState> {
  const state = await selectAccountState(tx, accountId, new Date(now.getTime() - RECALCULATION_ABANDONED_MS));
  if (!state) throw notFound(words('Account not found'));
  return state;
}

/** A recalculation without a sign of life for this long has died: no span of days takes that long. */
export const RECALCULATION_ABANDONED_MS = 10 * MINUTE;

/** Returns the rows of a day, with those of some employees as they were before. */
const withPast = <R extends { employeeId: string }>(
  rows: readonly R[],
  employeeIds: ReadonlySet<string> = new Set(),
  past: readonly R[] = [],
): R[] => [...rows.filter(({ employeeId }) => !employeeIds.has(employeeId)), ...past];

/** Returns the dates that can be picked, reported and recalculated (docs/reference/attendance.md#retention). */
export function pickableDays(timeZone: string, now: Date) {
  const to = localDateOf(zoneOf(timeZone), now.getTime());
  return { from: addDays(to, 1 - DASHBOARD_DATA_RETENTION_DAYS), to };
}

/** Returns the dates of which records may be stored, whatever can be picked on the dashboard (docs/reference/records.md#files-of-records). */
export function recordedDays(timeZone: string, now: Date) {
  const to = localDateOf(zoneOf(timeZone), now.getTime());
  // No year has more than 366 days.
  return { from: addDays(to, -366 * MAX_RECORD_YEARS), to };
}

/** Returns the day that a call names, or today. Throws DATE_OUT_OF_RANGE for a day that cannot be picked, or is not one of `daysOf`. */
export function pickedDay(timeZone: string, now: Date, date?: LocalDate, daysOf = pickableDays): LocalDate {
  if (date === undefined) return localDateOf(zoneOf(timeZone), now.getTime());
  const { from, to } = daysOf(timeZone, now);
  if (date < from || date > to)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose a date from {from} to {to}.', { from, to }), {
      issues: [issueOf('referenceDate', msg('Must be from {from} to {to}', { from, to }))],
    });
  return date;
}
