import { createHash } from 'node:crypto';
import { z } from 'zod';
import { recordsOf } from '#contract/intake/sync.ts';
import { MAX_NEW_PEOPLE } from '#contract/platform/limits.ts';
import type { savedRecords } from '#contract/platform/savedRecords.ts';
import { words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { strictJson } from '../../platform/http/json.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { deviceOf } from '../devices/devices.ts';
import { readNewPeople, saveNewPeople } from './newPeople.ts';
import { selectCaptors } from './recorder.sql.ts';
import { capturedBy } from './records.ts';
import { storeDelivered } from './store.ts';

const some = z.array(z.unknown()).max(50_000);
const saved = z.object({
  clockRecords: some,
  pieceworkEntries: some,
  ownDayActs: some.optional(),
  deliveries: some.optional(),
  samples: some.optional(),
  teamEntries: some.optional(),
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
  const { newPeople = [], ...records } = parsed.data;
  return db.tx(async (tx) => {
    const device = await deviceOf(tx, of);
    if (device.deviceType !== 'V2') throw conflict(words('Only a phone or tablet saves records.'));
    if (file.deviceId !== of.deviceId)
      throw invalid('deviceId', words('Another device saved this file: read it where that device is shown.'));
    const captors = await selectCaptors(tx, of.accountId, capturedBy(recordsOf(records)));
    // Nothing proves that the device wrote the file, so its times are listed for a look.
    const sender = { deviceId: of.deviceId, captors, doubt: 'all' } as const;
    const named = await readNewPeople(tx, of, newPeople, call.now);
    const { accepted, duplicates, rejected } = await storeDelivered(tx, of, records, { secrets, clock, sender, named });
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
    return { accepted, duplicates, rejected: rejected.map(({ recordId, reason }) => ({ recordId, reason })) };
  });
}
