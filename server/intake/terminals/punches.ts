import { eventCodeOf } from '#contract/attendance/quarantine.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { type IncomingClockRecord, storeRecords, TOO_MANY } from '../../attendance/store.ts';
import type { Db } from '../../platform/db/db.ts';
import { tooMany as tooManyRequests } from '../../platform/http/errors.ts';
import { saveRejects } from '../../platform/rejects/rejects.sql.ts';
import { rejectedLine } from '../../platform/rejects/rejects.ts';
import { offsetMinutes, type Zone, zoneOf } from '../../platform/zone.ts';
import { TooManyLines } from './body.ts';
import type { TerminalCall } from './call.ts';
import { noteElsewhere } from './conflicts.sql.ts';
import { noteNames } from './conflicts.ts';
import { type Doubt, directionOf, type LineResult, MOST_PEOPLE, type TerminalPunch } from './line.ts';
import { checkQuarantine } from './networks.ts';
import { lockReading, noticed, type Reading, saveAlarms, type Terminal } from './terminals.sql.ts';
import { instantOfTime } from './time.ts';

const HOUR = 3_600_000;
const WARN_DRIFT_MS = 2 * 60_000;

/** Returns a line's record id, which ignores trailing columns: the same punch sent again is the same record. */
function recordIdOf({ recordId, pin, time, status, verify }: TerminalPunch): string {
  if (recordId !== undefined) return recordId;
  return [pin, 'local' in time ? time.local : time.instant, status ?? '', verify ?? ''].join('|');
}

type Sender = { terminal: Pick<Terminal, 'deviceId' | 'lastRecordAt'>; untrustedNetwork: string | null };
/** Returns the records of lines, in their order. */
export function recordsOf(
  punches: readonly TerminalPunch[],
  { terminal, untrustedNetwork }: Sender,
  { timeZone, keyTrust }: Reading,
): IncomingClockRecord[] {
  const zone = zoneOf(timeZone);
  let previous = terminal.lastRecordAt?.getTime() ?? null;
  return punches.map((punch) => {
    const { time, status } = punch;
    const at = instantOfTime(time, zone, previous);
    previous = at;
    return {
      source: `device:${terminal.deviceId}`,
      deviceId: terminal.deviceId,
      timeId: punch.pin,
      recordId: recordIdOf(punch),
      at: new Date(at),
      direction: directionOf(status, keyTrust),
      raw: punch.raw,
      sent: {
        localTime: 'local' in time ? time.local : null,
        status,
        verifyMode: punch.verify,
        workCode: punch.workCode,
      },
      untrustedNetwork,
    };
  });
}

/** After its battery ran out a clock starts in 2000, or in another year before today's terminals existed. */
const LOST_BEFORE = Date.parse('2010-01-01T00:00:00Z');
/** Without a call for longer than this, a terminal's contact begins again (`noteContact`). */
const CONTACT_GAP_MS = 90_000;
/** After contact without a gap for this long, everything that the terminal kept has arrived. */
const SETTLED_MS = 3 * 60_000;

/**
 * Returns the drift of the terminal's clock in ms, from a punch that must have been sent as it happened: a single new line, the device's newest, from
 * a terminal that has been in contact since before the time in the line (a clock that is ahead shows at once). A clock that is off by more than a day
 * shows in a single line that is later than now, from before 2010, or sent after minutes of contact, and in lines that the terminal itself calls live
 * (`saysLive`).
 */
export function driftOf(
  terminal: Pick<Terminal, 'lastRecordAt' | 'onlineSince' | 'lastContact'>,
  records: readonly Pick<IncomingClockRecord, 'at'>[],
  now: Date,
  saysLive = false,
): number | null {
  const [first] = records;
  if (!first || (records.length > 1 && !saysLive)) return null;
  const only = records.reduce((newest, one) => (one.at > newest.at ? one : newest), first);
  const drift = only.at.getTime() - now.getTime();
  const { lastRecordAt, lastContact } = terminal;
  // As it was before this call: a make without a heartbeat calls for the first time with what it kept.
  const isInContact = lastContact !== null && now.getTime() - lastContact.getTime() <= CONTACT_GAP_MS;
  const onlineSince = isInContact ? terminal.onlineSince : null;
  if (drift < -24 * HOUR) {
    const isSettled = onlineSince !== null && now.getTime() - onlineSince.getTime() >= SETTLED_MS;
    return saysLive || isSettled || only.at.getTime() < LOST_BEFORE ? drift : null;
  }
  if (records.length > 1) return null;
  // If the clock was ahead before, the newest record lies in the future and does not help to judge new ones.
  if (lastRecordAt && only.at <= lastRecordAt && lastRecordAt <= now) return null;
  const wasOnline = onlineSince !== null && onlineSince <= only.at;
  return drift > 0 || wasOnline ? drift : null;
}

