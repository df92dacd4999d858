import { queryOptions } from '@tanstack/react-query';
import { countExceptions } from '#contract/exceptionCounts.ts';
import { call } from '../../api/call.ts';
import type { Crew } from '../../api/crew.ts';
import { dayOptions, figuresKey } from '../../api/day.ts';

/** Some days, local dates, both included; absent: the unlocked ones of the last 31. With filters: of some people alone. */
export type Span = { from?: string | undefined; to?: string | undefined } & Crew;

/** The key of what corrections and exceptions say of some days: they are refreshed with the figures. */
export const ledgerKey = (accountId: string, what: string, span: Span = {}) =>
  [...figuresKey(accountId), what, span] as const;

/** The number of exceptions to fix and to decide: the badge of the section, the strip and 'Before payroll'. */
export const exceptionCountsQuery = (accountId: string, span: Span) =>
  queryOptions({
    queryKey: ledgerKey(accountId, 'exception-counts', span),
    queryFn: ({ signal }) => call(countExceptions, { query: span }, { signal }),
    ...dayOptions({ silent: true }),
  });
