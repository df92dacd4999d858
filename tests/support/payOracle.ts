import { Temporal } from 'temporal-polyfill';
import { NO_LIMITS } from '#contract/figures/hourLimits.ts';
import type { HoursRule } from '#server/attendance/hoursRules.ts';
import type { Interval } from '#server/attendance/judge.ts';

/** The paid hours of a day minute by minute (docs/decisions/032, 035): slow, obvious, and without any code of the server. */

export const HOURS_RULE: HoursRule = {
  hoursRuleId: 'rule',
  timeGroupId: null,
  effectiveFrom: null,
  earlyCounts: false,
  breakAfterMinutes: 300,
  roundMinutes: 0,
  roundsIntervals: true,
  breakTable: [],
  weeksLimitMinutes: null,
  limitWeeks: 4,
  limitWeeksFrom: '2026-01-05',
  sundaysFillWeek: false,
  isWhole: true,
  nightStart: null,
  nightEnd: null,
  paysWorkingTime: false,
  dayLimitMinutes: null,
  weekLimitMinutes: null,
  dayLimit2Minutes: null,
  weekLimit2Minutes: null,
  weekStart: 1,
  overtime1Factor: 1.5,
  overtime2Factor: 2,
  sundayFactor: 2,
  holidayFactor: 2,
  payPeriod: 'monthly',
  periodStart: '2026-01-01',
  periodDates: [],
  splitsPeriod: false,
  ...NO_LIMITS,
};

const MIN = 60_000;
export type PaidCase = {
  zone: string;
  holidays: readonly string[];
  rule: HoursRule;
  shift: {
    start: number;
    windowStart: number;
    breaks: readonly { start: number; end: number; clockMs: number; isPaid: boolean; isAtLeast: boolean }[];
  } | null;
  intervals: readonly Interval[];
  approved: readonly string[];
  /** The entries of piecework of a day: spans of the clock, and minutes that have no place on it. */
  entries?: { spans: readonly { start: number; end: number }[]; plainMinutes: number };
};
type Pause = NonNullable<PaidCase['shift']>['breaks'][number];
type Gap = { paidAs: number[]; from: number; to: number };
const minutes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);

/** Returns which gaps are which break: those of at least half its length within two hours of it, the nearest first; then each other one is a part of the nearest break. */
function matched(breaks: readonly Pause[], gaps: readonly Gap[]) {
  const pairs = new Map<Pause, Gap>();
  const minutesOf = (pause: Pause) => minutes(pause.start / MIN, (pause.start + pause.clockMs) / MIN);
  const isNear = (pause: Pause, gap: Gap) => {
    const own = minutesOf(pause);
    const first = own[0] ?? 0;
    const far = Math.max(0, gap.from - (first + own.length), first - gap.to);
    const shared = own.filter((minute) => minute >= gap.from && minute < gap.to).length;
    return { far, shared, fits: gap.to - gap.from >= own.length / 2 && far <= 120 };
  };
  for (;;) {
    let best: { pause: Pause; gap: Gap; far: number; shared: number } | null = null;
    for (const pause of [...breaks].sort((a, b) => a.start - b.start))
      for (const gap of gaps) {
        if (pairs.has(pause) || [...pairs.values()].includes(gap)) continue;
        const { far, shared, fits } = isNear(pause, gap);
        if (fits && (best === null || far < best.far || (far === best.far && shared > best.shared)))
          best = { pause, gap, far, shared };
      }
    if (best === null) break;
    pairs.set(best.pause, best.gap);
  }
  const parts = new Map([...pairs].map(([pause, gap]) => [pause, [gap]]));
  for (const gap of gaps) {
    if ([...pairs.values()].includes(gap)) continue;
    const near = breaks.map((pause) => ({ pause, ...isNear(pause, gap) })).filter(({ fits }) => fits);
    near.sort((a, b) => a.far - b.far || b.shared - a.shared || a.pause.start - b.pause.start);
    if (near[0]) parts.get(near[0].pause)?.push(gap);
  }
  return { parts, couldBe: (pause: Pause, gap: Gap) => isNear(pause, gap).fits };
}

