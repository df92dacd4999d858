import { pinWords } from '#contract/cards.ts';
import type { Device } from '#contract/devices.ts';
import { DEVICE_ONLINE_MS } from '#contract/limits.ts';
import type { QuarantineGroup } from '#contract/quarantine.ts';
import { english } from '#contract/words.ts';
import { clockTime, localDateOf, zoneOf } from '../attendance/zone.ts';
import { counted } from '../counted.ts';
import { dayInWords } from '../stats/dates.ts';
import { numbersWords } from '../terminals/eventNumbers.ts';
import type { Facts } from './recorder.sql.ts';

export type Situation = {
  device: Pick<Device, 'deviceType' | 'isOffline' | 'isActivated' | 'serialNumber'>;
  facts: Facts;
  unmatchedPins: readonly { timeId: string; count: number }[];
  quarantine?: readonly Pick<QuarantineGroup, 'network' | 'punches' | 'entries'>[];
  /** Commands that are withheld until a user accepts the network. */
  withheld?: number;
  failedCommands: number;
  /** ms */
  now: number;
};

const DRIFT_WARN_MS = 2 * 60_000;
const ALARM_MS = 24 * 3_600_000;

/** Returns a duration in words: '3 minutes', '2 hours', '5 days', '26 years'. */
function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const [size, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.round(minutes / 60), 'hour']
        : minutes < 2 * 525_960
          ? [Math.round(minutes / 1_440), 'day']
          : [Math.round(minutes / 525_960), 'year'];
  return counted(size, unit);
}

/** Returns what to do next with a device, in one sentence; null when all is well. Problems that keep punches from counting come first. */
export function nextStep(situation: Situation): string | null {
  const { device, facts } = situation;
  return (
    (device.deviceType === 'V2' ? activationStep(situation) : contactStep(situation)) ??
    quarantineStep(situation) ??
    withheldStep(situation) ??
    sequenceStep(situation) ??
    numbersStep(situation) ??
    idsStep(situation) ??
    reloadStep(situation) ??
    pinStep(situation) ??
    keysStep(situation) ??
    healthStep(situation) ??
    (facts.firstRecord ? null : 'Waiting for the first punch: let an employee clock in.')
  );
}

function contactStep({ device, facts }: Situation): string | null {
  if (facts.firstContact) return null;
  if (!facts.takesCommands)
    return `Terminal ${device.serialNumber} has not called yet: enter the address that was shown when it was added in its menu. Its options make a new one.`;
  return `Terminal ${device.serialNumber} has not called yet: enter this server's address in its cloud server (ADMS) settings.`;
}

function activationStep({ device, facts, now }: Situation): string | null {
  if (device.isActivated) return null;
  if (facts.codeExpiresAt === null || Date.parse(facts.codeExpiresAt) <= now)
    return 'The activation code has expired: regenerate it.';
  return facts.codeSentAt
    ? 'The activation code was sent: type it on the device.'
    : 'Type the activation code on the device, or send it to the person who has it.';
}

function quarantineStep({ quarantine = [] }: Situation): string | null {
  const [first, ...others] = quarantine;
  if (!first) return null;
  const count = first.punches + first.entries;
  const wait = count === 1 ? 'waits' : 'wait';
  const more = others.length > 0 ? ' And others below.' : '';
  return first.network === null
    ? `${counted(count, 'record')} older than 45 days ${wait}: accept what is right.${more}`
    : `${counted(count, 'record')} from another network (${first.network}) ${wait}: accept the network if it is the terminal's, else reject it.${more}`;
}

function withheldStep({ withheld = 0, facts }: Situation): string | null {
  if (withheld === 0) return null;
  return `${counted(withheld, 'command waits', 'commands wait')}: nobody has accepted the network that it calls from (${facts.network}). Accept it if it is the terminal's.`;
}

function sequenceStep({ facts: { missingRecords } }: Situation): string | null {
  if (missingRecords.length === 0) return null;
  const spans = missingRecords.slice(0, 3).map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = missingRecords.length > 3 ? ' and more' : '';
  return `Records ${spans.join(', ')}${more} of this device never arrived: let it sync, then ask who has had it.`;
}

