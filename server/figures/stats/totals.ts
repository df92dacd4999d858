import type { AttendanceTotals, Bucket } from '#contract/figures/stats.ts';
import { SILENT_NAMED } from '#contract/platform/limits.ts';
import { trustWords } from '#contract/platform/trust.ts';
import { trustClauses } from '#contract/platform/trustMessages.ts';
import { dayOfYear } from '../../platform/words/figures.ts';
import type { Words } from '../../platform/words/words.ts';
import { addDays, clockTime, isoOf, localDateOf } from '../../platform/zone.ts';
import type { DayModel } from './dayModel.ts';
import type { Person } from './person.ts';
import { gapsBy, isInUse, isOutBy, isReporting } from './silence.ts';

/** Returns the totals of rule 9, for all people or for some of them (an alert's groups). */
export function countPeople(people: readonly Pick<Person, 'status' | 'late' | 'excused' | 'isOpen'>[]) {
  const buckets: Record<Bucket, number> = { present: 0, absent: 0, pending: 0, unverified: 0, off: 0 };
  let late = 0;
  let excused = 0;
  let onSite = 0;
  for (const person of people) {
    buckets[person.status]++;
    if (person.late) late++;
    if (person.isOpen) onSite++;
    if (person.status === 'off' && person.excused) excused++;
  }
  return {
    total: people.length,
    ...buckets,
    late,
    onTime: buckets.present - late,
    expected: people.length - buckets.off,
    ...(excused > 0 && { excused }),
    onSite,
    left: buckets.present - onSite,
  };
}

/** The days before the last of a pay period on which it is said that the period ends. */
const ENDING_DAYS = 2;

export const totalsOf = (model: DayModel): AttendanceTotals => {
  const silent = silentDevices(model);
  const withoutShift = model.people.filter(({ status, shift }) => status === 'pending' && !shift).length;
  return {
    ...countPeople(model.people),
    ...(withoutShift > 0 && { withoutShift }),
    unverifiedBySilence: countUnverified(model.people).ofSilence,
    asOf: isoOf(model.zone, model.asOf),
    timeZone: model.zone.name,
    recalculating: model.isRecalculating,
    ...(addDays(model.date, ENDING_DAYS) >= model.payPeriodEnds && { payPeriodEnds: model.payPeriodEnds }),
    devices: {
      reporting: reportingDevices(model),
      inUse: devicesInUse(model),
      lastContact: isoOrNullOf(model),
      silent: silent.length,
      silentDevices: silent
        .slice(0, SILENT_NAMED)
        .map(({ deviceId, name, since }) => ({ id: deviceId, name, since: isoOf(model.zone, since) })),
      lost: lostEvents(model).map(({ deviceId, name, events, from, to }) => ({
        ...{ id: deviceId, name, events },
        ...{ from: isoOf(model.zone, from), to: isoOf(model.zone, to) },
      })),
    },
  };
};

/** Returns how many of `people` are not judged, and how many of those because a device is silent. */
function countUnverified(people: readonly Person[]): { notJudged: number; ofSilence: number } {
  const unverified = people.filter(({ status }) => status === 'unverified');
  return { notJudged: unverified.length, ofSilence: unverified.filter(({ doubt }) => doubt === 'silence').length };
}

const reportingDevices = ({ devices, asOf }: DayModel) => devices.filter((one) => isReporting(one, asOf)).length;
const devicesInUse = ({ devices, asOf }: DayModel) => devices.filter((one) => isInUse(one, asOf)).length;
/** Returns the last contact of any device; null where none was ever in contact. */
const lastContactOf = ({ devices }: DayModel) =>
  devices.reduce<number | null>(
    (latest, { lastContact: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  );
const isoOrNullOf = (model: DayModel) => {
  const at = lastContactOf(model);
  return at === null ? null : isoOf(model.zone, at);
};

/** Returns true if nobody can know who is there, because none of several devices reports. */
export const isBlind = (model: DayModel) => reportingDevices(model) === 0 && silentDevices(model).length > 1;

/** The silent devices, longest silent first. */
const silentDevices = ({ devices, silence }: DayModel) =>
  devices
    .flatMap((device) => {
      const { deviceId, name, lastContact, isSilent } = device;
      return isSilent && lastContact !== null && isOutBy(device, silence)
        ? [{ deviceId, name, since: lastContact }]
        : [];
    })
    .sort((one, other) => one.since - other.since);

/** The first events that never arrived where one may be the punch of an employee who is due, the oldest first. */
const lostEvents = ({ devices, silence }: DayModel) =>
  devices
    .flatMap((device) =>
      device.isSilent
        ? gapsBy(device, silence).map((gap) => ({ deviceId: device.deviceId, name: device.name, ...gap }))
        : [],
    )
    .sort((one, other) => one.from - other.from)
    .slice(0, SILENT_NAMED);

/** Returns how complete the figures of `people` are, in words; `names` returns a device's name, shortened if its place needs that. */
export function trustOf(
  model: DayModel,
  people: readonly Person[],
  words: Words,
  names = (name: string) => name,
): string {
  const { zone, date } = model;
  const moment = (at: number) => {
    const day = localDateOf(zone, at);
    return day === date ? clockTime(zone, at) : `${dayOfYear(words, day)}, ${clockTime(zone, at)}`;
  };
  const silent = silentDevices(model);
  const lastContact = lastContactOf(model);
  const trust = {
    asOf: moment(model.asOf),
    reporting: reportingDevices(model),
    inUse: devicesInUse(model),
    lastContact: lastContact === null ? null : moment(lastContact),
    silent: silent.length,
    silentDevices: silent.map(({ name, since }) => ({
      name: names(name),
      since: moment(since),
    })),
    lost: lostEvents(model).map(({ name, events, from, to }) => ({
      ...{ name: names(name), events },
      ...{ from: moment(from), to: moment(to) },
    })),
    ...countUnverified(people),
    recalculating: model.isRecalculating,
  };
  return trustWords(trust, trustClauses(words.say));
}

/** Returns the totals of rule 12, for all people or for some of them. */
export function timeWastedOf(people: readonly Pick<Person, 'lateMs' | 'irregularMs'>[]) {
  const lateTimeMs = people.reduce((sum, { lateMs }) => sum + lateMs, 0);
  const irregularBreakTimeMs = people.reduce((sum, { irregularMs }) => sum + irregularMs, 0);
  return { totalTimeMs: lateTimeMs + irregularBreakTimeMs, lateTimeMs, irregularBreakTimeMs };
}
