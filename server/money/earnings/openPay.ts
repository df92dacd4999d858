import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { OpenReason } from '#contract/money/earnings.ts';
import { hasWeeklyRest } from '../../figures/pay/payWindow.ts';
import type { LocalDate } from '../../platform/zone.ts';
import type { Line, Terms, Window } from './earnDay.ts';
import type { Rate } from './rates.ts';

/** The reasons for which pay is open, and the lines that are settled all the same. */

export const hasHourlyRate = (rule: PayRuleValue | null, hourly: Rate | undefined, minimum: Rate | undefined) =>
  hourly !== undefined || (rule?.hourlyAtLeastMinimum === true && minimum !== undefined);

/** Returns why a day's time has no price; undefined: it has one, or it is time of piecework. */
export function unpricedTime(
  { payType }: Pick<Terms, 'payType'>,
  { hasPieces, isPaid }: { hasPieces: boolean; isPaid: boolean },
  hasHourly: boolean,
): 'not-priced' | 'no-hourly-rate' | undefined {
  if (hasHourly || !isPaid) return undefined;
  if (payType === 'hourly') return 'no-hourly-rate';
  // Without piecework, a rate or a stated kind of pay, nobody can tell what the day's time is paid by.
  return payType === 'both' && !hasPieces ? 'not-priced' : undefined;
}

/** Returns true for a day without an hours rule whose pay depends on hours. */
export const lacksHoursRule = (
  { payType }: Pick<Terms, 'payType'>,
  { rule, isThere }: { rule: PayRuleValue | null; isThere: boolean },
) => isThere && (rule !== null || payType === 'hourly');

/** Reasons that leave the hours of their day open, and not only its money: what was clocked may change. */
const OF_HOURS: readonly OpenReason[] = ['missing-punch', 'unverified', 'unmatched-pin'];
/** Tells whether the hours of a date are not settled; the hours of other days of its window are. */
export const hasOpenHours = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => OF_HOURS.includes(reason)) ?? false;
/** Reasons of a window that are none of the work of its days. */
export const OF_WINDOWS: readonly OpenReason[] = ['not-over', 'week-open'];
/** Reasons that leave no hours open: payroll may know the price of time that has none here. */
const OF_PRICES: readonly OpenReason[] = [...OF_WINDOWS, 'no-hourly-rate', 'not-priced', 'no-hours-rule'];
/** Tells whether the hours of a date are held back: nothing is handed over beside work of that day whose pay is open. */
export const hasHeldHours = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => !OF_PRICES.includes(reason)) ?? false;
/** Tells whether the pieces of a date are open: not where only its time, without any piece, has no price. */
export const hasOpenPieces = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => reason !== 'not-priced' && !OF_WINDOWS.includes(reason)) ?? false;
/** Tells whether a window has time without a price and nothing else: no pay waits for it. */
export const isOnlyTime = ({ lines, open }: Pick<Window, 'lines' | 'open'>) =>
  lines.length === 0 && open.every((reason) => reason === 'not-priced');

/** Reasons that are of records, and hold hours back also where nothing is priced. */
const OF_RECORDS: readonly OpenReason[] = [
  ...OF_HOURS,
  ...(['piecework-without-clock', 'unverified-time', 'held-record', 'inactive-clocked', 'dispute'] as const),
];

/** The same in an account without a currency. */
export const hasHeldHoursUnpriced = (openOn: Window['openOn'], date: LocalDate) =>
  openOn.get(date)?.some((reason) => OF_RECORDS.includes(reason)) ?? false;

/** Tells whether a line is settled: piece and hourly pay by its day, all else with its window; a premium, and rest at a week's average, with that week as well. */
export function isSettledLine({ isDaySettled, open, rule }: Window, { date, kind }: Pick<Line, 'date' | 'kind'>) {
  if (kind === 'piece' || kind === 'hourly') return isDaySettled(date);
  const waitsForWeek = isByPremiums(kind) || (kind === 'rest' && rule !== null && hasWeeklyRest(rule));
  return waitsForWeek ? open.length === 0 : open.every((reason) => reason === 'week-open');
}

/** Tells whether lines of a kind depend on the workweek by which premiums are worked out. */
export const isByPremiums = (kind: string) => kind === 'premium' || kind === 'floor' || kind === 'holiday-off';
