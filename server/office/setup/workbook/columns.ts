import { REST_DAYS } from '#contract/figures/hourLimits.ts';
import { PAY_PERIODS, ROUNDINGS } from '#contract/masterData/hoursRules.ts';
import type { WorkbookSheet } from '#contract/office/workbook.ts';
import { bare } from '../../../platform/files/headings.ts';
import type { CellKind } from '../../../platform/files/spreadsheet/cellKinds.ts';

/** A column of the workbook: its heading, other headings that people use, and whether a line must have it. */
export type Column = {
  label: string;
  also?: readonly string[];
  required?: true;
  width: number;
  list?: readonly string[];
  /** The kind of cell that it takes beside text and numbers. A cell of another kind is refused: its text is not what was typed. */
  takes?: CellKind;
  /** Its numbers may have decimals, whose sign a CSV tells. */
  isDecimal?: true;
};
export type SheetSpec = { name: string; also: readonly string[]; columns: Readonly<Record<string, Column>> };

export const KIND_LABELS = { time: 'Time Group', employee: 'Employee Group', job: 'Job Description' } as const;
const YES = { list: ['yes', 'no'], takes: 'boolean' } as const;
const OWNER: Column = { label: 'Owner', width: 14 };
const KEY: Column = { label: 'Key', width: 38 };
const DELETE: Column = { label: 'Delete', width: 8, ...YES };
const AMOUNT: Column = { label: 'Amount', also: ['rate', 'price'], required: true, width: 12, isDecimal: true };
const FROM: Column = {
  label: 'From',
  width: 12,
  also: ['effective from', 'valid from', 'in force from'],
  takes: 'date',
};

