import type { Deferring } from '../attendance/afterwards.ts';
import type { RecalculatedDays } from '../attendance/recalculated.ts';
import type { Db } from '../platform/db/db.ts';
import { type Counts, countsOf, type Outcome, outcomesOf, type Plan } from './plan.ts';
import type { Rejection } from './records.ts';

/** One change of master data: one account (locked, account.sql.ts), one owner of what is written, one instant, the next data version. */
export type ChangeScope = {
  tx: Db;
  accountId: string;
  systemId: string;
  now: Date;
  version: number;
  /** Takes the days of many employees, to be derived after the transaction (withAfterwards); absent: they are derived within it. */
  deferring?: Deferring | undefined;
  /** The transaction will be rolled back: what follows from the change without being shown is left out (`applyEffects`). */
  isPreview?: boolean;
  /** Locked days whose figures the change may alter, by employee, read before it; `altered` reads them again, with those of new employees, and returns those that differ. */
  compared?: { days: RecalculatedDays; altered: (ofAdded: RecalculatedDays) => Promise<RecalculatedDays> } | undefined;
};
export type PartResult = { counts: Counts; rejected: Rejection[]; wrote: boolean; outcomes?: Map<string, Outcome> };

export const resultOf = (plan: Plan<unknown>, rejected: readonly Rejection[]): PartResult => ({
  counts: countsOf(plan, rejected.length),
  rejected: [...rejected, ...plan.rejected],
  wrote: plan.upserts.length + plan.deletes.length > 0,
  outcomes: outcomesOf(plan),
});
