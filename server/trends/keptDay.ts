import { bucket } from '#contract/stats.ts';
import { OPEN_INTERVAL_MS } from '../attendance/events.ts';
import type { Units } from '../attendance/piecework.ts';
import { dayBounds, HOUR, type LocalDate } from '../attendance/zone.ts';
import { clockedMsOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { Person } from '../stats/person.ts';

/** The day of one employee: the part of the day's model that trends are made from. */
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
  /** The devices they clock on that were silent when the employee was due. */
  silentOn: readonly string[];
  clockedMs: number;
  /** The index in the columns of the day. */
  place: number;
};
/** The work of one lookup pair, by codes; '' where there is none. */
export type Piece = { lookup1: string; lookup2: string; units: Units; timeMs: number; entries: number };
/** A line of work of one employee; units are a decimal as text. */
export type KeptLine = Omit<Piece, 'units'> & { units: string; person: KeptPerson };

/** Whole numbers, four bytes each if all of them fit. */
export type Whole = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;
type Bytes = Uint8Array<ArrayBuffer>;
/**
 * A day as trends, the roll and the person page need it, in columns with a value per employee who counts on it, or per employee and lookup pair. It
 * takes a tenth of the memory of objects, and a crew's values can be read without the others'.
 */
export type KeptDay = {
  date: LocalDate;
  employeeIds: readonly string[];
  people: {
    /** The index in `bucket.options`. */
    status: Bytes;
    /** The bits `LATE`, `EXCUSED` and `OPEN`. */
    flags: Bytes;
    /** The index in `cells`. */
    cell: Bytes;
    /** The index in `timeGroups`. */
    timeGroup: Whole;
    /** The index in `silences`. */
    silence: Whole;
    lateMs: Whole;
    irregularMs: Whole;
    clockedMs: Whole;
    workedMs: Whole;
    entries: Whole;
    /** Epoch ms; NaN without one. */
    timeIn: Whole;
    /** Decimals as text, one to a line. */
    units: string;
  };
  lines: {
    /** The index of the employee. */
    person: Whole;
    /** Indexes in `codes`. */
    lookup1: Whole;
    lookup2: Whole;
    timeMs: Whole;
    entries: Whole;
    units: string;
  };
  cells: readonly string[];
  timeGroups: readonly (string | null)[];
  codes: readonly string[];
  /** The ids of the devices that were silent for an employee, separated by blanks. */
  silences: readonly string[];
  /** True for today, and while a shift of the day has not ended. */
  unfinished: boolean;
  /** Between these two instants (epoch ms) the day changes only if its data does. */
  madeAt: number;
  validUntil: number;
};

/** The bits of `people.flags`. */
export const [LATE, EXCUSED, OPEN] = [1, 2, 4];
export const STATUSES = bucket.options;
const PRESENT = STATUSES.indexOf('present');

const LETTERS = { present: 'P', absent: 'A', pending: 'N', unverified: 'U', off: 'O' } as const;
/** Returns the cell of somebody's day in the roll: its letter, '.' for a missing punch, '*' for a correction. */
export function cellOf({ status, late, excused, flags, corrected }: Person): string {
  const letter = late ? 'L' : status === 'off' && excused ? 'E' : LETTERS[status];
  const isMissing = flags.includes('missing-in') || flags.includes('missing-out');
  return `${letter}${isMissing ? '.' : ''}${corrected ? '*' : ''}`;
}

/** Returns a column with one measure of each item. */
function whole<T>(of: readonly T[], measure: (one: T) => number): Whole {
  const values = new Float64Array(of.length);
  let isShort = true;
  for (let i = 0; i < of.length; i++) {
    const one = of[i];
    const value = one === undefined ? 0 : measure(one);
    values[i] = value;
    isShort &&= value === (value | 0);
  }
  return isShort ? new Int32Array(values) : values;
}
const byte = <T>(of: readonly T[], measure: (one: T) => number): Bytes => new Uint8Array(whole(of, measure));

/** Collects distinct values, each with its index. */
function places<T>() {
  const known = new Map<T, number>();
  return {
    values: () => [...known.keys()],
    of(value: T) {
      const place = known.get(value) ?? known.size;
      known.set(value, place);
      return place;
    },
  };
}

/** Returns the kept day of a day model; `now` (epoch ms) is the instant as of which it was judged. */
export function keptDayOf(model: DayModel, today: LocalDate, now: number): KeptDay {
  const { people, lines } = model;
  const cells = places<string>();
  const timeGroups = places<string | null>();
  const codes = places<string>();
  const silences = places<string>();
  const place = new Map(people.map((person, index) => [person, index]));
  const flagsOf = ({ late, excused, isOpen }: Person) =>
    (late ? LATE : 0) + (excused ? EXCUSED : 0) + (isOpen ? OPEN : 0);
  return {
    date: model.date,
    employeeIds: people.map(({ employee }) => employee._id),
    people: {
      status: byte(people, ({ status }) => STATUSES.indexOf(status)),
      flags: byte(people, flagsOf),
      cell: byte(people, (person) => cells.of(cellOf(person))),
      timeGroup: whole(people, ({ timeGroupId }) => timeGroups.of(timeGroupId)),
      silence: whole(people, ({ silentOn }) => silences.of(silentOn.join(' '))),
      lateMs: whole(people, ({ lateMs }) => lateMs),
      irregularMs: whole(people, ({ irregularMs }) => irregularMs),
      clockedMs: whole(people, clockedMsOf),
      workedMs: whole(people, ({ workedMs }) => workedMs),
      entries: whole(people, ({ entries }) => entries),
      timeIn: whole(people, ({ timeIn }) => timeIn ?? Number.NaN),
      units: people.map(({ units }) => units).join('\n'),
    },
    lines: {
      person: whole(lines, ({ person }) => place.get(person) ?? -1),
      lookup1: whole(lines, ({ lookup1 }) => codes.of(lookup1.code ?? '')),
      lookup2: whole(lines, ({ lookup2 }) => codes.of(lookup2.code ?? '')),
      timeMs: whole(lines, ({ timeMs }) => timeMs),
      entries: whole(lines, ({ entries }) => entries),
      units: lines.map(({ units }) => units.toFixed()).join('\n'),
    },
    cells: cells.values(),
    timeGroups: timeGroups.values(),
    codes: codes.values(),
    silences: silences.values(),
    unfinished: model.date >= today || people.some(({ shift }) => shift !== null && now < shift.end),
    madeAt: now,
    validUntil: model.date >= today ? now : nextJudgement(model, now),
  };
}

/** Returns true if anybody punched on a day. */
export const isPunched = ({ people }: KeptDay) => people.status.includes(PRESENT);

/** Returns the first instant after `now` at which the passing of time alone changes a past day; `now` while it may change with every minute. */
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
