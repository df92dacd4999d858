import type { Db } from '../db/db.ts';
import { type ClockRecordRow, type Delivery, type EntryRow, noteDevices, notePayrollSystems } from './records.sql.ts';

/** A record on its way into the store, with the row it became; null where it was refused. */
export type Taken = {
  row: (ClockRecordRow | EntryRow) | null;
  record: { deviceId?: string | null; systemId?: string | null };
  at: number;
};

/** Keeps the devices' last data and counters, and the payroll systems' last sync. */
export async function noteSenders(
  tx: Db,
  accountId: string,
  receivedAt: Date,
  taken: readonly Taken[],
  stored: ReadonlySet<string>,
) {
  const devices = new Map<string, Delivery>();
  const systems = new Set<string>();
  for (const { row, record } of taken) {
    if (!row) continue;
    const isNew = stored.has(row.id);
    if (record.deviceId) {
      const known = devices.get(record.deviceId) ?? { id: record.deviceId, accepted: 0, duplicates: 0 };
      devices.set(record.deviceId, {
        ...known,
        accepted: known.accepted + (isNew ? 1 : 0),
        duplicates: known.duplicates + (isNew ? 0 : 1),
      });
    }
    if (record.systemId && isNew) systems.add(record.systemId);
  }
  if (devices.size > 0) await noteDevices(tx, accountId, receivedAt, [...devices.values()]);
  if (systems.size > 0) await notePayrollSystems(tx, accountId, receivedAt, [...systems]);
}