/** Returns a line for the device's alarms: its clock was days or years off, and what was done about it. */
function clockAlarm(driftMs: number, isTold: boolean, now: Date) {
  const days = Math.round(Math.abs(driftMs) / (24 * HOUR));
  const values = { way: driftMs > 0 ? 'fast' : 'slow', told: isTold ? 'yes' : 'no' };
  const text =
    days < 730
      ? msg(
          'Clock {days, plural, one {# day} other {# days}} {way, select, fast {fast} other {slow}}{told, select, yes {; the terminal was told the time} other {}}',
          { ...values, days },
        )
      : msg(
          'Clock {years, plural, one {# year} other {# years}} {way, select, fast {fast} other {slow}}{told, select, yes {; the terminal was told the time} other {}}',
          { ...values, years: Math.round(days / 365.25) },
        );
  return noticed(text, now);
}

/** Throws where the lines that cannot be read name more people than a body may: all of them would wait. */
export function refuseTooMany(lines: readonly LineResult[]) {
  const others = lines.reduce(
    (sum, line) => sum + ('reject' in line ? (line.reject.doubts?.slice(1).length ?? 0) : 0),
    0,
  );
  if (others > MOST_PEOPLE) throw new TooManyLines();
}

type Told = {
  /** False for punches that are sent later than they happened: they say nothing about the clock. */
  isLive?: boolean;
  /** True where the terminal itself says so. */
  saysLive?: boolean;
  /** Tells the terminal the time, where its make can be told. */
  setClock?: (tx: Db) => Promise<unknown>;
  /** Stores the rest of an upload in the same transaction. */
  alongside?: (tx: Db) => Promise<unknown>;
};
/**
 * Stores an upload of punches in one transaction; throws if, and only if, it is not stored, or not all of it. Punches from a network that nobody has accepted
 * (`untrustedNetwork`) are quarantined, and say nothing about the terminal's clock or keys.
 */
export async function storePunches(call: TerminalCall, lines: readonly LineResult[], more: Told = {}) {
  const { db, terminal, clock, now, untrustedNetwork } = call;
  const { isLive = true, saysLive = false, setClock, alongside } = more;
  const decided = lines.flatMap((line) => decidedLines(line, terminal.eventKinds));
  const punches = decided.flatMap((line) => ('punch' in line ? [line.punch] : []));
  refuseTooMany(lines);
  const rejects = decided.flatMap((line) => ('reject' in line ? [line.reject] : []));
  const refused = await db.tenant(terminal.accountId, async (tx) => {
    const reading = await lockReading(tx, terminal);
    // Checked again under the account's lock, because many uploads may have passed the first check at once.
    if (untrustedNetwork) await checkQuarantine(tx, terminal, untrustedNetwork);
    const records = recordsOf(punches, call, reading);
    const last = untrustedNetwork ? undefined : records.at(-1);
    const driftMs = untrustedNetwork || !isLive ? null : driftOf(terminal, records, now, saysLive);
    const counting =
      driftMs !== null && driftMs < -DAYS_BEHIND_MS ? records.map((record) => ofNow(record, now)) : records;
    // Of another network nothing is known but its punches, and those wait.
    const doubtful = untrustedNetwork
      ? []
      : rejects.flatMap(({ doubts = [], raw }) => doubts.map((doubt) => ({ doubt, raw })));
    const stored = await storeRecords(tx, {
      accountId: terminal.accountId,
      receivedAt: () => clock.now(),
      clockRecords: [...counting, ...doubtful.map((one) => doubtedRecord(one, call, reading))],
      isLocked: true,
      ...(last && { clock: { deviceId: terminal.deviceId, lastRecordAt: last.at, driftMs } }),
    });
    if (stored.changed && reading.hasPeople && !untrustedNetwork)
      await noteElsewhere(tx, terminal, [...new Set(punches.map(({ pin }) => pin))], now);
    if (stored.changed && !untrustedNetwork)
      await noteNames(tx, terminal, new Map(punches.flatMap(({ pin, name }) => (name ? [[pin, name]] : []))), now);
    await saveRejects(tx, terminal, rejects.map(rejectedLine), now);
    await alongside?.(tx);
    const tooMany = stored.clockRecords.filter((one) => typeof one === 'object' && one.rejected === TOO_MANY).length;
    const [only] = records;
    if (only && records.length === 1 && isLive && !untrustedNetwork && stored.changed) {
      const words = zoneWords(only, zoneOf(reading.timeZone), now);
      if (words && call.mayLog('zone of its clock')) await saveAlarms(tx, terminal, [noticed(words, now)]);
    }
    if (stored.changed && driftMs !== null && Math.abs(driftMs) > WARN_DRIFT_MS) {
      await setClock?.(tx);
      if (Math.abs(driftMs) > 24 * HOUR)
        await saveAlarms(tx, terminal, [clockAlarm(driftMs, setClock !== undefined, now)]);
    }
    return tooMany;
  });
  // Not acknowledged, because a terminal deletes what is: it keeps them, and sends them again when a new day has begun or their people are known.
  if (refused > 0) throw tooManyRequests(3_600, words('Too many records of people who are not known.'));
}

