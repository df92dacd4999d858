import { z } from 'zod';
import { dateSpan } from '../figures/stats.ts';
import { documentId, instant, language, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { message } from '../platform/message.ts';
import { asText, msg, words } from '../platform/words.ts';
import { exportType, type ReportType } from './reports.ts';

/**
 * *Records* (docs/reference/records.md#files-of-records): what inspectors and auditors ask for, of days of whatever age, as files in one ZIP with a manifest of hashes. A job makes it, so
 * that a year of thousands of people is no request.
 */

/** The most days of one file. */
export const MAX_RECORD_DAYS = 366;
/** The most files that are listed; a file is deleted after so many days. */
export const MAX_RECORD_FILES = 20;
export const RECORD_FILE_DAYS = 30;

/** The parts of a file, each with the report that it is. */
export const RECORD_PARTS = {
  'time-cards': 'employee-attendance',
  pieces: 'piecework-performance',
  'paid-hours': 'paid-hours',
  corrections: 'corrections',
  pay: 'earnings',
  consents: 'consents',
} as const satisfies Record<string, ReportType>;
export const recordPart = z.enum(Object.keys(RECORD_PARTS) as (keyof typeof RECORD_PARTS)[]); // the keys of a constant
export type RecordPart = z.infer<typeof recordPart>;
const ids = z.array(documentId).max(10_000).optional();
/** The most people who are chosen one by one. */
export const MAX_RECORD_PEOPLE = 100;
/** The people whom the records are of, those of groups or some; without any, everybody. Entries of lookup 1 narrow pieces alone, as in every report. */
export const recordOptions = z.strictObject({
  employeeGroupIds: ids,
  timeGroupIds: ids,
  jobDescriptionIds: ids,
  deviceIds: ids,
  lookup1Ids: ids,
  employeeIds: z
    .array(documentId)
    .min(1, words('At least one person'))
    .max(MAX_RECORD_PEOPLE, asText(msg('At most {most} people', { most: MAX_RECORD_PEOPLE })))
    .optional(),
});

export const recordFile = z.object({
  _id: documentId,
  from: localDate,
  to: localDate,
  parts: z.array(recordPart),
  exportType,
  by: z.string(),
  at: instant,
  status: z.enum(['making', 'ready', 'failed']),
  /** In words, of one that failed. */
  failure: z.string().nullable(),
  /** The same with its values, to be said in the language that is shown. */
  words: message.nullish(),
  /** Of one that is ready: its size, and the SHA-256 of the ZIP, in hexadecimal digits. */
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  /** When it is deleted. */
  endsAt: instant,
});
export type RecordFile = z.infer<typeof recordFile>;

const access = employer('Attendance.LOCK_PERIOD');
export const listRecordFiles = endpoint({
  method: 'GET',
  path: '/records',
  access,
  scope: 'people',
  summary: `The files of records of the last ${RECORD_FILE_DAYS} days, the newest first, also those that are being made.`,
  response: z.object({ files: z.array(recordFile).max(MAX_RECORD_FILES) }),
});
export const makeRecordFile = endpoint({
  method: 'POST',
  path: '/records',
  access,
  scope: 'people',
  stepUp: 'factor',
  summary: `Makes a ZIP of records of at most ${MAX_RECORD_DAYS} days of whatever age, as a job; also needs the permissions for the figures in it.`,
  body: z.strictObject({
    dates: dateSpan,
    parts: z
      .array(recordPart)
      .min(1, words('At least one part'))
      .max(recordPart.options.length)
      .refine((parts) => new Set(parts).size === parts.length, { error: words('Each part once') }),
    exportType,
    /** As of a report: that of the files for people, and of the lines on how complete the figures are. */
    language: language.optional(),
    options: recordOptions.optional(),
  }),
  response: recordFile,
  refusals: ['LIMIT_REACHED', 'DATE_OUT_OF_RANGE', 'NOT_FOUND'],
});
export const downloadRecordFile = endpoint({
  method: 'GET',
  path: '/records/:recordFileId/file',
  access,
  scope: 'people',
  summary:
    'The ZIP of a file of records; it says in `manifest.json` of what it is, and the SHA-256 of each file in it.',
  params: z.object({ recordFileId: documentId }),
  response: 'file',
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
