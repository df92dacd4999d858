import { v7 as uuidv7 } from 'uuid';
import { words } from '#contract/platform/words.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { ownRecord } from './attempts.ts';
import { selectActing } from './corrections.sql.ts';
import { insertReviews, selectReviewsInForce, selectReviewsOfAct } from './exceptions.sql.ts';
import { isOfEmployee, isOfMember } from './found.ts';
import { requireNoRestore } from './restoring.ts';
import { readSeen } from './seen.ts';

type Item = { key: string; evidence: string; note?: string | undefined; undoes?: string };

/**
 * 'Leave as it is': hides exceptions until their evidence changes. What is left as it is already stays so by the act that did it, which one undo takes
 * back. Throws OWN_RECORD for the caller's own days.
 */
export const reviewExceptions = (db: Db, items: readonly Item[], call: UserCall) =>
  db.tenant(call.caller.accountId, async (tx) => {
    const { accountId } = call.caller;
    await lockAccount(tx, accountId);
    await requireOwn(tx, items, call);
    const inForce = await selectReviewsInForce(tx, accountId, items);
    const open = new Map(items.map((item) => [`${item.key} ${item.evidence}`, item]));
    for (const { key, evidence } of inForce) open.delete(`${key} ${evidence}`);
    const [first] = inForce;
    const actId =
      open.size === 0 && first ? first.actId : await writeReviews(tx, [...open.values()], call, 'exception.review');
    return call.answered(tx, { ok: true as const, actId });
  });

/** Lists again what one act left as it was. NOT_FOUND for an act with none, CONFLICT where all of it is undone already. */
export const undoReviews = (db: Db, actId: string, call: UserCall) =>
  db.tenant(call.caller.accountId, async (tx) => {
    const { accountId } = call.caller;
    await lockAccount(tx, accountId);
    const rows = await selectReviewsOfAct(tx, accountId, actId);
    if (rows.length === 0) throw notFound(words('Exception not found'));
    const open = rows.filter(({ isInForce }) => isInForce);
    const items = open.map(({ reviewId, key, evidence }) => ({ key, evidence, undoes: reviewId }));
    // Before it is said that they are undone, which would tell of an act outside the caller's scope.
    await requireOwn(tx, rows, call);
    if (open.length === 0) throw conflict(words('This was undone already.'));
    await writeReviews(tx, items, call, 'exception.review-undo');
    return call.answered(tx, { ok: true as const });
  });

/** Refuses exceptions outside the caller's scope, and of the caller's own days. */
async function requireOwn(tx: Db, items: readonly Pick<Item, 'key'>[], { caller, now }: UserCall) {
  const { isRestoring, ownEmployeeId } = await selectActing(tx, caller.accountId, caller.userId);
  requireNoRestore(isRestoring);
  const seen = await readSeen(tx, caller, now);
  if (seen && !items.every(({ key }) => isOfMember(key, seen))) throw notFound(words('Exception not found'));
  if (ownEmployeeId && items.some(({ key }) => isOfEmployee(key, ownEmployeeId))) throw ownRecord();
}

/** Writes rows of the ledger of reviews, with the account locked; returns their act. */
async function writeReviews(
  tx: Db,
  items: readonly Item[],
  call: UserCall,
  action: 'exception.review' | 'exception.review-undo',
): Promise<string> {
  const { caller, now } = call;
  const { accountId } = caller;
  await raiseDataVersion(tx, accountId, now);
  const rows = items.map((item) => ({ ...item, id: uuidv7({ msecs: now.getTime() }) }));
  const actId = uuidv7({ msecs: now.getTime() });
  await insertReviews(tx, accountId, rows, { actId, madeBy: caller.userId, madeByName: caller.fullName, now });
  const [only] = items.length === 1 ? items : [];
  const target = only?.key ?? `${items.length} exceptions`;
  await audit(tx, { ...by(call), accountId, action, target, detail: only?.note || undefined });
  return actId;
}
