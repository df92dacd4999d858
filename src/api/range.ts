import type { Crew } from './crew.ts';
import { figuresKey } from './day.ts';

/** Account-local dates, both included, and the people whom the figures cover. `live`: the range includes today. */
export type DayRange = { accountId: string; timeZone: string; from: string; to: string; crew: Crew; live: boolean };

/** Returns the query parameters of a call about a range. */
export const rangeRequest = ({ from, to, crew }: DayRange) => ({ from, to, ...crew });

/** The key of one question about a range. */
export const rangeKey = (
  { accountId, from, to, crew }: DayRange,
  card: string,
  options: Record<string, string | number> = {},
) => [...figuresKey(accountId), card, { from, to, ...crew, ...options }] as const;
