import type { LookupCategory } from '#contract/figures/stats.ts';
import {
  type AttendanceTrend,
  type AttendanceTrendSums,
  attendanceTrendSums,
  type PieceworkTrend,
} from '#contract/figures/trends.ts';
import { OFTEN_LISTED, TREND_GROUPS } from '#contract/platform/limits.ts';
import { byText, sortedByNumber } from '../../attendance/order.ts';
import { sentUnits, Units } from '../../platform/units.ts';
import type { LocalDate } from '../../platform/zone.ts';
import type { Dated, DayAttendance, DayWork } from './dayFigures.ts';
import type { Describe } from './descriptions.ts';
import { medianOf } from './medians.ts';
import { listedOf, type Roster, type Trend } from './range.ts';

/** The dates on which people who may be listed were late or absent. */
export type Often = Record<'late' | 'absent', ReadonlyMap<string, LocalDate[]>>;
/** Returns the people who were late and absent most often in a range: as many as are listed, and all with as many days as the last of them. */
export const oftenIn = ({ days }: Trend<DayAttendance>): Often => ({
  late: mostOf(days, ({ late }) => late),
  absent: mostOf(days, ({ absent }) => absent),
});

/** Returns the attendance of each day of a range: the dashboard's figures. `roster`: has at least the people of `often`. */
export function attendanceTrendOf(range: Trend<DayAttendance>, often: Often, roster: Roster): AttendanceTrend {
  const sumsOf = ({ counts, wasted }: DayAttendance) => attendanceTrendSums.parse({ ...counts, ...wasted });
  return {
    days: range.days.map((day) => ({
      date: day.date,
      ...sumsOf(day),
      pending: day.counts.pending,
      silentDevices: day.silentDevices,
      unfinished: day.unfinished,
    })),
    sums: added(range.days.map(sumsOf)),
    before: range.before && added(range.before.map(sumsOf)),
    oftenLate: listedIn(often.late, roster),
    oftenAbsent: listedIn(often.absent, roster),
  };
}

const SUMS = attendanceTrendSums.keyof().options;
const added = (days: readonly AttendanceTrendSums[]): AttendanceTrendSums =>
  attendanceTrendSums.parse(Object.fromEntries(SUMS.map((key) => [key, days.reduce((sum, day) => sum + day[key], 0)])));

function mostOf(
  days: readonly Dated<DayAttendance>[],
  listOf: (day: DayAttendance) => readonly string[],
): ReadonlyMap<string, LocalDate[]> {
  const dates = new Map<string, LocalDate[]>();
  for (const day of days)
    for (const id of listOf(day)) {
      const known = dates.get(id);
      if (known) known.push(day.date);
      else dates.set(id, [day.date]);
    }
  const counts = [...dates.values()].map(({ length }) => length).sort((a, b) => b - a);
  const fewest = counts[OFTEN_LISTED - 1] ?? 1;
  return new Map([...dates].filter(([, own]) => own.length >= fewest));
}

/** Returns the people with the most days; those with equally many are sorted by number. */
function listedIn(often: Often['late'], roster: Roster) {
  const people = [...often].flatMap(([id, own]) => {
    const rostered = roster.get(id);
    return rostered ? [{ employee: listedOf(rostered), dates: own }] : [];
  });
  // The sort is stable, and the people are sorted by number already.
  return sortedByNumber(people, ({ employee }) => employee.number)
    .sort((a, b) => b.dates.length - a.dates.length)
    .slice(0, OFTEN_LISTED);
}

const NO_UNITS = new Units(0);
/** Returns the units of a day's work: the total, and by code of each lookup. Those of a past day are summed once. */
const summed = new WeakMap<DayWork['pieces'], { units: Units } & Record<LookupCategory, ReadonlyMap<string, Units>>>();
function unitsOf({ pieces }: DayWork) {
  const known = summed.get(pieces);
  if (known) return known;
  const by = (lookup: LookupCategory) => {
    const sums = new Map<string, Units>();
    for (const piece of pieces) sums.set(piece[lookup], (sums.get(piece[lookup]) ?? NO_UNITS).plus(piece.units));
    return sums;
  };
  const units = pieces.reduce((sum, piece) => sum.plus(piece.units), NO_UNITS);
  const sums = { units, lookup1: by('lookup1'), lookup2: by('lookup2') };
  summed.set(pieces, sums);
  return sums;
}

/** Returns units and pace of each day of a range: for the nine groups with the most units, and for the others together. */
export function pieceworkTrendOf(range: Trend<DayWork>, by: LookupCategory, describe: Describe): PieceworkTrend {
  const totals = new Map<string, Units>();
  for (const day of range.days)
    for (const [code, units] of unitsOf(day)[by]) totals.set(code, (totals.get(code) ?? NO_UNITS).plus(units));
  const lookup = by === 'lookup1' ? 1 : 2;
  const all = [...totals].map(([key, units]) => ({ key, units, ...describe(lookup, key) }));
  const groups = mostFirst(all).slice(0, TREND_GROUPS);
  const sumsOf = (days: readonly Dated<DayWork>[]) => {
    const medians = days.flatMap(({ pace, unfinished }) => (pace && !unfinished ? [pace.median] : []));
    return {
      totalUnits: sentUnits(days.reduce((sum, day) => sum.plus(unitsOf(day).units), NO_UNITS)),
      medianPace: medianOf(medians)?.toDecimalPlaces(2).toNumber() ?? null,
    };
  };
  return {
    groups: groups.map(sent),
    days: range.days.map((day) => {
      const { date, pace, unfinished } = day;
      const own = unitsOf(day);
      const shown = groups.flatMap((group) => {
        const units = own[by].get(group.key);
        return units ? [{ ...group, units }] : [];
      });
      const named = shown.reduce((sum, { units }) => sum.plus(units), NO_UNITS);
      return {
        date,
        totalUnits: sentUnits(own.units),
        groups: mostFirst(shown).map(sent),
        otherUnits: sentUnits(own.units.minus(named)),
        pace,
        unfinished,
      };
    }),
    ...sumsOf(range.days),
    before: range.before && sumsOf(range.before),
  };
}

type Group = { code: string | null; description: string; units: Units };
const sent = ({ code, description, units }: Group) => ({ code, description, units: sentUnits(units) });
/** Sorts like the dashboard: most units first, then by description and code. */
const mostFirst = <G extends Group>(groups: G[]): G[] =>
  groups.sort(
    (a, b) => b.units.comparedTo(a.units) || byText(a.description, b.description) || byText(a.code ?? '', b.code ?? ''),
  );