export function oraclePaid({ zone, holidays, rule, shift, intervals, approved, entries }: PaidCase) {
  const clock = (minute: number) => Temporal.Instant.fromEpochMilliseconds(minute * MIN).toZonedDateTimeISO(zone);
  const ends = [intervals[0]?.in, intervals.at(-1)?.end];
  const rounded = (at: number): number => {
    const minute = Math.floor(at / MIN);
    if (rule.roundMinutes === 0 || !(rule.roundsIntervals || ends.includes(at))) return minute;
    const midnight = clock(minute).startOfDay().epochMilliseconds / MIN;
    // Step by step to the nearest: of two equally near the later.
    let best = midnight;
    for (let candidate = midnight; candidate <= minute + rule.roundMinutes; candidate += rule.roundMinutes)
      if (Math.abs(candidate - minute) <= Math.abs(best - minute)) best = candidate;
    return best;
  };
  const breaks = [...(shift?.breaks ?? [])].sort((a, b) => a.start - b.start);
  const isIn = (minute: number, { start, clockMs }: Pause) => minute * MIN >= start && minute * MIN < start + clockMs;

  const paid = new Set<number>();
  const gaps: Gap[] = [];
  intervals.forEach(({ in: start, out }, nth) => {
    if (out === null) return;
    for (const minute of minutes(rounded(start), rounded(out))) paid.add(minute);
    const next = intervals[nth + 1];
    if (next)
      gaps.push({
        paidAs: minutes(rounded(out), rounded(next.in)),
        from: Math.floor(out / MIN),
        to: Math.floor(next.in / MIN),
      });
  });
  const { parts, couldBe } = matched(breaks, gaps);
  const minutesIn = (some: readonly Gap[]) => some.flatMap(({ paidAs }) => paidAs).sort((a, b) => a - b);

  // A paid break that was clocked is paid: within its time, and of the gap that is it, up to its length.
  const paidInGaps = new Set<number>();
  for (const pause of breaks) {
    if (!pause.isPaid) continue;
    const inside = gaps.flatMap(({ paidAs }) => paidAs).filter((minute) => isIn(minute, pause));
    const others = minutesIn(parts.get(pause) ?? []).filter((minute) => !isIn(minute, pause));
    const rest = others.slice(0, Math.max(0, pause.clockMs / MIN - inside.length));
    for (const minute of [...inside, ...rest]) paidInGaps.add(minute);
  }
  for (const minute of paidInGaps) paid.add(minute);

  const isEarly = (minute: number) =>
    shift !== null &&
    !rule.earlyCounts &&
    !approved.includes('early') &&
    minute * MIN >= shift.windowStart &&
    minute * MIN < shift.start;
  let early = 0;
  for (const minute of [...paid]) if (isEarly(minute)) early += paid.delete(minute) ? 1 : 0;

  let takenOff = 0;
  const takeOff = (minute: number) => {
    takenOff += paid.delete(minute) ? 1 : 0;
  };
  for (const pause of approved.includes('worked-through') ? [] : breaks) {
    if (pause.isPaid || rule.breakTable.length > 0) continue;
    const gap = parts.get(pause)?.[0];
    const inOrder = [...paid].sort((a, b) => a - b);
    if (gap && pause.isAtLeast) {
      // The next IN a minute later, as long as that helps: whose work ends before that was away until its end.
      let lacking =
        pause.clockMs / MIN - minutesIn(parts.get(pause) ?? []).filter((minute) => !paidInGaps.has(minute)).length;
      const end = rounded(gap.to * MIN);
      for (const minute of inOrder) if (minute >= end && lacking-- > 0) takeOff(minute);
    }
    if (gap) continue;
    // Of work without a gap that could be this break, what is over the hours after which it is taken off.
    const edges = gaps
      .filter((one) => couldBe(pause, one) && ![...parts].some(([other, own]) => other.isPaid && own.includes(one)))
      .map(({ from, to }) => ({ from: rounded(from * MIN), to: rounded(to * MIN) }));
    let left = pause.clockMs / MIN;
    for (let nth = 0; nth <= edges.length; nth++) {
      const [from, to] = [edges[nth - 1]?.to ?? Number.NEGATIVE_INFINITY, edges[nth]?.from ?? Number.POSITIVE_INFINITY];
      const work = inOrder.filter((minute) => minute >= from && minute < to);
      let over = work.length - rule.breakAfterMinutes;
      for (const minute of work) if (isIn(minute, pause) && left > 0 && over-- > 0 && left-- > 0) takeOff(minute);
    }
  }

  // By a table: minute by minute from the end, while a row lacks break and has more than its hours of work.
  const clocked = gaps
    .filter(({ from, to }) => to - from >= 15)
    .flatMap(({ paidAs }) => paidAs.filter((minute) => !paidInGaps.has(minute))).length;
  const isLacking = () =>
    rule.breakTable.some(
      ({ afterMinutes, breakMinutes }) => clocked + takenOff < breakMinutes && paid.size > afterMinutes,
    );
  if (!approved.includes('worked-through')) while (isLacking()) takeOff(Math.max(...paid));

  const dateOf = (minute: number) => clock(minute).toPlainDate().toString();
  const classOf = (date: string) => {
    if (holidays.includes(date)) return 'holidayMs';
    return Temporal.PlainDate.from(date).dayOfWeek === 7 ? 'sundayMs' : 'ordinaryMs';
  };
  const perDate = new Map<string, number>();
  for (const minute of [...paid].sort((a, b) => a - b))
    perDate.set(dateOf(minute), (perDate.get(dateOf(minute)) ?? 0) + 1);
  const most = Math.max(...perDate.values());
  const equal = [...perDate].filter(([, count]) => count === most).map(([date]) => date);
  const greatest =
    equal.find((date) => classOf(date) === 'holidayMs') ??
    equal.find((date) => classOf(date) === 'sundayMs') ??
    equal[0];
  const counts = { holidayMs: 0, sundayMs: 0, ordinaryMs: 0, nightMs: 0 };
  const classOfMinute = (minute: number) => classOf(rule.isWhole && greatest ? greatest : dateOf(minute));
  for (const minute of paid) {
    counts[classOfMinute(minute)] += MIN;
    const time = clock(minute).toPlainTime().toString().slice(0, 5);
    const { nightStart, nightEnd } = rule;
    if (nightStart === null || nightEnd === null) continue;
    const isNight =
      nightStart < nightEnd ? time >= nightStart && time < nightEnd : time >= nightStart || time < nightEnd;
    if (isNight) counts.nightMs += MIN;
  }
  const unsettled = new Set(
    intervals.flatMap(({ in: start, out, end }) =>
      out === null ? minutes(rounded(start), rounded(end)).filter((minute) => !isEarly(minute)) : [],
    ),
  );
  // Each paid minute in order, then each estimated one: what of it is within the entries, and then what one without a place takes of the rest, while there is any.
  const withinMs = (minute: number) => {
    let [ms, until] = [0, minute * MIN];
    for (const { start, end } of (entries?.spans ?? []).toSorted((a, b) => a.start - b.start)) {
      ms += Math.max(0, Math.min(end, (minute + 1) * MIN) - Math.max(start, until));
      until = Math.max(until, end);
    }
    return ms;
  };
  const inOrder = (some: ReadonlySet<number>) => [...some].sort((a, b) => a - b);
  let plain = (entries?.plainMinutes ?? 0) * MIN;
  const taken = { ordinaryMs: [] as number[], sundayMs: [] as number[], holidayMs: [] as number[] };
  const passed = { ordinaryMs: 0, sundayMs: 0, holidayMs: 0 };
  const beyond = { ordinaryMs: 0, sundayMs: 0, holidayMs: 0 };
  for (const [minute, one] of [
    ...inOrder(paid).map((minute) => [minute, classOfMinute(minute)] as const),
    ...inOrder(unsettled).map((minute) => [minute, 'ordinaryMs'] as const),
  ]) {
    const within = withinMs(minute);
    const ofPlain = Math.min(plain, MIN - within);
    plain -= ofPlain;
    beyond[one] += within + ofPlain;
    if (beyond[one] >= MIN) {
      beyond[one] -= MIN;
      taken[one].push(passed[one]);
    }
    passed[one]++;
  }
  return {
    pieceTime: {
      ordinaryMinutes: taken.ordinaryMs,
      sundayMs: taken.sundayMs.length * MIN,
      holidayMs: taken.holidayMs.length * MIN,
    },
    hoursRuleId: rule.hoursRuleId,
    paidMs: paid.size * MIN,
    ...counts,
    takenOffMs: takenOff * MIN,
    earlyMs: early * MIN,
    unsettledMs: unsettled.size * MIN,
  };
}

