import { z } from 'zod';
import { attendanceStatus, dateSpan } from '../figures/stats.ts';
import { documentId, instant, language, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { periodRule } from '../platform/periods.ts';
import type { Permission } from '../platform/permissions.ts';
import { words } from '../platform/words.ts';

export const reportFilter = z.enum([
  'employeeGroupIds',
  'timeGroupIds',
  'jobDescriptionIds',
  'deviceIds',
  'lookup1Ids',
  'lookup2Ids',
  'statuses',
]);
export type ReportFilter = z.infer<typeof reportFilter>;

/** The labels of the orders, in the choice and as column heads. */
export const ORDER_LABELS = {
  number: words('Employee Number'),
  firstName: words('First Name'),
  lastName: words('Last Name'),
  employeeGroup: words('Employee Group'),
  timeGroup: words('Time Group'),
  jobDescription: words('Job Description'),
  lookup1: words('Lookup 1'),
  lookup2: words('Lookup 2'),
  units: words('Units'),
  hours: words('Hours'),
  hoursWasted: words('Hours Wasted'),
  irregularHours: words('Irregular/Wasted Hours'),
  hoursLate: words('Hours Late'),
  limits: words('Limits'),
};
export type ReportOrder = keyof typeof ORDER_LABELS;
export const reportOrder = z.enum(Object.keys(ORDER_LABELS) as ReportOrder[]); // the keys of a constant

/** The name, filters and orders of each report (spec/product.txt sections 2 and 9). First = default. */
export const REPORTS = {
  'piecework-performance': {
    name: words('Piecework Totals'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds', 'lookup1Ids', 'lookup2Ids'],
    orderBy: [
      'number',
      'firstName',
      'lastName',
      'employeeGroup',
      'timeGroup',
      'jobDescription',
      'lookup1',
      'lookup2',
      'units',
    ],
  },
  'piecework-time-spent': {
    name: words('Piecework Time Spent'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds', 'lookup1Ids', 'lookup2Ids'],
    orderBy: ['hours', 'lookup1', 'lookup2'],
  },
  'time-wasted-summary': {
    name: words('Time Wasted Summary'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['hoursWasted', 'number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  breaks: {
    name: words('Breaks'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['irregularHours', 'number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  latecomers: {
    name: words('Latecomers'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['hoursLate', 'number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  'employee-attendance': {
    name: words('Employee Attendance'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds', 'statuses'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  'paid-hours': {
    name: words('Paid Hours per Day'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  'paid-hours-period': {
    name: words('Paid Hours per Pay Period'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  earnings: {
    name: words('Pay per Pay Period'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  'working-hours': {
    name: words('Working Hours'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['limits', 'number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  consents: {
    name: words('Consents'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  quality: {
    name: words('Quality'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
  containers: {
    name: words('Containers'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds', 'lookup1Ids', 'lookup2Ids'],
    orderBy: [
      'number',
      'firstName',
      'lastName',
      'employeeGroup',
      'timeGroup',
      'jobDescription',
      'lookup1',
      'lookup2',
      'units',
    ],
  },
  corrections: {
    name: words('Corrections'),
    filters: ['employeeGroupIds', 'timeGroupIds', 'jobDescriptionIds'],
    orderBy: ['number', 'firstName', 'lastName', 'employeeGroup', 'timeGroup', 'jobDescription'],
  },
} as const satisfies Record<
  string,
  { name: string; filters: readonly ReportFilter[]; orderBy: readonly ReportOrder[] }
>;
export type ReportType = keyof typeof REPORTS;
export const reportType = z.enum(Object.keys(REPORTS) as ReportType[]); // the keys of a constant
/** The permission to see the figures of a report; making it takes it besides Stats.GENERATE_REPORTS. */
export const dataPermission = (type: ReportType): Permission => {
  if (type === 'earnings') return 'Pay.VIEW';
  return type.startsWith('piecework') || type === 'quality' || type === 'containers'
    ? 'Stats.GET_PERFORMANCE_METRICS'
    : 'Stats.GET_ATTENDANCE_INFORMATION';
};
/** Returns true for the report that can include how people clocked: each of its rows is one day of one person. */
export const canTellClocking = (type: ReportType) => type === 'employee-attendance';

/** Returns true for the reports that can be summed up by person: each of their rows is about one day of one person. */
export const canSum = (type: ReportType) =>
  ![
    'piecework-time-spent',
    'paid-hours-period',
    'earnings',
    'working-hours',
    'consents',
    'quality',
    'containers',
    'corrections',
  ].includes(type);
/** The orders by which rows come together, so that each group of them can have a subtotal. */
export const canSubtotal = (order: ReportOrder) =>
  !['units', 'hours', 'hoursWasted', 'irregularHours', 'hoursLate', 'limits'].includes(order);

export const exportType = z.enum(['csv', 'xlsx', 'html']);
export type ExportType = z.infer<typeof exportType>;

/** Columns of a table by id, each once. */
export const columnIds = z
  .array(z.string().min(1).max(40))
  .min(1, words('At least one column'))
  .max(60)
  .refine((ids) => new Set(ids).size === ids.length, { error: words('Each column once') });

const ids = z.array(documentId).max(10_000).optional();
export const reportOptions = z.strictObject({
  orderBy: reportOrder.optional(),
  employeeGroupIds: ids,
  timeGroupIds: ids,
  jobDescriptionIds: ids,
  /** The devices they clock on, as in the dashboard's filter 'My crew'. */
  deviceIds: ids,
  lookup1Ids: ids,
  lookup2Ids: ids,
  statuses: z.array(attendanceStatus).max(8).optional(),
  /** Adds two columns: how each person clocked (finger, face, card), and their work codes. */
  clocking: z.boolean().optional(),
  /**
   * One row a person for all of the dates, or for each pay period of them, instead of one a day. `lookups`: one for each of their lookup pairs.
   * `period`: other periods than the account's pay periods.
   */
  sums: z
    .strictObject({
      by: z.enum(['person', 'period']),
      lookups: z.boolean().optional(),
      period: periodRule.optional(),
    })
    .optional(),
  /** A subtotal for each person, group or lookup entry by which the rows are ordered, in Excel and for print: a CSV has rows alone. */
  subtotals: z.boolean().optional(),
  /** The columns by id, in this order; without it as specified. What is not shown changes no figure. */
  columns: columnIds.optional(),
});
export type ReportOptions = z.infer<typeof reportOptions>;

/** Refuses options that the report does not have. */
export function refuseOptions(
  { reportType, options }: { reportType: ReportType; options?: ReportOptions | undefined },
  ctx: z.RefinementCtx,
) {
  const { orderBy, clocking, sums } = options ?? {};
  const refuse = (path: string[], message: string) =>
    ctx.addIssue({ code: 'custom', path: ['options', ...path], message });
  if (orderBy && !(REPORTS[reportType].orderBy as readonly string[]).includes(orderBy))
    refuse(['orderBy'], words('This report cannot be ordered by that'));
  if (clocking && !canTellClocking(reportType))
    refuse(['clocking'], words('This report does not tell how people clocked'));
  if (sums && (!canSum(reportType) || clocking)) refuse(['sums'], words('This report has no sums by person'));
  if (sums?.lookups && reportType !== 'piecework-performance')
    refuse(['sums', 'lookups'], words('This report has no lookups'));
}

export const reportRequest = z
  .strictObject({
    reportType,
    dates: dateSpan,
    exportType: exportType.optional(),
    /** The language of a file for people; without it the user's. A CSV is in English whatever it is, because programs read it. */
    language: language.optional(),
    options: reportOptions.optional(),
  })
  .superRefine(refuseOptions);
export type ReportRequest = z.infer<typeof reportRequest>;

export const generateReport = endpoint({
  method: 'POST',
  path: '/stats/generateReport',
  access: employer('Stats.GENERATE_REPORTS'),
  scope: 'people',
  summary: 'A report as a file; also needs the permission of the data in it.',
  body: reportRequest,
  response: 'file',
  refusals: ['DATE_OUT_OF_RANGE', 'LIMIT_REACHED'],
});

/** An export, and whether data of its days has arrived since. */
export const exportRecord = z.object({
  _id: documentId,
  reportType,
  by: z.string(),
  at: instant,
  from: localDate,
  to: localDate,
  exportType,
  rows: z.int(),
  /** The filters that were set; `statuses` are those that were chosen, if any. */
  narrowedBy: z.array(reportFilter),
  statuses: z.array(attendanceStatus),
  /**
   * Data of these days has arrived or was derived again since. Whether that changed any row is answered by the export's changes. Null for users with a
   * scope: it may be data of others.
   */
  changedSince: z.boolean().nullable(),
});
export type ExportRecord = z.infer<typeof exportRecord>;
export const listExports = endpoint({
  method: 'GET',
  path: '/stats/exports',
  access: employer('Stats.GENERATE_REPORTS'),
  scope: 'people',
  summary: 'The newest 50 exports of the account.',
  response: z.object({ results: z.array(exportRecord) }),
});
export const exportChange = z.object({
  day: localDate,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export const getExportChanges = endpoint({
  method: 'GET',
  path: '/stats/exports/:exportId/changes',
  access: employer('Stats.GENERATE_REPORTS'),
  scope: 'people',
  summary: 'What changed since an export: names, old and new; the first 500.',
  params: z.object({ exportId: documentId }),
  response: z.object({ results: z.array(exportChange), more: z.boolean() }),
  refusals: ['EXPIRED'],
});
