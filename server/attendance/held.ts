import type { Db } from '../db/db.ts';
import { releaseHeld } from './held.sql.ts';
import { lockAccount, raiseDataVersion } from './records.sql.ts';
import { deriveAround } from './refresh.ts';

/** Lets the held punches of a device count, from now on and in the days that they are of; answers how many (security.md S-42). */
export async function acceptHeld(tx: Db, of: { accountId: string; deviceId: string }, now: Date): Promise<number> {
  const { accountId } = of;
  await lockAccount(tx, accountId);
  const released = await releaseHeld(tx, of);
  const touched = released.flatMap(({ employeeId, first, last }) =>
    employeeId === null ? [] : [{ employeeId, first: Date.parse(first), last: Date.parse(last) }],
  );
  if (touched.length > 0) {
    await deriveAround(tx, accountId, touched, now);
    await raiseDataVersion(tx, accountId, now);
  }
  return released.reduce((sum, { total }) => sum + total, 0);
}
