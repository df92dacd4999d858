import { countsOn } from '../../attendance/activity.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import type { ExcusedRow } from '../../attendance/ledger.sql.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import { cutToMinute, dayBounds, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import { payPeriodOn } from '../pay/payPeriods.ts';
import type { FactRow, GoingOnRow, PersonRow, QuarantinedRow, WorkRow } from './day.sql.ts';
import { judgePeople } from './judging.ts';
import type { Person } from './person.ts';
import { type Line, linesOf } from './piecework.ts';
import { type Contact, contactOf, type Silence } from './silence.ts';

/** `isSilent`: an employee who is due and has not punched clocks on it, and it may hold their punch. */
export type DeviceState = Contact & { isSilent: boolean };

/** Everything that is known of a day: tiles, lists, charts, reports and alert mails read this and nothing else (principle 4). */
export type DayModel = {
  accountId: string;
  date: LocalDate;
  dataVersion: number;
  zone: Zone;
  /** The instant of the account's first evidence; null before there is any (docs/reference/attendance.md#status). */
  firstEvidence: number | null;
  /** True while facts are derived again: some of them may be old and some new. */
  isRecalculating: boolean;
  /** The last day of the pay period. */
  payPeriodEnds: LocalDate;
  /** The instant for which the model was made, cut to the minute. */
  now: number;
  /** The latest instant as of which an employee was judged. */
  asOf: number;
  /** Active employees in natural order of number. */
  people: Person[];
  /** Piecework by employee and lookup pair. */
  lines: Line[];
  devices: DeviceState[];
  /** Of this day, as of this minute. */
  silence: Silence;
  /** The same object in all models of the day with the same piecework, so that figures of piecework can be kept by it. */
  work: object;
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
  devices: readonly Parameters<typeof contactOf>[0][];
  assignments: readonly { employeeId: string; deviceIds: string[] }[];
  /** Quarantined punches around the day. */
  quarantined: readonly QuarantinedRow[];
  /** Instants around the day at which employees punched that a break begins or ends. */
  breakKeys: readonly { employeeId: string; at: number }[];
  /** Excuses in force, and the employees with a correction. */
  excuses: readonly ExcusedRow[];
  corrected: readonly string[];
  work: readonly WorkRow[];
  /** The time of earlier days' work that goes on after its day. */
  goingOn: readonly GoingOnRow[];
  descriptions: readonly { lookup: number; code: string; description: string }[];
};

function byEmployee(facts: readonly FactRow[]): ReadonlyMap<string, FactRow> {
  const found = new Map<string, FactRow>();
  for (const fact of facts) found.set(fact.employeeId, fact);
  return found;
}

/** Judges a day in one pass. Pure: the time is an argument. */
export function judgeAll(input: DayInput): DayModel {
  const { calendar, date } = input;
  const now = cutToMinute(input.now);
  const today = localDateOf(calendar.zone, input.now);
  const { start: dayStart, end: dayEnd } = dayBounds(calendar.zone, date);
  const devices = input.devices.map(contactOf);
  const firstEvidence = input.firstEvidence === null ? null : Date.parse(input.firstEvidence);
  const active = input.people.filter(
    ({ activity, arrived, deletedOn }) => countsOn(activity, date, arrived) && (deletedOn === null || deletedOn > date),
  );
  const day = {
    calendar,
    date,
    today,
    now,
    dayStart,
    dayEnd,
    devices,
    firstEvidence,
    assigned: new Map(input.assignments.map(({ employeeId, deviceIds }) => [employeeId, deviceIds])),
    facts: byEmployee(input.facts),
    excuses: Map.groupBy(input.excuses, ({ employeeId }) => employeeId),
    corrected: new Set(input.corrected),
    work: Map.groupBy(input.work, ({ employeeId }) => employeeId),
    goingOn: Map.groupBy(input.goingOn, ({ employeeId }) => employeeId),
    breakKeys: Map.groupBy(input.breakKeys, ({ employeeId }) => employeeId),
    waiting: Map.groupBy(input.quarantined, ({ employeeId }) => employeeId),
  };
  const { people, silence } = judgePeople(
    day,
    sortedByNumber(active, ({ number }) => number),
  );
  return {
    accountId: input.accountId,
    date,
    dataVersion: input.dataVersion,
    zone: calendar.zone,
    firstEvidence,
    isRecalculating: input.isRecalculating,
    payPeriodEnds: payPeriodOn(calendar.hoursRules, date).to,
    now,
    asOf: asOfOf(people, { zone: calendar.zone, date, now }),
    people,
    lines: linesOf(people, input.work, input.descriptions),
    devices: devicesFor(people, devices),
    silence,
    work: {},
  };
}

/** Returns the latest instant as of which one of some people was judged; without people that of the local day. */
export const asOfOf = (
  people: readonly Pick<Person, 'asOf'>[],
  { zone, date, now }: Pick<DayModel, 'zone' | 'date' | 'now'>,
) =>
  people.length > 0
    ? people.reduce((latest, { asOf }) => Math.max(latest, asOf), Number.NEGATIVE_INFINITY)
    : Math.min(now, dayBounds(zone, date).end);

/** Returns devices with whether they are silent for some of these people. */
export function devicesFor(people: readonly Pick<Person, 'silentOn'>[], devices: readonly Contact[]): DeviceState[] {
  const silent = new Set<string>();
  for (const { silentOn } of people) for (const deviceId of silentOn) silent.add(deviceId);
  return devices.map((device) => ({ ...device, isSilent: silent.has(device.deviceId) }));
}
