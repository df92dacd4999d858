import { lengthOf, overlap, type Shift, type Span } from '../../attendance/calendar.ts';
import type { ClockedGap } from './breaks.ts';
import { common, firstOf, without } from './spans.ts';

/** Breaks by the rules until 28 November 2026, for days that were locked by them (decision 032). */

type Pause = Shift['payBreaks'][number];
/** Returns the time of gaps that is within a paid break. */
export const earlierPaidGaps = (breaks: readonly Pause[], gaps: readonly ClockedGap[]): Span[] =>
  breaks.filter(({ isPaid }) => isPaid).flatMap((pause) => gaps.map(({ span }) => common(span, pause)));

/**
 * Returns the paid time without unpaid breaks: of one that was clocked only what it lacks of its length is taken off, where `isAtLeast`; of one that was not,
 * all of its time at work, but only on a day that is long enough.
 */
export function earlierBreaks(
  atWork: readonly Span[],
  breaks: readonly Pause[],
  gaps: readonly ClockedGap[],
  isLongDay: boolean,
): readonly Span[] {
  const paidBreaks = breaks.filter(({ isPaid }) => isPaid);
  // The time of a gap outside paid breaks that has not filled a break yet: a gap over two breaks fills each with time of its own.
  const fillings = gaps.map(({ span, clocked }) => ({
    clocked,
    ms: lengthOf(paidBreaks.reduce(without, [span])),
  }));
  let paid = atWork;
  for (const pause of breaks) {
    if (pause.isPaid) continue;
    const own = fillings.filter(({ clocked }) => overlap(clocked, pause) > 0);
    let left = (own.length > 0 ? pause.isAtLeast : isLongDay) ? pause.end - pause.start : 0;
    for (const filling of own) {
      const ms = Math.min(left, filling.ms);
      filling.ms -= ms;
      left -= ms;
    }
    const inside = paid.map((span) => common(span, pause)).filter(({ start, end }) => end > start);
    paid = firstOf(inside, left).reduce(without, [...paid]);
  }
  return paid;
}
