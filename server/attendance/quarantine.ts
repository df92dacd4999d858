import type { Db } from '../platform/db/db.ts';
import { lockAccount } from '../platform/tenant/account.ts';
import { type Deferring, defer } from './afterwards.ts';
import { settleContainers } from './containers.ts';
import { rejectRecords, releaseRecords, type Selection, selectTheirContainers } from './quarantine.sql.ts';
import { noteFirstRecord, raiseDataVersion } from './records.sql.ts';
import { deriveAgain, deriveAround } from './refresh.ts';
import { divideAround } from './teams.ts';

type Of = { accountId: string; deviceId: string };

/** Makes a device's quarantined records count and derives their days again, those of many afterwards; returns how many. */
export async function releaseQuarantine(
  tx: Db,
  of: Of,
  which: Selection,
  now: Date,
  deferring?: Deferring,
): Promise<number> {
  const { accountId } = of;
  await lockAccount(tx, accountId);
  const containers = await selectTheirContainers(tx, of, which);
  const released = await releaseRecords(tx, of, which);
  const settled = await settleContainers(tx, accountId, containers);
  await noteFirstRecord(tx, accountId, released.map(({ first }) => first).sort()[0]);
  const touched = released.flatMap(({ employeeId, first, last }) =>
    employeeId === null ? [] : [{ employeeId, first: Date.parse(first), last: Date.parse(last) }],
  );
  const ids = [...touched, ...settled].map(({ employeeId }) => employeeId);
  if (ids.length > 0 && !(await defer(tx, accountId, now, deferring, ids))) {
    await deriveAround(tx, accountId, touched, now);
    await deriveAgain(tx, accountId, settled, now);
    await divideAround(tx, accountId, touched, now);
  }
  await raiseDataVersion(tx, accountId, now);
  return released.reduce((sum, { total }) => sum + total, 0);
}

/** Refuses a device's quarantined records: so that no employee's status remains `unverified`. Returns how many. */
export async function rejectQuarantine(tx: Db, of: Of, which: Selection, now: Date): Promise<number> {
  await lockAccount(tx, of.accountId);
  const rejected = await rejectRecords(tx, of, which);
  if (rejected > 0) await raiseDataVersion(tx, of.accountId, now);
  return rejected;
}
