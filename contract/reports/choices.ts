import { z } from 'zod';
import { documentId, localDate } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { periodRule } from '../platform/periods.ts';
import { asText, msg } from '../platform/words.ts';
import { columnIds, reportType } from './reports.ts';

/** The choices of a user, made once for every device: the columns of tables, and periods besides the account's pay periods. */

/** The tables whose columns can be chosen: each report, its sums, and the roll. */
export const chosenTable = z.enum([
  ...reportType.options,
  ...reportType.options.map((type) => `${type}.sums` as const),
  'roll',
]);
export type ChosenTable = z.infer<typeof chosenTable>;
const MAX_PERIODS = 5;
const periods = z
  .array(periodRule)
  .max(MAX_PERIODS, asText(msg('At most {most} kinds of periods', { most: MAX_PERIODS })));

export const choices = z.object({
  /** The columns that the user chose, in their order; a table that is not here is as specified. */
  columns: z.partialRecord(chosenTable, columnIds),
  periods,
});
export type Choices = z.infer<typeof choices>;

const span = z.object({ from: localDate, to: localDate });
export const choicesAnswer = choices.extend({
  /**
   * The periods of the last 92 days, newest first: first those of the account (`rule` null), then those of each rule of the user. The present one has not
   * ended.
   */
  spans: z.array(z.object({ rule: periodRule.nullable(), periods: z.array(span).max(100) })).max(1 + MAX_PERIODS),
});
export type ChoicesAnswer = z.infer<typeof choicesAnswer>;

export const getChoices = endpoint({
  method: 'GET',
  path: '/session/choices',
  access: 'session',
  summary:
    'The columns and periods that the user has chosen, and the days of these periods; an administrator may name the account whose pay periods are returned.',
  query: z.object({ accountId: documentId.optional() }),
  response: choicesAnswer,
});
export const saveChoices = endpoint({
  method: 'PUT',
  path: '/session/choices',
  access: 'session',
  summary: 'Choose the columns of tables (null: as specified), or one’s periods; what is not named stays.',
  body: z.strictObject({
    columns: z.partialRecord(chosenTable, columnIds.nullable()).optional(),
    periods: periods.optional(),
  }),
  response: choicesAnswer,
});