/** Two clocks that are right differ by less. */
const ZONE_APART_MS = 2 * 60_000;
/**
 * Returns what is told of a single event that is off by the zone's offset at once: UTC on a clock that should be local, or its own clock written as seconds
 * since 1970. Null for any other.
 */
function zoneWords({ at, sent }: IncomingClockRecord, zone: Zone, now: Date): Message | null {
  const offset = offsetMinutes(zone, now.getTime()) * 60_000;
  const drift = at.getTime() - now.getTime();
  if (Math.abs(offset) <= 2 * ZONE_APART_MS) return null;
  if (sent?.localTime && Math.abs(drift + offset) <= ZONE_APART_MS)
    return msg('Its clock seems to be UTC: set its clock, or its time zone among its options');
  if (!sent?.localTime && Math.abs(drift - offset) <= ZONE_APART_MS)
    return msg(
      'Its clock seems to be local where UTC is meant: set its clock, or its seconds since 1970 among its options',
    );
  return null;
}

/** Returns a line with what a user decided about events of its kind. */
function decidedLines(line: LineResult, kinds: Terminal['eventKinds']): LineResult[] {
  if ('punch' in line) return [line];
  const { raw, doubts = [] } = line.reject;
  const code = eventCodeOf(doubts[0]?.origin ?? '');
  if (code === undefined || !Object.hasOwn(kinds, code)) return [line];
  if (kinds[code] === 'none') return [{ reject: { reason: 'not-a-pass', raw } }];
  const punches = doubts.flatMap(({ pin, time, status, recordId }) =>
    time ? [{ punch: { pin, time, status, verify: null, workCode: null, raw, recordId } }] : [],
  );
  return punches.length > 0 ? punches : [line];
}

/** Returns the record of an event that may be a punch: at the time that it tells, else at its receipt. */
function doubtedRecord(
  { doubt, raw }: { doubt: Doubt; raw: string },
  { terminal, now }: TerminalCall,
  reading: Reading,
): IncomingClockRecord {
  const { time, origin, ...told } = doubt;
  const punch = { ...told, time: time ?? { instant: now.getTime() }, verify: null, workCode: null, raw };
  const [record] = recordsOf([punch], { terminal, untrustedNetwork: null }, reading);
  if (!record) throw new Error('A punch has a record');
  return { ...record, doubt: origin };
}

/** A terminal whose clock is further behind records punches on days that they are not of. */
const DAYS_BEHIND_MS = 24 * HOUR;
/** Returns the record of a punch whose terminal's clock is days behind, set aside at its receipt: accepted, it counts there. */
const ofNow = (record: IncomingClockRecord, now: Date): IncomingClockRecord => ({
  ...record,
  at: now,
  doubt: 'clock',
  ...(record.sent && { sent: { ...record.sent, localTime: null } }),
});
