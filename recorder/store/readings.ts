import { z } from 'zod/mini';
import { type Reading, type Settled, settleSpan } from '../core/clock.ts';
import { resultOf, type Stores } from './database.ts';

const storedReading = z.object({
  id: z.int(),
  wall: z.number(),
  mono: z.number(),
  run: z.string(),
  wasHidden: z.boolean(),
  server: z.optional(z.number()),
  slack: z.optional(z.number()),
});
/** The device's clocks at a moment; during a contact with the server its time too. */
export type Clocks = Omit<Reading, 'id'>;

export async function addReading({ readings }: Stores, clocks: Clocks): Promise<number> {
  return z.int().parse(await resultOf(readings.add({ ...clocks })));
}

const all = async ({ readings }: Stores, range: IDBKeyRange | null): Promise<Reading[]> =>
  z.array(storedReading).parse(await resultOf(readings.getAll(range)));

/** Returns the last reading at or before `id` with a contact with the server, or the first of all. */
async function spanStart({ readings }: Stores, id: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let first = id;
    const request = readings.openCursor(IDBKeyRange.upperBound(id), 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(first);
      const reading = storedReading.parse(cursor.value);
      first = reading.id;
      // A reading with a contact ends the span before it; if it is itself requested, it starts its own.
      if (reading.server !== undefined) return resolve(first);
      cursor.continue();
    };
  });
}

/**
 * Returns the settled times of the readings from `earliest` on, by id, up to the last contact with the server. Where two answers enclose a reading,
 * its time is as certain as both of them make it.
 */
export async function settleFrom(stores: Stores, earliest: number): Promise<Map<number, Settled>> {
  const readings = await all(stores, IDBKeyRange.lowerBound(await spanStart(stores, earliest)));
  const settled = new Map<number, Settled>();
  let span: Reading[] = [];
  for (const reading of readings) {
    span.push(reading);
    if (reading.server === undefined) continue;
    if (span.length > 1 || reading === readings[0])
      settleSpan(span).forEach((time, i) => {
        const id = span[i]?.id;
        if (id !== undefined && !settled.has(id)) settled.set(id, time);
      });
    span = [reading];
  }
  return settled;
}

/** Deletes the readings that no record needs any more: those before the span that contains `earliest`. */
export async function pruneReadings(stores: Stores, earliest: number): Promise<void> {
  const start = await spanStart(stores, earliest);
  await resultOf(stores.readings.delete(IDBKeyRange.upperBound(start, true)));
}

export async function lastReading({ readings }: Stores): Promise<Reading | undefined> {
  const cursor = await resultOf(readings.openCursor(null, 'prev'));
  return cursor ? storedReading.parse(cursor.value) : undefined;
}
/** Returns the last reading with a contact with the server. */
export async function lastContact(stores: Stores): Promise<Reading | undefined> {
  const last = await lastReading(stores);
  if (!last) return undefined;
  const cursor = await resultOf(stores.readings.openCursor(IDBKeyRange.only(await spanStart(stores, last.id))));
  const found = cursor && storedReading.parse(cursor.value);
  return found?.server === undefined ? undefined : found;
}
export async function readingById({ readings }: Stores, id: number): Promise<Reading | undefined> {
  const found: unknown = await resultOf(readings.get(id));
  return found === undefined ? undefined : storedReading.parse(found);
}
