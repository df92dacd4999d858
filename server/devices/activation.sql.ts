import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

type Of = { accountId: string; deviceId: string };

/** A new code makes the old ones, and the token that the device had, worthless. Used ones stay until then, to say 'used'. */
export async function voidActivations(tx: Db, { accountId, deviceId }: Of) {
  await tx.run(
    sql`delete from device_token_directory where owner_account_id = ${accountId} and device_id = ${deviceId}`,
  );
  await tx.run(sql`update activation_directory set expires_at = least(expires_at, created_at), qr_path = null, qr_payload = null
    where owner_account_id = ${accountId} and device_id = ${deviceId}`);
  await tx.run(sql`update device set is_activated = false where account_id = ${accountId} and device_id = ${deviceId}`);
}

export type NewActivation = {
  codeHash: Buffer;
  codeSealed: string;
  qrPath: string | null;
  qrPayload: string | null;
  qrSize: number | null;
  createdAt: Date;
  expiresAt: Date;
};
export const insertActivation = (tx: Db, { accountId, deviceId }: Of, made: NewActivation) =>
  tx.run(sql`
    insert into activation_directory (code_hash, owner_account_id, device_id, qr_path, qr_payload, qr_size, code_sealed, created_at, expires_at)
    values (${made.codeHash}, ${accountId}, ${deviceId}, ${made.qrPath}, ${made.qrPayload}, ${made.qrSize}, ${made.codeSealed},
      ${made.createdAt}, ${made.expiresAt})`);

export const selectCurrentActivation = (db: Db, { accountId, deviceId }: Of, now: Date) =>
  db.first(
    z.object({ codeSealed: z.string(), expiresAt: z.string() }),
    sql`select code_sealed as "codeSealed", expires_at as "expiresAt" from activation_directory
        where owner_account_id = ${accountId} and device_id = ${deviceId} and used_at is null and expires_at > ${now}
        order by created_at desc limit 1`,
  );

export const selectQr = (db: Db, pathHash: string, now: Date) =>
  db.first(
    z.object({ deviceId: z.string(), qrPayload: z.string(), qrSize: z.int() }),
    sql`select device_id::text as "deviceId", qr_payload as "qrPayload", qr_size as "qrSize" from activation_directory
        where qr_path = ${pathHash} and used_at is null and expires_at > ${now}`,
  );

const activation = z.object({
  accountId: z.string(),
  deviceId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
});
export type Activation = z.infer<typeof activation>;

/** Uses a code up: the row is locked by the update, so of parallel calls one gets it. */
export async function useActivation(tx: Db, codeHash: Buffer, now: Date): Promise<Activation | 'unknown' | 'expired'> {
  const used = await tx.first(
    activation,
    sql`update activation_directory c set used_at = ${now}
        from account a
        where c.code_hash = ${codeHash} and c.used_at is null and c.expires_at > ${now}
          and a.account_id = c.owner_account_id and a.is_active
        returning c.owner_account_id::text as "accountId", c.device_id::text as "deviceId", a.name as "accountName", a.time_zone as "timeZone"`,
  );
  if (used) return used;
  const known = await tx.first(
    z.object({ one: z.int() }),
    sql`select 1 as one from activation_directory where code_hash = ${codeHash}`,
  );
  return known ? 'expired' : 'unknown';
}

export async function replaceToken(tx: Db, { accountId, deviceId }: Of, tokenHash: Buffer, now: Date) {
  await tx.run(
    sql`delete from device_token_directory where owner_account_id = ${accountId} and device_id = ${deviceId}`,
  );
  await tx.run(
    sql`insert into device_token_directory (token_hash, owner_account_id, device_id) values (${tokenHash}, ${accountId}, ${deviceId})`,
  );
  await tx.run(
    sql`update device set is_activated = true, activated_at = ${now} where account_id = ${accountId} and device_id = ${deviceId}`,
  );
}

export const noteCodeSent = (tx: Db, { accountId, deviceId }: Of, now: Date) =>
  tx.run(sql`update device set code_sent_at = ${now} where account_id = ${accountId} and device_id = ${deviceId}`);
