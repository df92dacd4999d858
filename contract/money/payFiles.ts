import { z } from 'zod';
import { count, listedEmployee } from '../figures/stats.ts';
import {
  documentId,
  durationMs,
  instant,
  line,
  localDate,
  nullableInstant,
  ok,
  requiredTypedLine,
  typedLine,
} from '../platform/common.ts';
import { employer, endpoint, recordEndpoints } from '../platform/endpoint.ts';
import { textOrMessage } from '../platform/message.ts';
import { money } from '../platform/money.ts';
import { words } from '../platform/words.ts';
import { LINE_KINDS, PAID_CLASSES } from './earnings.ts';

/**
 * The payroll file: the lines of a locked period as they are handed to payroll. A file is never changed; what arrives later is
 * another file of signed lines, so that all files of some days together are what the days come to.
 */

const view = employer('Pay.VIEW');
const manage = employer('Pay.MANAGE');

/**
 * The kinds of line, as payroll's codes name them. `hours`: paid time by class, whatever pays it. `hourly`: the part of it that is paid by the hour, with its
 * amount. The others are those of earnings.
 */
export const PAY_ELEMENTS = [
  ...PAID_CLASSES.map((one) => `hours.${one}` as const),
  ...PAID_CLASSES.map((one) => `hourly.${one}` as const),
  ...LINE_KINDS.filter((kind) => kind !== 'hourly'),
] as const;
export const payElement = z.enum(PAY_ELEMENTS);
export type PayElement = z.infer<typeof payElement>;
export const PAY_ELEMENT_WORDS: Record<PayElement, string> = {
  'hours.ordinary': words('Ordinary hours'),
  'hours.overtime1': words('Overtime 1 hours'),
  'hours.overtime2': words('Overtime 2 hours'),
  'hours.sunday': words('Sunday hours'),
  'hours.holiday': words('Holiday hours'),
  'hourly.ordinary': words('Ordinary hourly pay'),
  'hourly.overtime1': words('Overtime 1 hourly pay'),
  'hourly.overtime2': words('Overtime 2 hourly pay'),
  'hourly.sunday': words('Sunday hourly pay'),
  'hourly.holiday': words('Holiday hourly pay'),
  piece: words('Piecework'),
  'top-up': words('Top-up'),
  rest: words('Rest-break pay'),
  premium: words('Premium'),
  floor: words('Least pay of a Sunday or holiday'),
  'holiday-off': words('Holiday not worked'),
};

/** One line of an employee's day. Times in ms, units and amounts as decimal text; all of them are signed. */
export const payFileLine = z.object({
  /** Its number in the file, from 1. */
  line: z.int(),
  date: localDate,
  element: payElement,
  /** Codes of lookup entries; '' without. */
  lookup1: z.string(),
  lookup2: z.string(),
  /** Per unit or per hour; null where there is none. */
  rate: z.string().nullable(),
  /** The factor of the class by the hours rule; null where nothing is multiplied. */
  factor: z.number().nullable(),
  ms: durationMs,
  units: z.string(),
  amount: money,
});
export type PayFileLine = z.infer<typeof payFileLine>;

/** A line with payroll's code by a profile: null where the profile does not send it, '' where it has none for it, which stops a file. */
export const codedLine = payFileLine.extend({ code: z.string().nullable() });
export type CodedLine = z.infer<typeof codedLine>;

/** A line as the server stores it, and backups carry it: date, element, lookups, rate, factor, ms, units, amount. */
export const storedPayLine = z.tuple([
  z.string(),
  payElement,
  z.string(),
  z.string(),
  z.string().nullable(),
  z.number().nullable(),
  z.int(),
  z.string(),
  z.string(),
]);
/** The people whose pay a file leaves out who are named before it is made. */
export const MAX_LEFT_OUT_NAMED = 50;
const span = { from: localDate, to: localDate };
/** The contents of a file of a lock, made or not. */
const contents = {
  ...span,
  /** Lines of these days were handed over before: its lines are differences. */
  isDelta: z.boolean(),
  currency: z.string().nullable(),
  people: count,
  lines: count,
  /** The sum of all amounts. */
  total: money,
  /** The people whose pay is not settled: it is left out, and comes in a later file. */
  leftOut: count,
};
export const payFile = z.object({
  _id: documentId,
  /** Counted by account, from 1. */
  number: z.int(),
  lockId: documentId,
  ...contents,
  /** SHA-256 of its days and lines. */
  hash: z.string(),
  /** The version of the account's data that all of it was made of. */
  dataVersion: z.int(),
  at: instant,
  by: z.string(),
});
export type PayFile = z.infer<typeof payFile>;
export const payFileEvent = z.object({
  kind: z.enum(['download', 'taken']),
  /** The profile of a download, or the payroll system that took it. */
  name: z.string(),
  profileVersion: z.int().nullable(),
  /** SHA-256 of the bytes of a download. */
  hash: z.string().nullable(),
  at: instant,
  by: z.string(),
});
export type PayFileEvent = z.infer<typeof payFileEvent>;

