import { lengthOf, overlap, type Shift, type Span } from '../../attendance/calendar.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { HOUR, MINUTE } from '../../platform/zone.ts';
import { common, coveredBy, firstOf, without } from './spans.ts';

/** The breaks of a shift and the gaps that people clock, as pure rules (docs/reference/paid-hours.md#breaks). */

type Pause = Shift['payBreaks'][number];
/** The time between an OUT and the next IN: as it is paid (rounding may leave nothing of it), and as it was clocked. `isBreak`: its punch says so. */
export type ClockedGap = { span: Span; clocked: Span; isBreak: boolean };

/** A gap can be a break that is at most so far from it. */
const REACH_MS = 2 * HOUR;
/** The time of a break: its length is the wall's, also where clocks change in it. */
const windowOf = ({ start, clockMs }: Pause): Span => ({ start, end: start + clockMs });
const distance = (a: Span, b: Span) => Math.max(0, a.start - b.end, b.start - a.end);
/** Tells whether a gap is long enough for a break, and near enough, or its punch says that it is one. */
const fits = (pause: Pause, { clocked, isBreak }: ClockedGap) =>
  isBreak || (2 * (clocked.end - clocked.start) >= pause.clockMs && distance(clocked, windowOf(pause)) <= REACH_MS);

/**
 * Returns the gaps that are each break: those that say so first, the nearest pair first, of equally near ones that which shares more time, then the earlier. One
 * gap is at most one break. A break that was taken in parts has further gaps after its first one; by the rules until 29 November 2026 (`isWhole`) it has one.
 */
export function gapsOfBreaks(
  breaks: readonly Pause[],
  gaps: readonly ClockedGap[],
  isWhole: boolean,
): ReadonlyMap<Pause, readonly ClockedGap[]> {
  const pairs = breaks.flatMap((pause) =>
    gaps
      .filter((gap) => fits(pause, gap))
      .map((gap) => ({
        pause,
        gap,
        far: distance(gap.clocked, windowOf(pause)),
        shared: overlap(gap.clocked, windowOf(pause)),
      })),
  );
  const nearest = pairs.sort(
    (a, b) =>
      Number(b.gap.isBreak) - Number(a.gap.isBreak) ||
      a.far - b.far ||
      b.shared - a.shared ||
      a.pause.start - b.pause.start ||
      a.gap.clocked.start - b.gap.clocked.start,
  );
  const found = new Map<Pause, ClockedGap[]>();
  const used = new Set<ClockedGap>();
  for (const { pause, gap } of nearest) {
    if (found.has(pause) || used.has(gap)) continue;
    found.set(pause, [gap]);
    used.add(gap);
  }
  for (const { pause, gap } of isWhole ? [] : nearest) {
    if (used.has(gap)) continue;
    found.get(pause)?.push(gap);
    used.add(gap);
  }
  return found;
}

/** Returns the time of gaps that is paid: what lies within a paid break, and of the gaps that are one as much as the break lasts in all. */
export function paidGapsOf(
  breaks: readonly Pause[],
  gaps: readonly ClockedGap[],
  ofBreaks: ReadonlyMap<Pause, readonly ClockedGap[]>,
): Span[] {
  return breaks.flatMap((pause) => {
    if (!pause.isPaid) return [];
    const inside = gaps.map(({ span }) => common(span, windowOf(pause))).filter(({ start, end }) => end > start);
    const own = (ofBreaks.get(pause) ?? []).map(({ span }) => span).sort((a, b) => a.start - b.start);
    const outside = without(own, windowOf(pause));
    return [...inside, ...firstOf(outside, pause.clockMs - lengthOf(inside))];
  });
}

