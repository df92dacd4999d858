import type { Stores } from './database.ts';
import { asked } from './database.ts';
import { countUnsent, renumber } from './log.ts';
import { type Activation, deleteMeta, readMeta, readSettings, sending, writeMeta } from './meta.ts';
import { forgetPeople } from './roster.ts';

/**
 * Takes over a redeemed code. Unsent records of the same account are numbered anew and go on; those of another must be saved or removed
 * first: then the new activation waits as `next`, and false is answered.
 */
export async function adopt(stores: Stores, next: Activation): Promise<boolean> {
  const before = await readMeta(stores, 'activation');
  if (before && before.accountId !== next.accountId && (await countUnsent(stores)) > 0) {
    await writeMeta(stores, 'next', next);
    return false;
  }
  // A prefix is never used twice, and with it no id.
  await writeMeta(stores, 'counters', { number: 0, sequence: 0 });
  await writeMeta(stores, 'activation', next);
  await writeMeta(stores, 'sending', sending.parse({}));
  await writeMeta(stores, 'settings', { ...(await readSettings(stores)), isStarted: false });
  await deleteMeta(stores, 'next');
  await deleteMeta(stores, 'code');
  if (before && before.accountId !== next.accountId) {
    await asked(stores.log.clear());
    await asked(stores.jobs.clear());
  }
  await forgetPeople(stores);
  await renumber(stores);
  return true;
}

/** Deletes everything: the device is removed, or what waited was saved. The clock's readings go too. */
export async function removeEverything(stores: Stores): Promise<void> {
  for (const store of Object.values(stores)) await asked(store.clear());
}
/** Deletes what waits for an account that this device no longer records for; its readings are not needed then. */
export async function removeUnsent(stores: Stores): Promise<void> {
  await asked(stores.log.clear());
  await asked(stores.jobs.clear());
}
