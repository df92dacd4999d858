import type { Shift } from './calendar.ts';
import { HOUR, type LocalDate, localDateOf, SECOND, type Zone } from './zone.ts';

export type SentDirection = 'in' | 'out' | 'auto';
/** A punch that counts. `at` has second precision. */
export type Punch = {
  at: number;
  direction: SentDirection;
  /** A correction has set the direction: rule 5 does not alternate it (spec/corrections.md C2). */
  final?: boolean;
  /** A correction added it, or assigned it to the employee: by it they count no earlier (rules.md 13). */
  given?: boolean;
};

export type EventFlag = 'direction-corrected' | 'missing-in' | 'missing-out';

/** Punches at most 120 s apart, merged (rule 4). `reportedDirection`: the last one that a correction set or, without one, that a device sent. */
export type MergedEvent<P extends Punch = Punch> = {
  first: number;
  last: number;
  reportedDirection: SentDirection;
  final: boolean;
  punches: readonly P[];
};

/** An event with the work day and direction that rules 3 and 5 give it. `at` is its one time (rule 4). */
export type WorkEvent<P extends Punch = Punch> = {
  date: LocalDate;
  at: number;
  direction: 'in' | 'out';
  flags: EventFlag[];
  merged: MergedEvent<P>;
  /** The part of rule 3 that decided its day. */
  assigned: 'open interval' | 'shift' | 'unscheduled';
};

export const MERGE_MS = 120 * SECOND;
export const OPEN_INTERVAL_MS = 16 * HOUR;
export const CLUSTER_MS = 4 * HOUR;

const tieOrder: Record<SentDirection, number> = { in: 0, out: 1, auto: 2 };
const punchOrder = (a: Punch, b: Punch) => a.at - b.at || tieOrder[a.direction] - tieOrder[b.direction];

/** Merges the punches of one employee, in any order, into events (rule 4). */
export function mergePunches<P extends Punch>(punches: readonly P[]): MergedEvent<P>[] {
  const events: { first: number; last: number; reportedDirection: SentDirection; final: boolean; punches: P[] }[] = [];
  for (const punch of [...punches].sort(punchOrder)) {
    const current = events.at(-1);
    if (current && punch.at - current.last <= MERGE_MS) {
      current.last = punch.at;
      current.punches.push(punch);
      if (punch.final || (!current.final && punch.direction !== 'auto')) current.reportedDirection = punch.direction;
      current.final ||= punch.final === true;
    } else {
      const { at, direction, final = false } = punch;
      events.push({ first: at, last: at, reportedDirection: direction, final, punches: [punch] });
    }
  }
  return events;
}

/** The calendar as it applies to one employee, by their time group. */
export type Shifts = {
  zone: Zone;
  on(date: LocalDate): Shift | null;
  near(at: number): readonly Shift[];
};

/** Returns the shift whose window contains the instant: of several the one with the nearest S, and of two equally near the earlier. */
export function shiftAt(shifts: Shifts, at: number): Shift | null {
  let nearest: Shift | null = null;
  for (const shift of shifts.near(at)) {
    if (at < shift.windowStart || at > shift.windowEnd) continue;
    if (!nearest || Math.abs(at - shift.start) < Math.abs(at - nearest.start)) nearest = shift;
  }
  return nearest;
}

/** Tells whether an event continues the open interval of day A (rule 3, first sentence). */
function continues(shifts: Shifts, open: WorkEvent, event: MergedEvent) {
  if (event.first - open.at > OPEN_INTERVAL_MS) return false;
  const shift = shifts.on(open.date);
  if (shift && event.first <= shift.windowEnd) return true;
  if (event.reportedDirection !== 'auto') return event.reportedDirection === 'out';
  return !shifts
    .near(event.first)
    .some((other) => other.date !== open.date && event.first >= other.windowStart && event.first < other.midpoint);
}

/**
 * Decides each event's work day and direction (rules 3 and 5), in time order. The merged events are in time order and start at a point before which
 * nothing can matter (cuts.ts).
 */
export function settle<P extends Punch>(merged: readonly MergedEvent<P>[], shifts: Shifts): WorkEvent<P>[] {
  const settled: WorkEvent<P>[] = [];
  const lastOfDay = new Map<LocalDate, WorkEvent<P>>();
  let cluster: { date: LocalDate; last: WorkEvent<P> } | null = null;

  for (const event of merged) {
    const previous = settled.at(-1);
    let date: LocalDate;
    let assigned: WorkEvent['assigned'];
    const shift = shiftAt(shifts, event.first);
    if (previous?.direction === 'in' && continues(shifts, previous, event)) {
      assigned = 'open interval';
      date = previous.date;
    } else if (shift) {
      assigned = 'shift';
      date = shift.date;
    } else {
      assigned = 'unscheduled';
      const isNear = cluster !== null && event.first - cluster.last.merged.last <= CLUSTER_MS;
      date = isNear && cluster ? cluster.date : localDateOf(shifts.zone, event.first);
    }
    const next = direct(event, date, assigned, lastOfDay.get(date), shifts);
    // An event within a cluster's open interval extends the cluster (rules.md, Readings).
    if (assigned === 'unscheduled' || (assigned === 'open interval' && cluster?.last === previous))
      cluster = { date, last: next };
    settled.push(next);
    lastOfDay.set(date, next);
  }
  return settled;
}

/** Returns the direction of an event from the event before it on the same work day (rule 5). A direction that a correction set stays (C2). */
function direct<P extends Punch>(
  merged: MergedEvent<P>,
  date: LocalDate,
  assigned: WorkEvent['assigned'],
  previous: WorkEvent<P> | undefined,
  shifts: Shifts,
): WorkEvent<P> {
  const flags: EventFlag[] = [];
  let direction: 'in' | 'out';
  if (previous) {
    direction =
      merged.reportedDirection === 'auto' ? (previous.direction === 'in' ? 'out' : 'in') : merged.reportedDirection;
    if (direction === 'in' && previous.direction === 'in') previous.flags.push('missing-out');
  } else {
    const shift = shifts.on(date);
    const startsShift = !merged.final && shift !== null && merged.first < shift.midpoint;
    direction = merged.reportedDirection === 'out' && !startsShift ? 'out' : 'in';
    if (merged.reportedDirection === 'out') flags.push(startsShift ? 'direction-corrected' : 'missing-in');
  }
  return { date, at: direction === 'in' ? merged.first : merged.last, direction, flags, merged, assigned };
}