export const payLayout = z.enum([
  'csv',
  'xlsx',
  'simplePay',
  'sageVip',
  'thesaurus',
  'paymentEvolution',
  'sageIreland',
  'brightPay',
  'paySauce',
  'payHero',
  'adp',
  'quickBooks',
]);
export type PayLayoutName = z.infer<typeof payLayout>;
/** The layouts of files. A layout of a payroll system is that of the page that it names, as it was on that date. */
export const PAY_LAYOUTS: Record<PayLayoutName, { name: string; source: { url: string; date: string } | null }> = {
  csv: { name: words('CSV, columns of your own'), source: null },
  xlsx: { name: words('Excel workbook, columns of your own'), source: null },
  simplePay: {
    name: words('SimplePay: Generic CSV (hours)'),
    source: {
      url: 'https://simplepay.co.za/help/integrations/time-and-attendance/generic-csv-clocking-import',
      date: '2026-11-26',
    },
  },
  sageVip: {
    name: words('Sage VIP and Payroll Professional: Normal Batch'),
    source: {
      url: 'https://za-kb.sage.com/portal/app/portlets/results/viewsolution.jsp?solutionid=230517095505417',
      date: '2026-11-26',
    },
  },
  thesaurus: {
    name: words('Thesaurus Payroll Manager: hours from CSV'),
    source: { url: 'https://thesaurus.ie/docs/2016/general/import-hours-from-text-or-csv-file', date: '2026-11-26' },
  },
  paymentEvolution: {
    name: words('PaymentEvolution: time records'),
    source: { url: 'https://help.paymentevolution.com/en-US/knowledgebase/article/KA-01062', date: '2026-11-26' },
  },
  sageIreland: {
    name: words('Sage Payroll (Ireland): multi-timesheet import'),
    source: {
      url: 'https://ie-kb.sage.com/portal/app/portlets/results/view2.jsp?k2dockey=260210165557643',
      date: '2026-11-26',
    },
  },
  brightPay: {
    name: words('BrightPay: hourly payments from CSV'),
    source: {
      url: 'https://brightpay.co.uk/docs/bpol/importing-pay-data-using-csv-file/importing-hourly-payments-using-csv-file',
      date: '2026-11-26',
    },
  },
  paySauce: {
    name: words('PaySauce: timesheet import'),
    source: {
      url: 'https://help.paysauce.com/en/articles/11181587-paysauce-timesheet-import-part-1',
      date: '2026-11-26',
    },
  },
  payHero: {
    name: words('PayHero: timesheet import (hours)'),
    source: {
      url: 'https://support.payhero.co.nz/hc/en-us/articles/360002666316-Timesheet-Imports',
      date: '2026-11-26',
    },
  },
  adp: {
    name: words('ADP Workforce Now: paydata (EPI)'),
    source: {
      url: 'https://apps.adp.com/en-US/apps/372723/automated-paydata-integration-for-adp-workforce-now/features',
      date: '2026-11-26',
    },
  },
  quickBooks: {
    name: words('QuickBooks Desktop: timer activities, IIF (hours)'),
    source: {
      url: 'http://support.quickbooks.intuit.com/support/Pages/InProductHelp/Core/QB2K8/ContentPackage/Core/IIF/iif_reference_timeract.html',
      date: '2026-11-26',
    },
  },
};

