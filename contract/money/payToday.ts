import { z } from 'zod';
import { count } from '../figures/stats.ts';
import { cacheKeyQuery } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';
import { money } from '../platform/money.ts';

/** Pay of today so far. Apart from the other pay, because the overview shows it and needs nothing else of theirs. */

export const payToday = z.object({
  currency: z.string().nullable(),
  /** Earned so far today, with the time of work that goes on; null where nothing is priced yet. */
  earned: money.nullable(),
  units: z.string(),
  perUnit: money.nullable(),
  /**
   * The people who stand to need a top-up today, and how much together: the guarantee of their whole shift, less what they have earned and what they will
   * earn until its end at the usual pace of their last two weeks, or at today's. Of windows of a day alone.
   */
  topUpPeople: count,
  topUp: money,
});
export type PayToday = z.infer<typeof payToday>;
export const getPayToday = endpoint({
  method: 'GET',
  path: '/pay/today',
  isCostly: true,
  access: employer('Pay.VIEW'),
  summary: 'Today so far: earned, cost per unit, and who would need a top-up.',
  query: cacheKeyQuery.extend(crewFilters),
  response: payToday,
  versioned: true,
  scope: 'people',
});
