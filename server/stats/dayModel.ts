import { countsOn } from '../attendance/activity.ts';
import { asOfFor, isDue, isSilent, judgeBucket } from '../attendance/bucket.ts';
import { type Calendar, expectation } from '../attendance/calendar.ts';
import { readEvents } from '../attendance/fact.ts';
import { excuseFigures, judgeDay } from '../attendance/judge.ts';
import type { ExcusedRow } from '../attendance/ledger.sql.ts';
import { sortedByNumber } from '../attendance/order.ts';
import { timeGroupOn } from '../attendance/timeGroups.ts';
import { cutToMinute, DAY, dayBounds, type LocalDate, localDateOf, type Zone } from '../attendance/zone.ts';
import type { FactRow, PersonRow, QuarantinedRow, WorkRow } from './day.sql.ts';
import type { Person } from './person.ts';
import { type Line, linesOf } from './piecework.ts';

export type DeviceState = {
  deviceId: string;
  name: string;
  lastContact: number | null;
  state: 'reporting' | 'silent' | 'gone';
};

/** Everything a day says: tiles, lists, charts, reports and alert mails read it and nothing else (principle 4). */
export type DayModel = {
  accountId: string;
  date: LocalDate;
  dataVersion: number;
  zone: Zone;
  /** The local date of the first evidence of anything; null where there is none yet (rule 8). */
  firstEvidence: LocalDate | null;
  /** Facts are being derived anew: they may be of before and after at once. */
  isRecalculating: boolean;
  /** The latest as of which somebody was judged. */
  asOf: number;
  /** Active employees in natural order of number. */
  people: Person[];
  /** Piecework per employee and lookup pair. */
  lines: Line[];
  devices: DeviceState[];
};

export type DayInput = {
  accountId: string;
  date: LocalDate;
  now: number;
  dataVersion: number;
  firstEvidence: string | null;
  isRecalculating: boolean;
  calendar: Calendar;
  people: readonly PersonRow[];
  facts: readonly FactRow[];
  devices: readonly { deviceId: string; name: string; lastContact: string | null }[];
  assignments: readonly { employeeId: string; deviceIds: string[] }[];
  /** Quarantined punches around the day. */
  quarantined: readonly QuarantinedRow[];
  /** Excuses in force, and the employees of whom a correction is. */
  excuses: readonly ExcusedRow[];
  corrected: readonly string[];
  work: readonly WorkRow[];
  descriptions: readonly { lookup: number; code: string; description: string }[];
};

const NO_FACT = { events: '', entries: 0, units: '0', workedMs: 0 };

