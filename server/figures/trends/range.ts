import type { ListedEmployee } from '#contract/figures/stats.ts';
import { daysBetween } from '#contract/platform/common.ts';
import type { CrewFilters } from '#contract/platform/filters.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { addDays, cutToMinute, datesOf, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectMembers } from '../stats/crew.sql.ts';
import { modelOfCrew, readCrew } from '../stats/crew.ts';
import { pickableDays, pickedDay, recordedDays } from '../stats/loadDay.ts';
import { type Dated, isUnfinished, type OfDays } from './dayFigures.ts';
import type { DaysAsked, DaysJudged, JudgedDays } from './judgedDays.ts';
import type { State } from './oneState.ts';
import { isByEmployee, type People, peopleOf } from './people.ts';
import { type Rostered, selectRoster } from './roster.sql.ts';

export type Roster = ReadonlyMap<string, Rostered>;
/** Judged days of some people, with the roster of employees as they are today. */
export type Range = People &
  DaysJudged & {
    accountId: string;
    dates: readonly LocalDate[];
    /** The dates that are today, or have a shift that has not ended. */
    unfinished: ReadonlySet<LocalDate>;
    roster: Roster;
  };
/** The figures of days of some people. */
export type Trend<F> = {
  days: readonly Dated<F>[];
  /** The figures of as many days before them; null if not all of those are retained. */
  before: readonly Dated<F>[] | null;
};
export type RangeCall = {
  caller: Pick<UserCaller, 'accountId' | 'timeZone' | 'dataVersion' | 'scope'>;
  now: Date;
  query: CrewFilters & { from: LocalDate; to: LocalDate };
  /** Days that the dashboard does not offer are answered too (docs/reference/records.md#files-of-records). */
  isOfAnyAge?: boolean;
};

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

/** Returns the days that a call asks for. DATE_OUT_OF_RANGE for days that are not to be had, in reverse order, or more than `most`. */
export function askedDays({ caller: { timeZone }, now, query, isOfAnyAge = false }: RangeCall, most?: number) {
  const daysOf = isOfAnyAge ? recordedDays : pickableDays;
  const from = pickedDay(timeZone, now, query.from, daysOf);
  const to = pickedDay(timeZone, now, query.to, daysOf);
  const length = daysBetween(from, to) + 1;
  if (length < 1) throw new Refusal('DATE_OUT_OF_RANGE', words('From must not be after To.'));
  if (most !== undefined && length > most)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most }));
  return { from, to, length };
}

/** Reads the people whom filters name. */
export async function readPeople(
  db: Db,
  caller: Pick<UserCaller, 'accountId' | 'scope'>,
  filters: CrewFilters,
): Promise<People> {
  const { accountId } = caller;
  const crew = await readCrew(db, caller, filters);
  return peopleOf(crew, isByEmployee(crew) ? await db.tenant(accountId, (tx) => selectMembers(tx, accountId)) : []);
}

export const daysAsked = ({
  caller: { accountId, timeZone, dataVersion },
  now,
}: Pick<RangeCall, 'caller' | 'now'>): DaysAsked => ({
  accountId,
  timeZone,
  dataVersion,
  now,
});

/** Judges the days that a call asks for, and those from `first` on before them. DATE_OUT_OF_RANGE as `askedDays`. */
export async function readRange(
  db: Db,
  days: JudgedDays,
  call: RangeCall,
  most?: number,
  first?: LocalDate,
): Promise<Range> {
  const { from, to } = askedDays(call, most);
  const asked = daysAsked(call);
  const { accountId, timeZone, now } = asked;
  const judged = await days.judge(asked, first ?? from, to);
  const roster = await readRoster(db, accountId);
  const people = peopleOf(await readCrew(db, call.caller, call.query), roster.values());
  const moment = { today: localDateOf(zoneOf(timeZone), now.getTime()), at: cutToMinute(now.getTime()) };
  const unfinished = [...judged.live.values()]
    .filter((model) => isUnfinished(modelOfCrew(model, people.crew), moment))
    .map(({ date }) => date);
  return { ...judged, ...people, accountId, dates: datesOf(from, to), unfinished: new Set(unfinished), roster };
}

/** Reads the figures of the days that a call asks for, and of as many before them. DATE_OUT_OF_RANGE as `askedDays`. */
export async function readTrend<F>(state: State, figuresOfDays: OfDays<F>, call: RangeCall): Promise<Trend<F>> {
  const { from, to, length } = askedDays(call);
  const first = addDays(from, -length);
  const hasBefore = first >= pickableDays(call.caller.timeZone, call.now).from;
  const people = await readPeople(state.db, call.caller, call.query);
  const days = await figuresOfDays(state, daysAsked(call), { from: hasBefore ? first : from, to }, people);
  return {
    days: hasBefore ? days.slice(length) : days,
    before: hasBefore ? days.slice(0, length) : null,
  };
}
