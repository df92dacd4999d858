import { type Draft, isSamePerson, type LogRecord } from '../core/record.ts';
import { formatUnits, parseUnits } from '../core/units.ts';
import { noteEmpty, undoDelivered } from './containers.ts';
import { resultOf, type Stores } from './database.ts';
import { allRunning, deleteJob, putJob, runningId } from './jobs.ts';
import { inState, parseAll, recordsOf } from './log.ts';
import { readingById } from './readings.ts';

/** Undoes what was recorded, or corrects it by the difference. Each function is part of one transaction. */

/** Returns the records whose group starts with a text. */
export const startingWith = async ({ log }: Stores, prefix: string): Promise<LogRecord[]> =>
  parseAll(await resultOf(log.index('group').getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))));

/**
 * Undoes an act while all of its records are held; resolves to false once any of them is being sent. Working time that it started ends, and time that
 * it ended continues.
 */
export async function undo(stores: Stores, group: string): Promise<boolean> {
  const records = await recordsOf(stores, group);
  const times = await startingWith(stores, `${group} `);
  if (records.length === 0 || [...records, ...times].some(({ state }) => state !== 'held')) return false;
  for (const { id } of [...records, ...times]) await resultOf(stores.log.delete(id));
  for (const record of records) {
    if (record.kind === 'piece' && record.container) await noteEmpty(stores, record.container.number, group);
    if (record.kind === 'delivery') await undoDelivered(stores, record.container, group);
  }
  for (const { id, begunBy } of await allRunning(stores)) if (begunBy?.group === group) await deleteJob(stores, id);
  for (const time of times) await goOn(stores, time);
  return true;
}

/** Continues an employee's working time from the start of an ended stretch, unless time was stored for them since. */
async function goOn(stores: Stores, time: LogRecord): Promise<void> {
  if (time.kind !== 'time') return;
  const { person, lookup1, lookup2, from } = time;
  const isOfPerson = (other: LogRecord) => other.kind === 'time' && isSamePerson(other.person, person);
  if ((await inState(stores, 'held')).some(isOfPerson)) return;
  const began = await readingById(stores, from.reading);
  const wall = began ? began.wall + from.plus : time.wall;
  const running = (await allRunning(stores)).find((one) => isSamePerson(one.person, person));
  // Parts of one stretch: the time continues from the first.
  if (running && running.wall <= wall) return;
  await putJob(stores, { id: runningId(person), kind: 'running', person, lookup1, lookup2, from, wall });
}

/** A correction's group starts with the id of the corrected record, so that a record's corrections can be found. */
const correctionsOf = (id: string) => `corrects ${id} `;
export const correctionGroup = (id: string) => correctionsOf(id) + crypto.randomUUID();
/** Returns the units (thousandths) of a record of pieces after its corrections; null where it was undone. */
async function standing(stores: Stores, id: string): Promise<number | null> {
  const record: unknown = await resultOf(stores.log.get(id));
  if (record === undefined) return null;
  return [...parseAll([record]), ...(await startingWith(stores, correctionsOf(id)))].reduce(
    (sum, one) => sum + (one.kind === 'piece' ? (parseUnits(one.units) ?? 0) : 0),
    0,
  );
}

/**
 * Returns the difference that brings a record to other units (thousandths), from its state in this transaction, so that pressing twice corrects once.
 */
export async function correcting(
  stores: Stores,
  { id, group, person, lookup1, lookup2, counting, container, ofTeam }: LogRecord & { kind: 'piece' },
  thousandths: number,
): Promise<Draft[]> {
  const now = await standing(stores, id);
  if (now === null || now === thousandths) return [];
  const units = formatUnits(thousandths - now);
  // The record names the container that was emptied, so that it can be counted again.
  const emptied = thousandths === 0 ? container : undefined;
  if (emptied) await noteEmpty(stores, emptied.number, group);
  const draft = { kind: 'piece', person, lookup1, lookup2, units, means: 'list', corrects: id } as const;
  return [
    { ...draft, ...(counting && { counting }), ...(ofTeam && { ofTeam }), ...(emptied && { container: emptied }) },
  ];
}