type Breaks = {
  rule: Pick<HoursRule, 'breakAfterMinutes' | 'breakTable'>;
  breaks: readonly Pause[];
  gaps: readonly ClockedGap[];
  ofBreaks: ReadonlyMap<Pause, readonly ClockedGap[]>;
  paidGaps: readonly Span[];
  /** Time at work that has no place on the clock. */
  plainMs: number;
  /** The rules until 29 November 2026 hold. */
  isFormer: boolean;
};
/** Returns the paid time without the unpaid breaks, in time order. */
export function withoutBreaks(atWork: readonly Span[], { breaks, ...day }: Breaks): readonly Span[] {
  if (day.rule.breakTable.length > 0) return lackingOfTable(atWork, day).reduce(without, [...atWork]);
  let paid = atWork;
  for (const pause of breaks.toSorted((a, b) => a.start - b.start)) {
    if (pause.isPaid) continue;
    const parts = day.ofBreaks.get(pause);
    const off = parts ? lackingOf(paid, pause, parts, day) : unclockedOf(paid, pause, day);
    paid = off.reduce(without, [...paid]);
  }
  return paid;
}

/**
 * Returns what a clocked break lacks of its length, where that is its least: as if the next IN had been later. Who works no longer than that after it had the
 * break until they left; by the rules until 29 November 2026 the OUT was as if it had been earlier.
 */
function lackingOf(
  paid: readonly Span[],
  pause: Pause,
  parts: readonly ClockedGap[],
  { paidGaps, isFormer }: Pick<Breaks, 'paidGaps' | 'isFormer'>,
): Span[] {
  const [first] = parts;
  if (!pause.isAtLeast || !first) return [];
  const { span } = first;
  const lacking =
    pause.clockMs -
    lengthOf(
      paidGaps.reduce(
        without,
        parts.map((part) => part.span),
      ),
    );
  const after = without(paid, { start: Number.NEGATIVE_INFINITY, end: span.end });
  const later = firstOf(after, lacking);
  if (!isFormer) return later;
  const before = without(paid, { start: span.start, end: Number.POSITIVE_INFINITY });
  return [...later, ...lastOf(before, lacking - lengthOf(later))];
}
/** Returns the last part of some spans of a length in ms. */
function lastOf(spans: readonly Span[], ms: number): Span[] {
  const total = lengthOf(spans);
  return ms <= 0 ? [] : firstOf(spans, total - ms).reduce(without, [...spans]);
}

/**
 * Returns what a break takes off that was not clocked: its time at work, as far as the work around it, between gaps that could have been it, leaves the hours
 * after which it is taken off. A gap that is a paid break is no such gap.
 */
function unclockedOf(
  paid: readonly Span[],
  pause: Pause,
  { rule, gaps, ofBreaks, plainMs }: Omit<Breaks, 'breaks' | 'isFormer'>,
): Span[] {
  const paidOnes = new Set([...ofBreaks].flatMap(([{ isPaid }, parts]) => (isPaid ? parts : [])));
  const edges = gaps.filter((gap) => fits(pause, gap) && !paidOnes.has(gap)).map(({ span }) => span);
  const starts = [Number.NEGATIVE_INFINITY, ...edges.map(({ end }) => end)];
  let left = pause.clockMs;
  return starts.flatMap((start, nth) => {
    const stretch = { start, end: edges[nth]?.start ?? Number.POSITIVE_INFINITY };
    const most = Math.min(left, coveredBy(paid, stretch) + plainMs - rule.breakAfterMinutes * MINUTE);
    const window = common(stretch, windowOf(pause));
    const off = firstOf(
      paid.map((span) => common(span, window)).filter((span) => span.end > span.start),
      most,
    );
    left -= lengthOf(off);
    return off;
  });
}

/** Clocked gaps of less are no break of a table. */
const LEAST_GAP_MS = 15 * MINUTE;
/**
 * Returns what a table of breaks by hours worked takes off: what the unpaid time of clocked gaps lacks of a row, as far as its hours are left. It is the last
 * time at work.
 */
function lackingOfTable(paid: readonly Span[], { rule, gaps, paidGaps, plainMs }: Omit<Breaks, 'breaks'>): Span[] {
  const clockedMs = gaps
    .filter(({ clocked }) => clocked.end - clocked.start >= LEAST_GAP_MS)
    .reduce((sum, { span }) => sum + lengthOf(paidGaps.reduce(without, [span])), 0);
  const worked = lengthOf(paid) + plainMs;
  const off = rule.breakTable.map(({ afterMinutes, breakMinutes }) =>
    Math.min(breakMinutes * MINUTE - clockedMs, worked - afterMinutes * MINUTE),
  );
  return lastOf(paid, Math.max(0, ...off));
}
