import QRCode from 'qrcode';
import type { Device } from '#contract/intake/devices.ts';
import { DEVICE_ONLINE_MS } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { conflict, notFound, Refusal, tooMany } from '../../platform/http/errors.ts';
import { sendActivationCodeMail, wakeMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount, requireAccount } from '../../platform/tenant/account.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { queueCommands } from '../terminals/dialects/adms/queue.ts';
import { findQr, noteCodeSent } from './activation.sql.ts';
import { codeContext, codeInForce, type Issued, issueCode, qrPathHash } from './activation.ts';
import { requestSync } from './devices.sql.ts';
import { deviceOf, type Of } from './devices.ts';
import { optionsOf } from './recorder.ts';

const withoutCode = () => conflict(words('Only a V2 device has an activation code.'));

/** Creates a new code for a V2 device that passes the check; the old code and the device's token become invalid. 409 for a terminal, which has no codes. */
export async function regenerate(
  { db, config, secrets }: Services,
  of: Of,
  qrCodeSize: number | undefined,
  call: UserCall,
  check: (device: Device) => void = () => undefined,
): Promise<Issued> {
  return db.tx(async (tx) => {
    await deviceOf(tx, of);
    await lockAccount(tx, of.accountId);
    // If the device had been deleted meanwhile, its code would be useless.
    const device = await deviceOf(tx, of);
    if (device.deviceType !== 'V2') throw withoutCode();
    check(device);
    const managed = device.kind === 'managed' ? { profile: device.mdmProfile ?? 'Open', qrCodeSize } : null;
    const issued = await issueCode(tx, { config, secrets }, of, managed, call.now);
    await audit(tx, {
      ...by(call),
      accountId: of.accountId,
      action: 'device.regenerate',
      target: device.serialNumber,
    });
    return issued;
  });
}

/** Returns the valid code, without changing the device or the code. 409 for a terminal, 410 when there is none. */
export async function viewCode({ db, secrets }: Services, of: Of, call: UserCall) {
  return db.tx(async (tx) => {
    const device = await deviceOf(tx, of);
    if (device.deviceType !== 'V2') throw withoutCode();
    const inForce = await codeInForce(tx, secrets, of, call.now);
    const entry = { accountId: of.accountId, action: 'device.view-code', target: device.serialNumber } as const;
    await audit(tx, { ...by(call), ...entry });
    return inForce;
  });
}

/** Mails the valid code: at most three times an hour per device. 410 when there is none. */
export async function mailCode(services: Services, of: Of, recipient: string, call: UserCall) {
  const { db, config, secrets, jobs } = services;
  const device = await deviceOf(db, of);
  if (device.deviceType !== 'V2') throw withoutCode();
  const { waitSeconds } = await createThrottle(services).tryOnce([{ name: 'activationMail', subject: of.deviceId }]);
  if (waitSeconds > 0)
    throw tooMany(waitSeconds, words('This code was sent three times already. Please wait an hour.'));
  await db.tx(async (tx) => {
    const account = await requireAccount(tx, of.accountId);
    const { code } = await codeInForce(tx, secrets, of, call.now);
    const { accountId } = of;
    const given = { accountName: account.name, deviceDescription: device.description, code };
    const sent = await sendActivationCodeMail(
      tx,
      { config, secrets },
      { ...given, accountId, recipient, now: call.now },
    );
    if (sent === 'refused') throw new Refusal('LIMIT_REACHED', words('The account has sent its mails of today.'));
    await noteCodeSent(tx, of, call.now);
    await audit(tx, { ...by(call), accountId, action: 'device.send-code', target: device.serialNumber });
  });
  await wakeMail(jobs);
}

/** Returns the picture at an enrolment address; 404 when its code is used or expired. */
export async function enrolmentPicture({ db, secrets }: Services, path: string, now: Date): Promise<Buffer> {
  const found = await findQr(db, qrPathHash(path), now);
  if (!found) throw notFound(words('Code not found'));
  const payload = secrets.open(found.sealed, codeContext(found.deviceId)).toString('utf8');
  return QRCode.toBuffer(payload, { type: 'png', width: found.size, margin: 2, errorCorrectionLevel: 'M' });
}

/**
 * Asks a device to send its records: a phone learns of it at its next heartbeat; a terminal, for an administrator, gets a command. 409 for a device
 * that cannot be asked.
 */
export async function askForSync({ db }: Services, of: Of, call: UserCall) {
  const { now, caller } = call;
  const device = await deviceOf(db, of);
  if (device.deviceType !== 'V2' && caller.role !== 'admin')
    throw conflict(words('Only V2 devices can be asked to sync.'));
  if (device.isOffline) throw conflict(words('A standalone device sends when it can: it cannot be asked.'));
  const isOnline = device.lastActive !== null && now.getTime() - Date.parse(device.lastActive) <= DEVICE_ONLINE_MS;
  if (!isOnline) throw conflict(words('The device is not online.'));
  if (device.deviceType === 'ADMS' && (await optionsOf(db, of)).make !== 'adms')
    throw conflict(words('A device of this make sends by itself: it cannot be asked.'));
  await db.tx(async (tx) => {
    if (device.deviceType === 'ADMS') await queueCommands(tx, of, [{ kind: 'check' }, { kind: 'log' }], now);
    else await requestSync(tx, of, now);
    await audit(tx, {
      ...by(call),
      accountId: of.accountId,
      action: 'device.request-sync',
      target: device.serialNumber,
    });
  });
}
