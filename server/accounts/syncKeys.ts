import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { KeyRights } from '#contract/accountSettings.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import { notFound, Refusal } from '../http/errors.ts';
import { randomToken, tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { lockAccount, requireEmployerAccount } from '../tenant/account.ts';
import { countSyncKeys, insertSyncKey, revokeSyncKeyRow } from './syncKeys.sql.ts';

/** Keys in force at once in one account: enough for two per system while one is being replaced. */
const MAX_SYNC_KEYS = 20;

const RIGHTS: Record<KeyRights, string> = {
  send: 'sends data',
  fetch: 'fetches payroll files',
  both: 'sends data and fetches payroll files',
};

/** `tb_live_<8>_<43>`: 256 random bits, recognisable as a sync key (S-50). */
const newKey = () => `tb_live_${randomBytes(4).toString('hex')}_${randomToken()}`;

/** Creates a key. Only its hash is stored, so this answer is the only one that contains it. */
export async function createSyncKey(
  { db }: Services,
  accountId: string,
  { systemId, description, rights }: { systemId?: string | undefined; description: string; rights: KeyRights },
  call: UserCall,
): Promise<{ _id: string; key: string }> {
  const { caller, now } = call;
  const key = newKey();
  const syncKeyId = uuidv7({ msecs: now.getTime() });
  return db.tx(async (tx) => {
    await requireEmployerAccount(tx, accountId);
    await lockAccount(tx, accountId);
    if ((await countSyncKeys(tx, accountId)) >= MAX_SYNC_KEYS)
      throw new Refusal('LIMIT_REACHED', `An account has at most ${MAX_SYNC_KEYS} sync keys. Revoke one first.`);
    await insertSyncKey(tx, {
      accountId,
      syncKeyId,
      description,
      rights,
      now,
      by: caller.username,
      keyHash: tokenHash(key),
      systemId: systemId || null,
    });
    await audit(tx, { ...by(call), accountId, action: 'sync-key.create', target: description, detail: RIGHTS[rights] });
    return call.answered(tx, { _id: syncKeyId, key });
  });
}

/** Revokes a key: it is refused from the next request on. */
export async function revokeSyncKey(
  { db }: Services,
  accountId: string,
  syncKeyId: string,
  call: UserCall,
): Promise<void> {
  await db.tx(async (tx) => {
    const revoked = await revokeSyncKeyRow(tx, accountId, syncKeyId, call.now);
    if (!revoked) throw notFound('Sync key');
    await audit(tx, { ...by(call), accountId, action: 'sync-key.revoke', target: revoked.description });
  });
}
