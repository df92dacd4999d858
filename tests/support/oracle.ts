import { Temporal } from 'temporal-polyfill';

/**
 * The rules of docs/reference/attendance.md and docs/reference/piecework.md, written a second time: obvious and slow, from the text and not from the server's code. Times are Temporal's, intervals
 * are sets of seconds, and every day of every shift is looked at. Nothing is shared.
 */
export type OraclePunch = { at: number; direction: 'in' | 'out' | 'auto'; final?: boolean };
export type OracleEntry = {
  startedAt: number;
  date?: string | undefined;
  endedAt: number | null;
  durationMs: number | null;
  units: number;
};
type OracleTime = {
  weekday: number;
  startTime: string;
  endTime: string;
  breaks: { startTime: string; endTime: string }[];
  graceMinutes: number;
  breakGraceMinutes: number;
  preMinutes: number;
  postMinutes: number;
  effectiveFrom: string | null;
};
export type OracleWorld = { zone: string; times: OracleTime[]; holidays: string[]; first: string; last: string };
type OracleShift = {
  date: string;
  S: number;
  E: number;
  pre: number;
  post: number;
  grace: number;
  breakGrace: number;
  breaks: [number, number][];
};
export type OracleEvent = { date: string; at: number; direction: 'in' | 'out'; flags: string[]; from: number };

