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
  const common = { recordId: id, ...who, clock, means };
  const at = iso(start);
  if (record.kind === 'clock')
    return { at, clock, body: JSON.stringify({ ...common, at, direction: record.direction }) };
  if (record.kind === 'day') {
    const { day, wrong, shown, proof } = record;
    return { at, clock, body: JSON.stringify({ ...common, at, day, shown, proof, ...(wrong !== null && { wrong }) }) };
  }
  if (record.kind === 'delivery') {
    const { container, verdict, fault: reason, weight } = record;
    return { at, clock, body: JSON.stringify({ recordId: id, clock, means, at, container, verdict, reason, weight }) };
  }
  if (record.kind === 'sample') {
    const { container, pieces, found } = record;
    return { at, clock, body: JSON.stringify({ recordId: id, clock, means, at, container, pieces, found }) };
  }
  const what = { lookup1Code: record.lookup1, lookup2Code: record.lookup2, startedAt: at };
  if (record.kind === 'piece')
    return {
      at,
      clock,
      body: JSON.stringify({
        ...{ ...common, ...what, units: record.units },
        ...{ counting: record.counting, container: record.container },
      }),
    };
  const endedAt = iso(Math.max(start, to.at + record.to.plus));
  return { at, clock, body: JSON.stringify({ ...common, ...what, units: '0', endedAt }) };
}

/** Returns the request's text for settled records. */
export function syncBody(
  records: readonly LogRecord[],
  of: { deviceId: string; cursor: string | null; sentAt: number; newPeople: readonly NewPerson[] },
): string {
  const wire = (kinds: readonly LogRecord['kind'][]) =>
    records
      .filter(({ kind, body }) => kinds.includes(kind) && body !== undefined)
      .map(({ body = '{}', sequence, capturedBy }) => ({
        ...JSON.parse(body),
        sequence,
        ...(capturedBy !== undefined && capturedBy !== of.deviceId && { capturedBy }),
      }));
  const ownDayActs = wire(['day']);
  const deliveries = wire(['delivery']);
  const samples = wire(['sample']);
  return JSON.stringify({
    sentAt: iso(of.sentAt),
    cursor: of.cursor,
    clockRecords: wire(['clock']),
    pieceworkEntries: wire(['piece', 'time']),
    ...(ownDayActs.length > 0 && { ownDayActs }),
    ...(deliveries.length > 0 && { deliveries }),
    ...(samples.length > 0 && { samples }),
    ...(of.newPeople.length > 0 && {
      newPeople: of.newPeople.map(({ number, timeId, name }) => ({ number, name, ...(timeId !== null && { timeId }) })),
    }),
  });
}
