import type {
  LookupCategory,
  Performer,
  PerformerOrder,
  PieceworkCategory,
  PieceworkGroup,
  TimeCategory,
} from '#contract/figures/stats.ts';
import { words } from '#contract/platform/words.ts';
import { byText, naturalKey } from '../../attendance/order.ts';
import { MIN_RANKED_MS, type Spent, unitsPerHour } from '../../attendance/piecework.ts';
import { sentUnits, Units } from '../../platform/units.ts';
import type { WorkRow } from './day.sql.ts';
import type { Person } from './person.ts';

/** An entry of a lookup as it is shown: code null and '(none)' without one; an unknown code is its own description. */
export type Coded = { code: string | null; description: string };
/** One employee's work of one lookup pair on the day. */
export type Line = Spent & {
  person: Person;
  lookup1: Coded;
  lookup2: Coded;
  units: Units;
  timeMs: number;
  entries: number;
};

export const NONE: Coded = { code: null, description: words('(none)') };

export type Description = { lookup: number; code: string; description: string };
/** Returns a function that shows a lookup entry by its code; '' means none. */
export function describing(descriptions: readonly Description[]): (lookup: 1 | 2, code: string) => Coded {
  const coded = { 1: new Map([['', NONE]]), 2: new Map([['', NONE]]) };
  for (const { lookup, code, description } of descriptions)
    if (code !== '' && (lookup === 1 || lookup === 2)) coded[lookup].set(code, { code, description });
  return (lookup, code) => coded[lookup].get(code) ?? { code, description: code };
}

/** Returns the lines of piecework; work of people who are not active on the day is left out (docs/reference/attendance.md#who-counts). */
export function linesOf(
  people: readonly Person[],
  work: readonly WorkRow[],
  descriptions: readonly Description[],
): Line[] {
  const byId = new Map<string, Person>();
  for (const person of people) byId.set(person.employee._id, person);
  const lookedUp = describing(descriptions);
  // A decimal is made once for all lines with the same units.
  const decimals = new Map<string, Units>();
  const unitsOf = (text: string) => {
    const units = decimals.get(text) ?? new Units(text);
    decimals.set(text, units);
    return units;
  };
  const lines: Line[] = [];
  for (const row of work) {
    const person = byId.get(row.employeeId);
    if (person)
      lines.push({
        person,
        lookup1: lookedUp(1, row.lookup1),
        lookup2: lookedUp(2, row.lookup2),
        units: unitsOf(row.units),
        timeMs: row.timeMs,
        entries: row.entries,
        spans: row.spans,
        plainMs: row.plainMs,
      });
  }
  return lines;
}