const minutes = (n: number) => n * 60_000;
const hours = (n: number) => minutes(60 * n);
const dateOf = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
const next = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
const instant = (zone: string, date: string, time: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds;
const later = (a: string, b: string) => b <= a;

/** Returns every shift of the world, in order (docs/reference/attendance.md#shift). */
export function oracleShifts({ zone, times, holidays, first, last }: OracleWorld): OracleShift[] {
  const shifts: OracleShift[] = [];
  for (let date = first; date <= last; date = next(date)) {
    if (holidays.includes(date)) continue;
    const { dayOfWeek } = Temporal.PlainDate.from(date);
    const inForce = times
      .filter((time) => time.weekday === dayOfWeek && (time.effectiveFrom ?? '') <= date)
      .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
      .at(-1);
    if (!inForce) continue;
    const { startTime, endTime } = inForce;
    const S = instant(zone, date, startTime);
    const E = Math.max(S, instant(zone, later(startTime, endTime) ? next(date) : date, endTime));
    const breaks = inForce.breaks.map((pause): [number, number] => {
      const day = pause.startTime < startTime ? next(date) : date;
      const end = later(pause.startTime, pause.endTime) ? next(day) : day;
      return [instant(zone, day, pause.startTime), instant(zone, end, pause.endTime)];
    });
    shifts.push({
      date,
      S,
      E,
      breaks,
      pre: minutes(inForce.preMinutes),
      post: minutes(inForce.postMinutes),
      grace: minutes(inForce.graceMinutes),
      breakGrace: minutes(inForce.breakGraceMinutes),
    });
  }
  return shifts;
}

const middle = (shift: OracleShift) => (shift.S + shift.E) / 2;
const containing = (shifts: OracleShift[], at: number) =>
  shifts
    .filter((shift) => shift.S - shift.pre <= at && at <= shift.E + shift.post)
    .sort((a, b) => Math.abs(at - a.S) - Math.abs(at - b.S) || a.S - b.S)[0];

type Part = { punches: OraclePunch[]; direction: 'in' | 'out' | 'auto'; corrected: boolean };
const startOf = (part: Part) => part.punches[0]?.at ?? 0;
const endOf = (part: Part) => part.punches.at(-1)?.at ?? 0;
/** The last punch that says `in` or `out`; a corrected direction takes precedence over a sent one. */
function partOf(punches: OraclePunch[]): Part {
  const corrected = punches.filter(({ final }) => final).at(-1)?.direction;
  const sent = punches.map(({ direction }) => direction).filter((direction) => direction !== 'auto');
  return { punches, direction: corrected ?? sent.at(-1) ?? 'auto', corrected: corrected !== undefined };
}

/** Applies rules 3, 4 and 5 to a whole history. */
export function oracleEvents(world: OracleWorld, punches: readonly OraclePunch[]): OracleEvent[] {
  const shifts = oracleShifts(world);
  const rank = { in: 0, out: 1, auto: 2 };
  const left = [...punches].sort((a, b) => a.at - b.at || rank[a.direction] - rank[b.direction]);
  const events: OracleEvent[] = [];
  let cluster = { date: '', last: Number.NEGATIVE_INFINITY, isOpen: false };

  /** Rule 3, for a part that would be the next event: its date, and the cluster after it. */
  const dayOf = (part: Part) => {
    const start = startOf(part);
    const previous = events.at(-1);
    let date: string | undefined;
    if (previous?.direction === 'in' && start - previous.at <= hours(16)) {
      const A = shifts.find((shift) => shift.date === previous.date);
      const inTime = A !== undefined && start <= A.E + A.post;
      const elsewhere = shifts.some(
        (other) => other.date !== previous.date && other.S - other.pre <= start && start < middle(other),
      );
      if (inTime || part.direction === 'out' || (part.direction === 'auto' && !elsewhere)) date = previous.date;
    }
    // Readings: an event within a cluster's open interval extends the cluster.
    if (date !== undefined) return { date, cluster: cluster.isOpen ? { ...cluster, last: endOf(part) } : cluster };
    const within = containing(shifts, start)?.date;
    if (within !== undefined) return { date: within, cluster: { ...cluster, isOpen: false } };
    const own = start - cluster.last > hours(4) ? dateOf(world.zone, start) : cluster.date;
    return { date: own, cluster: { date: own, last: endOf(part), isOpen: true } };
  };
  const lastOn = (date: string) => events.filter((event) => event.date === date).at(-1);
  const shiftOn = (date: string) => shifts.find((shift) => shift.date === date);

  /** Rule 4: two events, or a slip of the key. */
  const areTwo = (earlier: Part, later: Part) => {
    // A correction is final: a key within two minutes after it is of the same moment.
    if (earlier.corrected && !later.corrected) return false;
    const { date } = dayOf(earlier);
    if (date !== dayOf(later).date) return false;
    const before = lastOn(date);
    const own = shiftOn(date);
    if (before === undefined && own !== undefined && startOf(earlier) < middle(own)) return false;
    return earlier.direction === 'out' ? before?.direction === 'in' : before?.direction !== 'in';
  };
  const add = (part: Part) => {
    const day = dayOf(part);
    const { date } = day;
    // Rule 5.
    const before = lastOn(date);
    const own = shiftOn(date);
    const flags: string[] = [];
    let direction: 'in' | 'out' = part.direction === 'out' ? 'out' : 'in';
    if (!before) {
      if (own && startOf(part) < middle(own) && !part.corrected) {
        if (part.direction === 'out') flags.push('direction-corrected');
        direction = 'in';
      } else if (part.direction === 'out') flags.push('missing-in');
    } else if (part.direction === 'auto') direction = before.direction === 'in' ? 'out' : 'in';
    if (before?.direction === 'in' && direction === 'in') before.flags.push('missing-out');
    if (before?.direction === 'out' && direction === 'out' && endOf(part) - before.at > minutes(15))
      flags.push('missing-in');
    ({ cluster } = day);
    events.push({ date, at: direction === 'in' ? startOf(part) : endOf(part), direction, flags, from: startOf(part) });
  };

  let waiting: Part | null = null;
  while (left.length > 0) {
    // The next punches that say the same, each within 120 s of the previous one.
    const next = partOf(left.splice(0, 1));
    if (waiting === null) waiting = next;
    else if (startOf(next) - endOf(waiting) > 120_000) {
      add(waiting);
      waiting = next;
    } else {
      // Until another direction is said, and from the next one that is said on, it is one part.
      while (left[0] && left[0].at - endOf(next) <= 120_000 && ['auto', next.direction].includes(left[0].direction))
        Object.assign(next, partOf([...next.punches, ...left.splice(0, 1)]));
      const both: string[] = [waiting.direction, next.direction];
      const isOpposite = both.includes('in') && both.includes('out');
      if (isOpposite && areTwo(waiting, next)) {
        add(waiting);
        waiting = next;
      } else waiting = partOf([...waiting.punches, ...next.punches]);
    }
  }
  if (waiting) add(waiting);
  return events;
}

/** Tells whether an entry of which only the date is known has nothing to be of: nobody came in on that day. */
export const oracleIsUnclocked = (events: readonly OracleEvent[], date: string) =>
  !events.some((event) => event.date === date && event.direction === 'in');

/** Returns the date of a piecework entry (docs/reference/piecework.md#work-day-of-an-entry). */
export function oracleEntryDate(
  world: OracleWorld,
  events: readonly OracleEvent[],
  { startedAt: at, date }: Pick<OracleEntry, 'startedAt' | 'date'>,
): string {
  if (date !== undefined) return date;
  const shifts = oracleShifts(world);
  // Within an interval that has an OUT, of whatever date; of several, the one that began last.
  const within = events
    .filter((event) => event.direction === 'in' && event.at <= at)
    .filter((event) => {
      const after = events.slice(events.indexOf(event) + 1).filter(({ date }) => date === event.date);
      const nextIn = after.findIndex(({ direction }) => direction === 'in');
      const outs = nextIn < 0 ? after : after.slice(0, nextIn);
      return outs.some((out) => at <= out.at);
    })
    .at(-1);
  if (within) return within.date;
  const last = events.filter((event) => event.at <= at).at(-1);
  if (last?.direction === 'in' && at - last.at <= hours(16)) {
    const A = shifts.find((shift) => shift.date === last.date);
    if (A && at <= A.E + A.post) return A.date;
  }
  return containing(shifts, at)?.date ?? dateOf(world.zone, at);
}

export type OracleDay = {
  timeIn: number | null;
  lateMs: number;
  irregularMs: number;
  earlyLeaveMs: number;
  flags: string[];
};

/** Applies rules 6, 7, 10 and 11 to one date, as of a minute; gaps are counted second by second. */
export function oracleDay(
  world: OracleWorld,
  all: readonly OracleEvent[],
  date: string,
  asOf: number,
  now: number,
): OracleDay {
  const events = all.filter((event) => event.date === date);
  const shift = oracleShifts(world).find((one) => one.date === date);
  const timeIn = events.find(({ direction }) => direction === 'in')?.at ?? null;
  const last = events.at(-1);
  const flags = new Set(events.flatMap((event) => event.flags));
  if (last?.direction === 'in' && now - last.at >= hours(16)) flags.add('missing-out');
  const day: OracleDay = { timeIn, lateMs: 0, irregularMs: 0, earlyLeaveMs: 0, flags: [...flags].sort() };
  if (!shift || timeIn === null) return day;

  if (!flags.has('missing-in')) {
    const minute = timeIn - (timeIn % 60_000);
    if (minute > shift.S + shift.grace) day.lateMs = minute - shift.S;
  }
  const seconds = (from: number, to: number, credited: boolean) => {
    let count = 0;
    for (let second = from; second < to; second += 1000)
      if (!credited || shift.breaks.some(([start, end]) => second >= start && second < end)) count += 1000;
    return count;
  };
  for (const [i, event] of events.entries()) {
    const following = events[i + 1];
    if (event.direction !== 'out' || following?.direction === 'out' || event.at < timeIn || event.at >= shift.E)
      continue;
    const from = Math.max(event.at, shift.S, timeIn);
    let to: number;
    if (following) {
      if (following.at > shift.E) {
        day.earlyLeaveMs = shift.E - event.at;
        continue;
      }
      to = following.at;
    } else {
      if (asOf >= shift.E) {
        day.earlyLeaveMs = shift.E - event.at;
        continue;
      }
      to = asOf;
    }
    const excess = seconds(from, to, false) - seconds(from, to, true);
    if (excess > shift.breakGrace) day.irregularMs += excess;
  }
  return day;
}

/** Returns the hours by counting the minutes in which at least one entry runs, and the plain durations (docs/reference/piecework.md#units-per-hour). */
export function oracleWorkedMs(entries: readonly OracleEntry[]): number {
  const ticks = new Set<number>();
  let plain = 0;
  for (const { startedAt, endedAt, durationMs } of entries) {
    if (endedAt === null) plain += durationMs ?? 0;
    else for (let tick = startedAt; tick < endedAt; tick += 1000) ticks.add(tick);
  }
  return ticks.size * 1000 + plain;
}