/** The columns that a CSV of one's own can have. Lines that differ in no column of text are one, with their sums. */
export const PAY_COLUMNS = [
  'number',
  'firstName',
  'lastName',
  'from',
  'to',
  'date',
  'code',
  'lookup1',
  'lookup2',
  'hours',
  'units',
  'rate',
  'amount',
] as const;
export const payColumn = z.enum(PAY_COLUMNS);
export type PayColumn = z.infer<typeof payColumn>;
/** Payroll's code; `{lookup1}` and `{lookup2}` in it are the codes of the work. */
const payCode = typedLine(40);
export const paySettings = z.strictObject({
  /** By kind of line: payroll's code, or null where payroll does not get it. A kind without either stops a file that has it. */
  codes: z.partialRecord(payElement, payCode.nullable()),
  /** `decimal`: 7.50; `clock`: 7.30 is 7 hours and 30 minutes. */
  hours: z.enum(['decimal', 'clock']),
  dates: z.enum(['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD']),
  separator: z.enum([',', ';', 'tab']),
  /** Asked for by some layouts: a company's code or name, a batch, the creation time of QuickBooks' company file; and how names are written. */
  company: typedLine(60).optional(),
  batch: typedLine(8).optional(),
  created: typedLine(20).optional(),
  names: z.enum(['First Last', 'Last, First']).optional(),
  columns: z
    .array(z.strictObject({ column: payColumn, head: requiredTypedLine(words('Heading is required'), 60) }))
    .min(1, words('Choose a column'))
    .max(PAY_COLUMNS.length),
});
export type PaySettings = z.infer<typeof paySettings>;
const profileFields = {
  name: requiredTypedLine(words('Name is required'), 120),
  layout: payLayout,
  settings: paySettings,
};
export const payProfile = z.object({ _id: documentId, version: z.int(), ...profileFields });
export type PayProfile = z.infer<typeof payProfile>;
export const MAX_PAY_PROFILES = 50;
const fileParams = z.object({ payFileId: documentId });
export const MAX_PAY_FILES = 100;

export const listPayFiles = endpoint({
  method: 'GET',
  path: '/pay/files',
  access: view,
  summary: `The newest ${MAX_PAY_FILES} payroll files with what became of each, the locked periods, newest first, and the profiles.`,
  response: z.object({
    files: z.array(payFile.extend({ events: z.array(payFileEvent).max(20) })).max(MAX_PAY_FILES),
    locks: z.array(z.object({ _id: documentId, ...span, at: instant })).max(MAX_PAY_FILES),
    profiles: z.array(payProfile.pick({ _id: true, name: true, layout: true })).max(MAX_PAY_PROFILES),
  }),
});
export const MAX_PREVIEW_LINES = 200;
/** 409 CONFLICT: the period is no longer locked, or figures are being worked out anew. DATE_OUT_OF_RANGE: the period has more than MAX_RANGE_DAYS. */
export const previewPayFile = endpoint({
  method: 'GET',
  path: '/pay/files/preview',
  access: view,
  summary:
    'What a payroll file of a locked period would hold and, by a profile, what payroll would read; stores nothing.',
  query: z.object({ lockId: documentId, profileId: documentId.optional() }),
  response: z.object({
    ...contents,
    /** The part of `total` that is of days before its own: of windows that reach into the period (docs/reference/payroll-files.md). */
    earlier: money,
    /** The settled amounts of its days that come with the period in which their window ends. */
    later: money,
    /** The people of `leftOut`, by number: the first of them. */
    leftOutPeople: z.array(listedEmployee).max(MAX_LEFT_OUT_NAMED),
    /** Null where no profile was named. */
    byProfile: z
      .object({
        /** The words that stop the file: 'Code missing: Sunday hours (3 people)', or a value that the layout cannot hold. */
        refusal: z.string().nullable(),
        /** The refusal as a message, for other languages. */
        words: textOrMessage.nullable().optional(),
        /** The first lines; those without a code, which the profile has to have, come before all others. */
        lines: z.array(codedLine.extend({ employee: listedEmployee })).max(MAX_PREVIEW_LINES),
      })
      .nullable(),
  }),
  refusals: ['CONFLICT', 'DATE_OUT_OF_RANGE', 'NOT_FOUND'],
});
/** 409 CONFLICT as the preview, where nothing has changed since the last file, more people are left out than `knownLeftOut` says, or the profile stops it. */
export const makePayFile = endpoint({
  method: 'POST',
  path: '/pay/files',
  access: manage,
  summary:
    'Makes the payroll file of a locked period, or one of what has changed since its last one. Needs Pay.VIEW as well.',
  body: z.strictObject({
    lockId: documentId,
    knownLeftOut: z.int().min(0).max(1_000_000).default(0),
    /** By which it will be downloaded: a file that this would refuse is not made. */
    profileId: documentId.optional(),
  }),
  response: payFile,
  refusals: ['CONFLICT', 'DATE_OUT_OF_RANGE', 'NOT_FOUND'],
});

