import { pinWords } from '#contract/attendance/cards.ts';
import { eventCodeOf, type QuarantineGroup, quarantineReason } from '#contract/attendance/quarantine.ts';
import type { Device } from '#contract/intake/devices.ts';
import { DEVICE_ONLINE_MS } from '#contract/platform/limits.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { MOST_LOOSE } from '../../attendance/store.ts';
import { clockTime, localDateOf, zoneOf } from '../../platform/zone.ts';
import { numbersWords } from '../terminals/eventNumbers.ts';
import { keysWords } from '../terminals/keys.ts';
import type { Facts } from './recorder.sql.ts';

export type Situation = {
  device: Pick<Device, 'deviceType' | 'isOffline' | 'isActivated' | 'serialNumber'>;
  facts: Facts;
  unmatchedPins: readonly { timeId: string; count: number }[];
  quarantine?: readonly Pick<QuarantineGroup, 'origin' | 'network' | 'punches' | 'entries'>[];
  /** Lines that became no punch, counted by reason. */
  rejected?: readonly { reason: string; count: number }[];
  /** Commands that are withheld until a user accepts the network. */
  withheld?: number;
  failedCommands: number;
  /** ms */
  now: number;
};

const DRIFT_WARN_MS = 2 * 60_000;
const ALARM_MS = 24 * 3_600_000;

type Step = string | Message | null;

