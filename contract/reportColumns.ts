import { ORDER_LABELS, type ReportOptions, type ReportRequest, type ReportType } from './reports.ts';
import { STATUS_WORDS } from './statusWords.ts';

type ColumnKind = 'text' | 'date' | 'time' | 'units' | 'count' | 'hours' | 'amount';
/** A column of a file. */
export type Column = {
  id: string;
  label: string;
  kind: ColumnKind;
  /** The width of a spreadsheet column, in characters. */
  width: number;
  /** Summed in the totals row. */
  total?: true;
  /** Compared to find what changed since an export; the other columns identify the row. */
  figure?: true;
};

/** The value of a cell: text, a decimal as text, milliseconds, a local date or time, or nothing. */
const text = (id: string, label: string, width: number): Column => ({ id, label, kind: 'text', width });
const figure = (column: Column): Column => ({ ...column, figure: true });
const units = (id: string, label: string): Column => ({ id, label, kind: 'units', width: 12, figure: true });
/** A duration in ms, which is written twice: as a decimal and as h:mm. */
const hours = (id: string, label: string): Column => ({
  id,
  label,
  kind: 'hours',
  width: 12,
  total: true,
  figure: true,
});
const time = (id: string, label: string): Column => ({ id, label, kind: 'time', width: 20, figure: true });

const date: Column = { id: 'date', label: 'Date', kind: 'date', width: 12 };
const employee = [
  date,
  text('number', ORDER_LABELS.number, 16),
  text('firstName', ORDER_LABELS.firstName, 18),
  text('lastName', ORDER_LABELS.lastName, 18),
  text('employeeGroup', ORDER_LABELS.employeeGroup, 20),
  text('timeGroup', ORDER_LABELS.timeGroup, 20),
  text('jobDescription', ORDER_LABELS.jobDescription, 20),
];
/** The last columns of attendance and piecework reports (spec/corrections.md). */
const ledger = [figure(text('corrected', 'Corrected', 10)), figure(text('excused', 'Excused', 10))];
const lookups = [
  text('lookup1Code', 'Lookup 1 Code', 14),
  text('lookup1', ORDER_LABELS.lookup1, 24),
  text('lookup2Code', 'Lookup 2 Code', 14),
  text('lookup2', ORDER_LABELS.lookup2, 24),
];

/** Amounts in the account's currency: those of pay that is settled, and beside them the pay that is not. */
const amount = (id: string, label: string): Column => ({
  id,
  label,
  kind: 'amount',
  width: 12,
  total: true,
  figure: true,
});

/** The hours of each class, and what of the time at work is not paid (spec/pay.md). */
const paidClasses = [
  hours('paid', 'Paid'),
  hours('ordinary', 'Ordinary'),
  hours('overtime1', 'Overtime 1'),
  hours('overtime2', 'Overtime 2'),
  hours('sunday', 'Sunday'),
  hours('holiday', 'Holiday'),
  hours('night', 'Night'),
  hours('weighted', 'Weighted'),
  hours('takenOff', 'Taken Off'),
  hours('unsettled', 'Not Settled'),
];

/**
 * The columns of each report, named as in its dialog (lookups: `columnsOf`). A row is a row of the dashboard's card with its date: the day of one employee
 * (and lookup pair, and break), or of one lookup pair. The sums and counts of one day are therefore those on the screen.
 */
