import { hash } from 'node:crypto';
import { Units, unitsPerHour } from '../attendance/piecework.ts';
import type { Crew } from '../stats/crew.ts';
import { isOfCrew, isWithin, withWorkOf } from '../stats/crew.ts';
import { groupsOf, isRanked } from '../stats/piecework.ts';
import { countPeople, timeWastedOf } from '../stats/totals.ts';
import type { KeptDay, KeptLine, KeptPerson } from './keptDay.ts';
import { paceOf } from './medians.ts';
import type { Rostered } from './roster.sql.ts';

export type Roster = ReadonlyMap<string, Rostered>;
type CrewDay = { people: readonly KeptPerson[]; lines: readonly KeptLine[] };

const isEverybody = (crew: Crew) => Object.values(crew).every((chosen) => chosen === undefined);

/** The people of a crew on a day, by the groups and devices that they have today and the time group of that day, with their piecework. */
export function crewDayOf(day: KeptDay, crew: Crew, roster: Roster): CrewDay {
  if (isEverybody(crew)) return day;
  const members = day.people.filter((person) => {
    const rostered = roster.get(person.employeeId);
    return rostered !== undefined && isOfCrew({ ...rostered, timeGroupId: person.timeGroupId }, crew);
  });
  const isMember = new Set(members);
  const lines = day.lines.filter(({ person, lookup1 }) => isMember.has(person) && isWithin(crew.lookup1, lookup1.code));
  return { people: crew.lookup1 ? withWorkOf(members, lines) : members, lines };
}

/** The dashboard's own figures of a day, and who was late and absent. */
export function attendanceOf({ people }: CrewDay) {
  return {
    counts: { excused: 0, ...countPeople(people) },
    wasted: timeWastedOf(people),
    late: people.filter(({ late }) => late).map(({ employeeId }) => employeeId),
    absent: people.filter(({ status }) => status === 'absent').map(({ employeeId }) => employeeId),
  };
}

/** Units by either lookup, and the band of units per hour. */
export function workOf({ people, lines }: CrewDay) {
  const by = { lookup1: groupsOf(lines, 'lookup1'), lookup2: groupsOf(lines, 'lookup2') };
  return {
    ...by,
    units: by.lookup1.reduce((sum, { totalUnits }) => sum.plus(totalUnits), new Units(0)),
    pace: paceOf(
      people.filter((person) => isRanked(person)).flatMap(({ units, workedMs }) => unitsPerHour(units, workedMs) ?? []),
    ),
  };
}

/** A key of a crew as of a roster: groups and devices are today's. */
export function crewKey(crew: Crew, roster: Roster): string {
  if (isEverybody(crew)) return '';
  const { employeeGroups, jobDescriptions, devices } = crew;
  const chosen = Object.entries(crew).map(([name, ids]) => [name, ids && [...ids].sort()]);
  const members =
    employeeGroups || jobDescriptions || devices
      ? [...roster.values()].map((one) => [one.employeeId, one.employeeGroupId, one.jobDescriptionId, one.deviceIds])
      : [];
  return hash('sha1', JSON.stringify([chosen, members]), 'base64');
}
