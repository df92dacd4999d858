import type { AttendanceEntry, Bucket, TimeWastedEntry } from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { byText, naturalKey } from '../../attendance/order.ts';
import { isoOf, type Zone } from '../../platform/zone.ts';
import { clockedMsOf, timeOutOf } from './clocked.ts';
import type { DayModel } from './dayModel.ts';
import type { Person } from './person.ts';

/** Returns true if a person belongs to a tile: the figure of a tile is the length of its list (principle 4). */
export function hasStatus(person: Person, status: AttendanceStatus): boolean {
  if (status === 'total') return true;
  if (status === 'late') return person.late;
  if (status === 'onTime') return person.present && !person.late;
  return person.status === (status satisfies Bucket);
}

/** Sorts people, who are in the natural order of their numbers already, by a measure: the greatest first, ties by number. */
const mostFirst = (people: readonly Person[], measure: (person: Person) => number) =>
  people
    .map((person) => ({ person, amount: measure(person), key: naturalKey(person.employee.number) }))
    .sort((a, b) => b.amount - a.amount || byText(a.key, b.key))
    .map(({ person }) => person);

/** Returns the people of a tile: late ones by lateness, others by number. */
export function attendanceList({ people, zone }: DayModel, status: AttendanceStatus): AttendanceEntry[] {
  const listed = people.filter((person) => hasStatus(person, status));
  const ordered = status === 'late' ? mostFirst(listed, ({ lateMs }) => lateMs) : listed;
  return ordered.map((person) => ({
    employee: person.employee,
    timeIn: isoOrNull(zone, person.timeIn),
    late: person.late,
    lateMs: person.lateMs,
    present: person.present,
    status: person.status,
    provisional: person.provisional,
    flags: [...person.flags],
    timeOut: isoOrNull(zone, timeOutOf(person)),
    clockedMs: clockedMsOf(person),
    onSite: person.isOpen,
    ...(person.corrected && { corrected: true }),
    ...(person.excused && { excused: true }),
  }));
}

export const isoOrNull = (zone: Zone, at: number | null) => (at === null ? null : isoOf(zone, at));

export const gapsOf = (zone: Zone, { gaps }: Pick<Person, 'gaps'>) =>
  gaps.map((gap) => ({
    out: isoOf(zone, gap.out),
    in: isoOrNull(zone, gap.in),
    creditedMs: gap.creditedMs,
    irregularMs: gap.irregularMs,
  }));

/** Returns the employees who wasted time, most first. */
export function timeWastedList({ people, zone }: DayModel): TimeWastedEntry[] {
  const total = ({ lateMs, irregularMs }: Person) => lateMs + irregularMs;
  return mostFirst(
    people.filter((person) => total(person) > 0),
    total,
  ).map((person) => ({
    employee: person.employee,
    totalTimeMs: total(person),
    lateTimeMs: person.lateMs,
    irregularBreakTimeMs: person.irregularMs,
    gaps: gapsOf(zone, person),
  }));
}