/** Returns a duration in words: '3 minutes', '2 hours', '5 days', '26 years'. */
function span(ms: number): Message {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return msg('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
  if (minutes < 2_880) return msg('{count, plural, one {# hour} other {# hours}}', { count: Math.round(minutes / 60) });
  if (minutes < 2 * 525_960)
    return msg('{count, plural, one {# day} other {# days}}', { count: Math.round(minutes / 1_440) });
  return msg('{count, plural, one {# year} other {# years}}', { count: Math.round(minutes / 525_960) });
}

/** Returns what to do next with a device, in one sentence; null when all is well. Problems that keep punches from counting come first. */
export function nextStep(situation: Situation): Step {
  const { device, facts } = situation;
  return (
    (device.deviceType === 'V2' ? activationStep(situation) : contactStep(situation)) ??
    quarantineStep(situation) ??
    withheldStep(situation) ??
    sequenceStep(situation) ??
    numbersStep(situation) ??
    idsStep(situation) ??
    looseStep(situation) ??
    reloadStep(situation) ??
    pinStep(situation) ??
    keysStep(situation) ??
    healthStep(situation) ??
    behindStep(situation) ??
    (facts.firstRecord ? null : firstPunchStep(situation))
  );
}

/** Tells why nothing that a terminal sends is a punch, where it sends something. */
function firstPunchStep({ rejected = [] }: Situation): Step {
  const total = rejected.reduce((sum, { count }) => sum + count, 0);
  const [most] = rejected.toSorted((a, b) => b.count - a.count);
  if (!most) return words('Waiting for the first punch: let an employee clock in.');
  return msg(
    'It sends, but nothing that counts: {total, plural, one {# event} other {# events}}. {why, select, time {Their times cannot be read.} layout {Their layout is not known: is it the right make?} pass {They are refusals, or of a kind that is no punch.} pin {They name no PIN or card that can be read.} other {See below.}}',
    { total, why: REJECTS[most.reason] ?? 'other' },
  );
}
/** The reasons of rejects in four kinds. */
const REJECTS: Readonly<Record<string, string>> = {
  'bad-time': 'time',
  'before-2000': 'time',
  'unknown-layout': 'layout',
  'unknown-table': 'layout',
  'not-a-pass': 'pass',
  'unknown-event': 'pass',
  'bad-pin': 'pin',
};

function contactStep({ device, facts }: Situation): Step {
  if (facts.firstContact) return null;
  if (!facts.takesCommands)
    return msg(
      'Terminal {serialNumber} has not called yet: enter the address that was shown when it was added in its menu. Its options make a new one.',
      { serialNumber: device.serialNumber },
    );
  return msg(
    "Terminal {serialNumber} has not called yet: enter this server's address in its cloud server (ADMS) settings.",
    { serialNumber: device.serialNumber },
  );
}

function activationStep({ device, facts, now }: Situation): Step {
  if (device.isActivated) return null;
  if (facts.codeExpiresAt === null || Date.parse(facts.codeExpiresAt) <= now)
    return words('The activation code has expired: regenerate it.');
  return facts.codeSentAt
    ? words('The activation code was sent: type it on the device.')
    : words('Type the activation code on the device, or send it to the person who has it.');
}

function quarantineStep({ quarantine = [] }: Situation): Step {
  const [first, ...others] = quarantine.filter(({ origin }) => origin !== 'clock');
  if (!first) return null;
  const count = first.punches + first.entries;
  const values = { count, others: others.length };
  const reason = quarantineReason(first.origin);
  if (reason === 'event')
    return msg(
      '{count, plural, one {# event} other {# events}} of a kind that Tallyboard does not know (code {code}): accept them if they are punches, else reject them; later ones are treated alike.{others, plural, =0 {} other { And others below.}}',
      { ...values, code: eventCodeOf(first.origin) ?? '' },
    );
  if (reason === 'layout' || reason === 'time')
    return msg(
      '{count, plural, one {# event} other {# events}} of known people cannot be read: see what it sent below.{others, plural, =0 {} other { And others below.}}',
      values,
    );
  return reason === 'age'
    ? msg(
        '{count, plural, one {# record older than 45 days waits} other {# records older than 45 days wait}}: accept what is right.{others, plural, =0 {} other { And others below.}}',
        values,
      )
    : msg(
        "{count, plural, one {# record from another network ({network}) waits} other {# records from another network ({network}) wait}}: accept the network if it is the terminal's, else reject it.{others, plural, =0 {} other { And others below.}}",
        { ...values, network: first.network ?? first.origin },
      );
}

/** Tells of punches that wait because their terminal's clock was days behind: after what is to be done about the clock. */
function behindStep({ quarantine = [] }: Situation): Step {
  const behind = quarantine.find(({ origin }) => origin === 'clock');
  if (!behind) return null;
  return msg(
    '{count, plural, one {# punch waits, sent while its clock was days behind: accepted, it counts at its receipt.} other {# punches wait, sent while its clock was days behind: accepted, they count at their receipt.}}',
    { count: behind.punches },
  );
}

function withheldStep({ withheld = 0, facts }: Situation): Step {
  if (withheld === 0) return null;
  return msg(
    "{count, plural, one {# command waits} other {# commands wait}}: nobody has accepted the network that it calls from ({network}). Accept it if it is the terminal's.",
    { count: withheld, network: `${facts.network}` },
  );
}

function sequenceStep({ facts: { missingRecords } }: Situation): Step {
  if (missingRecords.length === 0) return null;
  const spans = missingRecords
    .slice(0, 3)
    .map(([from, to]) => (from === to ? `${from}` : msg('{from} to {to}', { from, to })));
  const [first = '', second = '', third = ''] = spans;
  const values = { first, second, third, more: missingRecords.length };
  return msg(
    'Records {more, plural, =1 {{first}} =2 {{first}, {second}} =3 {{first}, {second}, {third}} other {{first}, {second}, {third} and more}} of this device never arrived: let it sync, then ask who has had it.',
    values,
  );
}

const LOST_TOLD_MS = 7 * 24 * 3_600_000;
/** Tells of events that never arrived, for a week. */
function numbersStep({ facts: { numbers, timeZone }, now }: Situation): Step {
  const zone = zoneOf(timeZone);
  const moment = (at: number) => {
    const day = localDateOf(zone, at);
    const time = clockTime(zone, at);
    return day === localDateOf(zone, now) ? time : msg('{day, date}, {time}', { day, time });
  };
  const gaps = numbers?.gaps.filter(({ to }) => to > now - LOST_TOLD_MS) ?? [];
  return numbersWords(numbers && { ...numbers, gaps }, moment);
}

function idsStep({ facts: { idsUsed } }: Situation): Step {
  if (idsUsed === 0) return null;
  return msg(
    '{count, plural, one {# record of this device was refused: another record has the same number} other {# records of this device were refused: other records have the same numbers}}, so there may be a copy of it. Activate it anew.',
    { count: idsUsed },
  );
}

function looseStep({ facts: { loose } }: Situation): Step {
  if (loose <= MOST_LOOSE) return null;
  return words(
    'It sent too many records today of numbers that nobody has: those beyond stay on it. Add the people, or delete them on the device.',
  );
}

function reloadStep({ facts }: Situation): Step {
  if (!facts.isAskedForAll) return null;
  return words(
    'It is asked for everything that it still holds, as after a restore: it sends that at its next contact.',
  );
}

function pinStep({ unmatchedPins }: Situation): Step {
  const [first, ...others] = unmatchedPins;
  if (!first) return null;
  return msg(
    '{pin} matches no employee: {count, plural, one {# punch} other {# punches}} waiting{others, plural, =0 {} one {, and # more PIN} other {, and # more PINs}}',
    { pin: pinWords(first.timeId), count: first.count, others: others.length },
  );
}

const KEYS_TOLD_MS = 7 * 24 * 3_600_000;
/** Tells for a week that a terminal's state keys are trusted, which one press undoes (RecorderDialog). */
function keysStep({ facts: { keys, keysDoubt }, now }: Situation): Step {
  if (keysDoubt) return keysWords(keysDoubt);
  if (keys === null || now - Date.parse(keys.from) > KEYS_TOLD_MS) return null;
  return msg(
    'Tallyboard now trusts its keys: {keyed} of {punches, plural, one {# punch carries a key} other {# punches carry a key}}.',
    { keyed: keys.keyed, punches: keys.punches },
  );
}

function healthStep({ device, facts, failedCommands, now }: Situation): Step {
  const silence = facts.lastContact ? now - Date.parse(facts.lastContact) : 0;
  if (silence > DEVICE_ONLINE_MS && !device.isOffline)
    return msg('No contact for {time}: check its power and its network.', { time: span(silence) });
  if (facts.driftMs !== null && Math.abs(facts.driftMs) > DRIFT_WARN_MS)
    return driftStep(device.deviceType === 'ADMS' && facts.takesCommands, facts.driftMs);
  const [alarm] = facts.alarms;
  if (alarm && now - Date.parse(`${alarm.at.replace(' ', 'T').replace(/Z?$/, 'Z')}`) < ALARM_MS)
    // Operation 0: the server itself noticed it.
    return alarm.op === 0
      ? msg('{alarm}.', { alarm: alarm.words ?? { id: alarm.text } })
      : msg('{alarm}: ask who did it.', { alarm: { id: alarm.text } });
  if (failedCommands > 0)
    return msg('{count, plural, =1 {A command} other {# commands}} failed: see the list, then send the roster again.', {
      count: failedCommands,
    });
  return null;
}

const HALF_HOUR_MS = 30 * 60_000;
/** Returns true if a clock is off by about the difference between two time zones: full half hours, to two minutes. */
const isZoneApart = (driftMs: number) =>
  Math.abs(driftMs) > HALF_HOUR_MS / 2 &&
  Math.abs(driftMs) < 27 * 2 * HALF_HOUR_MS &&
  Math.abs(driftMs - Math.round(driftMs / HALF_HOUR_MS) * HALF_HOUR_MS) <= DRIFT_WARN_MS;

function driftStep(isTold: boolean, driftMs: number): Message {
  const values = { time: span(Math.abs(driftMs)), way: driftMs > 0 ? 'fast' : 'slow' };
  if (!isTold)
    return msg(
      'Its clock is {time} {way, select, fast {fast} other {slow}}: set it right in the settings of the device.',
      values,
    );
  return isZoneApart(driftMs)
    ? msg(
        "Its clock is {time} {way, select, fast {fast} other {slow}}: it has been told the time; if that does not help, set it by hand. Is the account's time zone right?",
        values,
      )
    : msg(
        'Its clock is {time} {way, select, fast {fast} other {slow}}: it has been told the time; if that does not help, set it by hand.',
        values,
      );
}
