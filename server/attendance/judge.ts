import { cutToMinute } from '../platform/zone.ts';
import { overlap, type Shift, type Span } from './calendar.ts';
import { type EventFlag, OPEN_INTERVAL_MS } from './events.ts';

/** A settled event as stored in a day fact. */
export type DayEvent = { at: number; direction: 'in' | 'out'; flags: readonly EventFlag[] };
/** `end` is the end of the interval as of now; `estimated` where it has no OUT. */
export type Interval = { in: number; out: number | null; end: number; estimated: boolean };
/** A gap inside the shift with its real times; `in` is null while the gap is open. */
type Gap = { out: number; in: number | null; creditedMs: number; irregularMs: number };

export type DayFigures = {
  timeIn: number | null;
  late: boolean;
  lateMs: number;
  flags: readonly EventFlag[];
  /** The last event is an IN whose OUT may still come: the employee is on site. */
  isOpen: boolean;
  /** The first event is an OUT: when the work began is not known. */
  lacksFirstIn: boolean;
  intervals: readonly Interval[];
  gaps: readonly Gap[];
  irregularMs: number;
  earlyLeaveMs: number;
};

/**
 * Returns the figures of a day without the part that excuses take out, and the size of that part (docs/reference/corrections.md#excuses); facts stay as they are.
 */
export function excuseFigures(
  figures: DayFigures,
  judgements: ReadonlySet<string>,
): DayFigures & { excusedMs: number } {
  if (judgements.size === 0) return { ...figures, excusedMs: 0 };
  const lateMs = judgements.has('lateness') ? figures.lateMs : 0;
  const irregularMs = judgements.has('breaks') ? figures.irregularMs : 0;
  return {
    ...figures,
    late: figures.late && lateMs === 0,
    lateMs: figures.lateMs - lateMs,
    gaps: irregularMs > 0 ? figures.gaps.map((gap) => ({ ...gap, irregularMs: 0 })) : figures.gaps,
    irregularMs: figures.irregularMs - irregularMs,
    excusedMs: lateMs + irregularMs,
  };
}

/** Returns the figures of a day on which nobody can be called late: its shift began before anything could be known (docs/reference/attendance.md#status). */
export const withoutLateness = (figures: DayFigures): DayFigures => ({ ...figures, late: false, lateMs: 0 });

/** `asOf` and `now` are cut to the minute. Live figures use asOf; the 16 h after which an OUT is missing are measured by `now`. */
export type Moment = { asOf: number; now: number };

const NO_FLAGS: readonly EventFlag[] = [];
const NO_PAUSES: { gaps: readonly Gap[]; earlyLeaveMs: number } = { gaps: [], earlyLeaveMs: 0 };

/**
 * Returns the figures of one employee's work day (rules 5 to 7 and 10 to 12) from its events in time order. A day of 5,000 people is judged again
 * after each punch, so that work for rare cases is done only where they occur.
 */
export function judgeDay(events: readonly DayEvent[], shift: Shift | null, moment: Moment): DayFigures {
  const timeIn = events.find(({ direction }) => direction === 'in')?.at ?? null;
  const intervals = intervalsOf(events, shift, moment);
  const last = events.at(-1);
  const forgotten = last?.direction === 'in' && moment.now - last.at >= OPEN_INTERVAL_MS;
  const flags = flagsOf(events, forgotten);

  const lateMs = shift && timeIn !== null && !flags.includes('missing-in') ? lateness(timeIn, shift) : 0;
  const pauses = shift && timeIn !== null ? pausesOf(events, shift, timeIn, moment) : NO_PAUSES;
  return {
    timeIn,
    late: lateMs > 0,
    lateMs,
    flags,
    isOpen: last?.direction === 'in' && !forgotten,
    lacksFirstIn: events[0]?.direction === 'out',
    intervals,
    gaps: pauses.gaps,
    irregularMs: pauses.gaps.reduce((sum, gap) => sum + gap.irregularMs, 0),
    earlyLeaveMs: pauses.earlyLeaveMs,
  };
}

/** Returns the flags of a day's events, each once, sorted. */
function flagsOf(events: readonly DayEvent[], forgotten: boolean): readonly EventFlag[] {
  if (!forgotten && events.every(({ flags }) => flags.length === 0)) return NO_FLAGS;
  const flags = new Set(events.flatMap((event) => event.flags));
  if (forgotten) flags.add('missing-out');
  return [...flags].sort();
}

/** Returns the lateness (docs/reference/attendance.md#late): the grace is a threshold and is not deducted. */
function lateness(timeIn: number, shift: Shift): number {
  const lateMs = cutToMinute(timeIn) - shift.start;
  return lateMs > shift.graceMs ? lateMs : 0;
}

/** Returns the intervals of a day (docs/reference/attendance.md#hours-clocked). An IN that is followed by another IN ended somewhere before the second: at E, if E is earlier. */
function intervalsOf(events: readonly DayEvent[], shift: Shift | null, { asOf, now }: Moment): Interval[] {
  const intervals: Interval[] = [];
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    const next = events[i + 1];
    if (!event) continue;
    if (event.direction === 'out') {
      const open = intervals.at(-1);
      const previous = events[i - 1];
      // Of two OUTs in a row the later counts, so each OUT after the IN moves the end of the interval.
      if (open && previous && (open.out !== null || previous.direction === 'in')) {
        open.out = open.end = event.at;
        open.estimated = false;
      }
      continue;
    }
    const estimate = Math.max(event.at, shift?.end ?? event.at);
    let end = estimate;
    if (next) end = Math.min(estimate, next.at);
    else if (now - event.at < OPEN_INTERVAL_MS) end = Math.max(event.at, Math.min(asOf, shift?.end ?? asOf));
    intervals.push({ in: event.at, out: null, end, estimated: true });
  }
  return intervals;
}

/** Returns the gaps between OUT and IN inside [max(S, time in), E], and early leaving (docs/reference/attendance.md#breaks). */
function pausesOf(events: readonly DayEvent[], shift: Shift, timeIn: number, { asOf }: Moment) {
  const from = Math.max(shift.start, timeIn);
  const gaps: Gap[] = [];
  let earlyLeaveMs = 0;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    const next = events[i + 1];
    if (!event) continue;
    // Of two OUTs in a row, the gap starts at the later.
    if (event.direction !== 'out' || next?.direction === 'out' || event.at >= shift.end || event.at < timeIn) continue;
    const open = !next;
    if (open ? asOf >= shift.end : next.at > shift.end) {
      earlyLeaveMs = shift.end - event.at;
      continue;
    }
    const inside = { start: Math.max(event.at, from), end: open ? Math.max(event.at, asOf) : next.at };
    const startedInside = open && event.at >= from;
    if (inside.end <= inside.start && !startedInside) continue;
    gaps.push({ out: event.at, in: next?.at ?? null, ...measure(inside, shift) });
  }
  return { gaps, earlyLeaveMs };
}

function measure(inside: Span, shift: Shift) {
  const creditedMs = shift.breaks.reduce((sum, pause) => sum + overlap(inside, pause), 0);
  const excess = Math.max(0, inside.end - inside.start) - creditedMs;
  return { creditedMs, irregularMs: excess > shift.breakGraceMs ? excess : 0 };
}
