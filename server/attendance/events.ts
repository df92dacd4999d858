import { HOUR, type LocalDate, localDateOf, MINUTE, SECOND, type Zone } from '../platform/zone.ts';
import type { Shift } from './calendar.ts';

export type SentDirection = 'in' | 'out' | 'auto';
/** A punch that counts. `at` has second precision. */
export type Punch = {
  at: number;
  direction: SentDirection;
  /** A correction has set the direction: rule 5 does not alternate it (docs/reference/corrections.md#effective-records). */
  final?: boolean;
  /** A correction added it, or assigned it to the employee: by it they count no earlier (docs/reference/attendance.md#who-counts). */
  given?: boolean;
};

export type EventFlag = 'direction-corrected' | 'missing-in' | 'missing-out';

/** Punches of which each is at most 120 s after the previous one: one event, or several where they have opposite directions (docs/reference/attendance.md#duplicates). */
export type Chain<P extends Punch = Punch> = { first: number; last: number; punches: readonly P[] };

/** Punches that are one event (docs/reference/attendance.md#duplicates). `reportedDirection`: the last one that a correction set or, without one, that a device sent. */
export type MergedEvent<P extends Punch = Punch> = Chain<P> & { reportedDirection: SentDirection; final: boolean };

/** An event with the work day and direction that rules 3 and 5 give it. `at` is its one time (docs/reference/attendance.md#duplicates). */
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
/** Two OUTs further apart flag `missing-in` (docs/reference/attendance.md#direction). */
export const SAME_OUT_MS = 15 * MINUTE;
export const OPEN_INTERVAL_MS = 16 * HOUR;
export const CLUSTER_MS = 4 * HOUR;

const tieOrder: Record<SentDirection, number> = { in: 0, out: 1, auto: 2 };
const punchOrder = (a: Punch, b: Punch) => a.at - b.at || tieOrder[a.direction] - tieOrder[b.direction];

/** Returns the punches of one employee, in any order, as chains in time order. */
export function chainsOf<P extends Punch>(punches: readonly P[]): Chain<P>[] {
  const chains: { first: number; last: number; punches: P[] }[] = [];
  for (const punch of [...punches].sort(punchOrder)) {
    const current = chains.at(-1);
    if (current && punch.at - current.last <= MERGE_MS) {
      current.last = punch.at;
      current.punches.push(punch);
    } else chains.push({ first: punch.at, last: punch.at, punches: [punch] });
  }
  return chains;
}

const isOpposite = (one: SentDirection, other: SentDirection) => one !== 'auto' && other !== 'auto' && one !== other;

/** Returns the punches of a chain as runs of one direction; `auto` says nothing and continues the run before it. */
function runsOf<P extends Punch>({ punches }: Chain<P>): MergedEvent<P>[] {
  const runs: MergedEvent<P>[] = [];
  for (const punch of punches) {
    const run = eventOf(punch);
    const last = runs.at(-1);
    if (last && !isOpposite(last.reportedDirection, run.reportedDirection)) runs[runs.length - 1] = joined(last, run);
    else runs.push(run);
  }
  return runs;
}

const eventOf = <P extends Punch>(punch: P): MergedEvent<P> => ({
  first: punch.at,
  last: punch.at,
  reportedDirection: punch.direction,
  final: punch.final ?? false,
  punches: [punch],
});

/** Returns two parts of a chain as one event. Its direction is the last that a correction set or, without one, the last that is not `auto`. */
const joined = <P extends Punch>(earlier: MergedEvent<P>, later: MergedEvent<P>): MergedEvent<P> => ({
  first: earlier.first,
  last: later.last,
  reportedDirection:
    later.final || (!earlier.final && later.reportedDirection !== 'auto')
      ? later.reportedDirection
      : earlier.reportedDirection,
  final: earlier.final || later.final,
  punches: [...earlier.punches, ...later.punches],
});

