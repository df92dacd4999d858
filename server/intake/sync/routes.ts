import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/sync.ts';
import { readSavedRecords } from '#contract/platform/savedRecords.ts';
import { words } from '#contract/platform/words.ts';
import { Refusal, tooMany } from '../../platform/http/errors.ts';
import { goneSignal } from '../../platform/http/gone.ts';
import { acceptLargeBodies } from '../../platform/http/largeBodies.ts';
import { networkOf } from '../../platform/http/network.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle, type ThrottleKey } from '../../platform/throttle/throttle.ts';
import { codeBeginning, redeemCode } from '../devices/activation.ts';
import { saveWorkReport } from '../workPlans/workPlans.sql.ts';
import { saveReport, selectNames } from './recorder.sql.ts';
import { storeSaved } from './saved.ts';
import { noteContact } from './sync.sql.ts';
import { syncV2 } from './sync.ts';

/** A larger batch is the work of days without network and need not be stored at once. */
const BULK_RECORDS = 100;
/** 5,000 records with every field are about 2 MB. */
const SYNC_BODY_LIMIT = 4 * 1024 * 1024;

/** Mounts the endpoints of phones and tablets: activate once, then sync and heartbeat. */
export async function syncRoutes(app: FastifyInstance, services: Services) {
  const { db, secrets, bulk, deliveries } = services;
  const throttle = createThrottle(services);

  route(app, contract.activateDevice, async ({ body, address, now }) => {
    // A try is counted before its outcome is known; a right code takes it back.
    const beginning = codeBeginning(body.activationToken);
    const tries: ThrottleKey[] = [
      { name: 'activationAddress', subject: networkOf(address).host },
      ...(beginning === undefined ? [] : [{ name: 'activationBeginning' as const, subject: beginning }]),
    ];
    const { waitSeconds } = await throttle.tryOnce(tries);
    if (waitSeconds > 0)
      throw tooMany(waitSeconds, words('Too many wrong activation codes. Please wait and try again.'));
    const redeeming = db.tx(async (tx) => {
      const redeemed = await redeemCode(tx, secrets, body.activationToken, now);
      await noteContact(tx, redeemed, { info: body.deviceInfo ?? {} }, now);
      return { ...redeemed, ...(await selectNames(tx, redeemed)) };
    });
    const activated = await throttle.takeBackIfUnavailable(tries, redeeming);
    await throttle.takeBack(tries);
    const { deviceToken, deviceId, accountId, device } = activated;
    app.gate.unknown.wasKnown(networkOf(address).host, deviceToken);
    return { deviceToken, deviceId, accountId, ...device, serverTime: now.toISOString() };
  });

  await app.register(async (large) => {
    acceptLargeBodies(large, SYNC_BODY_LIMIT, large.gate.largeBodies);
    route(large, readSavedRecords, (call) => storeSaved(services, call.params, call.body, call));
    route(large, contract.syncDevice, ({ caller, body, now, reply }) => {
      const { accountId } = caller;
      if (!body.cursor) large.gate.rateLimiter.take('wholeList', caller.deviceId, now);
      const gone = goneSignal(reply.raw);
      const sync = () => syncV2(services, caller, body, now);
      const deliver = () => deliveries.run(gone, sync, accountId);
      const records = contract.recordsOf(body).length;
      const turn = records === 0 ? sync() : records < BULK_RECORDS ? deliver() : bulk.run(gone, deliver, accountId);
      return turn.catch((error) => {
        throw error === gone.reason ? new Refusal('UNAVAILABLE', words('Nobody waited for this any more.')) : error;
      });
    });
  });

  route(app, contract.heartbeat, ({ caller, body, now }) =>
    db.tenant(caller.accountId, async (tx) => {
      const { clientVersion } = body ?? {};
      const { syncRequested } = await noteContact(tx, caller, { info: clientVersion ? { clientVersion } : {} }, now);
      const { work, ...report } = body ?? {};
      if (work) await saveWorkReport(tx, caller, work, now);
      if (Object.keys(report).length > 0) await saveReport(tx, caller, report, now);
      return { syncRequested, serverTime: now.toISOString() };
    }),
  );
}
