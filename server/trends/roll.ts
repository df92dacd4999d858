import type { PersonSums, Roll, RollSort } from '#contract/people.ts';
import { sortedByNumber } from '../attendance/order.ts';
import { Units } from '../attendance/piecework.ts';
import { textMatcher } from '../searchText.ts';
import { crewOn } from './crewDays.ts';
import type { KeptPerson } from './keptDay.ts';
import { listedOf, type Range } from './range.ts';
import type { Rostered } from './roster.sql.ts';

/** The kinds of figures that a caller may see. */
export type Sight = { attendance: boolean; piecework: boolean };
export type Sums = { present: number; late: number; absent: number; clockedMs: number; wastedMs: number; units: Units };

/** Returns the sums of one employee's days; a day on which they do not count is undefined. */
export function sumsOf(days: readonly (KeptPerson | undefined)[]): Sums {
  const sums: Sums = { present: 0, late: 0, absent: 0, clockedMs: 0, wastedMs: 0, units: new Units(0) };
  for (const day of days) {
    if (!day) continue;
    if (day.status === 'present') sums.present++;
    if (day.late) sums.late++;
    if (day.status === 'absent') sums.absent++;
    sums.clockedMs += day.clockedMs;
    sums.wastedMs += day.lateMs + day.irregularMs;
    if (day.entries > 0) sums.units = sums.units.plus(day.units);
  }
  return sums;
}

/** Returns the sums for a caller: null where the caller may not see them. */
export const seenSums = ({ units, ...sums }: Sums, sight: Sight): PersonSums => ({
  ...(sight.attendance ? sums : { present: null, late: null, absent: null, clockedMs: null, wastedMs: null }),
  units: sight.piecework ? units.toNumber() : null,
});

type Row = { rostered: Rostered; days: (KeptPerson | undefined)[]; sums: Sums };
/** Returns the employees who count on any of the days, each with their days. */
export function rowsOf({ days, ...people }: Range): Row[] {
  const own = new Map<string, (KeptPerson | undefined)[]>();
  for (const [i, day] of days.entries())
    for (const person of crewOn(day, people)) {
      const known = own.get(person.employeeId) ?? new Array<KeptPerson | undefined>(days.length).fill(undefined);
      known[i] = person;
      own.set(person.employeeId, known);
    }
  return [...own].flatMap(([id, list]) => {
    const rostered = people.roster.get(id);
    return rostered ? [{ rostered, days: list, sums: sumsOf(list) }] : [];
  });
}

export type RollSearch = { q?: string | undefined; sort: RollSort };
/** Returns all rows of the roll that fit the search, in order. */
export function searchedRows(range: Range, { q, sort }: RollSearch, sight: Sight): Row[] {
  const rows = rowsOf(range);
  const matches = textMatcher(q ?? '');
  const found = q
    ? rows.filter(({ rostered: { number, firstName, lastName } }) => matches(`${number} ${firstName} ${lastName}`))
    : rows;
  return ordered(found, sort, sight);
}

/** Returns the roll (spec/trends.md): of the rows that fit the search, in order, those after `lastIndex`. */
export function rollOf(range: Range, query: RollSearch & { rows: number; lastIndex: number }, sight: Sight): Roll {
  const { rows, lastIndex } = query;
  const found = searchedRows(range, query, sight);
  const page = found.slice(lastIndex + 1, lastIndex + 1 + rows);
  return {
    days: range.days.map(({ date, unfinished }) => ({ date, unfinished })),
    rows: page.map(({ rostered, days, sums }) => ({
      employee: listedOf(rostered),
      cells: sight.attendance ? days.map((day) => day?.cell ?? '-') : null,
      sums: seenSums(sums, sight),
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