export type RuledDay = {
  day: string;
  rule: HoursRule & { overtime1Factor: number; overtime2Factor: number };
  ordinaryMinutes: number;
  /** Of Sundays and holidays. */
  sundayMinutes?: number;
};
/**
 * Returns the minutes of each class over days in order, each minute classed by itself: by day or by week, whichever comes first. A week that has begun
 * goes on to its end, whatever rule comes. Minutes under a rule of other factors fill the week's first limit whole; of the others only ordinary ones do. Those of a
 * Sunday fill no first limit, unless their rule says so: then the week from the next day on.
 */
export function oracleClasses(days: readonly RuledDay[]) {
  const classes = { ordinary: 0, overtime1: 0, overtime2: 0, weighted: 0 };
  type Minute = { factors: string; isOrdinary: boolean };
  let week: { end: string; worked: Minute[]; all: number } = { end: '', worked: [], all: 0 };
  // Several weeks from a date, each by its first day.
  const spans = new Map<string, Minute[]>();
  for (const { day, rule, ordinaryMinutes, sundayMinutes = 0 } of days) {
    if (day > week.end) {
      let end = Temporal.PlainDate.from(day);
      while (end.add({ days: 1 }).dayOfWeek !== rule.weekStart) end = end.add({ days: 1 });
      week = { end: end.toString(), worked: [], all: 0 };
    }
    const factors = `${rule.overtime1Factor} ${rule.overtime2Factor}`;
    const before = [...week.worked];
    const length = rule.limitWeeks * 7;
    let start = Temporal.PlainDate.from(rule.limitWeeksFrom);
    while (Temporal.PlainDate.compare(start.add({ days: length }), day) <= 0) start = start.add({ days: length });
    const key = `${length} ${start}`;
    const span = spans.get(key) ?? [];
    spans.set(key, span);
    let filledSpan = span.filter((minute) => minute.isOrdinary || minute.factors !== factors).length;
    let filled = before.filter((minute) => minute.isOrdinary || minute.factors !== factors).length;
    for (let nth = 0; nth < ordinaryMinutes; nth++) {
      const isOver = (ofDay: number | null, ofWeek: number | null, inWeek: number) =>
        (ofDay !== null && nth >= ofDay) || (ofWeek !== null && inWeek >= ofWeek);
      const isSecond = isOver(rule.dayLimit2Minutes, rule.weekLimit2Minutes, week.all + nth);
      const isFirst = isOver(rule.dayLimitMinutes, rule.weekLimitMinutes, filled);
      const isOrdinary = !isSecond && !isFirst;
      // What the day and the week leave fills the several weeks, and the week, though these are full.
      const isOverSpan = rule.weeksLimitMinutes !== null && filledSpan >= rule.weeksLimitMinutes;
      for (const worked of [week.worked, span]) worked.push({ factors, isOrdinary });
      if (isOrdinary) {
        filled++;
        filledSpan++;
      }
      classes[isSecond ? 'overtime2' : isFirst || isOverSpan ? 'overtime1' : 'ordinary']++;
      classes.weighted += isSecond ? rule.overtime2Factor : isFirst || isOverSpan ? rule.overtime1Factor : 1;
    }
    // All hours fill the second limits, those of a Sunday from the next day on.
    week.all += ordinaryMinutes + sundayMinutes;
    if (rule.sundaysFillWeek)
      for (let nth = 0; nth < sundayMinutes; nth++)
        for (const worked of [week.worked, span]) worked.push({ factors: 'a Sunday', isOrdinary: false });
  }
  return classes;
}
