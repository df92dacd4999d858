import type { ClockRecordRow, Delivery, EntryRow } from './records.sql.ts';
import { mayBeNoPunch } from './standing.ts';

/** A record to be stored and the row that it became; null where it was refused. */
export type Taken = {
  row: (ClockRecordRow | EntryRow) | null;
  record: { deviceId?: string | null; systemId?: string | null; doubt?: string | null };
  at: number;
};
/** The clock of a device that uploads: the time of its newest line, and its drift, known only where a single new record came. */
export type DeviceClock = { deviceId: string; lastRecordAt: Date; driftMs: number | null };

/** Collects the devices and payroll systems that sent a batch, and what is stored about them. */
export function sendersOf(taken: readonly Taken[], stored: ReadonlySet<string>, clock?: DeviceClock) {
  const devices = new Map<string, Delivery>();
  const systems = new Set<string>();
  for (const { row, record } of taken) {
    if (!row) continue;
    const isNew = stored.has(row.id);
    if (record.deviceId) {
      const delivery = devices.get(record.deviceId) ?? deliveryOf(record.deviceId, stored.size > 0, clock);
      // What may be no punch at all is counted with what was rejected; a punch is counted here whether or not it waits.
      const isPunch = !mayBeNoPunch(record);
      if (isPunch && isNew) delivery.accepted++;
      else if (isPunch) delivery.duplicates++;
      devices.set(record.deviceId, delivery);
    }
    if (record.systemId && isNew) systems.add(record.systemId);
  }
  return { devices: [...devices.values()], systemIds: [...systems] };
}

function deliveryOf(id: string, isNew: boolean, clock?: DeviceClock): Delivery {
  const own = clock?.deviceId === id ? clock : undefined;
  return {
    id,
    accepted: 0,
    duplicates: 0,
    lastRecordAt: own?.lastRecordAt.toISOString() ?? null,
    driftMs: isNew ? (own?.driftMs ?? null) : null,
  };
}
