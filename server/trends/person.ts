import type { PersonDay, PersonTrend } from '#contract/people.ts';
import { MIN_RANKED_MS, Units, unitsPerHour } from '../attendance/piecework.ts';
import { isoOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { clockedMsOf, timeOutOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { gapsOf, isoOrNull } from '../stats/lists.ts';
import { readPersonDays } from '../stats/personDays.ts';
import { readDayChanges } from './dayChanges.ts';
import { readDescriptions } from './descriptions.ts';
import { cellOf, type KeptDay, type KeptLine, type KeptPerson } from './keptDay.ts';
import { medianOf, wholeMedianOf } from './medians.ts';
import { openLines, openPeople } from './opened.ts';
import { listedOf, type Range } from './range.ts';
import { type Sight, type Sums, seenSums, sumsOf } from './roll.ts';
import { selectDeviceNames, selectGroupNames } from './roster.sql.ts';

type Asked = { accountId: string; timeZone: string; employeeId: string; now: Date };

/** Returns one employee over a range of days (spec/trends.md). NOT_FOUND for an employee whom the account does not have. */
export async function personTrendOf(db: Db, range: Range, asked: Asked, sight: Sight): Promise<PersonTrend> {
  const { accountId, employeeId, now } = asked;
  const rostered = range.roster.get(employeeId);
  if (!rostered) throw notFound('Employee');
  const { timeGroupId, employeeGroupId, jobDescriptionId } = rostered;
  const groupIds = [timeGroupId, employeeGroupId, jobDescriptionId].flatMap((id) => id ?? []);
  const { names, devices, models, changesOn } = await db.tenant(
    accountId,
    async (tx) => {
      const groups = await selectGroupNames(tx, accountId, groupIds);
      return {
        names: new Map(groups.map(({ id, name }) => [id, { _id: id, name }])),
        devices: await selectDeviceNames(tx, accountId, rostered.deviceIds ?? []),
        changesOn: await readDayChanges(
          tx,
          { accountId, employeeId, zone: zoneOf(asked.timeZone), sight },
          range.days[0]?.date ?? '',
          range.days.at(-1)?.date ?? '',
        ),
        models: await readPersonDays(
          tx,
          { accountId, employeeId, deviceIds: rostered.deviceIds, now },
          range.days.map(({ date }) => date),
        ),
      };
    },
    { snapshot: true },
  );
  const { pace, ...sums } = besideGroup(range, employeeId, sight);
  const describe = await readDescriptions(
    db,
    accountId,
    pace.map(({ code }) => ({ lookup1: code, lookup2: '' })),
  );
  const groupOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    employee: {
      ...listedOf(rostered),
      timeId: rostered.timeId,
      timeGroup: groupOf(timeGroupId),
      employeeGroup: groupOf(employeeGroupId),
      jobDescription: groupOf(jobDescriptionId),
      isDeleted: rostered.isDeleted,
    },
    timeZone: asked.timeZone,
    devices,
    days: models
      .map((model, i) => ({
        ...personDayOf(model, range.days[i]?.unfinished ?? false, sight),
        changes: changesOn(model.date),
      }))
      .reverse(),
    ...sums,
    pace: pace.map(({ code, ...figures }) => ({ ...describe(1, code), ...figures })).sort(mostUnits),
  };
}

function personDayOf(
  { people: [person], lines, zone, date }: DayModel,
  unfinished: boolean,
  sight: Sight,
): Omit<PersonDay, 'changes'> {
  const worked = person && {
    units: new Units(person.units).toNumber(),
    performance: unitsPerHour(person.units, person.workedMs),
    lines: lines.map(({ lookup1, lookup2, units, timeMs }) => ({
      lookup1Code: lookup1.code,
      lookup1Description: lookup1.description,
      lookup2Code: lookup2.code,
      lookup2Description: lookup2.description,
      units: units.toNumber(),
      timeMs,
    })),
  };
  const attended = person && {
    status: person.status,
    provisional: person.provisional,
    shift: person.shift && { start: isoOf(zone, person.shift.start), end: isoOf(zone, person.shift.end) },
    timeIn: isoOrNull(zone, person.timeIn),
    timeOut: isoOrNull(zone, timeOutOf(person)),
    onSite: person.isOpen,
    clockedMs: clockedMsOf(person),
    late: person.late,
    lateMs: person.lateMs,
    irregularMs: person.irregularMs,
    earlyLeaveMs: person.earlyLeaveMs,
    gaps: gapsOf(zone, person),
    flags: [...person.flags],
    corrected: person.corrected,
    excused: person.excused,
  };
  return {
    date,
    unfinished,
    cell: sight.attendance ? (person ? cellOf(person) : '-') : null,
    attendance: sight.attendance ? (attended ?? null) : null,
    piecework: sight.piecework ? (worked ?? { units: 0, performance: null, lines: [] }) : null,
  };
}

/** Returns the sums of an employee with the medians of their time group, and their pace with that of others on the same lookup 1. */
function besideGroup({ days, roster }: Range, employeeId: string, sight: Sight) {
  const groupId = roster.get(employeeId)?.timeGroupId ?? null;
  const isMember = (id: string) => id === employeeId || (groupId !== null && roster.get(id)?.timeGroupId === groupId);
  const members = days.map((day) => ({ day, people: openPeople(day, isMember) }));
  const own = Map.groupBy(
    members.flatMap(({ people }) => people),
    (person) => person.employeeId,
  );
  const sums = new Map([...own].map(([id, list]) => [id, sumsOf(list)]));
  const all = [...sums.values()];
  const median = (measure: (one: Sums) => number) => wholeMedianOf(all.map(measure)) ?? 0;
  const medians: Sums = {
    present: median(({ present }) => present),
    late: median(({ late }) => late),
    absent: median(({ absent }) => absent),
    clockedMs: median(({ clockedMs }) => clockedMs),
    wastedMs: median(({ wastedMs }) => wastedMs),
    units: medianOf(all.map(({ units }) => units)) ?? new Units(0),
  };
  return {
    sums: seenSums(sums.get(employeeId) ?? sumsOf([]), sight),
    medians: groupId !== null && all.length > 0 ? { ...seenSums(medians, sight), people: all.length } : null,
    pace: sight.piecework ? paceBeside(members, employeeId) : [],
  };
}

type Work = { units: Units; timeMs: number };
/** Returns an employee's units per hour by code of lookup 1; people with at least 15 minutes on it are ranked. */
function paceBeside(members: readonly { day: KeptDay; people: readonly KeptPerson[] }[], employeeId: string) {
  const linesOf = (isChosen: (employeeId: string) => boolean, codes?: ReadonlySet<string>) =>
    members.flatMap(({ day, people }) =>
      openLines(
        day,
        people.filter((person) => isChosen(person.employeeId)),
        codes && ((code) => codes.has(code ?? '')),
      ),
    );
  const codes = new Set(linesOf((id) => id === employeeId).map(({ lookup1 }) => lookup1));
  const byCode = Map.groupBy(
    linesOf(() => true, codes),
    ({ lookup1 }) => lookup1,
  );
  return [...byCode].flatMap(([code, group]) => {
    const people = new Map(
      [...Map.groupBy(group, ({ person }) => person.employeeId)].map(([id, list]) => [id, workOf(list)]),
    );
    const mine = people.get(employeeId);
    if (!mine) return [];
    const ranked = [...people.values()].filter(({ timeMs }) => timeMs >= MIN_RANKED_MS);
    const paces = ranked.flatMap(({ units, timeMs }) => unitsPerHour(units, timeMs) ?? []);
    return [
      {
        code,
        units: mine.units.toNumber(),
        own: unitsPerHour(mine.units, mine.timeMs),
        median: medianOf(paces)?.toDecimalPlaces(2).toNumber() ?? null,
        people: paces.length,
      },
    ];
  });
}
const workOf = (lines: readonly KeptLine[]): Work => ({
  units: lines.reduce((sum, { units }) => sum.plus(units), new Units(0)),
  timeMs: lines.reduce((sum, { timeMs }) => sum + timeMs, 0),
});
type Described = { units: number; description: string };
const mostUnits = (a: Described, b: Described) => b.units - a.units || (a.description < b.description ? -1 : 1);