export const MAX_FILE_PEOPLE = 200;
const peoplePage = {
  /** The index of the last employee that the caller has; -1: none. */
  lastIndex: z.coerce.number<number | string>().int().min(-1).max(1_000_000).default(-1),
  rows: z.coerce.number<number | string>().int().min(1).max(MAX_FILE_PEOPLE).default(MAX_FILE_PEOPLE),
};
const linesPage = <Line extends z.ZodType>(one: Line) =>
  z.object({
    file: payFile,
    people: z.array(z.object({ employee: listedEmployee, lines: z.array(one).max(1_000) })).max(MAX_FILE_PEOPLE),
    lastIndex: z.int(),
    /** Of all pages together: an employee with many lines counts several times. */
    total: count,
  });
export const listPayFileLines = endpoint({
  method: 'GET',
  path: '/pay/files/:payFileId/lines',
  access: view,
  summary: 'The lines of a payroll file, some employees at a time, by number; by a profile, with payroll’s codes.',
  params: fileParams,
  query: z.object({ ...peoplePage, profileId: documentId.optional() }),
  response: linesPage(codedLine),
  refusals: ['NOT_FOUND'],
});
/** 409 CONFLICT, by name: a code that is missing, or a value that the layout cannot hold. */
export const downloadPayFile = endpoint({
  method: 'GET',
  path: '/pay/files/:payFileId/file',
  access: view,
  summary: 'A payroll file in the layout of a profile. The same file and version of a profile are the same bytes.',
  params: fileParams,
  query: z.object({ profileId: documentId }),
  response: 'file',
  refusals: ['CONFLICT', 'NOT_FOUND'],
});

export const {
  list: listPayProfiles,
  create: createPayProfile,
  update: updatePayProfile,
  remove: deletePayProfile,
} = recordEndpoints(
  {
    path: '/pay/profiles',
    access: manage,
    params: z.object({ payProfileId: documentId }),
    refusals: ['LIMIT_REACHED', 'NOT_FOUND', 'OUTDATED'],
  },
  {
    list: {
      summary: 'The profiles of payroll files, by name.',
      response: z.object({ profiles: z.array(payProfile).max(MAX_PAY_PROFILES) }),
    },
    create: { summary: 'Adds a profile.', body: z.strictObject(profileFields), response: payProfile },
    update: {
      summary: 'Changes a profile: its version rises. 409 OUTDATED where it is not `version` any more.',
      body: z.strictObject({ ...profileFields, version: z.int() }),
      response: payProfile,
    },
    remove: {
      summary: 'Deletes a profile; what was downloaded by it stays.',
      query: z.object({ version: z.coerce.number<number | string>().int() }),
      response: ok,
    },
  },
);

const ofSystem = z.object({ systemId: line(60) });
const period = ofSystem.extend({ periodId: documentId });
/** 403 OUT_OF_SCOPE: the key only sends. 403 SYSTEM_NOT_ALLOWED as for payroll sync. */
export const listPayPeriods = endpoint({
  method: 'GET',
  path: '/payroll/:systemId/periods',
  access: 'payroll',
  summary: `The payroll files after a number, oldest first: at most ${MAX_PAY_FILES}. A period has one, and another for what arrived later.`,
  params: ofSystem,
  query: z.object({ after: z.coerce.number<number | string>().int().min(0).max(2_000_000_000).default(0) }),
  response: z.object({
    results: z.array(payFile.extend({ takenAt: nullableInstant })).max(MAX_PAY_FILES),
  }),
  refusals: ['OUT_OF_SCOPE', 'SYSTEM_NOT_ALLOWED'],
});
export const getPayLines = endpoint({
  method: 'GET',
  path: '/payroll/:systemId/periods/:periodId/lines',
  access: 'payroll',
  summary: 'The lines of a payroll file, some employees at a time; with an ETag, for a file never changes.',
  params: period,
  query: z.object(peoplePage),
  response: linesPage(payFileLine),
  refusals: ['NOT_FOUND', 'OUT_OF_SCOPE', 'SYSTEM_NOT_ALLOWED'],
});
/** 409 CONFLICT: the hash is not that of the file. */
export const takePayPeriod = endpoint({
  method: 'POST',
  path: '/payroll/:systemId/periods/:periodId/taken',
  access: 'payroll',
  summary: 'Notes that the payroll system has taken a file, by its hash; the first time counts.',
  params: period,
  body: z.strictObject({ hash: z.string().max(64) }),
  response: z.object({ takenAt: instant }),
  refusals: ['CONFLICT', 'NOT_FOUND', 'OUT_OF_SCOPE', 'SYSTEM_NOT_ALLOWED'],
});
