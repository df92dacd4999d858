import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MAX_PUSH_DEVICES } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import * as contract from '#contract/reports/push.ts';
import { invalid, notFound, Refusal, tooMany } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { isPushEndpoint } from '../../platform/pushService/endpoint.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { sealAddress } from './device.ts';
import { isBrowserKey } from './encrypt.ts';
import { insertTest } from './messages.sql.ts';
import { wakePush } from './sender.ts';
import { countOtherDevices, deleteDevice, findDevice, lockEndpoint, saveDevice } from './subscriptions.sql.ts';
import { vapidKeyOf } from './vapid.ts';

const ok = { ok: true } as const;

export function pushRoutes(app: FastifyInstance, services: Services) {
  const { db, config, secrets, jobs } = services;
  const requireOn = () => {
    if (!config.webPush) throw new Refusal('NOT_FOUND', words('Alerts on devices are switched off.'));
  };

  route(app, contract.getPush, async ({ caller }) => {
    requireOn();
    const publicKey = vapidKeyOf(secrets).publicKey.toString('base64url');
    return { publicKey, device: (await findDevice(db, caller)) ?? null };
  });

  route(app, contract.savePush, async ({ caller, body, now, hold }) => {
    requireOn();
    const { endpoint, keys, categories } = body;
    if (!isPushEndpoint(endpoint, config.pushHosts))
      throw invalid('endpoint', words('The push service of this browser is not allowed here.'));
    if (!isBrowserKey(keys.p256dh)) throw invalid('keys.p256dh', words('This is no key.'));
    const { accountId, userId, browserId } = caller;
    const endpointHash = tokenHash(endpoint);
    const mark = await db.tx(async (tx) => {
      await lockEndpoint(tx, endpointHash);
      // The user is locked before the session: of two simultaneous calls, neither waits for the other's session.
      const others = await countOtherDevices(tx, { ...caller, endpointHash });
      await hold(tx);
      if (others >= MAX_PUSH_DEVICES)
        throw new Refusal(
          'LIMIT_REACHED',
          msg('You have alerts on {most} devices. Turn them off on one first.', { most: MAX_PUSH_DEVICES }),
        );
      const subscriptionId = (await findDevice(tx, caller))?.subscriptionId ?? randomUUID();
      return saveDevice(tx, {
        accountId,
        userId,
        browserId,
        subscriptionId,
        categories,
        now,
        endpointHash,
        sealed: sealAddress(secrets, subscriptionId, { endpoint, ...keys }),
        mark: randomToken(),
      });
    });
    return { mark };
  });

  route(app, contract.deletePush, async ({ caller }) => {
    requireOn();
    await deleteDevice(db, caller);
    return ok;
  });

  route(app, contract.testPush, async ({ caller, now, hold }) => {
    requireOn();
    const limit = { name: 'testAlertUser' as const, subject: `push ${caller.userId}` };
    const { waitSeconds } = await createThrottle(services).tryOnce([limit]);
    if (waitSeconds > 0) throw tooMany(waitSeconds, words('Too many tests. Please wait and try again.'));
    const { accountId, timeZone } = caller;
    await db.tx(async (tx) => {
      await hold(tx);
      const device = await findDevice(tx, caller);
      const [category] = device?.categories ?? [];
      if (!device || !category) throw notFound(words('Device not found'));
      const localDate = localDateOf(zoneOf(timeZone), now.getTime());
      await insertTest(tx, { accountId, subscriptionId: device.subscriptionId, category, localDate, now });
    });
    await wakePush(jobs);
    return ok;
  });
}
