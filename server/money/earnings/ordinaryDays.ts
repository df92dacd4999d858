import type { Calendar } from '../../attendance/calendar.ts';
import { paidDayOf } from '../../figures/pay/paidDay.ts';
import type { payRuleFinder } from '../../figures/pay/payRuleFinder.ts';
import type { UsualHours } from '../../figures/trends/hours.sql.ts';
import { type LocalDate, MINUTE } from '../../platform/zone.ts';
import type { PaidRow } from './earnings.sql.ts';

/** The ordinary hours of Sundays and holidays (spec/pay.md E6a): those of the shift, without one the average of the four weeks before. */

type Row = Pick<PaidRow, 'employeeId' | 'day' | 'timeGroupId' | 'status' | 'ordinary' | 'sunday' | 'holiday'> &
  Pick<PaidRow, 'overtime1' | 'overtime2' | 'unsettled' | 'isSettled'>;
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
  const isOff = ({ timeGroupId, day, status, isSettled, ...row }: Row) =>
    calendar.holidayOn(timeGroupId, day) !== null &&
    status !== 'present' &&
    isSettled !== false &&
    [row.ordinary, row.overtime1, row.overtime2, row.sunday, row.holiday, row.unsettled].every((ms) => !ms);
  const matters = (row: Row) =>
    row.ordinary !== null &&
    ((row.sunday ?? 0) > 0 || (row.holiday ?? 0) > 0 || isOff(row)) &&
    ruleOf(row.employeeId, row.timeGroupId, row.day)?.rule.floors !== undefined;
  return {
    needsAverage: (row: Row) => matters(row) && ofShift(row) === null,
    of(row: Row, usual: UsualHours | undefined): OrdinaryDay {
      if (!matters(row)) return NONE;
      const own = ofShift(row);
      const ordinaryMs = own ?? Math.round((usual?.ms ?? 0) / MINUTE) * MINUTE;
      const isExpected = own !== null || (!calendar.hasStandardTimes && (usual?.onWeekday ?? 0) >= USUALLY);
      return { ordinaryMs, isHolidayOff: isExpected && isOff(row) };
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
