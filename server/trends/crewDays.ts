import { hash } from 'node:crypto';
import { createSum, unitsPerHour } from '../attendance/piecework.ts';
import type { Crew } from '../stats/crew.ts';
import { isOfCrew, isWithin, type Member, withWorkOf } from '../stats/crew.ts';
import { isRanked } from '../stats/piecework.ts';
import { countPeople, timeWastedOf } from '../stats/totals.ts';
import { internedOf } from './interned.ts';
import type { KeptDay, KeptLine, KeptPerson, Piece } from './keptDay.ts';
import { paceOf } from './medians.ts';
import { openLines, openPeople } from './opened.ts';

/** A crew: the people whom filters name. */
export type People = {
  crew: Crew;
  /** The employees of the crew by the groups and devices that they have today, whatever their time group, which belongs to a day; null: all employees. */
  members: ReadonlySet<string> | null;
  /** A text that differs from crew to crew; '' for everybody. */
  key: string;
};

/** Returns true if the groups and devices that employees have today decide who belongs to a crew. */
export const isByEmployee = ({ employeeGroups, jobDescriptions, devices }: Crew) =>
  [employeeGroups, jobDescriptions, devices].some((chosen) => chosen !== undefined);

/** Returns the people of a crew; all employees are looked at only if `isByEmployee`. */
export function peopleOf(crew: Crew, employees: Iterable<Member & { employeeId: string }>): People {
  const { timeGroups: _, lookup1: __, ...own } = crew;
  const members = isByEmployee(crew)
    ? new Set([...employees].filter((one) => isOfCrew(one, own)).map(({ employeeId }) => employeeId))
    : null;
  const isEverybody = Object.values(crew).every((chosen) => chosen === undefined);
  const chosen = [crew.timeGroups, crew.lookup1, members].map((ids) => ids && [...ids].sort());
  return { crew, members, key: isEverybody ? '' : hash('sha1', JSON.stringify(chosen), 'base64') };
}

type CrewDay = { people: readonly KeptPerson[]; lines: readonly KeptLine[] };
const membersOn = (day: KeptDay, { crew, members }: People) =>
  openPeople(
    day,
    (employeeId, timeGroupId) => isWithin(crew.timeGroups, timeGroupId) && (!members || members.has(employeeId)),
  );

/** Returns the people of a crew on a day, with their piecework: by the groups and devices that they have today, and by their time group of that day. */
export function crewDayOf(day: KeptDay, of: People): CrewDay {
  const { lookup1 } = of.crew;
  const members = membersOn(day, of);
  const lines = openLines(day, members, (code) => isWithin(lookup1, code));
  return { people: lookup1 ? withWorkOf(members, lines) : members, lines };
}

/** Returns the same as `crewDayOf` without the piecework. */
export const crewOn = (day: KeptDay, of: People) => (of.crew.lookup1 ? crewDayOf(day, of).people : membersOn(day, of));

type Counted = Pick<KeptPerson, 'status' | 'late' | 'excused' | 'isOpen' | 'lateMs' | 'irregularMs'>;
/** Returns the dashboard's figures of the people of a day, and the ids of those who were late and absent. */
export function attendanceOf<P extends Counted>(people: readonly P[], employeeIdOf: (person: P) => string) {
  return {
    counts: { excused: 0, ...countPeople(people) },
    wasted: timeWastedOf(people),
    late: internedOf(people.filter(({ late }) => late).map(employeeIdOf)),
    absent: internedOf(people.filter(({ status }) => status === 'absent').map(employeeIdOf)),
  };
}

type Worked = {
  people: readonly Pick<KeptPerson, 'entries' | 'units' | 'workedMs'>[];
  lines: readonly Omit<KeptLine, 'person'>[];
};
/** Returns the work by lookup pair, from which every grouping is made, and the quartiles of units per hour. */
export function workOf({ people, lines }: Worked) {
  return {
    pieces: piecesOf(lines),
    pace: paceOf(
      people.filter((person) => isRanked(person)).flatMap(({ units, workedMs }) => unitsPerHour(units, workedMs) ?? []),
    ),
  };
}

/** Returns exact sums by lookup pair. */
function piecesOf(lines: Worked['lines']): Piece[] {
  const sums = new Map<string, { piece: Omit<Piece, 'units'>; units: ReturnType<typeof createSum> }>();
  for (const { lookup1, lookup2, units, timeMs, entries } of lines) {
    const key = `${lookup1}\n${lookup2}`;
    const sum = sums.get(key) ?? { piece: { lookup1, lookup2, timeMs: 0, entries: 0 }, units: createSum() };
    sum.units.add(units);
    sum.piece.timeMs += timeMs;
    sum.piece.entries += entries;
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ piece, units }) => ({ ...piece, units: units.total() }));
}
