import { z } from 'zod';
import { count } from '../figures/stats.ts';
import { localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';

/**
 * Records that are older than the account keeps them (docs/reference/records.md#how-long-records-are-stored). They are removed when a user asks, never by themselves.
 */

/** The days that stay besides these years: a pay period of 31 days that ends with the first day, and the 75 days at which limits of weeks of its first day look. */
export const RECORD_DAYS_MORE = 106;

export const oldRecords = z.object({
  /** The account's setting. */
  years: z.int(),
  /** Records of days before this one can be removed: of all days of a lock or a payroll file, or of none. */
  before: localDate,
  /** Records of days before this one were removed before; null: none were. */
  removedBefore: localDate.nullable(),
  /** The rows that go, by what they are and by year. */
  kinds: z
    .array(
      z.object({ what: z.string(), rows: count, years: z.array(z.object({ year: z.int(), rows: count })).max(100) }),
    )
    .max(20),
  total: count,
});
export type OldRecords = z.infer<typeof oldRecords>;

const access = employer('Setup.MANAGE');
export const previewOldRecords = endpoint({
  method: 'GET',
  path: '/old-records',
  access,
  summary: 'What is older than the years that the account keeps records, by kind and year; it changes nothing.',
  response: oldRecords,
});
export const removeOldRecords = endpoint({
  method: 'POST',
  path: '/old-records/remove',
  access,
  stepUp: 'factor',
  summary:
    'Removes what the preview lists, for good, as a job. 409 CONFLICT where there is nothing, or the day has changed since.',
  body: z.strictObject({
    /** As in the preview. */
    before: localDate,
  }),
  response: oldRecords,
  refusals: ['CONFLICT'],
});