export const COLUMNS: Record<ReportType, readonly Column[]> = {
  'piecework-performance': [
    ...employee,
    ...lookups,
    { ...units('units', ORDER_LABELS.units), total: true },
    hours('hours', ORDER_LABELS.hours),
    figure({ id: 'entries', label: 'Entries', kind: 'count', width: 10, total: true }),
    units('performance', 'Units/hr of the Day'),
    ...ledger,
  ],
  'piecework-time-spent': [
    date,
    ...lookups,
    hours('hours', ORDER_LABELS.hours),
    { ...units('units', ORDER_LABELS.units), total: true },
    figure({ id: 'employees', label: 'Employees', kind: 'count', width: 12 }),
  ],
  'time-wasted-summary': [
    ...employee,
    hours('hoursLate', ORDER_LABELS.hoursLate),
    hours('irregularHours', ORDER_LABELS.irregularHours),
    hours('hoursWasted', ORDER_LABELS.hoursWasted),
  ],
  breaks: [
    ...employee,
    { ...time('out', 'Break Start'), figure: undefined },
    time('in', 'Break End'),
    hours('breakHours', 'Break Hours'),
    hours('creditedHours', 'Credited Hours'),
    hours('irregularHours', ORDER_LABELS.irregularHours),
  ],
  latecomers: [
    ...employee,
    time('shiftStart', 'Shift Start'),
    time('timeIn', 'Time In'),
    hours('hoursLate', ORDER_LABELS.hoursLate),
  ],
  'employee-attendance': [
    ...employee,
    figure(text('status', 'Status', 12)),
    figure(text('late', 'Late', 8)),
    time('shiftStart', 'Shift Start'),
    time('shiftEnd', 'Shift End'),
    time('timeIn', 'Time In'),
    time('timeOut', 'Time Out'),
    hours('hoursClocked', 'Hours Clocked'),
    hours('hoursLate', ORDER_LABELS.hoursLate),
    hours('irregularHours', ORDER_LABELS.irregularHours),
    hours('hoursEarly', 'Hours Left Early'),
    figure(text('flags', 'Remarks', 30)),
    ...ledger,
  ],
  'paid-hours': [
    ...employee,
    ...paidClasses,
    hours('early', 'Before the Shift'),
    figure(text('open', 'Open', 8)),
    figure(text('corrected', 'Corrected', 10)),
  ],
  'paid-hours-period': [
    { ...date, label: 'Period From' },
    { id: 'periodTo', label: 'Period To', kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    ...paidClasses,
    figure({ id: 'openDays', label: 'Open Days', kind: 'count', width: 10, total: true }),
  ],
  earnings: [
    { ...date, label: 'Period From' },
    { id: 'periodTo', label: 'Period To', kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    hours('paid', 'Paid Hours'),
    { ...units('units', ORDER_LABELS.units), total: true },
    text('currency', 'Currency', 10),
    amount('piece', 'Piece'),
    amount('hourly', 'Hourly'),
    amount('topUp', 'Top-up'),
    amount('rest', 'Rest'),
    amount('premium', 'Premium'),
    amount('total', 'Total Pay'),
    amount('notSettled', 'Not Settled'),
  ],
  'working-hours': [
    { ...date, label: 'Week From' },
    { id: 'weekTo', label: 'Week To', kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    figure(text('limits', ORDER_LABELS.limits, 14)),
    hours('hours', ORDER_LABELS.hours),
    figure({ id: 'daysWorked', label: 'Days Worked', kind: 'count', width: 12, total: true }),
    { ...hours('longestDay', 'Longest Day'), total: undefined },
    figure(text('broken', 'Broken', 24)),
    figure(text('evidence', 'Evidence', 60)),
    figure(text('done', 'What Was Done', 40)),
  ],
  consents: [
    ...employee,
    figure(text('consent', 'Consent', 16)),
    figure(text('version', 'Version', 10)),
    text('how', 'How', 16),
    time('at', 'At'),
    text('by', 'By', 20),
  ],
  corrections: [
    ...employee,
    figure(text('was', 'Was', 24)),
    figure(text('is', 'Is', 24)),
    text('reason', 'Reason', 20),
    text('note', 'Note', 30),
    text('by', 'By', 20),
    time('at', 'At'),
    text('inBulk', 'In Bulk', 8),
    figure(text('undone', 'Undone', 30)),
  ],
};

type Asked = Pick<ReportRequest, 'reportType' | 'options'>;
export type Counted = {
  id: string;
  label: string;
  /** The column of the day's rows, and its value; without one, any. */
  column: string;
  is?: string;
  /** Rows are counted, not days. */
  eachRow?: true;
};
const days = (column: string, label: string, is: string): Counted => ({ id: column, label, column, is });

/** The optional columns of how people clocked. They are no figures, so that a difference in them is no change of an export. */
const CLOCKING: readonly Column[] = [text('clockedBy', 'Clocked By', 24), text('workCodes', 'Work Codes', 16)];

/** Days and breaks that are counted for each person of a report of sums: the days, or rows, of which `column` has the value. */
export const COUNTED: Partial<Record<ReportType, readonly Counted[]>> = {
  'piecework-performance': [days('corrected', 'Days Corrected', 'Yes'), days('excused', 'Days Excused', 'Yes')],
  breaks: [{ id: 'breaks', label: 'Breaks', column: 'out', eachRow: true }],
  'employee-attendance': [
    { ...days('status', 'Days Present', STATUS_WORDS.present), id: 'present' },
    days('late', 'Days Late', 'Yes'),
    { ...days('status', 'Days Absent', STATUS_WORDS.absent), id: 'absent' },
    { ...days('status', 'Days Unverified', STATUS_WORDS.unverified), id: 'unverified' },
    { ...days('status', 'Days Off', STATUS_WORDS.off), id: 'off' },
    days('corrected', 'Days Corrected', 'Yes'),
    days('excused', 'Days Excused', 'Yes'),
  ],
  'paid-hours': [days('open', 'Open Days', 'Yes'), days('corrected', 'Days Corrected', 'Yes')],
};

/** Returns the columns of sums (spec/office.md, 5): the period, the person, what is counted, and each column that has a total. */
function sumColumns(type: ReportType, { lookups: byLookup }: NonNullable<ReportOptions['sums']>): readonly Column[] {
  const count = ({ id, label }: Pick<Column, 'id' | 'label'>): Column => ({
    id,
    label,
    kind: 'count',
    width: 14,
    total: true,
  });
  const [, ...who] = employee;
  return [
    { ...date, id: 'from', label: 'From' },
    { ...date, id: 'to', label: 'To' },
    ...who,
    ...(byLookup ? lookups : []),
    count({ id: 'days', label: 'Days' }),
    ...(COUNTED[type] ?? []).map(count),
    ...COLUMNS[type].filter(({ total }) => total),
  ];
}

/** Returns the columns of a report as specified. */
export function columnsAsSpecified({ reportType, options }: Asked): readonly Column[] {
  if (options?.sums) return sumColumns(reportType, options.sums);
  return options?.clocking ? [...COLUMNS[reportType], ...CLOCKING] : COLUMNS[reportType];
}

/** Returns the columns that a request asks for, in its order; undefined where it names one that the report does not have. */
export function requestedColumns(request: Asked): readonly Column[] | undefined {
  const all = columnsAsSpecified(request);
  const chosen = request.options?.columns?.map((id) => all.find((column) => column.id === id));
  if (!chosen) return all;
  const known = chosen.filter((column) => column !== undefined);
  return known.length === chosen.length ? known : undefined;
}

/** An account's names for its lookups; '' without one. */
export type LookupNames = { lookup1: string; lookup2: string };

/** Returns columns with the account's own names for the lookups, as in the dialog and on the cards. */
export function named(columns: readonly Column[], names: LookupNames): Column[] {
  const lookup1 = names.lookup1 || ORDER_LABELS.lookup1;
  const lookup2 = names.lookup2 || ORDER_LABELS.lookup2;
  const labels: Record<string, string> = {
    lookup1,
    lookup2,
    lookup1Code: `${lookup1} Code`,
    lookup2Code: `${lookup2} Code`,
  };
  return columns.map((column) => ({ ...column, label: labels[column.id] ?? column.label }));
}
