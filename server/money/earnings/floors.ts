import type { DayFloor, PayRuleValue } from '#contract/masterData/payRules.ts';
import type { PaidClass } from '#contract/money/earnings.ts';

/** The least that a Sunday or holiday comes to (docs/reference/pay.md#floors-of-sundays-and-holidays), as pure rules. Times in ms. */

type Floors = PayRuleValue['floors'];
type Day = {
  paidMs: Record<PaidClass, number>;
  rule: Pick<PayRuleValue, 'floors'> | null;
  ordinaryMs?: number;
  isHolidayOff?: boolean;
  unclockedOn?: FloorClass;
};
export type FloorClass = 'sunday' | 'holiday';

/**
 * Returns the class of the greater part of a day's paid time, on equal parts the holiday, else the Sunday; of piecework without paid time that of its date; null
 * for a day that is neither.
 */
function floorClass({ paidMs, unclockedOn }: Day): FloorClass | null {
  const { ordinary, overtime1, overtime2, sunday, holiday } = paidMs;
  const other = ordinary + overtime1 + overtime2;
  if (other + sunday + holiday === 0) return unclockedOn ?? null;
  if (holiday > 0 && holiday >= Math.max(sunday, other)) return 'holiday';
  return sunday > 0 && sunday >= other ? 'sunday' : null;
}
/** Returns the floor of a day that was worked, with its class. */
export function floorOf(day: Day): (DayFloor & { paidClass: FloorClass }) | null {
  const floors: Floors = day.rule?.floors;
  const paidClass = floors ? floorClass(day) : null;
  return floors && paidClass ? { ...floors[paidClass], paidClass } : null;
}
/** Returns the hours that a day counts at least for the guarantee. */
export const leastOf = (day: Day) => (floorOf(day)?.ordinaryHours ? (day.ordinaryMs ?? 0) : 0);
/** Tells whether a day is a holiday that is paid although nobody worked. */
export const isPaidOff = ({ rule, isHolidayOff, ordinaryMs = 0 }: Day) =>
  isHolidayOff === true && rule?.floors?.holidayOff === true && ordinaryMs > 0;