/** The sheets of the payroll workbook. The order of sheets and columns is that of the template. */
export const SHEETS: Readonly<Record<WorkbookSheet, SheetSpec>> = {
  employees: {
    name: 'Employees',
    also: ['employee', 'people', 'staff'],
    columns: {
      number: {
        label: 'Employee Number',
        also: ['number', 'employee no', 'emp no', 'staff number'],
        required: true,
        width: 18,
      },
      firstName: { label: 'First Name', also: ['name', 'given name', 'forename'], required: true, width: 18 },
      lastName: { label: 'Last Name', also: ['surname', 'family name'], required: true, width: 18 },
      timeId: { label: 'Time ID', also: ['pin', 'clock number', 'badge'], width: 12 },
      timeGroup: { label: 'Time Group', also: ['shift'], width: 18 },
      groupFrom: { label: 'Group From', also: ['time group from'], width: 12, takes: 'date' },
      employeeGroup: { label: 'Employee Group', also: ['department', 'team'], width: 18 },
      jobDescription: { label: 'Job Description', also: ['job', 'job title'], width: 18 },
      employeeGroupFrom: { label: 'Group and Job From', width: 12, takes: 'date' },
      active: { label: 'Active', also: ['is active', 'status'], width: 8, ...YES },
      activeFrom: {
        label: 'Active From',
        also: ['start date', 'employment date', 'hire date', 'engagement date'],
        width: 12,
        takes: 'date',
      },
      inactiveFrom: { label: 'Inactive From', also: ['end date', 'termination date'], width: 12, takes: 'date' },
      // Cells that are pasted without headings are read in this order: later columns come last.
      cards: { label: 'Card Numbers', also: ['cards', 'card', 'card number', 'rfid'], width: 18 },
      phoneNumber: {
        label: 'Phone Number',
        also: ['phone', 'mobile', 'cell', 'telephone', 'contact number'],
        width: 18,
      },
      consent: { label: 'Consent', also: ['biometric consent'], width: 10, ...YES },
      samePerson: { label: 'Same Person', width: 12, ...YES },
      owner: OWNER,
      key: KEY,
    },
  },
  groups: {
    name: 'Groups',
    also: ['group'],
    columns: {
      kind: { label: 'Kind', required: true, width: 18, list: Object.values(KIND_LABELS) },
      code: { label: 'Code', width: 18 },
      name: { label: 'Name', required: true, width: 28 },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
  lookups: {
    name: 'Lookups',
    also: ['lookup'],
    columns: {
      lookup: { label: 'Lookup', required: true, width: 14 },
      code: { label: 'Code', width: 18 },
      description: { label: 'Description', also: ['name'], required: true, width: 28 },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
  shifts: {
    name: 'Shifts',
    also: ['shift', 'standard times'],
    columns: {
      timeGroup: { label: 'Time Group', also: ['group', 'shift'], required: true, width: 18 },
      days: { label: 'Days', also: ['day', 'weekday', 'weekdays'], required: true, width: 14 },
      start: { label: 'Start', also: ['start time'], width: 10, takes: 'time' },
      end: { label: 'End', also: ['end time'], width: 10, takes: 'time' },
      breaks: { label: 'Breaks', also: ['break'], width: 26 },
      grace: { label: 'Grace', also: ['grace minutes'], width: 8 },
      breakGrace: { label: 'Break Grace', also: ['break grace minutes'], width: 12 },
      early: { label: 'Early', also: ['pre minutes'], width: 8 },
      late: { label: 'Late', also: ['post minutes'], width: 8 },
      from: FROM,
      owner: OWNER,
    },
  },
  holidays: {
    name: 'Holidays',
    also: ['holiday'],
    columns: {
      date: { label: 'Date', required: true, width: 12, takes: 'date' },
      name: { label: 'Name', required: true, width: 28 },
      timeGroup: { label: 'Time Group', also: ['group'], width: 18 },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
  hoursRules: {
    name: 'Hours rules',
    also: ['hours rule', 'pay rules'],
    columns: {
      timeGroup: { label: 'Time Group', also: ['group'], width: 18 },
      from: FROM,
      dayLimitMinutes: {
        label: 'Ordinary Hours a Day',
        also: ['hours a day'],
        required: true,
        width: 12,
        takes: 'time',
        isDecimal: true,
      },
      weekLimitMinutes: {
        label: 'Ordinary Hours a Week',
        also: ['hours a week'],
        required: true,
        width: 12,
        takes: 'time',
        isDecimal: true,
      },
      dayLimit2Minutes: { label: 'Overtime 2 After Hours a Day', width: 12, takes: 'time', isDecimal: true },
      weekLimit2Minutes: { label: 'Overtime 2 After Hours a Week', width: 12, takes: 'time', isDecimal: true },
      weekStart: { label: 'Week Starts', width: 12, list: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] },
      weeksLimitMinutes: { label: 'Ordinary Hours in Weeks', width: 12, takes: 'time', isDecimal: true },
      limitWeeks: { label: 'Weeks', width: 8 },
      limitWeeksFrom: { label: 'Weeks From', width: 12, takes: 'date' },
      sundaysFillWeek: { label: 'Sundays Fill the Week', width: 12, ...YES },
      rounding: { label: 'Rounding', width: 12, list: ROUNDINGS },
      roundsIntervals: { label: 'Rounds Each Interval', width: 12, ...YES },
      breakTable: { label: 'Breaks by Hours', width: 16 },
      breakAfterMinutes: { label: 'Break After', width: 12, takes: 'time', isDecimal: true },
      earlyCounts: { label: 'Early Counts', width: 12, ...YES },
      paysWorkingTime: { label: 'Recorder Counts', width: 12, ...YES },
      isWhole: { label: 'By Greater Part', width: 12, ...YES },
      nightStart: { label: 'Night From', width: 10, takes: 'time' },
      nightEnd: { label: 'Night To', width: 10, takes: 'time' },
      overtime1Factor: { label: 'Overtime 1 Factor', width: 10, isDecimal: true },
      overtime2Factor: { label: 'Overtime 2 Factor', width: 10, isDecimal: true },
      sundayFactor: { label: 'Sunday Factor', width: 10, isDecimal: true },
      holidayFactor: { label: 'Holiday Factor', width: 10, isDecimal: true },
      payPeriod: { label: 'Pay Period', width: 12, list: PAY_PERIODS },
      periodStart: { label: 'Period From', width: 12, takes: 'date' },
      periodDates: { label: 'Period Dates', width: 24, takes: 'date' },
      maxDayMinutes: { label: 'Most Hours a Day', width: 12, takes: 'time', isDecimal: true },
      maxSevenDaysMinutes: { label: 'Most Hours in 7 Days', width: 12, takes: 'time', isDecimal: true },
      maxOvertimeMinutes: { label: 'Most Overtime a Week', width: 12, takes: 'time', isDecimal: true },
      minRestMinutes: { label: 'Least Rest Between Shifts', width: 12, takes: 'time', isDecimal: true },
      restDays: { label: 'Rest Days', width: 12, list: REST_DAYS },
      maxNightMinutes: { label: 'Most Night Hours a Day', width: 12, takes: 'time', isDecimal: true },
      nearMinutes: { label: 'Near Within', width: 12, takes: 'time', isDecimal: true },
      isUnder18: { label: 'Under 18', width: 10, ...YES },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
  rates: {
    name: 'Rates',
    also: ['rate', 'piece rates', 'pay rates'],
    columns: {
      kind: { label: 'Kind', required: true, width: 12, list: ['piece', 'hourly'] },
      amount: AMOUNT,
      from: { ...FROM, required: true },
      lookup1: { label: 'Lookup 1', width: 14 },
      lookup2: { label: 'Lookup 2', width: 14 },
      jobDescription: { label: 'Job Description', also: ['job'], width: 18 },
      employeeGroup: { label: 'Employee Group', also: ['team'], width: 18 },
      employee: { label: 'Employee Number', also: ['employee'], width: 18 },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
  minimums: {
    name: 'Minimums',
    also: ['minimum', 'minimum wages'],
    columns: {
      amount: AMOUNT,
      from: { ...FROM, required: true },
      employeeGroup: { label: 'Employee Group', also: ['team'], width: 18 },
      delete: DELETE,
      owner: OWNER,
      key: KEY,
    },
  },
};

const SHEET_NAMES = new Map(
  // The keys of SHEETS are sheets.
  (Object.entries(SHEETS) as [WorkbookSheet, SheetSpec][]).flatMap(([sheet, { name, also }]) =>
    [name, ...also].map((one) => [bare(one), sheet] as const),
  ),
);
export const sheetNamed = (name: string): WorkbookSheet | undefined => SHEET_NAMES.get(bare(name));

/** Returns our columns for the headings of a row; undefined for other headings. */
export function columnsOf(sheet: WorkbookSheet, headings: readonly string[]): (string | undefined)[] {
  const { columns } = SHEETS[sheet];
  const known = new Map<string, string>();
  for (const [id, { also = [] }] of Object.entries(columns)) for (const name of also) known.set(bare(name), id);
  for (const [id, { label }] of Object.entries(columns)) known.set(bare(label), id);
  return headings.map((heading) => known.get(bare(heading)));
}
export const requiredColumns = (sheet: WorkbookSheet) =>
  Object.entries(SHEETS[sheet].columns).flatMap(([id, { required }]) => (required ? [id] : []));
export const labelOf = (sheet: WorkbookSheet, column: string) => SHEETS[sheet].columns[column]?.label ?? column;
