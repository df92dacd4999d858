import { type HourLimits, NO_LIMITS } from '#contract/figures/hourLimits.ts';
import type { PAY_PERIODS } from '#contract/masterData/hoursRules.ts';
import type { LocalDate } from '../platform/zone.ts';

/** The rule by which the hours of a day are paid (docs/reference/paid-hours.md). `timeGroupId` null: everybody; `effectiveFrom` null: from the beginning. */
export type HoursRule = HourLimits & {
  hoursRuleId: string;
  timeGroupId: string | null;
  effectiveFrom: LocalDate | null;
  /** Time before the shift's start is paid. */
  earlyCounts: boolean;
  /** An unpaid break that was not clocked is taken off only of more work than this. */
  breakAfterMinutes: number;
  roundMinutes: number;
  /** Each interval is rounded at both ends; otherwise only the first IN and the last OUT of a work day. */
  roundsIntervals: boolean;
  /** Instead of the unpaid breaks of shifts: so much break of more than so much work; empty: none. */
  breakTable: readonly { afterMinutes: number; breakMinutes: number }[];
  /** A day that touches a holiday or a Sunday belongs whole to the date with the greater part of its paid time; otherwise it is cut at midnight. */
  isWhole: boolean;
  /** The window of the clock that is marked as night; null: none. */
  nightStart: string | null;
  nightEnd: string | null;
  /** Without punches, the working time of the Recorder is paid. */
  paysWorkingTime: boolean;
  /** Ordinary time up to these, overtime 1 up to the second ones, then overtime 2; null: no limit. */
  dayLimitMinutes: number | null;
  weekLimitMinutes: number | null;
  dayLimit2Minutes: number | null;
  weekLimit2Minutes: number | null;
  /** Ordinary time of so many weeks from a date on, which is the first day of one; null: no limit. */
  weeksLimitMinutes: number | null;
  limitWeeks: number;
  limitWeeksFrom: LocalDate;
  /** Paid time of Sundays and holidays fills the limits of a week and of weeks, from the next day on. */
  sundaysFillWeek: boolean;
  /** 1 for Monday to 7 for Sunday. */
  weekStart: number;
  /** By what the classes of its hours are paid. */
  overtime1Factor: number;
  overtime2Factor: number;
  sundayFactor: number;
  holidayFactor: number;
  payPeriod: (typeof PAY_PERIODS)[number];
  periodStart: LocalDate;
  periodDates: readonly LocalDate[];
  /** It starts a pay period whatever its periods are: days from it on were locked while each rule did. */
  splitsPeriod: boolean;
};

/** Returns the rules by date and time group: a group's own rules come before those for everybody. */
export function hoursRulesOf<R extends Pick<HoursRule, 'timeGroupId' | 'effectiveFrom'>>(rules: readonly R[]) {
  const byGroup = Map.groupBy(
    [...rules].sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? 1 : -1)),
    ({ timeGroupId }) => timeGroupId,
  );
  const inForce = (groupId: string | null, date: LocalDate) =>
    byGroup.get(groupId)?.find(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= date);
  return (timeGroupId: string | null, date: LocalDate): R | null =>
    (timeGroupId === null ? undefined : inForce(timeGroupId, date)) ?? inForce(null, date) ?? null;
}

/** Returns a rule without its limits of hours, which change nothing of what is paid. */
export const withoutLimits = (rule: HoursRule): HoursRule => ({ ...rule, ...NO_LIMITS });