const LOST_TOLD_MS = 7 * 24 * 3_600_000;
/** Tells of events that never arrived, for a week. */
function numbersStep({ facts: { numbers, timeZone }, now }: Situation): string | null {
  const zone = zoneOf(timeZone);
  const moment = (at: number) => {
    const day = localDateOf(zone, at);
    const time = clockTime(zone, at);
    return day === localDateOf(zone, now) ? time : `${dayInWords(day)}, ${time}`;
  };
  const gaps = numbers?.gaps.filter(({ to }) => to > now - LOST_TOLD_MS) ?? [];
  return numbersWords(numbers && { ...numbers, gaps }, moment);
}

function idsStep({ facts: { idsUsed } }: Situation): string | null {
  if (idsUsed === 0) return null;
  return `${counted(idsUsed, 'record')} of this device ${idsUsed === 1 ? 'was' : 'were'} refused: other records have the same numbers, so there may be a copy of it. Activate it anew.`;
}

function reloadStep({ facts }: Situation): string | null {
  if (!facts.isAskedForAll) return null;
  return 'It is asked for everything that it still holds, as after a restore: it sends that at its next contact.';
}

function pinStep({ unmatchedPins }: Situation): string | null {
  const [first, ...others] = unmatchedPins;
  if (!first) return null;
  const more = others.length > 0 ? `, and ${counted(others.length, 'more PIN')}` : '';
  return `${english(pinWords(first.timeId))} matches no employee: ${counted(first.count, 'punch', 'punches')} waiting${more}`;
}

const KEYS_TOLD_MS = 7 * 24 * 3_600_000;
/** Tells for a week that a terminal's state keys are trusted, which one press undoes (RecorderDialog). */
function keysStep({ facts: { keys }, now }: Situation): string | null {
  if (keys === null || now - Date.parse(keys.from) > KEYS_TOLD_MS) return null;
  return `Tallyboard now trusts its keys: ${keys.keyed} of ${counted(keys.punches, 'punch carries a key', 'punches carry a key')}.`;
}

function healthStep({ device, facts, failedCommands, now }: Situation): string | null {
  const silence = facts.lastContact ? now - Date.parse(facts.lastContact) : 0;
  if (silence > DEVICE_ONLINE_MS && !device.isOffline)
    return `No contact for ${span(silence)}: check its power and its network.`;
  if (facts.driftMs !== null && Math.abs(facts.driftMs) > DRIFT_WARN_MS)
    return driftStep(device.deviceType === 'ADMS' && facts.takesCommands, facts.driftMs);
  const [alarm] = facts.alarms;
  if (alarm && now - Date.parse(`${alarm.at.replace(' ', 'T').replace(/Z?$/, 'Z')}`) < ALARM_MS)
    // Operation 0: the server itself noticed it.
    return alarm.op === 0 ? `${alarm.text}.` : `${alarm.text}: ask who did it.`;
  if (failedCommands > 0)
    return `${failedCommands === 1 ? 'A command' : `${failedCommands} commands`} failed: see the list, then send the roster again.`;
  return null;
}

const HALF_HOUR_MS = 30 * 60_000;
/** Returns true if a clock is off by about the difference between two time zones: full half hours, to two minutes. */
const isZoneApart = (driftMs: number) =>
  Math.abs(driftMs) > HALF_HOUR_MS / 2 &&
  Math.abs(driftMs) < 27 * 2 * HALF_HOUR_MS &&
  Math.abs(driftMs - Math.round(driftMs / HALF_HOUR_MS) * HALF_HOUR_MS) <= DRIFT_WARN_MS;

function driftStep(isTold: boolean, driftMs: number): string {
  const told = 'it has been told the time; if that does not help, set it by hand.';
  const zone = isZoneApart(driftMs) ? " Is the account's time zone right?" : '';
  return `Its clock is ${span(Math.abs(driftMs))} ${driftMs > 0 ? 'fast' : 'slow'}: ${isTold ? `${told}${zone}` : 'set it right in the settings of the device.'}`;
}
