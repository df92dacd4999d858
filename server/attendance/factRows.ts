import { hash } from 'node:crypto';
import { Units } from '../platform/units.ts';
import type { LocalDate } from '../platform/zone.ts';
import type { Shift } from './calendar.ts';
import type { WorkDay } from './derive.ts';
import type { Punch, SentDirection, Shifts } from './events.ts';
import { writeEvents } from './fact.ts';
import type { DayFactRow, HistoryRow, PieceworkFactRow } from './facts.sql.ts';
import { type Interval, judgeDay } from './judge.ts';
import { type Entry, pairTotals, workedMs } from './piecework.ts';
import type { DaySpan, ReadHistory } from './window.ts';

const directions: Record<string, SentDirection> = { i: 'in', o: 'out', a: 'auto' };

function punchOf(text: string): Punch {
  const given = text.startsWith('*');
  const word = given ? text.slice(1) : text;
  const at = Number(word.slice(0, -1)) * 1000;
  const letter = word.slice(-1);
  const direction = directions[letter.toLowerCase()];
  if (!direction || !Number.isFinite(at)) throw new Error(`Not a punch of a history: ${word}`);
  return { at, direction, ...(letter !== letter.toLowerCase() && { final: true }), ...(given && { given }) };
}

/** Returns a row of selectHistories as punches and entries, with times in milliseconds. */
export const historiesOf = ({ punches, entries }: HistoryRow): Pick<ReadHistory, 'punches' | 'entries'> => ({
  punches: punches ? punches.split(' ').map(punchOf) : [],
  entries: (entries ?? []).map(
    ([startedAt, endedAt, durationMs, units, lookup1, lookup2, given, counting, job, date]) => ({
      startedAt: Math.round(startedAt * 1000),
      endedAt: endedAt === null ? null : Math.round(endedAt * 1000),
      durationMs,
      units,
      lookup1,
      lookup2,
      ...(given && { given }),
      ...(counting !== null && { isShared: true }),
      ...(job && { job }),
      ...(date !== null && { date }),
    }),
  ),
});

const letterOf = ({ direction, final }: Punch) => (final ? direction[0]?.toUpperCase() : direction[0]) ?? '';
/** Returns a hash of a day's records that does not depend on the order in which they arrived. */
function hashOf({ events, entries }: WorkDay): string {
  const punches = events.flatMap(({ merged }) => merged.punches.map((punch) => `${punch.at / 1000}${letterOf(punch)}`));
  const pieces = entries.map((entry) => JSON.stringify(entry, ENTRY_KEYS));
  return hash('sha1', [...punches.sort(), ...pieces.sort()].join(' '), 'base64').slice(0, 16);
}
const ENTRY_KEYS = ['startedAt', 'date', 'endedAt', 'durationMs', 'units', 'lookup1', 'lookup2'];

/** Tells whether a day has a single event without a reported direction, after the shift's midpoint: a late IN, or an OUT whose IN is missing. */
function isDoubtful({ events }: WorkDay, shift: Shift | null): boolean {
  const [event, ...more] = events;
  return (
    event !== undefined &&
    more.length === 0 &&
    event.merged.reportedDirection === 'auto' &&
    shift !== null &&
    event.at >= shift.midpoint
  );
}

/** Tells whether a day has a record that no correction added or assigned: only by such a day does an employee count earlier (docs/reference/attendance.md#who-counts). */
const hasOwn = ({ events, entries }: WorkDay) =>
  events.some(({ merged }) => merged.punches.some(({ given }) => !given)) || entries.some(({ given }) => !given);

export const FOREVER = { asOf: Number.POSITIVE_INFINITY, now: Number.POSITIVE_INFINITY };
/**
 * Returns a function that finds a day's entries outside every interval of the employee, of whatever day, once no interval is open any more; one of which only the
 * date is known, where that day has none (docs/reference/piecework.md#work-day-of-an-entry).
 */
export function unclockedOf(
  days: ReadonlyMap<LocalDate, WorkDay>,
  shifts: Shifts,
): (entries: readonly Entry[]) => readonly Entry[] {
  const intervalsOn = (day: LocalDate, { events }: WorkDay) => judgeDay(events, shifts.on(day), FOREVER).intervals;
  let all: readonly Interval[] | null = null;
  return (entries) => {
    if (entries.length === 0) return entries;
    const known = all ?? [...days].flatMap(([day, work]) => intervalsOn(day, work));
    all = known;
    return entries.filter((entry) => {
      const own = entry.date === undefined ? undefined : days.get(entry.date);
      return entry.date === undefined
        ? !known.some((interval) => touches(entry, interval))
        : !own || intervalsOn(entry.date, own).length === 0;
    });
  };
}
const touches = ({ startedAt, endedAt }: Entry, interval: Interval) =>
  startedAt <= interval.end && (endedAt ?? startedAt) >= interval.in;

export type Facts = { facts: DayFactRow[]; piecework: PieceworkFactRow[] };
/** Returns the facts of an employee's work days from one date to another; `days` holds the whole stretch that they belong to. */
export function factsOf(
  employeeId: string,
  days: ReadonlyMap<LocalDate, WorkDay>,
  shifts: Shifts,
  { from, to }: DaySpan,
): Facts {
  const unclocked = unclockedOf(days, shifts);
  const kept = [...days].filter(([day]) => day >= from && day <= to);
  return {
    facts: kept.map(([day, work]) => ({
      employeeId,
      day,
      events: writeEvents(work.events),
      entries: work.entries.length,
      units: work.entries.reduce((sum, entry) => sum.plus(entry.units), new Units(0)).toFixed(),
      workedMs: workedMs(work.entries),
      records: hashOf(work),
      unclocked: unclocked(work.entries).length,
      doubtful: isDoubtful(work, shifts.on(day)),
      own: hasOwn(work),
    })),
    piecework: kept.flatMap(([day, { entries }]) =>
      pairTotals(entries).map((pair) => ({
        ...pair,
        employeeId,
        day,
        lookup1: pair.lookup1 ?? '',
        lookup2: pair.lookup2 ?? '',
      })),
    ),
  };
}
