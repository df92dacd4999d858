import { v7 as uuidv7 } from 'uuid';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { type Asking, audit, by } from '../audit/audit.ts';
import type { Db } from '../db/db.ts';
import { lockAccount } from '../tenant/account.ts';
import { insertReviews } from './exceptions.sql.ts';
import { checkNoRestore } from './restoring.ts';

/** 'Leave as it is': hides exceptions until their evidence is another. */
export async function reviewExceptions(
  db: Db,
  items: readonly { key: string; evidence: string }[],
  asking: Asking,
): Promise<{ ok: true }> {
  const { session, now } = asking;
  const { accountId } = session;
  return db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    await checkNoRestore(tx, accountId);
    await raiseDataVersion(tx, accountId, now);
    const rows = items.map((item) => ({ ...item, id: uuidv7({ msecs: now.getTime() }) }));
    await insertReviews(tx, accountId, rows, {
      actId: uuidv7({ msecs: now.getTime() }),
      madeBy: session.userId,
      madeByName: session.fullName,
      now,
    });
    const target = items.length === 1 ? items[0]?.key : `${items.length} exceptions`;
    await audit(tx, { ...by(asking), accountId, action: 'exception.review', ...(target && { target }) });
    return asking.answered(tx, { ok: true as const });
  });
}
