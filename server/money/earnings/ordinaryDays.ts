import type { Calendar } from '../../attendance/calendar.ts';
import { paidDayOf } from '../../figures/pay/paidDay.ts';
import type { payRuleFinder } from '../../figures/pay/payRuleFinder.ts';
import type { UsualHours } from '../../figures/trends/hours.sql.ts';
import { addDays, type LocalDate, MINUTE, weekdayOf } from '../../platform/zone.ts';
import type { PaidRow } from './earnings.sql.ts';
import type { FloorClass } from './floors.ts';

/** The ordinary hours of Sundays and holidays (docs/reference/pay.md#floors-of-sundays-and-holidays): those of the shift, without one the average of the four weeks before. */

type Row = Pick<PaidRow, 'employeeId' | 'day' | 'timeGroupId' | 'unsettled' | 'isSettled'> &
  Pick<PaidRow, 'ordinary' | 'overtime1' | 'overtime2' | 'sunday' | 'holiday'>;
export type OrdinaryDay = { ordinaryMs?: number; isHolidayOff?: boolean; unclockedOn?: FloorClass };
/** The day before of the employee, if there is one, and whether there is piecework on the day. */
type Beside = { before?: Row | undefined; hasPieces: boolean };
const NONE: OrdinaryDay = {};
/** The number of the weekday. */
const SUNDAY = 7;
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
  // Units are work, whatever was clocked.
  const unclockedOn = (row: Row, hasPieces: boolean): FloorClass | undefined => {
    const isTimed = [row.ordinary, row.overtime1, row.overtime2, row.sunday, row.holiday].some((ms) => ms);
    if (!hasPieces || isTimed) return undefined;
    if (isHoliday(row)) return 'holiday';
    return weekdayOf(row.day) === SUNDAY ? 'sunday' : undefined;
  };
  const matters = (row: Row, hasPieces: boolean) =>
    row.ordinary !== null &&
    ((row.sunday ?? 0) > 0 || (row.holiday ?? 0) > 0 || isOff(row) || unclockedOn(row, hasPieces) !== undefined) &&
    ruleOf(row.employeeId, row.timeGroupId, row.day)?.rule.floors !== undefined;
  return {
    needsAverage: (row: Row, hasPieces: boolean) => matters(row, hasPieces) && ofShift(row) === null,
    of(row: Row, usual: UsualHours | undefined, { before, hasPieces }: Beside): OrdinaryDay {
      if (!matters(row, hasPieces)) return NONE;
      const own = ofShift(row);
      const ordinaryMs = own ?? Math.round((usual?.ms ?? 0) / MINUTE) * MINUTE;
      const unclocked = unclockedOn(row, hasPieces);
      if (unclocked) return { ordinaryMs, unclockedOn: unclocked };
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