/** Judges a day in a single pass. Pure: the time comes in. */
export function judgeAll(input: DayInput): DayModel {
  const { calendar, date } = input;
  const now = cutToMinute(input.now);
  const today = localDateOf(calendar.zone, input.now);
  const dayEnd = dayBounds(calendar.zone, date).end;
  const devices = input.devices.map(contactOf);
  const { assigned, silentFor } = silenceOf(devices, input.assignments);
  const firstEvidence =
    input.firstEvidence === null ? null : localDateOf(calendar.zone, Date.parse(input.firstEvidence));
  const beforeEvidence = firstEvidence === null || date < firstEvidence;

  const facts = new Map(input.facts.map((fact) => [fact.employeeId, fact]));
  const active = input.people.filter(
    ({ activity, arrived, deletedOn }) => countsOn(activity, date, arrived) && (deletedOn === null || deletedOn > date),
  );
  const excuses = Map.groupBy(input.excuses, ({ employeeId }) => employeeId);
  const corrected = new Set(input.corrected);
  const waiting = Map.groupBy(input.quarantined, ({ employeeId }) => employeeId);
  const people = sortedByNumber(active, ({ number }) => number).map((row): Person => {
    const timeGroupId = timeGroupOn(row, date);
    const shift = calendar.shiftOn(timeGroupId, date);
    const expected = expectation(calendar, timeGroupId, date);
    const asOf = asOfFor(date, today, input.now, expected, dayEnd);
    const fact = facts.get(row.employeeId) ?? NO_FACT;
    const events = readEvents(fact.events);
    const quiet = expected ? silentFor(row.employeeId, expected.start) : [];
    const quarantined =
      expected !== null &&
      (waiting.get(row.employeeId) ?? []).some(({ at }) => {
        const instant = Date.parse(at);
        return instant >= (shift?.windowStart ?? expected.start) && instant <= expected.windowEnd;
      });
    const judgements = new Set(excuses.get(row.employeeId)?.map(({ judgement }) => judgement));
    const isExcused = events.length === 0 && expected !== null && judgements.has('absence');
    const figures = excuseFigures(judgeDay(events, shift, { asOf, now }), judgements);
    const bucket = judgeBucket(
      {
        punched: events.length > 0,
        worked: fact.entries > 0,
        expected,
        untimed: !calendar.hasStandardTimes,
        silent: quiet.length > 0,
        quarantined,
        beforeEvidence,
        excused: isExcused,
      },
      { asOf, now },
    );
    return {
      ...figures,
      ...bucket,
      employee: { _id: row.employeeId, number: row.number, firstName: row.firstName, lastName: row.lastName },
      timeGroupId,
      timeGroups: row.timeGroups,
      employeeGroupId: row.employeeGroupId,
      jobDescriptionId: row.jobDescriptionId,
      deviceIds: assigned(row.employeeId),
      silentOn: quiet.length > 0 && expected && isDue(expected, asOf) ? quiet.map(({ deviceId }) => deviceId) : [],
      shift,
      present: bucket.status === 'present',
      asOf,
      entries: fact.entries,
      units: fact.units,
      workedMs: fact.workedMs,
      quarantined,
      corrected: corrected.has(row.employeeId),
      excused: isExcused || figures.excusedMs > 0,
    };
  });
  const silent = new Set(people.flatMap(({ silentOn }) => silentOn));
  const nobody = date >= today ? now : Math.min(now, dayEnd);
  return {
    accountId: input.accountId,
    date,
    dataVersion: input.dataVersion,
    zone: calendar.zone,
    firstEvidence,
    isRecalculating: input.isRecalculating,
    asOf: people.length > 0 ? people.reduce((latest, { asOf }) => Math.max(latest, asOf), -Infinity) : nobody,
    people,
    lines: linesOf(people, input.work, input.descriptions),
    devices: devices.map((device) => ({
      ...device,
      state: silent.has(device.deviceId) ? 'silent' : stateOf(device, now),
    })),
  };
}

type Contact = { deviceId: string; name: string; lastContact: number | null };
const contactOf = (device: DayInput['devices'][number]): Contact => ({
  ...device,
  lastContact: device.lastContact === null ? null : Date.parse(device.lastContact),
});

const stateOf = ({ lastContact }: Contact, now: number) =>
  lastContact !== null && lastContact >= now - 7 * DAY ? 'reporting' : 'gone';

/** Rule 8: the devices of an employee, null without any: they clock on all of them; and which of theirs are silent since `start`. */
function silenceOf(devices: readonly Contact[], assignments: DayInput['assignments']) {
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const assigned = new Map(
    assignments.map(({ employeeId, deviceIds }) => [employeeId, deviceIds.flatMap((id) => byId.get(id) ?? [])]),
  );
  const idsOf = new Map(assignments.map(({ employeeId, deviceIds }) => [employeeId, deviceIds]));
  // Without assignments many share one start: each start is looked at once.
  const silentSince = new Map<number, readonly Contact[]>();
  const silentOfAll = (start: number) => {
    const known = silentSince.get(start) ?? devices.filter((device) => isSilent(device, start));
    silentSince.set(start, known);
    return known;
  };
  return {
    assigned: (employeeId: string) => idsOf.get(employeeId) ?? null,
    silentFor: (employeeId: string, start: number): readonly Contact[] =>
      assigned.get(employeeId)?.filter((device) => isSilent(device, start)) ?? silentOfAll(start),
  };
}
