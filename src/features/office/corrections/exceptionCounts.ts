import { countExceptions } from '#contract/office/exceptionCounts.ts';
import type { Crew } from '../../../api/crew.ts';
import { dayOptions, figuresKey } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';

/** Local dates, both included; absent: the unlocked ones of the last 31 days. With filters: of some people only. */
export type Span = { from?: string | undefined; to?: string | undefined } & Crew;

/** The key of corrections and exceptions of some days, which are refreshed together with the figures. */
export const ledgerKey = (accountId: string, what: string, span: Span = {}) =>
  [...figuresKey(accountId), what, span] as const;

/** The number of exceptions to fix and to decide: the badge of the section, the answer of a day and the steps of a period. */
export const exceptionCountsQuery = (accountId: string, span: Span) =>
  queryOf(countExceptions, ledgerKey(accountId, 'exception-counts', span), {
    request: () => ({ query: span }),
    ...dayOptions({ silent: true }),
  });
