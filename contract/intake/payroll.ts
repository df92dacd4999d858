import { z } from 'zod';
import { accountParams, instant, line, localDate } from '../platform/common.ts';
import { dateOrder } from '../platform/dateOrder.ts';
import { anyRole, endpoint } from '../platform/endpoint.ts';
import { MAX_SYNC_RECORDS } from '../platform/limits.ts';
import { firstLines, letters, MAX_LIST_COLUMNS } from '../platform/listColumns.ts';
import { listedImport, MAX_LISTED_IMPORTS } from '../platform/listedImports.ts';
import { message } from '../platform/message.ts';
import { words } from '../platform/words.ts';
import { pieceColumn, pieceMapping } from './pieceList.ts';

/** The parts of a payroll sync; each record is checked by itself. */
export const PAYROLL_PARTS = [
  'timeGroups',
  'employeeGroups',
  'jobDescriptions',
  'lookupDefinitions',
  'lookups',
  'standardTimes',
  'holidays',
  'hoursRules',
  'employees',
  'rates',
  'minimums',
  'pieceworkEntries',
  'clockRecords',
] as const;
export const payrollPart = z.enum(PAYROLL_PARTS);
export type PayrollPart = z.infer<typeof payrollPart>;

/** One record of each part: any JSON, since a bad one is answered in `rejected`. The server describes them in its OpenAPI document. */
export const payrollRecord: Readonly<Record<PayrollPart, z.ZodUnknown>> = {
  timeGroups: z.unknown(),
  employeeGroups: z.unknown(),
  jobDescriptions: z.unknown(),
  lookupDefinitions: z.unknown(),
  lookups: z.unknown(),
  standardTimes: z.unknown(),
  holidays: z.unknown(),
  hoursRules: z.unknown(),
  employees: z.unknown(),
  rates: z.unknown(),
  minimums: z.unknown(),
  pieceworkEntries: z.unknown(),
  clockRecords: z.unknown(),
};
const recordsOf = (part: PayrollPart) => z.array(payrollRecord[part]).max(MAX_SYNC_RECORDS).optional();
export const payrollSyncBody = z.strictObject({
  name: line(120).optional(),
  timeGroups: recordsOf('timeGroups'),
  employeeGroups: recordsOf('employeeGroups'),
  jobDescriptions: recordsOf('jobDescriptions'),
  lookupDefinitions: recordsOf('lookupDefinitions'),
  lookups: recordsOf('lookups'),
  standardTimes: recordsOf('standardTimes'),
  holidays: recordsOf('holidays'),
  hoursRules: recordsOf('hoursRules'),
  employees: recordsOf('employees'),
  rates: recordsOf('rates'),
  minimums: recordsOf('minimums'),
  pieceworkEntries: recordsOf('pieceworkEntries'),
  clockRecords: recordsOf('clockRecords'),
  deleted: z.partialRecord(payrollPart, z.array(z.string().max(60)).max(MAX_SYNC_RECORDS)).optional(),
  complete: z.array(payrollPart).max(PAYROLL_PARTS.length).optional(),
});
export type PayrollSyncBody = z.infer<typeof payrollSyncBody>;

export const partCounts = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
  rejected: z.int(),
});
export const payrollSyncResult = z.object({
  counts: z.partialRecord(payrollPart, partCounts),
  rejected: z.array(z.object({ part: payrollPart, code: z.string(), reason: z.string() })),
  /**
   * The codes of employees whose name changed in all its parts: their consent, stored templates, private link and PIN ended. Absent where there are none.
   */
  anotherPerson: z.array(z.string()).optional(),
  /** The fields of records that are not read, for example misspelt ones: the first 20 of each part. Absent where there are none. */
  ignoredFields: z.array(z.object({ part: payrollPart, fields: z.array(z.string()) })).optional(),
});
export type PayrollSyncResult = z.infer<typeof payrollSyncResult>;
/** 403 SYSTEM_NOT_ALLOWED when the system id is not among the account's allowed ones. */
export const syncPayroll = endpoint({
  method: 'POST',
  path: '/payroll/:systemId/sync',
  access: 'payroll',
  summary: 'Upsert what a payroll system knows, by its own codes. The same sync twice changes nothing.',
  params: z.object({ systemId: line(60) }),
  body: payrollSyncBody,
  response: payrollSyncResult,
  refusals: ['OUT_OF_SCOPE', 'SYSTEM_NOT_ALLOWED'],
});

