import { OFTEN_LISTED, TREND_GROUPS } from '#contract/limits.ts';
import type { LookupCategory } from '#contract/stats.ts';
import type { AttendanceTrend, AttendanceTrendSums, PieceworkTrend } from '#contract/trends.ts';
import { sortedByNumber } from '../attendance/order.ts';
import { Units } from '../attendance/piecework.ts';
import type { LocalDate } from '../attendance/zone.ts';
import { groupsOf } from '../stats/piecework.ts';
import type { DayFigures } from './dayFigures.ts';
import type { Describe } from './descriptions.ts';
import { medianOf } from './medians.ts';
import { listedOf, type Roster, type Trend } from './range.ts';

/** The dates of those who may be listed as often late or absent. */
export type Often = Record<'late' | 'absent', ReadonlyMap<string, LocalDate[]>>;
/** Returns who was late and absent most often in a range: as many as are listed, and whoever was on as many days as the last of them. */
export const oftenIn = ({ days }: Trend): Often => ({
  late: mostOf(days, ({ attendance }) => attendance.late),
  absent: mostOf(days, ({ attendance }) => attendance.absent),
});

/** Attendance of each day of a range (spec/trends.md): the dashboard's own figures. `roster`: at least those of `often`. */
export function attendanceTrendOf(range: Trend, often: Often, roster: Roster): AttendanceTrend {
  const sumsOf = ({ attendance: { counts, wasted } }: DayFigures): AttendanceTrendSums => {
    const { expected, onTime, late, absent, unverified, excused, present } = counts;
    const { lateTimeMs, irregularBreakTimeMs } = wasted;
    return { expected, onTime, late, absent, unverified, excused, present, lateTimeMs, irregularBreakTimeMs };
  };
  return {
    days: range.days.map((day) => ({
      date: day.date,
      ...sumsOf(day),
      pending: day.attendance.counts.pending,
      silentDevices: day.silentDevices,
      unfinished: day.unfinished,
    })),
    sums: added(range.days.map(sumsOf)),
    before: range.before && added(range.before.map(sumsOf)),
    oftenLate: listedIn(often.late, roster),
    oftenAbsent: listedIn(often.absent, roster),
  };
}

const NONE: AttendanceTrendSums = {
  ...{ expected: 0, onTime: 0, late: 0, absent: 0, unverified: 0, excused: 0, present: 0 },
  ...{ lateTimeMs: 0, irregularBreakTimeMs: 0 },
};
const added = (days: readonly AttendanceTrendSums[]): AttendanceTrendSums =>
  days.reduce(
    (sum, day) => ({
      expected: sum.expected + day.expected,
      onTime: sum.onTime + day.onTime,
      late: sum.late + day.late,
      absent: sum.absent + day.absent,
      unverified: sum.unverified + day.unverified,
      excused: sum.excused + day.excused,
      present: sum.present + day.present,
      lateTimeMs: sum.lateTimeMs + day.lateTimeMs,
      irregularBreakTimeMs: sum.irregularBreakTimeMs + day.irregularBreakTimeMs,
    }),
    NONE,
  );

function mostOf(days: readonly DayFigures[], idsOf: (day: DayFigures) => readonly string[]) {
  const dates = new Map<string, LocalDate[]>();
  for (const day of days)
    for (const id of idsOf(day)) {
      const known = dates.get(id);
      if (known) known.push(day.date);
      else dates.set(id, [day.date]);
    }
  const counts = new Int32Array([...dates.values()].map(({ length }) => length)).sort();
  const fewest = counts.at(-OFTEN_LISTED) ?? 0;
  return new Map([...dates].filter(([, { length }]) => length >= fewest));
}

/** The people of the most days; equal ones by number. */
function listedIn(often: Often['late'], roster: Roster) {
  const people = [...often].flatMap(([id, own]) => {
    const rostered = roster.get(id);
    return rostered ? [{ employee: listedOf(rostered), dates: own }] : [];
  });
  // A stable sort: by number already.
  return sortedByNumber(people, ({ employee }) => employee.number)
    .sort((a, b) => b.dates.length - a.dates.length)
    .slice(0, OFTEN_LISTED);
}

const unitsOf = ({ pieces }: DayFigures['work']) => pieces.reduce((sum, { units }) => sum.plus(units), new Units(0));

/** Units and pace of each day of a range: by the nine groups with most units in it, and the others together. */
export function pieceworkTrendOf(range: Trend, by: LookupCategory, describe: Describe): PieceworkTrend {
  const described = range.days.map(({ work, ...day }) => ({
    ...day,
    pace: work.pace,
    units: unitsOf(work),
    groups: groupsOf(
      work.pieces.map((piece) => ({
        ...piece,
        lookup1: describe(1, piece.lookup1),
        lookup2: describe(2, piece.lookup2),
      })),
      by,
    ),
  }));
  const totals = new Map<string | null, { code: string | null; description: string; units: Units }>();
  for (const day of described)
    for (const { code, description, totalUnits } of day.groups) {
      const units = totals.get(code)?.units ?? new Units(0);
      totals.set(code, { code, description, units: units.plus(totalUnits) });
    }
  const groups = [...totals.values()]
    .sort((a, b) => b.units.comparedTo(a.units) || (a.description < b.description ? -1 : 1))
    .slice(0, TREND_GROUPS);
  const sumsOf = (days: readonly DayFigures[]) => {
    const medians = days.flatMap(({ work: { pace }, unfinished }) => (pace && !unfinished ? [pace.median] : []));
    return {
      totalUnits: days.reduce((sum, { work }) => sum.plus(unitsOf(work)), new Units(0)).toNumber(),
      medianPace: medianOf(medians)?.toDecimalPlaces(2).toNumber() ?? null,
    };
  };
  return {
    groups: groups.map((group) => ({ ...group, units: group.units.toNumber() })),
    days: described.map((day) => {
      const { units, pace } = day;
      const shown = day.groups.filter(({ code }) => groups.some((group) => group.code === code));
      const named = shown.reduce((sum, { totalUnits }) => sum.plus(totalUnits), new Units(0));
      return {
        date: day.date,
        totalUnits: units.toNumber(),
        groups: shown.map(({ code, description, totalUnits }) => ({ code, description, units: totalUnits })),
        otherUnits: units.minus(named).toNumber(),
        pace,
        unfinished: day.unfinished,
      };
    }),
    ...sumsOf(range.days),
    before: range.before && sumsOf(range.before),
  };
}
