import { STATUS_WORDS } from '../platform/statusWords.ts';
import { english, type Message, msg, words } from '../platform/words.ts';
import { ORDER_LABELS, type ReportOptions, type ReportRequest, type ReportType } from './reports.ts';

/** The statuses as files have them: their readers know them by these words, whatever screens say. */
export const STATUS_IN_FILES = { ...STATUS_WORDS, pending: words('Pending'), unverified: words('Unverified') };

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
  /** Its values are words of ours, or lists of them, which files of people say in their language; those for machines stay English. */
  says?: true;
};

/** The value of a cell: text, a decimal as text, milliseconds, a local date or time, or nothing. */
const text = (id: string, label: string, width: number): Column => ({ id, label, kind: 'text', width });
const figure = (column: Column): Column => ({ ...column, figure: true });
const says = (column: Column): Column => ({ ...column, says: true });
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

const date: Column = { id: 'date', label: words('Date'), kind: 'date', width: 12 };
const employee = [
  date,
  text('number', ORDER_LABELS.number, 16),
  text('firstName', ORDER_LABELS.firstName, 18),
  text('lastName', ORDER_LABELS.lastName, 18),
  text('employeeGroup', ORDER_LABELS.employeeGroup, 20),
  text('timeGroup', ORDER_LABELS.timeGroup, 20),
  text('jobDescription', ORDER_LABELS.jobDescription, 20),
];
/** The last columns of attendance and piecework reports (docs/reference/corrections.md). */
const ledger = [
  says(figure(text('corrected', words('Corrected'), 10))),
  says(figure(text('excused', words('Excused'), 10))),
];
const lookups = [
  text('lookup1Code', words('Lookup 1 Code'), 14),
  text('lookup1', ORDER_LABELS.lookup1, 24),
  text('lookup2Code', words('Lookup 2 Code'), 14),
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

/** The hours of each class, and what of the time at work is not paid (docs/reference/pay.md). */
const paidClasses = [
  hours('paid', words('Paid')),
  hours('ordinary', words('Ordinary')),
  hours('overtime1', words('Overtime 1')),
  hours('overtime2', words('Overtime 2')),
  hours('sunday', words('Sunday')),
  hours('holiday', words('Holiday')),
  hours('night', words('Night')),
  hours('weighted', words('Weighted')),
  hours('takenOff', words('Taken Off')),
  hours('unsettled', words('Not Settled')),
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
    figure({ id: 'entries', label: words('Entries'), kind: 'count', width: 10, total: true }),
    units('performance', words('Units/hr of the Day')),
    ...ledger,
    text('teams', words('Teams'), 20),
    { ...units('teamUnits', words('Units of Teams')), total: true },
  ],
  'piecework-time-spent': [
    date,
    ...lookups,
    hours('hours', ORDER_LABELS.hours),
    { ...units('units', ORDER_LABELS.units), total: true },
    figure({ id: 'employees', label: words('Employees'), kind: 'count', width: 12 }),
  ],
  'time-wasted-summary': [
    ...employee,
    hours('hoursLate', ORDER_LABELS.hoursLate),
    hours('irregularHours', ORDER_LABELS.irregularHours),
    hours('hoursWasted', ORDER_LABELS.hoursWasted),
  ],
  breaks: [
    ...employee,
    { ...time('out', words('Break Start')), figure: undefined },
    time('in', words('Break End')),
    hours('breakHours', words('Break Hours')),
    hours('creditedHours', words('Credited Hours')),
    hours('irregularHours', ORDER_LABELS.irregularHours),
  ],
  latecomers: [
    ...employee,
    time('shiftStart', words('Shift Start')),
    time('timeIn', words('Time In')),
    hours('hoursLate', ORDER_LABELS.hoursLate),
  ],
  'employee-attendance': [
    ...employee,
    says(figure(text('status', words('Status'), 12))),
    says(figure(text('late', words('Late'), 8))),
    time('shiftStart', words('Shift Start')),
    time('shiftEnd', words('Shift End')),
    time('timeIn', words('Time In')),
    time('timeOut', words('Time Out')),
    hours('hoursClocked', words('Hours Clocked')),
    hours('hoursLate', ORDER_LABELS.hoursLate),
    hours('irregularHours', ORDER_LABELS.irregularHours),
    hours('hoursEarly', words('Hours Left Early')),
    says(figure(text('flags', words('Remarks'), 30))),
    ...ledger,
  ],
  'paid-hours': [
    ...employee,
    ...paidClasses,
    hours('early', words('Before the Shift')),
    says(figure(text('open', words('Open'), 8))),
    says(figure(text('corrected', words('Corrected'), 10))),
  ],
  'paid-hours-period': [
    { ...date, label: words('Period From') },
    { id: 'periodTo', label: words('Period To'), kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    ...paidClasses,
    figure({ id: 'openDays', label: words('Open Days'), kind: 'count', width: 10, total: true }),
  ],
  earnings: [
    { ...date, label: words('Period From') },
    { id: 'periodTo', label: words('Period To'), kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    hours('paid', words('Paid Hours')),
    { ...units('units', words('Paid Units')), total: true },
    text('currency', words('Currency'), 10),
    amount('piece', words('Piece')),
    amount('hourly', words('Hourly')),
    amount('topUp', words('Top-up')),
    amount('rest', words('Rest')),
    amount('premium', words('Premium')),
    amount('floor', words('Least Pay of Days')),
    amount('holidayOff', words('Holidays Not Worked')),
    amount('total', words('Total Pay')),
    amount('notSettled', words('Not Settled')),
    hours('hoursNotSettled', words('Hours Not Settled')),
    hours('hoursHeldBack', words('Hours Held Back')),
    { ...units('unitsNotSettled', words('Units Not Settled')), total: true },
  ],
  'working-hours': [
    { ...date, label: words('Week From') },
    { id: 'weekTo', label: words('Week To'), kind: 'date', width: 12 },
    ...employee.filter((column) => column !== date),
    says(figure(text('limits', ORDER_LABELS.limits, 14))),
    hours('hours', ORDER_LABELS.hours),
    figure({ id: 'daysWorked', label: words('Days Worked'), kind: 'count', width: 12, total: true }),
    { ...hours('longestDay', words('Longest Day')), total: undefined },
    says(figure(text('broken', words('Broken'), 24))),
    figure(text('evidence', words('Evidence'), 60)),
    figure(text('done', words('What Was Done'), 40)),
  ],
  consents: [
    ...employee,
    says(figure(text('consent', words('Consent'), 16))),
    figure(text('version', words('Version'), 10)),
    says(text('how', words('How'), 16)),
    time('at', words('At')),
    text('by', words('By'), 20),
  ],
  quality: [
    ...employee,
    text('defect', words('Defect'), 20),
    { id: 'samples', label: words('Samples'), kind: 'count', width: 10 },
    figure({ id: 'pieces', label: words('Pieces'), kind: 'count', width: 10 }),
    figure({ id: 'found', label: words('Found'), kind: 'count', width: 10, total: true }),
    units('share', words('Percent')),
  ],
  containers: [
    ...employee,
    text('container', words('Container'), 16),
    text('kind', words('Kind'), 12),
    ...lookups,
    { ...units('units', ORDER_LABELS.units), total: true },
    says(figure(text('counts', words('Counts'), 14))),
    time('countedAt', words('Counted')),
    says(figure(text('verdict', words('Delivery'), 14))),
    text('reason', words('Reason'), 24),
    time('deliveredAt', words('Delivered')),
    { ...hours('stood', words('Hours Stood')), total: undefined },
    { ...units('weight', words('kg')), total: true },
    text('device', words('Device'), 20),
  ],
  corrections: [
    ...employee,
    figure(text('was', words('Was'), 24)),
    figure(text('is', words('Is'), 24)),
    says(text('reason', words('Reason'), 20)),
    text('note', words('Note'), 30),
    text('by', words('By'), 20),
    time('at', words('At')),
    says(text('inBulk', words('In Bulk'), 8)),
    figure(text('undone', words('Undone'), 30)),
  ],
};

type ColumnsRequest = Pick<ReportRequest, 'reportType' | 'options'>;
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
const CLOCKING: readonly Column[] = [
  says(text('clockedBy', words('Clocked By'), 24)),
  text('workCodes', words('Work Codes'), 16),
];

/** Days and breaks that are counted for each person of a report of sums: the days, or rows, of which `column` has the value. */
export const COUNTED: Partial<Record<ReportType, readonly Counted[]>> = {
  'piecework-performance': [
    days('corrected', words('Days Corrected'), 'Yes'),
    days('excused', words('Days Excused'), 'Yes'),
  ],
  breaks: [{ id: 'breaks', label: words('Breaks'), column: 'out', eachRow: true }],
  'employee-attendance': [
    { ...days('status', words('Days Present'), STATUS_IN_FILES.present), id: 'present' },
    days('late', words('Days Late'), 'Yes'),
    { ...days('status', words('Days Absent'), STATUS_IN_FILES.absent), id: 'absent' },
    { ...days('status', words('Days Unverified'), STATUS_IN_FILES.unverified), id: 'unverified' },
    { ...days('status', words('Days Off'), STATUS_IN_FILES.off), id: 'off' },
    days('corrected', words('Days Corrected'), 'Yes'),
    days('excused', words('Days Excused'), 'Yes'),
  ],
  'paid-hours': [days('open', words('Open Days'), 'Yes'), days('corrected', words('Days Corrected'), 'Yes')],
};

/** Returns the columns of sums: the period, the person, what is counted, and each column that has a total. */
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
    { ...date, id: 'from', label: words('From') },
    { ...date, id: 'to', label: words('To') },
    ...who,
    ...(byLookup ? lookups : []),
    count({ id: 'days', label: words('Days') }),
    ...(COUNTED[type] ?? []).map(count),
    ...COLUMNS[type].filter(({ total }) => total),
  ];
}

