import { z } from 'zod';
import { access, ownOrNamedAccount, rejudged } from '../masterData/setupRecords.ts';
import { documentId, instant, requiredLine, rowRange } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listedImport, MAX_LISTED_IMPORTS } from '../platform/listedImports.ts';
import { message } from '../platform/message.ts';
import { words } from '../platform/words.ts';
import { MAX_MAPPING_TEXT } from './list.ts';

/** The payroll workbook: download, preview, apply. */

/** The most bytes of a file. */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024;
/** The sheets of the workbook, in the order in which they are applied. */
export const WORKBOOK_SHEETS = [
  ...(['groups', 'lookups', 'shifts', 'holidays', 'hoursRules', 'employees'] as const),
  ...(['rates', 'minimums'] as const),
] as const;
export const workbookSheet = z.enum(WORKBOOK_SHEETS);
export type WorkbookSheet = z.infer<typeof workbookSheet>;
/** The sheets with amounts. They are for users with Pay.MANAGE: downloads of others lack them, and uploads with them answer others 401 PERMISSION_DENIED. */
export const PAY_SHEETS: readonly WorkbookSheet[] = ['rates', 'minimums'];
export const workbookOutcome = z.enum(['new', 'changed', 'unchanged', 'deleted', 'refused']);
export type WorkbookOutcome = z.infer<typeof workbookOutcome>;
/** The new groups that a preview names; more than these are only counted. */
export const MAX_NEW_GROUPS = 20;
export const newGroup = z.object({
  kind: z.enum(['time', 'employee', 'job']),
  name: z.string(),
  /** The employees who are in it after the workbook, now or later. */
  people: z.int(),
  /** A time group without a single standard time: its employees are off every day. */
  lacksShift: z.boolean(),
  /** A group of the same kind whose name is one or two letters away. */
  meant: z.string().nullable(),
});
export type NewGroup = z.infer<typeof newGroup>;
export const workbookPreview = z.object({
  workbookId: documentId,
  /** Null for pasted cells. */
  fileName: z.string().nullable(),
  sheets: z.array(
    z.object({
      sheet: workbookSheet,
      /** Marked as the whole list: records that the sheet lacks are deleted. */
      isWhole: z.boolean(),
      new: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      deleted: z.int(),
      refused: z.int(),
    }),
  ),
  /** The ignored parts: sheets with other names, and columns with content under a heading that is none of ours. */
  ignoredSheets: z.array(z.string()),
  /** The groups that the workbook creates, those that look like a slip first. */
  newGroups: z.object({ total: z.int(), groups: z.array(newGroup).max(MAX_NEW_GROUPS) }),
  rejudged,
  /** A hash of all outcomes as they were shown: `apply` must name it. */
  outcomeHash: z.string(),
});
export type WorkbookPreview = z.infer<typeof workbookPreview>;
const workbookParams = z.object({ workbookId: documentId });
const unreadable = [
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_FAILED',
  'UNAVAILABLE',
  'OWN_RECORD',
  'PERIOD_LOCKED',
] as const;
export const downloadWorkbook = endpoint({
  method: 'GET',
  path: '/setup/workbook',
  access,
  summary: 'The payroll workbook (.xlsx): an empty template, or the current data.',
  query: ownOrNamedAccount.extend({ content: z.enum(['template', 'current']) }),
  response: 'file',
});
export const uploadWorkbook = endpoint({
  method: 'POST',
  path: '/setup/workbook',
  access,
  summary:
    'Previews an .xlsx, .ods or .csv file (one part `workbook`): the real run, rolled back. A .csv is a workbook of one sheet, which its headings tell.',
  query: ownOrNamedAccount.extend({
    /** The file is a list of people: what its columns are taken for, as the JSON of a mapping (contract/office/list.ts). */
    list: z.string().max(MAX_MAPPING_TEXT).optional(),
    /** For a list: the time group of people whose line has none, and whether their number is what they clock with. */
    timeGroup: requiredLine(words('A shift is required'), 60).optional(),
    timeIdIsNumber: z.enum(['1']).optional(),
  }),
  upload: 'file',
  response: workbookPreview,
  refusals: unreadable,
});
/** More than a person pastes from a spreadsheet. */
const MAX_PASTED_ROWS = 2_000;
export const pasteCells = endpoint({
  method: 'POST',
  path: '/setup/pasted',
  access,
  summary:
    'Previews pasted cells as one sheet of a workbook; without headings the columns are those of the template in their order.',
  query: ownOrNamedAccount,
  body: z.strictObject({
    sheet: workbookSheet,
    rows: z
      .array(z.array(z.string().max(500)).max(40))
      .min(1)
      .max(MAX_PASTED_ROWS),
    /** For employees without a column Time ID, the employee number is the time id. */
    timeIdIsNumber: z.boolean().optional(),
  }),
  response: workbookPreview,
  refusals: unreadable,
});
export const previewWorkbook = endpoint({
  method: 'POST',
  path: '/setup/workbook/:workbookId/preview',
  access,
  summary: 'Previews an upload again, with sheets ticked as whole lists.',
  params: workbookParams,
  query: ownOrNamedAccount,
  body: z.strictObject({ wholeSheets: z.array(workbookSheet).max(WORKBOOK_SHEETS.length) }),
  response: workbookPreview,
  refusals: ['CONFLICT', 'EXPIRED', 'OWN_RECORD', 'PERIOD_LOCKED'],
});
export const workbookLine = z.object({
  sheet: workbookSheet,
  /** The row number in the spreadsheet, from 1; null for a record that a whole list lacks. */
  line: z.int().nullable(),
  /** The number, code or date, and the name. */
  number: z.string(),
  who: z.string(),
  outcome: workbookOutcome,
  /** Before and after of each cell that differs. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  /** Why the line was refused, or a side effect ('New time group "Night"'). */
  reason: z.string().nullable(),
  /** The same with its values, to be said in the language that is shown. */
  reasonWords: message.nullish(),
});
export type WorkbookLine = z.infer<typeof workbookLine>;
/** The most lines of a preview that are answered at a time. */
export const MAX_WORKBOOK_LINES = 500;
export const listWorkbookLines = endpoint({
  method: 'GET',
  path: '/setup/workbook/:workbookId/lines',
  access,
  summary: `The lines of a preview in their order, a range of at most ${MAX_WORKBOOK_LINES} rows.`,
  params: workbookParams,
  query: ownOrNamedAccount.extend({
    ...rowRange.shape,
    sheet: workbookSheet.optional(),
    outcome: workbookOutcome.optional(),
  }),
  response: z.object({ lines: z.array(workbookLine), lastIndex: z.int() }),
  refusals: ['EXPIRED'],
});
export const downloadRefusedLines = endpoint({
  method: 'GET',
  path: '/setup/workbook/:workbookId/refused',
  access,
  summary: 'The refused lines as a workbook with their reasons, for a day.',
  params: workbookParams,
  query: ownOrNamedAccount,
  response: 'file',
  refusals: ['EXPIRED'],
});
export const downloadBefore = endpoint({
  method: 'GET',
  path: '/setup/workbook/:workbookId/before',
  access,
  summary: 'The data as it was before a workbook was applied, for 30 days.',
  params: workbookParams,
  query: ownOrNamedAccount,
  response: 'file',
  refusals: ['EXPIRED'],
});
export const workbookResult = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
  /** Lines that were refused and therefore left out. */
  leftOut: z.int(),
  rejudged,
});
export const applyWorkbook = endpoint({
  method: 'POST',
  path: '/setup/workbook/:workbookId/apply',
  access,
  stepUp: 'factor',
  summary:
    'Takes what was shown, all of it or nothing: 409 CONFLICT if anything would be otherwise by now. Twice answers the same.',
  params: workbookParams,
  query: ownOrNamedAccount,
  body: z.strictObject({
    outcomeHash: z.string().max(64),
    /** The choice 'Leave 2 lines out': without it, a workbook with refused lines answers 400 VALIDATION_FAILED. */
    leaveRefused: z.boolean(),
  }),
  response: workbookResult,
  refusals: ['CONFLICT', 'EXPIRED', 'OWN_RECORD', 'PERIOD_LOCKED'],
});
export const listWorkbookImports = endpoint({
  method: 'GET',
  path: '/setup/imports',
  access,
  summary:
    'The workbooks and lists that were taken in the last 30 days, the newest first: when, by whom, how many lines, and whether each can be undone.',
  query: ownOrNamedAccount,
  response: z.object({
    imports: z
      .array(
        listedImport.extend({
          workbookId: documentId,
          undone: z.object({ at: instant, by: z.string() }).nullable(),
          counts: workbookResult.omit({ rejudged: true }),
          /** The data as it was before can be downloaded. */
          hasBefore: z.boolean(),
        }),
      )
      .max(MAX_LISTED_IMPORTS),
  }),
});
export const undoWorkbook = endpoint({
  method: 'POST',
  path: '/setup/workbook/:workbookId/undo',
  access,
  stepUp: 'factor',
  summary:
    'Puts back what a workbook or a list changed, within a day, all of it or nothing: 409 CONFLICT if one of its sheets was changed otherwise since.',
  params: workbookParams,
  query: ownOrNamedAccount,
  response: workbookResult.extend({
    /** The names of the groups that it created and that stay, because shifts, rules, rates, users or alerts name them. */
    usedGroups: z.array(z.string()).max(MAX_NEW_GROUPS),
  }),
  refusals: ['CONFLICT', 'EXPIRED', 'OWN_RECORD', 'PERIOD_LOCKED'],
});
