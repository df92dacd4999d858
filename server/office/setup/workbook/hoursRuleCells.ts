import { REST_DAYS } from '#contract/figures/hourLimits.ts';
import {
  breakTableIn,
  breakTableText,
  HOURS_RULE_DEFAULTS,
  type HoursRuleValue,
  hoursOf,
  PAY_PERIODS,
} from '#contract/masterData/hoursRules.ts';
import { words } from '#contract/platform/words.ts';
import { ofColumn } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { dateCell, daysCell, hoursCell, noneOf, numberCell, timeCell, WrongCell, yesCell } from './cells.ts';
import { labelOf } from './columns.ts';

/** The cells of an hours rule, read and written. */

type Field = keyof HoursRuleValue;
/** A column of a rule: how a cell that is not empty is read, and how a value is written. An empty cell means the default, for most limits none. */
type Cell<F extends Field> = {
  read(cell: string, label: string): HoursRuleValue[F];
  write(value: HoursRuleValue[F]): string;
};
const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const limit = { read: hoursCell, write: (minutes: number | null) => (minutes === null ? '' : hoursOf(minutes)) };
const factor = { read: numberCell, write: String };
const yes = { read: yesCell, write: (is: boolean) => (is ? 'yes' : 'no') };
const time = { read: timeCell, write: (at: string | null) => at ?? '' };
const CELLS: { [F in Field]: Cell<F> } = {
  dayLimitMinutes: limit,
  weekLimitMinutes: limit,
  dayLimit2Minutes: limit,
  weekLimit2Minutes: limit,
  weekStart: {
    read: (cell, label) => daysCell(cell, label)[0] ?? 1,
    write: (day) => DAY_NAMES[day - 1] ?? '',
  },
  weeksLimitMinutes: limit,
  limitWeeks: { read: numberCell, write: String },
  limitWeeksFrom: {
    read: (cell, label) => dateCell(cell, label) ?? HOURS_RULE_DEFAULTS.limitWeeksFrom,
    write: (date) => date,
  },
  sundaysFillWeek: yes,
  rounding: { read: (cell) => cell.toLowerCase(), write: (rounding) => rounding },
  roundsIntervals: yes,
  breakTable: {
    read: (cell, label) => {
      const table = breakTableIn(cell);
      if (!table) throw new WrongCell(ofColumn(label, words('Hours of work and minutes of break, such as 6=30, 9=45')));
      return table;
    },
    write: breakTableText,
  },
  breakAfterMinutes: { read: hoursCell, write: hoursOf },
  earlyCounts: yes,
  paysWorkingTime: yes,
  isWhole: yes,
  nightStart: time,
  nightEnd: time,
  overtime1Factor: factor,
  overtime2Factor: factor,
  sundayFactor: factor,
  holidayFactor: factor,
  payPeriod: {
    read: (cell, label) => {
      const period = PAY_PERIODS.find((one) => one === cell.toLowerCase());
      if (!period) throw noneOf(cell, PAY_PERIODS, label);
      return period;
    },
    write: (period) => period,
  },
  periodStart: {
    read: (cell, label) => dateCell(cell, label) ?? HOURS_RULE_DEFAULTS.periodStart,
    write: (date) => date,
  },
  periodDates: {
    read: (cell, label) => cell.split(/[\s,;]+/).flatMap((one) => dateCell(one, label) ?? []),
    write: (dates) => dates.join(' '),
  },
  maxDayMinutes: limit,
  maxSevenDaysMinutes: limit,
  maxOvertimeMinutes: limit,
  minRestMinutes: limit,
  restDays: {
    read: (cell, label) => {
      const days = REST_DAYS.find((one) => one === cell.toLowerCase());
      if (!days) throw noneOf(cell, REST_DAYS, label);
      return days;
    },
    write: (days) => days,
  },
  maxNightMinutes: limit,
  nearMinutes: { read: hoursCell, write: hoursOf },
  isUnder18: yes,
};
// The keys of CELLS are the fields.
export const RULE_FIELDS = Object.keys(CELLS) as Field[];

const shownIn = <F extends Field>(rule: HoursRuleValue, field: F) => CELLS[field].write(rule[field]);
/** Returns the cells of a rule by column. */
export const ruleCells = (rule: HoursRuleValue): Record<string, string> =>
  Object.fromEntries(RULE_FIELDS.map((field) => [field, shownIn(rule, field)]));

/** Reads a cell into a rule; an empty one means the default. */
export function readInto<F extends Field>(rule: HoursRuleValue, field: F, cell: string) {
  rule[field] = cell === '' ? HOURS_RULE_DEFAULTS[field] : CELLS[field].read(cell, labelOf('hoursRules', field));
}
