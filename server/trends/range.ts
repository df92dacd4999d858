import type { CrewFilters } from '#contract/filters.ts';
import type { ListedEmployee } from '#contract/stats.ts';
import { addDays, daysBetween, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { readCrew } from '../stats/crew.ts';
import { pickableDays, pickedDay } from '../stats/loadDay.ts';
import { isByEmployee, type People, peopleOf } from './crewDays.ts';
import type { DayFigures } from './dayFigures.ts';
import type { KeptDay } from './keptDay.ts';
import type { KeptDays } from './keptDays.ts';
import type { KeptFigures } from './keptFigures.ts';
import { type Rostered, selectCrewed, selectRoster } from './roster.sql.ts';

export type Roster = ReadonlyMap<string, Rostered>;
/** Days of some people, with the roster of employees as they are today. */
export type Range = People & { days: readonly KeptDay[]; roster: Roster };
/** The figures of days of some people. */
export type Trend = {
  days: readonly DayFigures[];
  /** The figures of as many days before them; null if not all of those are retained. */
  before: readonly DayFigures[] | null;
};
export type RangeCall = { caller: UserCaller; now: Date; query: CrewFilters & { from: LocalDate; to: LocalDate } };

export const listedOf = ({ employeeId, number, firstName, lastName }: Rostered): ListedEmployee => ({
  _id: employeeId,
  number,
  firstName,
  lastName,
});

/** Reads all or some employees as they are today. */
export async function readRoster(db: Db, accountId: string, employeeIds?: readonly string[]): Promise<Roster> {
  const rows = await db.tenant(accountId, (tx) => selectRoster(tx, accountId, employeeIds));
  return new Map(rows.map((row) => [row.employeeId, row]));
}

/** Returns the days that a call asks for. DATE_OUT_OF_RANGE for days outside the retention, in reverse order, or more than `most`. */
function askedDays({ caller: { timeZone }, now, query }: RangeCall, most?: number) {
  const from = pickedDay(timeZone, now, query.from);
  const to = pickedDay(timeZone, now, query.to);
  const length = daysBetween(from, to) + 1;
  if (length < 1) throw new Refusal('DATE_OUT_OF_RANGE', 'From must not be after To.');
  if (most !== undefined && length > most) throw new Refusal('DATE_OUT_OF_RANGE', `Choose at most ${most} days.`);
  return { from, to, length };
}

/** Reads the people whom filters name. */
export async function readPeople(db: Db, accountId: string, filters: CrewFilters): Promise<People> {
  const crew = await readCrew(db, accountId, filters);
  return peopleOf(crew, isByEmployee(crew) ? await db.tenant(accountId, (tx) => selectCrewed(tx, accountId)) : []);
}

export const daysAsked = ({
  caller: { accountId, timeZone, dataVersion },
  now,
}: Pick<RangeCall, 'caller' | 'now'>) => ({
  accountId,
  timeZone,
  dataVersion,
  now,
});

/** Reads the days that a call asks for. DATE_OUT_OF_RANGE as `askedDays`. */
export async function readRange(db: Db, keptDays: KeptDays, call: RangeCall, most?: number): Promise<Range> {
  const { from, to } = askedDays(call, most);
  const asked = daysAsked(call);
  const days = await keptDays.get(asked, await keptDays.bases(asked, from, to));
  const roster = await readRoster(db, asked.accountId);
  return { days, roster, ...peopleOf(await readCrew(db, asked.accountId, call.query), roster.values()) };
}

/** Reads the figures of the days that a call asks for, and of as many before them. DATE_OUT_OF_RANGE as `askedDays`. */
export async function readTrend(db: Db, keptFigures: KeptFigures, call: RangeCall): Promise<Trend> {
  const { from, to, length } = askedDays(call);
  const first = addDays(from, -length);
  const hasBefore = first >= pickableDays(call.caller.timeZone, call.now).from;
  const people = await readPeople(db, call.caller.accountId, call.query);
  const days = await keptFigures.get(daysAsked(call), hasBefore ? first : from, to, people);
  return {
    days: hasBefore ? days.slice(length) : days,
    before: hasBefore ? days.slice(0, length) : null,
  };
}
