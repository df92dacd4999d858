import { hash } from 'node:crypto';
import { both, type Crew, isEverybody, isOfCrew, type Member } from '../stats/crew.ts';

/** The people whom filters name. */
export type People = {
  crew: Crew;
  /** The employees by the groups and devices that they have today, whatever their time group, which belongs to a day; null: all employees. */
  members: ReadonlySet<string> | null;
  /** A text that differs from filter to filter; '' for everybody. */
  key: string;
};

/** Returns true if the groups and devices that employees have today decide who is meant. */
export const isByEmployee = ({ employeeGroups, jobDescriptions, devices }: Crew) =>
  [employeeGroups, jobDescriptions, devices].some((chosen) => chosen !== undefined);

/** Returns the people of a filter; all employees are looked at only if `isByEmployee`. */
export function peopleOf(crew: Crew, employees: Iterable<Member & { employeeId: string }>): People {
  const { timeGroups: _, lookup1: __, ...own } = crew;
  const members = isByEmployee(crew)
    ? new Set([...employees].filter((one) => isOfCrew(one, own)).map(({ employeeId }) => employeeId))
    : null;
  const chosen = [crew.timeGroups, crew.lookup1, members].map((ids) => ids && [...ids].sort());
  return { crew, members, key: isEverybody(crew) ? '' : hash('sha1', JSON.stringify(chosen), 'base64') };
}

export const EVERYBODY = peopleOf({}, []);
/** Returns some employees, without a filter. */
export const employeesOf = (employeeIds: Iterable<string>): People => ({
  ...EVERYBODY,
  members: new Set(employeeIds),
  key: 'some',
});
/** Returns those of some people who are among these employees; null: all employees. */
export const among = (people: People, employeeIds: ReadonlySet<string> | null): People => {
  const members = both(employeeIds ?? undefined, people.members ?? undefined) ?? null;
  return { ...people, members };
};
