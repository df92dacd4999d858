import type { CrewFilters } from '#contract/platform/filters.ts';
import type { IsMember, Sees } from '../../attendance/listed.ts';
import { togetherMs } from '../../attendance/piecework.ts';
import { datedGroups, timeGroupOn } from '../../attendance/timeGroups.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { Units } from '../../platform/units.ts';
import { selectKnownIds, selectLookupCodes, selectMembers } from './crew.sql.ts';
import { asOfOf, type DayModel, devicesFor } from './dayModel.ts';
import type { Person } from './person.ts';
import type { Line } from './piecework.ts';

/** 'My crew': the filters of a figure; undefined where it is not filtered. */
export type Crew = {
  timeGroups?: ReadonlySet<string> | undefined;
  employeeGroups?: ReadonlySet<string> | undefined;
  jobDescriptions?: ReadonlySet<string> | undefined;
  /** An employee clocks on one of each set: a filter's, and a scope's. */
  devices?: readonly ReadonlySet<string>[] | undefined;
  /** Codes of lookup entries: they filter piecework, not people. */
  lookup1?: ReadonlySet<string> | undefined;
};

/** In a filter: whatever the account does not have: made-up ids are one question, not many. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
const FILTERS = ['timeGroups', 'employeeGroups', 'jobDescriptions', 'devices', 'lookup1'] as const;

/** Returns a query whose filters name, in one order, only what the account has: answers are cached by that. */
export async function knownFilters<Q extends CrewFilters>(db: Db, accountId: string, query: Q): Promise<Q> {
  const given = FILTERS.filter((filter) => query[filter]?.length);
  const ids = given.flatMap((filter) => query[filter] ?? []).filter((id) => id !== NOTHING);
  if (given.length === 0) return query;
  const rows = ids.length > 0 ? await db.tenant(accountId, (tx) => selectKnownIds(tx, accountId, ids)) : [];
  const known = new Set(rows.map(({ filter, id }) => `${filter} ${id}`));
  const filters: CrewFilters = {};
  for (const filter of given) {
    const own = (query[filter] ?? []).filter((id) => known.has(`${filter} ${id}`)).sort();
    filters[filter] = own.length > 0 ? own : [NOTHING];
  }
  return { ...query, ...filters };
}

type Lists = { [Filter in keyof CrewFilters]: ReadonlySet<string> | undefined };
const listsOf = (filters: CrewFilters, codeOf: (id: string) => string | undefined, emptyFitsNobody: boolean): Lists => {
  const setOf = (ids: readonly string[] | undefined) =>
    ids && (emptyFitsNobody || ids.length > 0) ? new Set(ids.filter((id) => id !== NOTHING)) : undefined;
  const { lookup1, ...others } = filters;
  const entries = setOf(lookup1);
  return {
    timeGroups: setOf(others.timeGroups),
    employeeGroups: setOf(others.employeeGroups),
    jobDescriptions: setOf(others.jobDescriptions),
    devices: setOf(others.devices),
    lookup1: entries && new Set([...entries].flatMap((id) => codeOf(id) ?? [])),
  };
};
/** Returns the ids that are in both of two lists; a list that is absent has all. */
export const both = <T>(one: ReadonlySet<T> | undefined, other: ReadonlySet<T> | undefined) =>
  one && other ? new Set([...one].filter((id) => other.has(id))) : (one ?? other);

/**
 * Returns the people whom a caller asks about: those whom the filters name and to whom the caller is limited (docs/reference/scope.md#what-it-limits), with the codes of lookup
 * entries instead of their ids. Every read and write about people asks here.
 */
export async function readCrew(
  db: Db,
  { accountId, scope }: Pick<UserCaller, 'accountId' | 'scope'>,
  given: CrewFilters = {},
): Promise<Crew> {
  const filters = await knownFilters(db, accountId, given);
  const ids = [...(filters.lookup1 ?? []), ...(scope?.lists.lookup1 ?? [])];
  const entries = ids.length > 0 ? await db.tenant(accountId, (tx) => selectLookupCodes(tx, accountId, ids)) : [];
  const codes = new Map(entries.filter(({ lookup }) => lookup === 1).map(({ id, code }) => [id, code]));
  const chosen = listsOf(filters, (id) => codes.get(id), false);
  if (!scope) return { ...chosen, devices: chosen.devices && [chosen.devices] };
  const own = listsOf(scope.lists, (id) => codes.get(id), true);
  return {
    timeGroups: both(chosen.timeGroups, own.timeGroups),
    employeeGroups: both(chosen.employeeGroups, own.employeeGroups),
    jobDescriptions: both(chosen.jobDescriptions, own.jobDescriptions),
    devices:
      chosen.devices || own.devices ? [chosen.devices, own.devices].filter((set) => set !== undefined) : undefined,
    lookup1: both(chosen.lookup1, own.lookup1),
  };
}

/** Returns true if no employee fits, whatever their groups: a list of their groups or devices is empty. */
const isNobody = ({ lookup1: _, devices = [], ...groups }: Crew) =>
  [...devices, ...Object.values(groups)].some((chosen) => chosen?.size === 0);
