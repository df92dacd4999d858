import { z } from 'zod/mini';
import { type Draft, type LogRecord, logRecord, recordId } from '../core/record.ts';
import { resultOf, type Stores } from './database.ts';
import { readMeta, take } from './meta.ts';
import { addReading, type Clocks } from './readings.ts';

/**
 * The log: a record is held (it can be undone), then queued (with its sequence), then accepted or refused. Each function is part of one transaction.
 */

/** 'Undo' is offered for this long. */
export const HELD_MS = 10_000;
const KEPT_MS = 14 * 86_400_000;
/** Unsent records of a device whose activation ended are stored for this long. */
export const UNSENT_KEPT_MS = 90 * 86_400_000;

export const parseAll = (rows: unknown): LogRecord[] => z.array(logRecord).parse(rows);
export const put = async ({ log }: Stores, record: LogRecord): Promise<void> => {
  await resultOf(log.put(record));
};
export const recordsOf = async ({ log }: Stores, group: string): Promise<LogRecord[]> =>
  parseAll(await resultOf(log.index('group').getAll(group)));
export const inState = async ({ log }: Stores, state: LogRecord['state'], limit?: number): Promise<LogRecord[]> =>
  parseAll(await resultOf(log.index('state').getAll(state, limit)));
export const countIn = ({ log }: Stores, state: LogRecord['state']): Promise<number> =>
  resultOf(log.index('state').count(state));
/** Returns the number of records that the server does not have yet: held, queued and refused. */
export const countUnsent = async (stores: Stores): Promise<number> =>
  (await Promise.all((['held', 'queued', 'refused'] as const).map((state) => countIn(stores, state)))).reduce(
    (sum, count) => sum + count,
  );

/**
 * Stores what one act recorded, as held. `group` is the act's own random name: repeated after a lost database, it returns what was stored and doubles
 * nothing.
 */
export async function capture(stores: Stores, group: string, drafts: readonly Draft[], clocks: Clocks) {
  const known = await recordsOf(stores, group);
  if (known.length > 0) return known;
  const activation = await readMeta(stores, 'activation');
  if (!activation) throw new Error('This device is not set up.');
  const reading = await addReading(stores, clocks);
  const records: LogRecord[] = [];
  for (const draft of drafts) {
    const now = { reading, plus: 0 };
    const record = logRecord.parse({
      ...draft,
      id: recordId(activation.prefix, await take(stores, 'number')),
      group,
      from: draft.kind === 'time' ? draft.from : now,
      ...(draft.kind === 'time' && { to: draft.to ?? now }),
      wall: clocks.wall,
      state: 'held',
      heldUntil: clocks.wall + HELD_MS,
    });
    await resultOf(stores.log.add(record));
    records.push(record);
  }
  return records;
}

/** Queues records that were held long enough, in the order of their creation. If the clock was set back, none is held for longer than 10 s. */
export async function release(stores: Stores, wall: number): Promise<number> {
  const due = (await inState(stores, 'held')).filter(
    ({ heldUntil }) => heldUntil <= wall || heldUntil > wall + HELD_MS,
  );
  for (const record of due.sort(inOrder))
    await put(stores, { ...record, state: 'queued', sequence: await take(stores, 'sequence') });
  return due.length;
}
const numberOf = ({ id }: LogRecord) => Number(id.slice(id.lastIndexOf('-') + 1));
const inOrder = (a: LogRecord, b: LogRecord) =>
  a.from.reading - b.from.reading || a.from.plus - b.from.plus || numberOf(a) - numberOf(b);

/** Returns the oldest waiting records, by sequence. */
export const nextBatch = async ({ log }: Stores, limit: number): Promise<LogRecord[]> =>
  parseAll(await resultOf(log.index('queue').getAll(IDBKeyRange.bound(['queued'], ['queued', []]), limit)));

/** Returns the last `limit` records, newest first. */
export function latest({ log }: Stores, limit: number): Promise<LogRecord[]> {
  return new Promise((resolve, reject) => {
    const found: LogRecord[] = [];
    const request = log.index('wall').openCursor(null, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || found.length >= limit) return resolve(found);
      found.push(logRecord.parse(cursor.value));
      cursor.continue();
    };
  });
}
/** Returns the records since a moment of the device's wall clock, up to another if there is one, oldest first. */
export const since = async ({ log }: Stores, wall: number, until = Number.POSITIVE_INFINITY): Promise<LogRecord[]> =>
  parseAll(await resultOf(log.index('wall').getAll(IDBKeyRange.bound(wall, until, false, true))));

/** Queues refused records again, at the end: all, or those that `isWanted` picks. */
export async function retryRefused(stores: Stores, isWanted: (record: LogRecord) => boolean): Promise<number> {
  const wanted = (await inState(stores, 'refused')).filter(isWanted);
  for (const { reason: _reason, ...record } of wanted) await put(stores, { ...record, state: 'queued' });
  return wanted.length;
}

/** Queues again what was accepted since an instant of the server (ms), because the server was restored to an earlier state. Returns how many. */
export async function resend(stores: Stores, from: number): Promise<number> {
  const lost = (await inState(stores, 'accepted')).filter(({ answeredAt }) => (answeredAt ?? 0) >= from);
  for (const record of lost) await put(stores, { ...record, state: 'queued' });
  return lost.length;
}

/** Gives all unsent records new numbers, in order: another activation counts from 1. */
export async function renumber(stores: Stores): Promise<void> {
  const waiting = [...(await inState(stores, 'queued')), ...(await inState(stores, 'refused'))].sort(inOrder);
  for (const record of waiting) await put(stores, { ...record, sequence: await take(stores, 'sequence') });
}

/**
 * Deletes records that were accepted more than 14 days ago, whenever they were made; unsent records of 90 days only if the activation ended that long
 * ago (`isOver`). `wall` is the device's clock, `now` the server's (ms), NaN where it is not known.
 */
export async function prune(stores: Stores, wall: number, now: number, isOver: boolean): Promise<void> {
  const isGone = ({ state, wall: made, answeredAt = 0 }: LogRecord) =>
    state === 'accepted' ? answeredAt < now - KEPT_MS : isOver && made < wall - UNSENT_KEPT_MS;
  const old = await resultOf(stores.log.index('wall').getAll(IDBKeyRange.upperBound(wall - KEPT_MS), 1_000));
  for (const record of parseAll(old)) if (isGone(record)) await resultOf(stores.log.delete(record.id));
}
