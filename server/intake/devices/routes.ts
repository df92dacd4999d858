import type { FastifyInstance } from 'fastify';
import { listAccountDevices, listOwnDevices, triggerSync } from '#contract/intake/devices.ts';
import * as enrolment from '#contract/intake/enrolment.ts';
import * as terminal from '#contract/intake/terminals.ts';
import { MAX_USB_FILE_BYTES } from '#contract/intake/terminals.ts';
import { words } from '#contract/platform/words.ts';
import { readCrew, readMembers } from '../../figures/stats/crew.ts';
import { readScopeDevices } from '../../figures/stats/scopeDevices.ts';
import { notFound } from '../../platform/http/errors.ts';
import { acceptLargeBodies } from '../../platform/http/largeBodies.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import { mailedAnswer } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import type { Issued } from './activation.ts';
import { askForSync, enrolmentPicture, mailCode, regenerate, viewCode } from './codes.ts';
import { accountOfDevice, selectAccountDevices, selectDevices } from './devices.sql.ts';
import { changeDevice, createTerminal, createV2, deleteDevice, deviceOf, type Of } from './devices.ts';
import { phoneRoutes } from './phones.ts';
import { decideNetwork, decideQuarantine } from './quarantine.ts';
import { selectDeletionsByPerson, selectSightings } from './recorder.sql.ts';
import { changeOptions, commandTerminal, optionsOf, recorderOf } from './recorder.ts';
import { terminalAddressOf } from './terminalAddress.ts';
import { takeUsbFile } from './usbFile.ts';

const ok = { ok: true } as const;

/** Mounts what administrators and employers do with devices. */
export async function deviceRoutes(app: FastifyInstance, services: Services) {
  listing(app, services);
  creating(app, services);
  using(app, services);
  terminals(app, services);
  phoneRoutes(app, services);
  await app.register(async (large) => {
    acceptLargeBodies(large, MAX_USB_FILE_BYTES + 64 * 1024, large.gate.largeBodies);
    route(large, terminal.readUsbFile, (call) =>
      inTurn(services.masterData, call.reply, call.params.accountId, () =>
        takeUsbFile(services, call.params, call.body, call),
      ),
    );
  });
}

function listing(app: FastifyInstance, { db, config }: Services) {
  route(app, listAccountDevices, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return db.tenant(accountId, async (tx) => ({ devices: await selectAccountDevices(tx, accountId) }));
  });
  route(app, listOwnDevices, async ({ caller, now }) => {
    const { accountId, scope, timeZone } = caller;
    const devices = await db.tenant(accountId, (tx) => selectDevices(tx, accountId));
    if (!scope) return { devices };
    const crew = await readCrew(db, caller);
    const [isMember, visible] = await db.tenant(accountId, async (tx) => [
      await readMembers(tx, accountId, crew),
      await readScopeDevices(tx, caller, now),
    ]);
    const today = localDateOf(zoneOf(timeZone), now.getTime());
    const own = devices.filter(({ _id }) => visible?.has(_id) ?? true);
    return {
      devices: own.map((one) => ({
        ...one,
        employeeIds: one.employeeIds.filter((id) => isMember?.(id, today) ?? true),
      })),
    };
  });
  route(app, enrolment.listSightings, async ({ now }) => ({ results: await selectSightings(db, now) }));
  route(app, enrolment.getTerminalAddress, () => terminalAddressOf(config));
  route(app, terminal.listTemplateDeletions, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return db.tenant(accountId, async (tx) => ({ results: await selectDeletionsByPerson(tx, accountId) }));
  });
  route(app, terminal.getDeviceRecorder, ({ params, now }) => recorderOf(db, params, now));
}

