import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/phones.ts';
import { words } from '#contract/platform/words.ts';
import { conflict } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import { randomToken } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import type { Issued } from './activation.ts';
import { regenerate } from './codes.ts';
import { selectDevices } from './devices.sql.ts';
import { createV2 } from './devices.ts';

/** Mounts the calls with which users who set an account up add phones and tablets. */
export function phoneRoutes(app: FastifyInstance, services: Services) {
  const { db } = services;
  const answer = (id: string, { code, expiresAt }: Issued) => ({
    id,
    activationToken: code,
    expiresAt: expiresAt.toISOString(),
  });
  route(app, contract.listPhones, async ({ caller, query }) => {
    const accountId = accountOf(caller, query.accountId);
    await requireAccount(db, accountId);
    const devices = await db.tenant(accountId, (tx) => selectDevices(tx, accountId));
    const phones = devices.filter(({ deviceType }) => deviceType === 'V2');
    return {
      phones: phones.map(({ _id, description, isActivated, lastActive }) => ({
        ...{ _id, name: description },
        isActivated,
        lastActive,
      })),
    };
  });
  route(app, contract.addPhone, async (call) => {
    app.gate.rateLimiter.take('setup', call.caller.userId, call.now);
    const accountId = accountOf(call.caller, call.query.accountId);
    // A browser tells no serial number; devices need one to be told apart.
    const serialNumber = `BROWSER-${randomToken().slice(0, 10)}`;
    const { id, ...issued } = await createV2(
      services,
      accountId,
      { kind: 'unmanaged', serialNumber, imei: null, description: call.body.name },
      call,
    );
    return answer(id, issued);
  });
  route(app, contract.renewPhoneCode, async (call) => {
    app.gate.rateLimiter.take('setup', call.caller.userId, call.now);
    const of = { accountId: accountOf(call.caller, call.query.accountId), deviceId: call.params.deviceId };
    const issued = await regenerate(services, of, undefined, call, ({ isActivated }) => {
      if (isActivated) throw conflict(words('This phone records already: ask an administrator for a new code.'));
    });
    return answer(of.deviceId, issued);
  });
}
