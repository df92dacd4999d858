import type { Stores } from './database.ts';
import { resultOf } from './database.ts';
import { countUnsent, renumber } from './log.ts';
import { type Activation, deleteMeta, readMeta, readSettings, sending, TOLD_LISTS, writeMeta } from './meta.ts';
import { forgetPeople } from './roster.ts';

/**
 * Takes over a redeemed code. Unsent records of the same account get new numbers and are sent; those of another account must be saved or removed
 * first: then the new activation waits as `next`, and the result is false.
 */
export async function adopt(stores: Stores, next: Activation): Promise<boolean> {
  const before = await readMeta(stores, 'activation');
  if (before && before.accountId !== next.accountId && (await countUnsent(stores)) > 0) {
    await writeMeta(stores, 'next', next);
    return false;
  }
  // A prefix is never used twice, so ids are unique.
  await writeMeta(stores, 'counters', { number: 0, sequence: 0 });
  await writeMeta(stores, 'activation', next);
  await writeMeta(stores, 'sending', sending.parse({}));
  const settings = await readSettings(stores);
  await writeMeta(stores, 'settings', { ...settings, isStarted: false, team: null, gathered: [], way: 'one' });
  await deleteMeta(stores, 'next');
  await deleteMeta(stores, 'code');
  if (before && before.accountId !== next.accountId) {
    await resultOf(stores.log.clear());
    await resultOf(stores.jobs.clear());
    await resultOf(stores.containers.clear());
  }
  await forgetPeople(stores);
  await deleteMeta(stores, 'plans');
  for (const key of TOLD_LISTS) await deleteMeta(stores, key);
  await renumber(stores);
  return true;
}

/** Deletes everything, including the readings: the device is removed, or what waited was saved. */
export async function removeEverything(stores: Stores): Promise<void> {
  for (const store of Object.values(stores)) await resultOf(store.clear());
}
/** Deletes records that wait for an account for which this device no longer records, and their readings. */
export async function removeUnsent(stores: Stores): Promise<void> {
  await resultOf(stores.log.clear());
  await resultOf(stores.jobs.clear());
  await resultOf(stores.containers.clear());
}
