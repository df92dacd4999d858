import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

/** Statements that read which exceptions were left as they are. */

/** The kinds of exception whose key contains no day. */
const WITHOUT_DAY = ['no-time-group', 'no-shift', 'doubted-keys'] as const;
export const review = z.object({ key: z.string(), evidence: z.string() });
/** Returns the reviews of exceptions since an instant: those of a day, and those that do not depend on the day. */
export const selectReviews = (tx: Db, accountId: string, since: Date) =>
  tx.rows(
    review,
    sql`select r.key, r.evidence from exception_review r where r.account_id = ${accountId} and ${reviewInForce}
      and (r.received_at >= ${since} or split_part(r.key, ':', 1) = any(${[...WITHOUT_DAY]}))`,
  );
/** A condition on `r`, a review: it undoes none, and none undoes it. */
export const reviewInForce = sql`r.undoes is null
  and not exists (select from exception_review u where u.account_id = r.account_id and u.undoes = r.review_id)`;
