import type { Calendar } from '../../attendance/calendar.ts';
import { paidDayOf } from '../../figures/pay/paidDay.ts';
import type { payRuleFinder } from '../../figures/pay/payRuleFinder.ts';
import type { UsualHours } from '../../figures/trends/hours.sql.ts';
import { addDays, type LocalDate, MINUTE } from '../../platform/zone.ts';
import type { PaidRow } from './earnings.sql.ts';

/** The ordinary hours of Sundays and holidays (docs/reference/pay.md#floors-of-sundays-and-holidays): those of the shift, without one the average of the four weeks before. */

type Row = Pick<
  PaidRow,
  'employeeId' | 'day' | 'timeGroupId' | 'ordinary' | 'sunday' | 'holiday' | 'unsettled' | 'isSettled'
>;
export type OrdinaryDay = { ordinaryMs?: number; isHolidayOff?: boolean };
const NONE: OrdinaryDay = {};
/** Without standard times an employee would have been expected on a weekday on which they worked so often in the four weeks. */
const USUALLY = 2;

/** Returns what is known of the ordinary hours of days whose rules have floors; of other days nothing. */
export function ordinaryDays(calendar: Calendar, ruleOf: ReturnType<typeof payRuleFinder>) {
  const known = new Map<string, number | null>();
  /** Returns the paid time of exactly the shift, within the day's limit; null: the date has none, also if it were no holiday. */
  const ofShift = ({ timeGroupId, day }: Row): number | null => {
    const key = `${timeGroupId} ${day}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const own = shiftHours(calendar, timeGroupId, day);
    known.set(key, own);
    return own;
  };
  const isHoliday = ({ timeGroupId, day }: Row) => calendar.holidayOn(timeGroupId, day) !== null;
  // Whose hours are of the next day did not work on the holiday (docs/reference/paid-hours.md#classes).
  const isOff = (row: Row) => isHoliday(row) && row.isSettled !== false && !row.holiday && !row.unsettled;
  /** Tells whether the night that begins on a day, which is no holiday itself, is work of the holiday after it. */
  const reachesHoliday = (row: Row) => (row.holiday ?? 0) > 0 && !isHoliday(row);
  const matters = (row: Row) =>
    row.ordinary !== null &&
    ((row.sunday ?? 0) > 0 || (row.holiday ?? 0) > 0 || isOff(row)) &&
    ruleOf(row.employeeId, row.timeGroupId, row.day)?.rule.floors !== undefined;
  return {
    needsAverage: (row: Row) => matters(row) && ofShift(row) === null,
    /** `before`: the employee's day before, if there is one. */
    of(row: Row, usual: UsualHours | undefined, before: Row | undefined): OrdinaryDay {
      if (!matters(row)) return NONE;
      const own = ofShift(row);
      const ordinaryMs = own ?? Math.round((usual?.ms ?? 0) / MINUTE) * MINUTE;
      const isExpected = own !== null || (!calendar.hasStandardTimes && (usual?.onWeekday ?? 0) >= USUALLY);
      const isWorked = before?.day === addDays(row.day, -1) && reachesHoliday(before);
      return { ordinaryMs, isHolidayOff: isExpected && isOff(row) && !isWorked };
    },
  };
}

function shiftHours(calendar: Calendar, timeGroupId: string | null, date: LocalDate): number | null {
  const shift = calendar.usualShiftOn(timeGroupId, date);
  const rule = calendar.hoursRuleOn(timeGroupId, date);
  if (!shift || !rule) return null;
  const { start, end } = shift;
  const { paidMs } = paidDayOf({
    ...{ calendar, timeGroupId, date, rule, shift, approved: new Set(), breakKeys: new Set(), lacksIn: false },
    intervals: [{ in: start, out: end, end, estimated: false }],
    working: () => ({ spans: [], plainMs: 0 }),
    goingOn: () => [],
  });
  return Math.min(paidMs, (rule.dayLimitMinutes ?? Number.POSITIVE_INFINITY) * MINUTE);
}