/** Returns the columns of a report as specified. */
export function columnsAsSpecified({ reportType, options }: ColumnsRequest): readonly Column[] {
  if (options?.sums) return sumColumns(reportType, options.sums);
  return options?.clocking ? [...COLUMNS[reportType], ...CLOCKING] : COLUMNS[reportType];
}

/** Returns the columns that a request asks for, in its order; undefined where it names one that the report does not have. */
export function requestedColumns(request: ColumnsRequest): readonly Column[] | undefined {
  const all = columnsAsSpecified(request);
  const chosen = request.options?.columns?.map((id) => all.find((column) => column.id === id));
  if (!chosen) return all;
  const known = chosen.filter((column) => column !== undefined);
  return known.length === chosen.length ? known : undefined;
}

/** An account's names for its lookups; '' without one. */
export type LookupNames = { lookup1: string; lookup2: string };

/**
 * Returns columns with the account's own names for the lookups, as in the dialog and on the cards; `say` says the others in another language than
 * English.
 */
export function named(
  columns: readonly Column[],
  names: LookupNames,
  say: (message: string | Message) => string = english,
): Column[] {
  const lookup1 = names.lookup1 || say(ORDER_LABELS.lookup1);
  const lookup2 = names.lookup2 || say(ORDER_LABELS.lookup2);
  const labels: Record<string, string> = {
    lookup1,
    lookup2,
    lookup1Code: say(msg('{lookup} Code', { lookup: lookup1 })),
    lookup2Code: say(msg('{lookup} Code', { lookup: lookup2 })),
  };
  return columns.map((column) => ({ ...column, label: labels[column.id] ?? say(column.label) }));
}