/** The calendar as it applies to one employee, by their time group. */
export type Shifts = {
  zone: Zone;
  /** Work days before it keep the rules by which they were locked (`Calendar`). */
  rulesFrom: LocalDate | null;
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

type Placed = Pick<WorkEvent, 'date' | 'assigned'>;

/** Collects the events of a history in time order, each with its work day and direction. */
function createHistory<P extends Punch>(shifts: Shifts) {
  const settled: WorkEvent<P>[] = [];
  const lastOfDay = new Map<LocalDate, WorkEvent<P>>();
  let cluster: { date: LocalDate; last: WorkEvent<P> } | null = null;

  /** Returns the work day of the next event (docs/reference/attendance.md#work-day). */
  const place = (event: MergedEvent<P>): Placed => {
    const previous = settled.at(-1);
    if (previous?.direction === 'in' && continues(shifts, previous, event))
      return { date: previous.date, assigned: 'open interval' };
    const shift = shiftAt(shifts, event.first);
    if (shift) return { date: shift.date, assigned: 'shift' };
    const isNear = cluster !== null && event.first - cluster.last.merged.last <= CLUSTER_MS;
    return {
      date: isNear && cluster ? cluster.date : localDateOf(shifts.zone, event.first),
      assigned: 'unscheduled',
    };
  };

  return {
    settled,
    add(event: MergedEvent<P>) {
      const { date, assigned } = place(event);
      const previous = settled.at(-1);
      const next = direct(event, date, assigned, lastOfDay.get(date), shifts);
      // An event within a cluster's open interval extends the cluster.
      if (assigned === 'unscheduled' || (assigned === 'open interval' && cluster?.last === previous))
        cluster = { date, last: next };
      settled.push(next);
      lastOfDay.set(date, next);
    },
    /**
     * Tells whether the earlier of two parts of a chain, the next event, is one of its own (docs/reference/attendance.md#duplicates): it answers the state that its work day is in. Otherwise the
     * key was a slip. A key within two minutes after a corrected punch is of that punch.
     */
    isOwnEvent(earlier: MergedEvent<P>, later: MergedEvent<P>): boolean {
      if (!isOpposite(earlier.reportedDirection, later.reportedDirection)) return false;
      if (earlier.final && !later.final) return false;
      const { date } = place(earlier);
      if (date !== place(later).date || !hasPresentRules(shifts, date)) return false;
      const last = lastOfDay.get(date);
      const isOpen = last?.direction === 'in';
      const shift = shifts.on(date);
      if (!last && shift && earlier.first < shift.midpoint) return false;
      return earlier.reportedDirection === (isOpen ? 'out' : 'in');
    },
  };
}

const hasPresentRules = ({ rulesFrom }: Shifts, date: LocalDate) => rulesFrom === null || date >= rulesFrom;

/**
 * Decides what the events are, their work days and directions (rules 3 to 5), in time order. The chains are in time order and start at a point before which
 * nothing can matter (cuts.ts).
 */
export function settle<P extends Punch>(chains: readonly Chain<P>[], shifts: Shifts): WorkEvent<P>[] {
  const history = createHistory<P>(shifts);
  for (const chain of chains) {
    let event: MergedEvent<P> | null = null;
    for (const run of runsOf(chain))
      if (event && history.isOwnEvent(event, run)) {
        history.add(event);
        event = run;
      } else event = event ? joined(event, run) : run;
    if (event) history.add(event);
  }
  return history.settled;
}

/** Returns the direction of an event from the event before it on the same work day (docs/reference/attendance.md#direction). A direction that a correction set stays. */
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
    const isSecondOut = direction === 'out' && previous.direction === 'out';
    if (isSecondOut && merged.last - previous.at > SAME_OUT_MS && hasPresentRules(shifts, date))
      flags.push('missing-in');
  } else {
    const shift = shifts.on(date);
    const startsShift = !merged.final && shift !== null && merged.first < shift.midpoint;
    direction = merged.reportedDirection === 'out' && !startsShift ? 'out' : 'in';
    if (merged.reportedDirection === 'out') flags.push(startsShift ? 'direction-corrected' : 'missing-in');
  }
  return { date, at: direction === 'in' ? merged.first : merged.last, direction, flags, merged, assigned };
}
