import { OPEN_INTERVAL_MS } from '../attendance/events.ts';
import { dayBounds, HOUR, type LocalDate } from '../attendance/zone.ts';
import { clockedMsOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { Person } from '../stats/person.ts';
import type { Line } from '../stats/piecework.ts';

/** The day of one employee as trends keep it: the part of the day's model that trends are made of. */
export type KeptPerson = Pick<
  Person,
  | 'status'
  | 'late'
  | 'lateMs'
  | 'irregularMs'
  | 'excused'
  | 'isOpen'
  | 'timeGroupId'
  | 'entries'
  | 'units'
  | 'workedMs'
  | 'timeIn'
> & {
  employeeId: string;
  /** A cell of the roll. */
  cell: string;
  clockedMs: number;
};
export type KeptLine = Omit<Line, 'person'> & { person: KeptPerson };
/** A day as it contributes to trends, the roll and people. */
export type KeptDay = {
  date: LocalDate;
  people: readonly KeptPerson[];
  lines: readonly KeptLine[];
  silentDevices: number;
  /** Today, or a shift that goes on. */
  unfinished: boolean;
  /** Nothing but a change makes another of it between these two instants. */
  madeAt: number;
  validUntil: number;
};

const LETTERS = { present: 'P', absent: 'A', pending: 'N', unverified: 'U', off: 'O' } as const;
/** Returns the cell of somebody's day in the roll: its letter, '.' for a missing punch, '*' for a correction. */
export function cellOf({ status, late, excused, flags, corrected }: Person): string {
  const letter = late ? 'L' : status === 'off' && excused ? 'E' : LETTERS[status];
  const isMissing = flags.includes('missing-in') || flags.includes('missing-out');
  return `${letter}${isMissing ? '.' : ''}${corrected ? '*' : ''}`;
}

/** Returns what trends keep of a day; `now` is the instant as of which it was judged. */
export function keptDayOf(model: DayModel, today: LocalDate, now: number): KeptDay {
  const byPerson = new Map(
    model.people.map((person): [Person, KeptPerson] => [
      person,
      {
        employeeId: person.employee._id,
        status: person.status,
        late: person.late,
        lateMs: person.lateMs,
        irregularMs: person.irregularMs,
        excused: person.excused,
        isOpen: person.isOpen,
        timeGroupId: person.timeGroupId,
        entries: person.entries,
        units: person.units,
        workedMs: person.workedMs,
        timeIn: person.timeIn,
        cell: cellOf(person),
        clockedMs: clockedMsOf(person),
      },
    ]),
  );
  return {
    date: model.date,
    people: [...byPerson.values()],
    lines: model.lines.flatMap(({ person, ...line }) => {
      const kept = byPerson.get(person);
      return kept ? [{ ...line, person: kept }] : [];
    }),
    silentDevices: model.devices.filter(({ state }) => state === 'silent').length,
    unfinished: model.date >= today || model.people.some(({ shift }) => shift !== null && now < shift.end),
    madeAt: now,
    validUntil: model.date >= today ? now : nextJudgement(model, now),
  };
}

/** Returns the first instant after `now` at which time alone judges somebody of a past day anew; `now` while it does all the time. */
function nextJudgement({ people, zone, date }: DayModel, now: number): number {
  const dayEnd = dayBounds(zone, date).end;
  let next = Number.POSITIVE_INFINITY;
  for (const { shift, status, isOpen, intervals } of people) {
    const windowEnd = shift?.windowEnd ?? dayEnd;
    if (now < windowEnd) return now;
    const settled = windowEnd + 24 * HOUR;
    if (status !== 'present' && now < settled) next = Math.min(next, settled);
    const open = intervals.at(-1);
    if (isOpen && open) next = Math.min(next, open.in + OPEN_INTERVAL_MS);
  }
  return next;
}
