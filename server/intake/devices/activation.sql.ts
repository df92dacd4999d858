import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

type Of = { accountId: string; deviceId: string };
const leading = ({ accountId, deviceId }: Of) => sql`owner_account_id = ${accountId} and device_id = ${deviceId}`;
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

type NewCode = Of & {
  codeHash: Buffer;
  /** '' for a token that is only ever scanned. */
  sealedCode: string;
  qr: { pathHash: string; sealed: string; size: number } | null;
  createdAt: Date;
  expiresAt: Date;
};

export const insertCode = (tx: Db, code: NewCode) =>
  tx.run(sql`
    insert into activation_directory (code_hash, owner_account_id, device_id, qr_path, qr_payload, qr_size, code_sealed, created_at,
      expires_at)
    values (${code.codeHash}, ${code.accountId}, ${code.deviceId}, ${code.qr?.pathHash ?? null}, ${code.qr?.sealed ?? null},
      ${code.qr?.size ?? null}, ${code.sealedCode}, ${code.createdAt}, ${code.expiresAt})`);

/** Invalidates every code of a device: they answer EXPIRED from now on. Codes of a month ago are deleted. */
export async function voidCodes(tx: Db, of: Of, now: Date) {
  await tx.run(sql`
    update activation_directory set used_at = coalesce(used_at, ${now}), qr_path = null, qr_payload = null, code_sealed = ''
    where ${leading(of)}`);
  await tx.run(sql`
    delete from activation_directory where ${leading(of)} and created_at < ${now}::timestamptz - interval '30 days'`);
}

/** Revokes a device's token: the device needs a new code. */
export async function revokeToken(tx: Db, of: Of) {
  await tx.run(sql`delete from device_token_directory where ${leading(of)}`);
  await tx.run(sql`update device set is_activated = false, code_sent_at = null where ${ofDevice(of)}`);
}

const current = z.object({ sealedCode: z.string(), sealedQr: z.string().nullable(), expiresAt: z.coerce.date() });
/** Returns the valid code that can be typed. */
export const currentCode = (tx: Db, of: Of, now: Date) =>
  tx.first(
    current,
    sql`select code_sealed as "sealedCode", qr_payload as "sealedQr", expires_at as "expiresAt" from activation_directory
        where ${leading(of)} and used_at is null and expires_at > ${now} and code_sealed <> '' order by created_at desc limit 1`,
  );

const redeemed = z.object({ accountId: z.string(), deviceId: z.string(), isValid: z.boolean() });
/** Finds the code with this hash and locks it until the transaction ends: of many simultaneous attempts, one finds it unused. */
export const lockCode = (tx: Db, codeHash: Buffer, now: Date) =>
  tx.first(
    redeemed,
    sql`select owner_account_id as "accountId", device_id as "deviceId", used_at is null and expires_at > ${now} as "isValid"
        from activation_directory where code_hash = ${codeHash} for update`,
  );

/** Makes this the only token of the device. Returns undefined when the device or its account is deleted or inactive. */
export async function activate(tx: Db, of: Of, tokenHash: Buffer, now: Date) {
  const account = await tx.first(
    z.object({ accountName: z.string(), timeZone: z.string() }),
    sql`update device d set is_activated = true, activated_at = ${now}, state = d.state - 'sequence', roster_version = null from account a
        where d.account_id = ${of.accountId} and d.device_id = ${of.deviceId} and d.deleted_at is null
          and a.account_id = d.account_id and a.is_active
        returning a.name as "accountName", a.time_zone as "timeZone"`,
  );
  if (!account) return undefined;
  await tx.run(sql`delete from device_token_directory where ${leading(of)}`);
  await tx.run(sql`
    insert into device_token_directory (token_hash, owner_account_id, device_id)
    values (${tokenHash}, ${of.accountId}, ${of.deviceId})`);
  // A device with a new token gets all its employees again, even those that have not changed.
  await tx.run(sql`delete from device_person where ${ofDevice(of)}`);
  return account;
}

const qr = z.object({ deviceId: z.string(), sealed: z.string(), size: z.int() });
/** Returns the content of the QR code at an address, while its code is valid. */
export const findQr = (db: Db, pathHash: string, now: Date) =>
  db.first(
    qr,
    sql`select device_id as "deviceId", qr_payload as sealed, qr_size::int as size from activation_directory
        where qr_path = ${pathHash} and used_at is null and expires_at > ${now}`,
  );

export const noteCodeSent = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`update device set code_sent_at = ${now} where ${ofDevice(of)}`);
