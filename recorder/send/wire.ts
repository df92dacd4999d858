import type { DeliveredRecords } from '#contract/intake/sync.ts';
import type { Reading, Settled } from '../core/clock.ts';
import type { ClockState, LogRecord, Moment } from '../core/record.ts';
import type { Stores } from '../store/database.ts';
import { put } from '../store/log.ts';
import type { NewPerson } from '../store/meta.ts';
import { lastContact, settleFrom } from '../store/readings.ts';
import { personById } from '../store/roster.ts';

const SURE: readonly ClockState[] = ['verified', 'corrected', 'unverified'];
const lessSure = (a: ClockState, b: ClockState): ClockState =>
  SURE[Math.max(SURE.indexOf(a), SURE.indexOf(b))] ?? 'unverified';
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Settles the times of records before their first sending and fixes the bytes that are sent; records that have these stay unchanged. Returns the
 * records that can be sent: one made after the last contact with the server waits for the next.
 */
export async function settleRecords(
  stores: Stores,
  records: readonly LogRecord[],
  deviceId: string,
): Promise<LogRecord[]> {
  const unsettled = records.filter(({ body }) => body === undefined);
  const earliest = Math.min(...unsettled.map(({ from }) => from.reading));
  const times = unsettled.length > 0 ? await settleFrom(stores, earliest) : new Map<number, Settled>();
  const contact = unsettled.length > 0 ? await lastContact(stores) : undefined;
  const ready: LogRecord[] = [];
  for (const record of records) {
    if (record.body !== undefined) {
      ready.push(record);
      continue;
    }
    const from = timeOf(record.from, times, contact);
    const to = record.kind === 'time' ? timeOf(record.to, times, contact) : from;
    // Records are sent in order, so what comes after it waits too.
    if (!from || !to) break;
    const person = record.person._id === null ? undefined : await personById(stores, record.person._id);
    const settled = settle(record, from, to, person?.number);
    const sent: LogRecord = { ...record, ...settled, capturedBy: record.capturedBy ?? deviceId };
    await put(stores, sent);
    ready.push(sent);
  }
  return ready;
}

/**
 * Returns the time of a moment; undefined before the next contact with the server. If its reading was lost (with rows of the database), that must not
 * stop sending: it is treated as if it were at that contact, and unverified.
 */
function timeOf(
  { reading, settled }: Moment,
  times: Map<number, Settled>,
  contact: Reading | undefined,
): Settled | undefined {
  if (settled !== undefined) return { at: settled, clock: 'corrected' };
  const found = times.get(reading);
  if (found || !contact || contact.server === undefined || reading > contact.id) return found;
  return { at: contact.server, clock: 'unverified' };
}

function settle(record: LogRecord, from: Settled, to: Settled, renumbered: string | undefined) {
  const { id, person, means } = record;
  const number = renumbered ?? person.number;
  const who = {
    ...(number !== null && { employeeNumber: number }),
    ...(person.timeId !== null && { timeId: person.timeId }),
  };
  const start = from.at + record.from.plus;
  const clock = record.kind === 'time' ? lessSure(from.clock, to.clock) : from.clock;
  const at = iso(start);
  const settled = (what: object) => ({ at, clock, body: JSON.stringify({ recordId: id, clock, means, ...what }) });
  if (record.kind === 'clock') return settled({ ...who, at, direction: record.direction });
  if (record.kind === 'day') {
    const { day, wrong, shown, proof } = record;
    return settled({ ...who, at, day, shown, proof, ...(wrong !== null && { wrong }) });
  }
  if (record.kind === 'delivery') {
    const { container, verdict, fault: reason, weight } = record;
    return settled({ at, container, verdict, reason, weight });
  }
  if (record.kind === 'sample') {
    const { container, pieces, found } = record;
    return settled({ at, container, pieces, found });
  }
  const work = { lookup1Code: record.lookup1, lookup2Code: record.lookup2 };
  if (record.kind === 'time')
    return settled({
      ...{ ...who, ...work, startedAt: at },
      ...{ units: '0', endedAt: iso(Math.max(start, to.at + record.to.plus)) },
    });
  const { units, counting, container } = record;
  return settled(
    record.ofTeam
      ? { teamId: person._id, at, ...work, units }
      : { ...who, ...work, startedAt: at, units, counting, container },
  );
}

const FIELDS = {
  clock: 'clockRecords',
  piece: 'pieceworkEntries',
  time: 'pieceworkEntries',
  day: 'ownDayActs',
  delivery: 'deliveries',
  sample: 'samples',
} as const;
const fieldOf = (record: LogRecord): keyof DeliveredRecords =>
  record.kind === 'piece' && record.ofTeam ? 'teamEntries' : FIELDS[record.kind];

/** Returns the request's text for settled records. */
export function syncBody(
  records: readonly LogRecord[],
  of: { deviceId: string; cursor: string | null; sentAt: number; newPeople: readonly NewPerson[] },
): string {
  const sent: DeliveredRecords = { clockRecords: [], pieceworkEntries: [] };
  for (const record of records) {
    const { body, sequence, capturedBy } = record;
    if (body === undefined) continue;
    const isOfAnother = capturedBy !== undefined && capturedBy !== of.deviceId;
    const field = fieldOf(record);
    const one = { ...JSON.parse(body), sequence, ...(isOfAnother && { capturedBy }) };
    const some = sent[field] ?? [];
    some.push(one);
    sent[field] = some;
  }
  return JSON.stringify({
    sentAt: iso(of.sentAt),
    cursor: of.cursor,
    ...sent,
    ...(of.newPeople.length > 0 && {
      newPeople: of.newPeople.map(({ number, timeId, name }) => ({ number, name, ...(timeId !== null && { timeId }) })),
    }),
  });
}
