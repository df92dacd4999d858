import type { CrewFilters } from '#contract/filters.ts';
import { togetherMs, Units } from '../attendance/piecework.ts';
import type { Db } from '../db/db.ts';
import { selectLookupCodes } from './crew.sql.ts';
import { asOfOf, type DayModel, devicesFor } from './dayModel.ts';
import type { Person } from './person.ts';
import type { Line } from './piecework.ts';

/** 'My crew' (spec/trends.md): the filters of a figure; undefined where it is not filtered. */
export type Crew = {
  timeGroups?: ReadonlySet<string> | undefined;
  employeeGroups?: ReadonlySet<string> | undefined;
  jobDescriptions?: ReadonlySet<string> | undefined;
  devices?: ReadonlySet<string> | undefined;
  /** Codes of lookup entries: they filter piecework, not people. */
  lookup1?: ReadonlySet<string> | undefined;
};

const setOf = (ids: readonly string[] | undefined) => (ids?.length ? new Set(ids) : undefined);

/** Returns the crew that filters name, with the codes of lookup entries instead of their ids. */
export async function readCrew(db: Db, accountId: string, filters: CrewFilters): Promise<Crew> {
  const ids = filters.lookup1 ?? [];
  const entries = ids.length > 0 ? await db.tenant(accountId, (tx) => selectLookupCodes(tx, accountId, ids)) : [];
  const codes = entries.filter(({ lookup }) => lookup === 1).map(({ code }) => code);
  return {
    timeGroups: setOf(filters.timeGroups),
    employeeGroups: setOf(filters.employeeGroups),
    jobDescriptions: setOf(filters.jobDescriptions),
    devices: setOf(filters.devices),
    lookup1: ids.length > 0 ? new Set(codes) : undefined,
  };
}

export const isWithin = (chosen: ReadonlySet<string> | undefined, value: string | null) =>
  !chosen || (value !== null && chosen.has(value));

export type Member = Pick<Person, 'timeGroupId' | 'employeeGroupId' | 'jobDescriptionId' | 'deviceIds'>;
/** Returns true if a person belongs to a crew. An employee without devices of their own clocks on all of them. */
export const isOfCrew = (person: Member, { timeGroups, employeeGroups, jobDescriptions, devices }: Crew) =>
  isWithin(timeGroups, person.timeGroupId) &&
  isWithin(employeeGroups, person.employeeGroupId) &&
  isWithin(jobDescriptions, person.jobDescriptionId) &&
  (!devices || person.deviceIds === null || person.deviceIds.some((id) => devices.has(id)));

/** Returns the day of a crew: each of its figures is the same function of fewer people. */
export function modelOfCrew(model: DayModel, crew: Crew): DayModel {
  if (Object.values(crew).every((chosen) => chosen === undefined)) return model;
  const members = model.people.filter((person) => isOfCrew(person, crew));
  const isMember = new Set(members);
  const lines = model.lines.filter(
    ({ person, lookup1 }) => isMember.has(person) && isWithin(crew.lookup1, lookup1.code),
  );
  const people = crew.lookup1 ? withWorkOf(members, lines) : members;
  const own = new Set(members.flatMap(({ deviceIds }) => deviceIds ?? []));
  const isOwn =
    members.length === model.people.length || members.some(({ deviceIds }) => deviceIds === null)
      ? () => true
      : (id: string) => own.has(id);
  return {
    ...model,
    people,
    lines,
    asOf: asOfOf(people, model),
    devices: devicesFor(
      people,
      model.devices.filter(({ deviceId }) => isOwn(deviceId)),
    ),
  };
}

type Work = Pick<Person, 'entries' | 'units' | 'workedMs'>;
/** Returns people with only the piecework of some lines: their time is the union of these lines' entries (rule 16). */
function withWorkOf<P extends Work>(
  people: readonly P[],
  lines: readonly (Omit<Line, 'person'> & { person: P })[],
): P[] {
  const byPerson = Map.groupBy(lines, ({ person }) => person);
  return people.map((person) => {
    const own = byPerson.get(person) ?? [];
    return {
      ...person,
      entries: own.reduce((sum, { entries }) => sum + entries, 0),
      units: own.reduce((sum, { units }) => sum.plus(units), new Units(0)).toFixed(),
      workedMs: togetherMs(own),
    };
  });
}
