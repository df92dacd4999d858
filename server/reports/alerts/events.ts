import type { LimitPass } from '#contract/figures/hourLimits.ts';
import { shareOf } from '#contract/figures/quality.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { AlertEvent } from '#contract/reports/alerts.ts';
import type { DayModel, DeviceState } from '../../figures/stats/dayModel.ts';
import type { Person } from '../../figures/stats/person.ts';
import { isInUse } from '../../figures/stats/silence.ts';
import { countPeople } from '../../figures/stats/totals.ts';
import { clockTime, MINUTE } from '../../platform/zone.ts';
import { type Finding, nameOf, oneLine } from './summary.ts';

/** With fewer people than this nothing is usual: one who comes later would be news. */
const FEWEST_USUAL = 5;

/** The day as it is now, and the people whom the alert is about. */
export type EventDay = {
  model: DayModel;
  people: readonly Person[];
  /** How many of them are usually present by now; null: nothing is usual. */
  usual: number | null;
  /** The limits of hours of those at work, and of those who are unverified as if they had come (`asIfCome`), by the employee's id. */
  passes: ReadonlyMap<string, LimitPass>;
  /** Of each defect, how often it was found in the last samples of people, by the employee's id. */
  lastSamples: ReadonlyMap<string, readonly FoundDefect[]>;
};

/** Of how many pieces of some samples a defect was found. */
export type FoundDefect = { name: string; found: number; pieces: number };

/** Returns what an alert about events has to say, of each subject one line. */
export function findEvents(event: AlertEvent, day: EventDay): Finding[] {
  if (event.kind === 'no-show') return noShows(day, event.minutes * MINUTE);
  if (event.kind === 'silent-device') return silentDevices(day, event.minutes * MINUTE);
  if (event.kind === 'limit-near') return limitsNear(day);
  if (event.kind === 'defects') return defects(day, event.percent);
  return unusualCount(day, event.percent);
}

/** Says once that people are not known. */
const notKnown = (unknown: number): Finding[] => {
  const line = msg(
    '{count, plural, one {{count} person is due and not judged} other {{count} people are due and not judged}}',
    { count: unknown },
  );
  return unknown > 0 ? [{ subject: 'unverified', heading: msg('Not known'), line }] : [];
};

/** No one who is unverified is named. The summary's last lines say why they are not known. */
function noShows({ model: { now, zone }, people }: EventDay, afterMs: number): Finding[] {
  const due = people.filter(({ shift }) => shift && now >= shift.start + shift.graceMs + afterMs && now < shift.end);
  const missing = due.filter(({ status, provisional }) => status === 'absent' && provisional);
  const unknown = due.filter(({ status }) => status === 'unverified').length;
  const named = missing.flatMap(({ employee, shift }) => {
    if (!shift) return [];
    const line = msg('{name}, due at {time}', { name: nameOf(employee), time: clockTime(zone, shift.start) });
    return [{ subject: `employee:${employee._id}`, heading: msg('Not here'), line }];
  });
  return [...named, ...notKnown(unknown)];
}

/** Returns an employee who is unverified as they would be had they come in time; after their shift nobody expects them to be at work. */
export function asIfCome(person: Person, now: number): Person {
  const { status, shift } = person;
  if (status !== 'unverified' || !shift || now < shift.start || now >= shift.end) return person;
  const open = { in: shift.start, out: null, end: shift.start, estimated: false };
  return { ...person, isOpen: true, intervals: [open] };
}

/** People who are unverified may be near a limit or at home, so that it is said once that this is not known. */
function limitsNear({ model: { now, zone }, people, passes }: EventDay): Finding[] {
  const near = people.flatMap((person) => {
    const pass = passes.get(person.employee._id);
    return pass?.isNear ? [{ ...person, pass }] : [];
  });
  const named = near.flatMap(({ status, employee, pass }) => {
    if (status === 'unverified') return [];
    const at = Date.parse(pass.at);
    const line = passingOf(pass, { name: nameOf(employee), time: clockTime(zone, at), isPast: at <= now });
    return [{ subject: `employee:${employee._id}`, heading: msg('Near a limit of hours'), line }];
  });
  return [...named, ...notKnown(near.length - named.length)];
}

/** Says which limit an employee at work would pass if they went on, or has passed: 'passed 60 h in 7 days at 16:00'. */
function passingOf(
  { limit, most }: LimitPass,
  { name, time, isPast }: { name: string; time: string; isPast: boolean },
): Message {
  const minutes = Math.round(most / MINUTE);
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`;
  const values = { name, hours, time };
  if (limit === 'sevenDays')
    return isPast
      ? msg('{name} passed {hours} h in 7 days at {time}', values)
      : msg('{name} would pass {hours} h in 7 days at {time}', values);
  return isPast
    ? msg('{name} passed {hours} h at {time}', values)
    : msg('{name} would pass {hours} h at {time}', values);
}

function silentDevices({ model: { now, zone, devices }, people }: EventDay, afterMs: number): Finding[] {
  const due = people.filter(({ shift, status }) => shift && status !== 'off' && now >= shift.start && now < shift.end);
  const isNeeded = ({ deviceId }: DeviceState) =>
    due.some(({ deviceIds }) => deviceIds === null || deviceIds.includes(deviceId));
  return devices.flatMap((device) => {
    const { deviceId, name, lastContact, dayEnded } = device;
    if (lastContact === null || dayEnded || now - lastContact < afterMs) return [];
    if (!isInUse(device, now) || !isNeeded(device)) return [];
    const line = msg('{device}, last contact at {time}', { device: oneLine(name), time: clockTime(zone, lastContact) });
    return [{ subject: `device:${deviceId}`, heading: msg('Silent'), line }];
  });
}

/** Names the defect that was found most, in more than a share of the pieces. */
function defects({ people, lastSamples }: EventDay, percent: number): Finding[] {
  return people.flatMap(({ employee }) => {
    const [most] = [...(lastSamples.get(employee._id) ?? [])].sort((a, b) => b.found - a.found);
    if (!most || 100 * most.found <= percent * most.pieces) return [];
    const values = { name: nameOf(employee), defect: oneLine(most.name), share: shareOf(most.found, most.pieces) ?? 0 };
    const line = msg('{name}: {defect} {share}% in the last three samples', values);
    return [{ subject: `employee:${employee._id}`, heading: msg('Defects'), line }];
  });
}

/** People who are not judged may be here, so they never make the count too low. */
function unusualCount({ model: { now, zone }, people, usual }: EventDay, percent: number): Finding[] {
  if (usual === null || usual < FEWEST_USUAL) return [];
  const { present, unverified } = countPeople(people);
  const line = msg('{present} present, usually {usual} by {time}', { present, usual, time: clockTime(zone, now) });
  if (100 * (present + unverified) <= usual * (100 - percent))
    return [{ subject: 'fewer', heading: msg('Fewer than usual'), line }];
  if (100 * present >= usual * (100 + percent)) return [{ subject: 'more', heading: msg('More than usual'), line }];
  return [];
}
