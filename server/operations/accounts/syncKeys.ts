import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { KeyRights } from '#contract/access/accountSettings.ts';
import { MAX_KEYS, type ReadingPermission } from '#contract/access/readingKeys.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound, permissionDenied, Refusal } from '../../platform/http/errors.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount, requireEmployerAccount } from '../../platform/tenant/account.ts';
import { countSyncKeys, insertSyncKey, type NewSyncKey, revokeSyncKeyRow } from './syncKeys.sql.ts';

const RIGHTS: Record<KeyRights, Message> = {
  send: msg('sends data'),
  fetch: msg('fetches payroll files'),
  both: msg('sends data and fetches payroll files'),
};

/** `tb_live_<8>_<43>`: 256 random bits, recognisable as a key of ours. */
const newKey = (kind: 'live' | 'read') => `tb_${kind}_${randomBytes(4).toString('hex')}_${randomToken()}`;

type NewKey = { systemId?: string | undefined; description: string; rights: KeyRights };
/** Creates a key of a payroll system. Only its hash is stored, so this answer is the only one that contains it. */
export const createSyncKey = (
  { db }: Services,
  accountId: string,
  { systemId, description, rights }: NewKey,
  call: UserCall,
) =>
  db.tx(async (tx) => {
    await requireEmployerAccount(tx, accountId);
    return insertKey(tx, accountId, { systemId: systemId || null, description, rights }, RIGHTS[rights], call);
  });

type NewReadingKey = { name: string; permissions: readonly ReadingPermission[] };
/** Creates a key that reads figures (docs/reference/payroll-files.md#fetching-them). PERMISSION_DENIED for a permission that its maker does not have. */
export const createReadingKey = ({ db }: Services, { name, permissions }: NewReadingKey, call: UserCall) =>
  db.tx(async (tx) => {
    const { accountId, userId } = call.caller;
    const own = await call.hold(tx);
    if (!permissions.every((one) => own.permissions.includes(one))) throw permissionDenied();
    const reads = { permissions: [...new Set(permissions)].sort(), madeBy: userId };
    const key = { systemId: null, description: name, rights: 'read' as const, reads };
    return insertKey(
      tx,
      accountId,
      key,
      msg('reads: {permissions}', { permissions: reads.permissions.join(', ') }),
      call,
    );
  });

async function insertKey(
  tx: Db,
  accountId: string,
  fields: Pick<NewSyncKey, 'systemId' | 'description' | 'rights' | 'reads'>,
  detail: Message,
  call: UserCall,
): Promise<{ _id: string; key: string }> {
  const { caller, now } = call;
  const key = newKey(fields.rights === 'read' ? 'read' : 'live');
  const syncKeyId = uuidv7({ msecs: now.getTime() });
  await lockAccount(tx, accountId);
  if ((await countSyncKeys(tx, accountId)) >= MAX_KEYS)
    throw new Refusal(
      'LIMIT_REACHED',
      msg('An account has at most {most} keys. Revoke one first.', { most: MAX_KEYS }),
    );
  await insertSyncKey(tx, { ...fields, accountId, syncKeyId, now, by: caller.fullName, keyHash: tokenHash(key) });
  await audit(tx, { ...by(call), accountId, action: 'sync-key.create', target: fields.description, detail });
  return call.answered(tx, { _id: syncKeyId, key });
}

/** Revokes a key: it is refused from the next request on. `onlyReading`: NOT_FOUND for those of payroll systems. */
export async function revokeSyncKey(
  { db }: Services,
  accountId: string,
  syncKeyId: string,
  call: UserCall,
  onlyReading = false,
): Promise<void> {
  await db.tx(async (tx) => {
    const revoked = await revokeSyncKeyRow(tx, accountId, syncKeyId, call.now, onlyReading);
    if (!revoked) throw notFound(words('Sync key not found'));
    await audit(tx, { ...by(call), accountId, action: 'sync-key.revoke', target: revoked.description });
  });
}