type Piece = Omit<Line, 'person'>;
type Sum<L extends Piece> = { units: Units; timeMs: number; lines: L[] };
/** Returns exact sums of lines by a key, in no order. */
function sumBy<L extends Piece, K>(lines: readonly L[], keyOf: (line: L) => K): Sum<L>[] {
  const sums = new Map<string, Sum<L>>();
  for (const line of lines) {
    const key = JSON.stringify(keyOf(line));
    const sum = sums.get(key) ?? { units: new Units(0), timeMs: 0, lines: [] };
    sum.units = sum.units.plus(line.units);
    sum.timeMs += line.timeMs;
    sum.lines.push(line);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

const byCode = (a: Coded, b: Coded) => byText(a.code ?? '', b.code ?? '');
const byDescription = (a: Coded, b: Coded) => byText(a.description, b.description) || byCode(a, b);
const mostUnits = (a: { units: Units }, b: { units: Units }) => b.units.comparedTo(a.units);

/** Returns units by one lookup and, within it, by the other; most units first, then by description. */
export function groupsOf(lines: readonly Piece[], category: LookupCategory): PieceworkGroup[] {
  const other = category === 'lookup1' ? 'lookup2' : 'lookup1';
  const ranked = (sums: Sum<Piece>[], lookup: LookupCategory) =>
    sums
      .flatMap((sum) => (sum.lines[0] ? [{ ...sum, coded: sum.lines[0][lookup] }] : []))
      .sort((a, b) => mostUnits(a, b) || byDescription(a.coded, b.coded));
  return ranked(
    sumBy(lines, (line) => line[category].code),
    category,
  ).map((group) => ({
    ...group.coded,
    totalUnits: sentUnits(group.units),
    entries: ranked(
      sumBy(group.lines, (line) => line[other].code),
      other,
    ).map(({ coded, units }) => ({ ...coded, units: sentUnits(units) })),
  }));
}

const pairOf = ({ lookup1, lookup2 }: Line) => [lookup1.code, lookup2.code];
const pairs = (lines: readonly Line[], order: (a: Sum<Line>, b: Sum<Line>) => number) =>
  sumBy(lines, pairOf)
    .flatMap((sum) => (sum.lines[0] ? [{ ...sum, first: sum.lines[0] }] : []))
    .sort(
      (a, b) =>
        order(a, b) ||
        byText(a.first.lookup1.description, b.first.lookup1.description) ||
        byText(a.first.lookup2.description, b.first.lookup2.description) ||
        byCode(a.first.lookup1, b.first.lookup1) ||
        byCode(a.first.lookup2, b.first.lookup2),
    );

/** Returns units by lookup pair, most first, with the people who did them. */
export const categoriesOf = (lines: readonly Line[]): PieceworkCategory[] =>
  pairs(lines, mostUnits).map(({ first, units, lines: own }) => ({
    lookup1Code: first.lookup1.code,
    lookup1Description: first.lookup1.description,
    lookup2Code: first.lookup2.code,
    lookup2Description: first.lookup2.description,
    totalUnits: sentUnits(units),
    employees: own
      .map((line) => ({ line, key: naturalKey(line.person.employee.number) }))
      .sort((a, b) => mostUnits(a.line, b.line) || byText(a.key, b.key))
      .map(({ line: { person, units: done } }) => ({ ...nameOf(person), units: sentUnits(done) })),
  }));

/** Returns time by lookup pair, most first, without pairs that have no time (docs/reference/piecework.md#time-of-entries). */
export const timeSpentOf = (lines: readonly Line[]): TimeCategory[] =>
  pairs(lines, (a, b) => b.timeMs - a.timeMs)
    .filter(({ timeMs }) => timeMs > 0)
    .map(({ first, timeMs }) => ({
      lookup1Code: first.lookup1.code,
      lookup1Name: first.lookup1.description,
      lookup2Code: first.lookup2.code,
      lookup2Name: first.lookup2.description,
      totalTimeMs: timeMs,
    }));

const nameOf = ({ employee: { _id, number, firstName, lastName } }: Person) => ({
  employeeId: _id,
  number,
  firstName,
  lastName,
});

/** Returns true if a person is ranked (docs/reference/piecework.md#units-per-hour). */
export const isRanked = (
  { entries, workedMs }: Pick<Person, 'entries' | 'workedMs'>,
  orderBy: PerformerOrder = 'performance',
) => entries > 0 && (orderBy === 'units' || workedMs >= MIN_RANKED_MS);

/**
 * Returns a ranking (docs/reference/piecework.md#units-per-hour), true if the people in it share no entry of lookup 1, so that different products are compared, and the largest and the
 * median figure of everybody who is ranked.
 */
export function rankingOf(
  { people, lines }: { people: readonly Person[]; lines: readonly Line[] },
  end: 'top' | 'bottom',
  orderBy: PerformerOrder | undefined,
  limit: number,
) {
  const ranked = performersOf(people, end, orderBy);
  const performers = ranked.slice(0, limit);
  const products = new Map(performers.map(({ employeeId }) => [employeeId, new Set<string | null>()]));
  for (const { person, lookup1 } of lines) products.get(person.employee._id)?.add(lookup1.code);
  const [first = new Set<string | null>(), ...others] = products.values();
  const isShared = [...first].some((code) => others.every((own) => own.has(code)));
  const figures = ranked.map(({ performance, totalUnits }) => (orderBy === 'units' ? totalUnits : (performance ?? 0)));
  return {
    performers,
    differentProducts: performers.length > 1 && !isShared,
    largest: figures.at(end === 'top' ? 0 : -1) ?? null,
    median: figures.length > 0 ? middleOf(figures) : null,
  };
}

/** Returns the median of figures that are in order, with 2 decimals. */
function middleOf(figures: readonly (number | string)[]): number {
  const half = figures.length / 2;
  const [lower = 0, upper = 0] = [figures[Math.ceil(half) - 1], figures[Math.floor(half)]];
  return new Units(lower).plus(upper).div(2).toDecimalPlaces(2).toNumber();
}

/** Returns the best or the lowest (docs/reference/piecework.md#units-per-hour). `limit` is 10 on the dashboard. */
export function performersOf(
  people: readonly Person[],
  end: 'top' | 'bottom',
  orderBy: PerformerOrder = 'performance',
  limit = Number.POSITIVE_INFINITY,
): Performer[] {
  const sign = end === 'top' ? -1 : 1;
  const ranked = people
    .filter((person) => isRanked(person, orderBy))
    .map((person) => ({
      person,
      units: new Units(person.units),
      performance: unitsPerHour(person.units, person.workedMs),
      key: naturalKey(person.employee.number),
    }));
  const byUnits = (a: (typeof ranked)[0], b: (typeof ranked)[0]) => sign * a.units.comparedTo(b.units);
  const byPerformance = (a: (typeof ranked)[0], b: (typeof ranked)[0]) => {
    if (a.performance === null || b.performance === null)
      return Number(a.performance === null) - Number(b.performance === null);
    return sign * (a.performance - b.performance);
  };
  const [first, second] = orderBy === 'units' ? [byUnits, byPerformance] : [byPerformance, byUnits];
  return ranked
    .sort((a, b) => first(a, b) || second(a, b) || byText(a.key, b.key))
    .slice(0, limit)
    .map(({ person, units, performance }) => ({ ...nameOf(person), performance, totalUnits: sentUnits(units) }));
}