function creating(app: FastifyInstance, services: Services) {
  const qrUrl = ({ qrPath }: Issued) => qrPath && `${services.config.publicUrl}/v2/device/enrolment-qr/${qrPath}`;
  const codeOf = ({ code, expiresAt }: Issued) => ({ activationToken: code, expiresAt: expiresAt.toISOString() });

  route(app, enrolment.createAdmsDevice, (call) => createTerminal(services, call.params.accountId, call.body, call));
  route(app, enrolment.createManagedDevice, async (call) => {
    const made = await createV2(services, call.params.accountId, { ...call.body, kind: 'managed' }, call);
    return { id: made.id, enrollmentQrCodeUrl: qrUrl(made) ?? '' };
  });
  route(app, enrolment.createUnmanagedDevice, async (call) => {
    const made = await createV2(services, call.params.accountId, { ...call.body, kind: 'unmanaged' }, call);
    return { id: made.id, ...codeOf(made) };
  });
  route(app, enrolment.createStandaloneDevice, async (call) => {
    const made = await createV2(services, call.params.accountId, { ...call.body, kind: 'standalone' }, call);
    return { id: made.id, ...codeOf(made) };
  });

  route(app, enrolment.regenerateActivation, async (call) => {
    const of = { accountId: call.params.accountId, deviceId: call.body.deviceId };
    const issued = await regenerate(services, of, call.body.qrCodeSize, call);
    return { ...codeOf(issued), enrolmentQrCodeUrl: qrUrl(issued) };
  });
  route(app, enrolment.viewActivationCode, async (call) => {
    const { code, qrText, expiresAt } = await viewCode(services, call.params, call);
    return { activationToken: code, expiresAt: expiresAt.toISOString(), enrolmentQrText: qrText };
  });
  route(app, enrolment.sendActivationCode, async (call) => {
    const of = { accountId: call.params.accountId, deviceId: call.body.deviceId };
    await mailCode(services, of, call.body.destinationAddress, call);
    return mailedAnswer(services.config);
  });
  route(app, enrolment.getEnrolmentQr, async ({ params: { secret, code }, now, reply }) => {
    const picture = await enrolmentPicture(services, `${secret}/${code}`, now);
    return reply.type('image/png').header('cache-control', 'no-store').send(picture);
  });
}

function using(app: FastifyInstance, services: Services) {
  const { db } = services;
  /** Returns the account of a device: an employer's own, or for an administrator that of any device. */
  const ownerOf = async ({ role, accountId }: { role: string; accountId: string }, deviceId: string): Promise<Of> => {
    const owner = await accountOfDevice(db, deviceId);
    if (!owner || (role !== 'admin' && owner !== accountId)) throw notFound(words('Device not found'));
    return { accountId: owner, deviceId };
  };
  route(app, enrolment.deleteDevice, async (call) => {
    await deleteDevice(services, await ownerOf(call.caller, call.params.deviceId), call);
    return ok;
  });
  route(app, enrolment.deleteAccountDevice, async (call) => {
    await deleteDevice(services, call.params, call);
    return ok;
  });
  route(app, enrolment.updateDevice, (call) => changeDevice(services, call.params, call.body, call));
  route(app, triggerSync, async (call) => {
    await askForSync(services, await ownerOf(call.caller, call.params.deviceId), call);
    return ok;
  });
  route(app, terminal.decideQuarantine, async (call) => ({
    records: await decideQuarantine(services, await ownerOf(call.caller, call.params.deviceId), call.body, call),
  }));
  route(app, terminal.decideKeys, async (call) => {
    await changeOptions(services, await ownerOf(call.caller, call.params.deviceId), call.body, call);
    return ok;
  });
  route(app, terminal.decideNetwork, async (call) => ({
    records: await decideNetwork(services, await ownerOf(call.caller, call.params.deviceId), call.body, call),
  }));
}

function terminals(app: FastifyInstance, services: Services) {
  const { db } = services;
  route(app, terminal.getDeviceOptions, ({ params }) => optionsOf(db, params));
  route(app, terminal.updateDeviceOptions, (call) => changeOptions(services, call.params, call.body, call));
  route(app, terminal.queueDeviceCommand, async (call) => {
    await deviceOf(db, call.params);
    await commandTerminal(services, call.params, call.body.command, call);
    return ok;
  });
}
