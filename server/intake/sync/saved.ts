import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MAX_NEW_PEOPLE } from '#contract/platform/limits.ts';
import type { savedRecords } from '#contract/platform/savedRecords.ts';
import { words } from '#contract/platform/words.ts';
import { storeDeliveries } from '../../attendance/deliveries.ts';
import { storeActs } from '../../attendance/ownDays/acts.ts';
import { storeSamples } from '../../attendance/samples.ts';
import { storeRecords } from '../../attendance/store.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { strictJson } from '../../platform/http/json.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { deviceOf } from '../devices/devices.ts';
import { readNewPeople, saveNewPeople, waiting } from './newPeople.ts';
import { selectCaptors } from './recorder.sql.ts';
import {
  capturedBy,
  checkClockRecords,
  checkDeliveries,
  checkOwnDayActs,
  checkPiecework,
  checkSamples,
  refused,
} from './records.ts';

const saved = z.object({
  clockRecords: z.array(z.unknown()).max(50_000),
  pieceworkEntries: z.array(z.unknown()).max(50_000),
  ownDayActs: z.array(z.unknown()).max(50_000).optional(),
  deliveries: z.array(z.unknown()).max(50_000).optional(),
  samples: z.array(z.unknown()).max(50_000).optional(),
  newPeople: z.array(z.unknown()).max(MAX_NEW_PEOPLE).optional(),
});
type Of = { accountId: string; deviceId: string };

/**
 * Stores the records of a file that a device saved, in one transaction, as if the device had sent them; what was sent already is a duplicate. 400
 * when the file is damaged or another device saved it, 409 for a terminal, which saves none.
 */
export async function storeSaved(
  { db, clock, secrets }: Services,
  of: Of,
  file: z.output<typeof savedRecords>,
  call: UserCall,
) {
  const damaged = invalid('body', words('This file is damaged: it is not as the device saved it.'));
  if (createHash('sha256').update(file.body).digest('hex') !== file.sha256) throw damaged;
  const parsed = saved.safeParse(strictJson(file.body));
  if (!parsed.success) throw damaged;
  const {
    clockRecords,
    pieceworkEntries,
    ownDayActs = [],
    deliveries = [],
    samples = [],
    newPeople = [],
  } = parsed.data;
  return db.tx(async (tx) => {
    const device = await deviceOf(tx, of);
    if (device.deviceType !== 'V2') throw conflict(words('Only a phone or tablet saves records.'));
    if (file.deviceId !== of.deviceId)
      throw invalid('deviceId', words('Another device saved this file: read it where that device is shown.'));
    const captors = await selectCaptors(
      tx,
      of.accountId,
      capturedBy([...clockRecords, ...pieceworkEntries, ...ownDayActs, ...deliveries, ...samples]),
    );
    // Nothing proves that the device wrote the file, so its times are listed for a look.
    const sender = { deviceId: of.deviceId, captors, doubt: 'all' } as const;
    const named = await readNewPeople(tx, of, newPeople, call.now);
    const punches = checkClockRecords(clockRecords, sender);
    const piecework = checkPiecework(pieceworkEntries, sender);
    const acts = checkOwnDayActs(ownDayActs, sender);
    const delivered = checkDeliveries(deliveries, sender);
    const sampled = checkSamples(samples, sender);
    if (acts.good.length + delivered.good.length + sampled.good.length > 0) await lockAccount(tx, of.accountId);
    const stored = await storeRecords(tx, {
      accountId: of.accountId,
      receivedAt: () => clock.now(),
      clockRecords: waiting(punches.good, named),
      pieceworkEntries: piecework.good,
    });
    const ofActs = await storeActs(tx, { ...of, secrets }, acts.good, clock.now());
    const ofDeliveries = await storeDeliveries(tx, of.accountId, delivered.good, clock.now());
    const ofSamples = await storeSamples(tx, of.accountId, sampled.good, clock.now());
    if (named.names.size > 0) {
      await lockAccount(tx, of.accountId);
      await saveNewPeople(tx, of, named, call.now);
    }
    await audit(tx, {
      ...by(call),
      accountId: of.accountId,
      action: 'device.read-saved',
      target: device.serialNumber,
    });
    const outcomes = [...stored.clockRecords, ...stored.pieceworkEntries, ...ofActs, ...ofDeliveries, ...ofSamples];
    const rejected = [
      ...punches.rejected,
      ...piecework.rejected,
      ...acts.rejected,
      ...delivered.rejected,
      ...sampled.rejected,
      ...refused(punches.good, stored.clockRecords),
      ...refused(piecework.good, stored.pieceworkEntries),
      ...refused(acts.good, ofActs),
      ...refused(delivered.good, ofDeliveries),
      ...refused(sampled.good, ofSamples),
    ];
    return {
      accepted: outcomes.filter((outcome) => outcome === 'accepted').length,
      duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
      rejected: rejected.map(({ recordId, reason }) => ({ recordId, reason })),
    };
  });
}