/** A line of a CSV of piecework; `code` is its employee number. */
const wallClock = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
export const pieceLine = z.object({
  line: z.int(),
  /** The heading above its units, in a list with a column for each day or product. */
  heading: z.string().optional(),
  outcome: z.enum(['added', 'unchanged', 'refused']),
  code: z.string(),
  reason: z.string().nullable(),
  /** The same with its values, to be said in the language that is shown. */
  reasonWords: message.optional(),
  /** The values that were understood, on the account's clock; absent for a line that could not be read. */
  read: z
    .object({
      units: z.string(),
      /** Of a line that says no time the date alone. */
      startedAt: wallClock.or(localDate),
      endedAt: wallClock.nullable(),
      durationMs: z.int().nullable(),
    })
    .optional(),
});
export const piecesResult = z.object({
  added: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first 500 lines that are not unchanged. */
  lines: z.array(pieceLine).max(500),
  /** The columns that have content and are not read. */
  ignoredColumns: z.array(z.string()),
  /** The order in which dates are read; null: they may be of two days, so that no line was read. */
  dates: dateOrder.nullable(),
  /** The first number that may be two (1.250 is 1250 or 1.25), of a column that does not tell: its lines are refused until `decimalSign` says. */
  unclearNumber: z.string().optional(),
  /** The sheet that was read: the one with the most columns that are recognised, or the chosen one. */
  sheet: z.string(),
  otherSheets: z.array(z.string()),
  headingLine: z.int(),
  firstLines,
  /** The columns with their fields; while a field that is needed is missing (`pieceMappingProblem`) no line is read. */
  columns: z.array(pieceColumn).max(MAX_LIST_COLUMNS),
  letters,
  /** The date of all lines where no column has one: from a line above the headings. */
  dateAbove: z.string().optional(),
  /** Of the outcomes of all lines, for the commit. */
  outcomeHash: z.string(),
  /** The entries that a commit brought, as the choice by which `POST corrections/pieces` sets them aside; null: none. */
  undo: z.object({ from: localDate, to: localDate, importedAt: instant }).nullable(),
});
const importers = anyRole('Account.IMPORT', 'Setup.MANAGE', 'Attendance.CORRECT');
export const listPieceImports = endpoint({
  method: 'GET',
  path: '/account/:accountId/imports',
  access: importers,
  summary:
    'The lists of piecework that were imported in the last 30 days, the newest first, each with the choice that undoes it.',
  params: accountParams,
  response: z.object({
    imports: z
      .array(listedImport.extend({ added: z.int(), refused: z.int(), undo: piecesResult.shape.undo }))
      .max(MAX_LISTED_IMPORTS),
  }),
});
/**
 * A list of piecework: preview first, then one transaction. Administrators name the account; the office imports for its own, but no line of a locked day or
 * of the user.
 */
export const importPieces = endpoint({
  method: 'POST',
  path: '/account/:accountId/import',
  access: importers,
  stepUp: [{ ifGiven: 'commit', among: [true] }],
  summary:
    'Preview or carry out the import of a list of piecework. Employees, groups, lookups, shifts and holidays: setup/workbook.',
  params: accountParams,
  body: z.strictObject({
    kind: z.literal(
      'piecework',
      words('Only piecework is imported here: employees and shifts by the workbook of Setup.'),
    ),
    /** The text of a CSV; or an .xlsx or .ods in base64. */
    csv: z.string().max(4_000_000).optional(),
    spreadsheet: z.base64().max(4_000_000).optional(),
    commit: z.boolean(),
    /** The fields of its columns; by default those of earlier lists with these headings, else those that the headings name. */
    columns: pieceMapping.optional(),
    letters,
    /** How its dates are written, where two ways are possible. */
    dates: dateOrder.optional(),
    /** The sign before the decimals, where a number may be two: 1.250. */
    decimalSign: z.enum(['.', ',']).optional(),
    /** The file's name, for the audit trail. */
    fileName: line(200).optional(),
    /** Of the preview: CONFLICT, and nothing imported, where a line would have another outcome by now. */
    outcomeHash: z.string().max(64).optional(),
  }),
  response: piecesResult,
  refusals: ['CONFLICT', 'PERIOD_LOCKED'],
});