export const isEverybody = (crew: Crew) => Object.values(crew).every((chosen) => chosen === undefined);

export const isWithin = (chosen: ReadonlySet<string> | undefined, value: string | null) =>
  !chosen || (value !== null && chosen.has(value));

export type Member = Pick<Person, 'timeGroupId' | 'employeeGroupId' | 'jobDescriptionId' | 'deviceIds'>;
/** An empty set of devices fits nobody, not even people who clock on all devices. */
const isOnOneOf = ({ deviceIds }: Member, devices: ReadonlySet<string>) =>
  devices.size > 0 && (deviceIds === null || deviceIds.some((id) => devices.has(id)));
/** Returns true if a person belongs to a crew. An employee without devices of their own clocks on all of them. */
export const isOfCrew = (person: Member, { timeGroups, employeeGroups, jobDescriptions, devices }: Crew) =>
  isWithin(timeGroups, person.timeGroupId) &&
  isWithin(employeeGroups, person.employeeGroupId) &&
  isWithin(jobDescriptions, person.jobDescriptionId) &&
  !devices?.some((some) => !isOnOneOf(person, some));

/**
 * Returns a function that tells whether an employee belongs to a crew on a date: by the time group of that date, and by the other groups and the devices of
 * today; null for everybody, of whom nothing is read.
 */
export async function readMembers(
  tx: Db,
  accountId: string,
  { lookup1: _, ...crew }: Crew,
  employeeIds?: readonly string[],
): Promise<IsMember> {
  if (isEverybody(crew)) return null;
  if (isNobody(crew)) return () => false;
  const rows = await selectMembers(tx, accountId, employeeIds);
  const members = new Map(rows.map((row) => [row.employeeId, row]));
  return (employeeId, date) => {
    const member = members.get(employeeId);
    return member !== undefined && isOfCrew({ ...member, timeGroupId: timeGroupOn(member, date) }, crew);
  };
}

/** Returns the ids of the employees who were or will be of a crew on any date, among some or all; undefined for everybody. */
export async function readMemberIds(
  tx: Db,
  accountId: string,
  { lookup1: _, ...crew }: Crew,
  employeeIds?: readonly string[],
): Promise<string[] | undefined> {
  if (isEverybody(crew)) return employeeIds && [...employeeIds];
  if (isNobody(crew)) return [];
  const rows = await selectMembers(tx, accountId, employeeIds);
  return rows
    .filter((row) =>
      [null, ...datedGroups(row).map((one) => one.timeGroupId)].some((timeGroupId) =>
        isOfCrew({ ...row, timeGroupId }, crew),
      ),
    )
    .map(({ employeeId }) => employeeId);
}

/** Returns which employees and which of their work a user sees who is limited to a crew. */
export const readSees = async (
  tx: Db,
  accountId: string,
  crew: Crew,
  employeeIds?: readonly string[],
): Promise<Sees> => ({
  isMember: await readMembers(tx, accountId, crew, employeeIds),
  isOfWork: (lookup1) => isWithin(crew.lookup1, lookup1),
  seesAllWork: crew.lookup1 === undefined,
});

/** Returns the day of a crew: each of its figures is the same function of fewer people. */
export function modelOfCrew(model: DayModel, crew: Crew): DayModel {
  if (isEverybody(crew)) return model;
  const members = model.people.filter((person) => isOfCrew(person, crew));
  const isMember = new Set(members);
  const lines = model.lines.filter(
    ({ person, lookup1 }) => isMember.has(person) && isWithin(crew.lookup1, lookup1.code),
  );
  const work = crew.lookup1 ? withWorkOf(members, lines) : new Map(members.map((person) => [person, person]));
  const people = [...work.values()];
  const own = new Set(members.flatMap(({ deviceIds }) => deviceIds ?? []));
  const isOwn =
    members.length === model.people.length || members.some(({ deviceIds }) => deviceIds === null)
      ? () => true
      : (id: string) => own.has(id);
  return {
    ...model,
    people,
    lines: crew.lookup1 ? lines.map((line) => ({ ...line, person: work.get(line.person) ?? line.person })) : lines,
    asOf: asOfOf(people, model),
    devices: devicesFor(
      people,
      model.devices.filter(({ deviceId }) => isOwn(deviceId)),
    ),
  };
}

type Work = Pick<Person, 'entries' | 'units' | 'workedMs'>;
/** Returns people, by what they were, with only the piecework of some lines: their time is the union of these lines' entries (docs/reference/piecework.md#units-per-hour). */
function withWorkOf<P extends Work>(
  people: readonly P[],
  lines: readonly (Omit<Line, 'person'> & { person: P })[],
): Map<P, P> {
  const byPerson = Map.groupBy(lines, ({ person }) => person);
  return new Map(
    people.map((person) => {
      const own = byPerson.get(person) ?? [];
      const entries = own.reduce((sum, one) => sum + one.entries, 0);
      const units = own.reduce((sum, one) => sum.plus(one.units), new Units(0)).toFixed();
      return [person, { ...person, entries, units, workedMs: togetherMs(own) }];
    }),
  );
}
