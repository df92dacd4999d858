import { v7 as uuidv7 } from 'uuid';
import { words } from '#contract/words.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { lockAccount } from '../tenant/account.ts';
import { ownRecord } from './attempts.ts';
import { selectActing } from './corrections.sql.ts';
import { insertReviews } from './exceptions.sql.ts';
import { isOfEmployee, isOfMember } from './found.ts';
import { requireNoRestore } from './restoring.ts';
import { readSeen } from './seen.ts';

/** 'Leave as it is': hides exceptions until their evidence changes. Throws OWN_RECORD for the caller's own days. */
export async function reviewExceptions(
  db: Db,
  items: readonly { key: string; evidence: string; note?: string | undefined }[],
  call: UserCall,
): Promise<{ ok: true }> {
  const { caller, now } = call;
  const { accountId } = caller;
  return db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    const { isRestoring, ownEmployeeId } = await selectActing(tx, accountId, caller.userId);
    requireNoRestore(isRestoring);
    const seen = await readSeen(tx, caller);
    if (seen && !items.every(({ key }) => isOfMember(key, seen))) throw notFound(words('Exception not found'));
    if (ownEmployeeId && items.some(({ key }) => isOfEmployee(key, ownEmployeeId))) throw ownRecord();
    await raiseDataVersion(tx, accountId, now);
    const rows = items.map((item) => ({ ...item, id: uuidv7({ msecs: now.getTime() }) }));
    await insertReviews(tx, accountId, rows, {
      actId: uuidv7({ msecs: now.getTime() }),
      madeBy: caller.userId,
      madeByName: caller.fullName,
      now,
    });
    const [only] = items.length === 1 ? items : [];
    const target = only?.key ?? `${items.length} exceptions`;
    await audit(tx, { ...by(call), accountId, action: 'exception.review', target, detail: only?.note || undefined });
    return call.answered(tx, { ok: true as const });
  });
}
