import { Temporal } from 'temporal-polyfill';

/**
 * The rules of spec/rules.md, written a second time: obvious and slow, from the text and not from the server's code. Times are Temporal's, intervals
 * are sets of seconds, and every day of every shift is looked at. Nothing is shared.
 */
export type OraclePunch = { at: number; direction: 'in' | 'out' | 'auto'; final?: boolean };
export type OracleEntry = { startedAt: number; endedAt: number | null; durationMs: number | null; units: number };
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

/** Returns every shift of the world, in order (rule 2). */
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

/** Applies rules 3, 4 and 5 to a whole history. */
export function oracleEvents(world: OracleWorld, punches: readonly OraclePunch[]): OracleEvent[] {
  const shifts = oracleShifts(world);
  const rank = { in: 0, out: 1, auto: 2 };
  const left = [...punches].sort((a, b) => a.at - b.at || rank[a.direction] - rank[b.direction]);
  const events: OracleEvent[] = [];
  let clusterDate = '';
  let clusterLast = Number.NEGATIVE_INFINITY;
  let isClusterOpen = false;
  while (left.length > 0) {
    // Rule 4: a chain in which each punch is within 120 s of the previous one.
    const chain = left.splice(0, 1);
    while (left[0] && left[0].at - (chain.at(-1)?.at ?? 0) <= 120_000) chain.push(...left.splice(0, 1));
    const start = chain[0]?.at ?? 0;
    const end = chain.at(-1)?.at ?? 0;
    // corrections.md C2: a corrected direction takes precedence over a sent one.
    const corrected = chain.filter(({ final }) => final).at(-1)?.direction;
    const said =
      corrected ??
      chain
        .map(({ direction }) => direction)
        .filter((direction) => direction !== 'auto')
        .at(-1) ??
      'auto';

    // Rule 3.
    let date: string | undefined;
    const previous = events.at(-1);
    if (previous?.direction === 'in' && start - previous.at <= hours(16)) {
      const A = shifts.find((shift) => shift.date === previous.date);
      const inTime = A !== undefined && start <= A.E + A.post;
      const elsewhere = shifts.some(
        (other) => other.date !== previous.date && other.S - other.pre <= start && start < middle(other),
      );
      if (inTime || said === 'out' || (said === 'auto' && !elsewhere)) date = previous.date;
    }
    // Readings: an event within a cluster's open interval extends the cluster.
    if (date !== undefined && isClusterOpen) clusterLast = end;
    else isClusterOpen = false;
    date ??= containing(shifts, start)?.date;
    if (date === undefined) {
      if (start - clusterLast > hours(4)) clusterDate = dateOf(world.zone, start);
      clusterLast = end;
      isClusterOpen = true;
      date = clusterDate;
    }

    // Rule 5.
    const before = events.filter((event) => event.date === date).at(-1);
    const own = shifts.find((shift) => shift.date === date);
    const flags: string[] = [];
    let direction: 'in' | 'out' = said === 'out' ? 'out' : 'in';
    if (!before) {
      if (own && start < middle(own) && !corrected) {
        if (said === 'out') flags.push('direction-corrected');
        direction = 'in';
      } else if (said === 'out') flags.push('missing-in');
    } else if (said === 'auto') direction = before.direction === 'in' ? 'out' : 'in';
    if (before?.direction === 'in' && direction === 'in') before.flags.push('missing-out');
    events.push({ date, at: direction === 'in' ? start : end, direction, flags, from: start });
  }
  return events;
}

/** Returns the date of a piecework entry (rule 15). */
export function oracleEntryDate(world: OracleWorld, events: readonly OracleEvent[], at: number): string {
  const shifts = oracleShifts(world);
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

/** Returns the hours by counting the minutes in which at least one entry runs, and the plain durations (rule 16). */
export function oracleWorkedMs(entries: readonly OracleEntry[]): number {
  const ticks = new Set<number>();
  let plain = 0;
  for (const { startedAt, endedAt, durationMs } of entries) {
    if (endedAt === null) plain += durationMs ?? 0;
    else for (let tick = startedAt; tick < endedAt; tick += 1000) ticks.add(tick);
  }
  return ticks.size * 1000 + plain;
}
