import type { PersonSums, Roll, RollSort } from '#contract/figures/people.ts';
import { type PeriodRule, periodRule } from '#contract/platform/periods.ts';
import { words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { invalid } from '../../platform/http/errors.ts';
import { textMatcher } from '../../platform/searchText.ts';
import { sentUnits, Units } from '../../platform/units.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { type PayPeriod, payPeriodsIn, periodsIn, userPeriodOn, withinDates } from '../pay/payPeriods.ts';
import { clockedMsOf } from '../stats/clocked.ts';
import { modelOfCrew } from '../stats/crew.ts';
import type { Person } from '../stats/person.ts';
import { selectCells, selectSums } from './judgedDays.sql.ts';
import { cellOf } from './judgedDays.ts';
import { employeesOf, type People } from './people.ts';
import { listedOf, type Range } from './range.ts';
import type { Rostered } from './roster.sql.ts';

/** The kinds of figures that a caller may see. */
export type Sight = { attendance: boolean; piecework: boolean };
/** Returns what a user may see of days, by their permissions. */
export const sightOf = ({ permissions }: Pick<UserCaller, 'permissions'>): Sight => ({
  attendance: permissions.includes('Stats.GET_ATTENDANCE_INFORMATION'),
  piecework: permissions.includes('Stats.GET_PERFORMANCE_METRICS'),
});
export type Sums = {
  present: number;
  late: number;
  absent: number;
  clockedMs: number;
  wastedMs: number;
  paidMs: number | null;
  units: Units;
};
export const NO_SUMS: Sums = {
  present: 0,
  late: 0,
  absent: 0,
  clockedMs: 0,
  wastedMs: 0,
  paidMs: null,
  units: new Units(0),
};

const withDay = (sums: Sums, person: Person): Sums => ({
  present: sums.present + (person.status === 'present' ? 1 : 0),
  late: sums.late + (person.late ? 1 : 0),
  absent: sums.absent + (person.status === 'absent' ? 1 : 0),
  clockedMs: sums.clockedMs + clockedMsOf(person),
  wastedMs: sums.wastedMs + person.lateMs + person.irregularMs,
  paidMs: person.paid ? (sums.paidMs ?? 0) + (person.paid.isSettled ? person.paid.paidMs : 0) : sums.paidMs,
  units: person.entries > 0 ? sums.units.plus(person.units) : sums.units,
});

/** Returns the sums for a caller: null where the caller may not see them. */
export const seenSums = ({ units, paidMs, ...sums }: Sums, sight: Sight): PersonSums => ({
  ...(sight.attendance ? sums : { present: null, late: null, absent: null, clockedMs: null, wastedMs: null }),
  ...(sight.attendance && paidMs !== null && { paidMs }),
  units: sight.piecework ? sentUnits(units) : null,
});

/** Returns the sums of each of some people over a range, of those who count on any of its days. */
export async function sumsOf(db: Db, range: Range, people: People): Promise<ReadonlyMap<string, Sums>> {
  const { accountId, versions } = range;
  const rows = await db.tenant(accountId, (tx) => selectSums(tx, accountId, [...versions.keys()], people));
  const sums = new Map(rows.map(({ employeeId, units, ...own }) => [employeeId, { ...own, units: new Units(units) }]));
  for (const [id, person] of livePeople(range, people)) sums.set(id, withDay(sums.get(id) ?? NO_SUMS, person));
  return sums;
}

/** Returns the live days of some people of a range, as pairs of an employee's id and their day. */
export function livePeople(
  { live }: Range,
  { crew, members }: People,
): [employeeId: string, person: Person, date: LocalDate][] {
  return [...live].flatMap(([date, model]) =>
    modelOfCrew(model, members ? { timeGroups: crew.timeGroups, lookup1: crew.lookup1 } : crew)
      .people.filter(({ employee }) => !members || members.has(employee._id))
      .map((person): [string, Person, LocalDate] => [person.employee._id, person, date]),
  );
}

/** Returns the sums of all rows; paid hours where any row has some. */
export const totalOf = (rows: readonly Row[]): Sums =>
  rows.reduce(
    (all, { sums }) => ({
      present: all.present + sums.present,
      late: all.late + sums.late,
      absent: all.absent + sums.absent,
      clockedMs: all.clockedMs + sums.clockedMs,
      wastedMs: all.wastedMs + sums.wastedMs,
      paidMs: sums.paidMs === null ? all.paidMs : (all.paidMs ?? 0) + sums.paidMs,
      units: all.units.plus(sums.units),
    }),
    NO_SUMS,
  );

/** Returns the sums of some rows in each of some periods: of a row all of them together are its sums. */
export async function sumsOfPeriods(
  db: Db,
  range: Range,
  rows: readonly Row[],
  periods: readonly PayPeriod[],
): Promise<ReadonlyMap<string, Sums>[]> {
  const people = { ...employeesOf(rows.map(({ rostered }) => rostered.employeeId)), crew: range.crew };
  const found: ReadonlyMap<string, Sums>[] = [];
  for (const { from, to } of periods) {
    const within = <Value>(days: ReadonlyMap<LocalDate, Value>) =>
      new Map([...days].filter(([date]) => date >= from && date <= to));
    found.push(await sumsOf(db, { ...range, versions: within(range.versions), live: within(range.live) }, people));
  }
  return found;
}

/** Returns the periods that the days of a range meet, oldest first, each within these days; null where none were asked for. */
export async function periodsAsked(
  db: Db,
  { accountId, dates }: Range,
  { periods, periodStart }: PeriodsAsked,
): Promise<PayPeriod[] | null> {
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  if (!periods) return null;
  const found = await foundPeriods();
  return found.map((period) => withinDates(period, { from, to })).reverse();

  async function foundPeriods() {
    if (periods === 'account') {
      const { hoursRules } = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
      return payPeriodsIn(hoursRules, from, to);
    }
    const rule = periodRule.safeParse({ payPeriod: periods, periodStart });
    if (!rule.success) throw invalid('periodStart', words('The first day of a period; of months a day from 1 to 28'));
    return periodsIn((date) => userPeriodOn(rule.data, date), from, to);
  }
}
export type PeriodsAsked = {
  periods?: 'account' | PeriodRule['payPeriod'] | undefined;
  periodStart?: string | undefined;
};

export type Row = { rostered: Rostered; sums: Sums };
export type RollSearch = { q?: string | undefined; sort: RollSort };
/** Returns all rows of the roll that fit the search, in order: the employees who count on any of the days. */
export async function searchedRows(db: Db, range: Range, { q, sort }: RollSearch, sight: Sight): Promise<Row[]> {
  const rows = [...(await sumsOf(db, range, range))].flatMap(([id, sums]) => {
    const rostered = range.roster.get(id);
    return rostered ? [{ rostered, sums }] : [];
  });
  const matches = textMatcher(q ?? '');
  const found = q
    ? rows.filter(({ rostered: { number, firstName, lastName } }) => matches(`${number} ${firstName} ${lastName}`))
    : rows;
  return ordered(found, sort, sight);
}

/** Returns the cells of some rows on the days of a range, by employee: '-' on a day on which they do not count. */
export async function cellsOf(
  db: Db,
  range: Range,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { accountId, versions, dates } = range;
  const ids = rows.map(({ rostered }) => rostered.employeeId);
  const people = { ...employeesOf(ids), crew: range.crew };
  const place = new Map(dates.map((date, nth) => [date, nth]));
  const cells = new Map(ids.map((id) => [id, new Array<string>(dates.length).fill('-')]));
  const put = (id: string, date: LocalDate, cell: string) => {
    const [own, nth] = [cells.get(id), place.get(date)];
    if (own && nth !== undefined) own[nth] = cell;
  };
  const judged = await db.tenant(accountId, (tx) => selectCells(tx, accountId, [...versions.keys()], people));
  for (const { employeeId, day, cell } of judged) put(employeeId, day, cell);
  for (const [id, person, date] of livePeople(range, people)) put(id, date, cellOf(person));
  return cells;
}

/** Returns the roll: of the rows that fit the search, in order, those after `lastIndex`. */
export async function rollOf(
  db: Db,
  range: Range,
  query: RollSearch & PeriodsAsked & { rows: number; lastIndex: number },
  sight: Sight,
): Promise<Roll> {
  const { rows, lastIndex } = query;
  const found = await searchedRows(db, range, query, sight);
  const page = found.slice(lastIndex + 1, lastIndex + 1 + rows);
  const cells = sight.attendance ? await cellsOf(db, range, page) : null;
  const periods = await periodsAsked(db, range, query);
  const ofPeriods = periods && (await sumsOfPeriods(db, range, page, periods));
  return {
    ...(periods && { periods }),
    totals: seenSums(totalOf(found), sight),
    days: range.dates.map((date) => ({ date, unfinished: range.unfinished.has(date) })),
    rows: page.map(({ rostered, sums }) => ({
      employee: listedOf(rostered),
      cells: cells && [...(cells.get(rostered.employeeId) ?? [])],
      sums: seenSums(sums, sight),
      ...(ofPeriods && {
        ofPeriods: ofPeriods.map((own) => seenSums(own.get(rostered.employeeId) ?? NO_SUMS, sight)),
      }),
    })),
    lastIndex: Math.min(found.length - 1, lastIndex + page.length),
    total: found.length,
  };
}
const MEASURES: Record<string, (sums: Sums) => number | Units> = {
  present: ({ present }) => present,
  late: ({ late }) => late,
  absent: ({ absent }) => absent,
  clocked: ({ clockedMs }) => clockedMs,
  paid: ({ paidMs }) => paidMs ?? 0,
  wasted: ({ wastedMs }) => wastedMs,
  units: ({ units }) => units,
};

/** Sorts rows by a column, equal ones by number. A column that the caller may not see does not sort. */
function ordered(rows: readonly Row[], sort: RollSort, sight: Sight): Row[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  const byNumber = sortedByNumber(rows, ({ rostered }) => rostered.number);
  if (column === 'number') return sign === 1 ? byNumber : byNumber.reverse();
  if (column === 'firstName' || column === 'lastName') {
    const collator = new Intl.Collator('en');
    return byNumber.sort((a, b) => sign * collator.compare(a.rostered[column], b.rostered[column]));
  }
  const measure = MEASURES[column];
  if (!measure || !(column === 'units' ? sight.piecework : sight.attendance)) return byNumber;
  return byNumber
    .map((row) => ({ row, amount: new Units(measure(row.sums)) }))
    .sort((a, b) => sign * a.amount.comparedTo(b.amount))
    .map(({ row }) => row);
}
