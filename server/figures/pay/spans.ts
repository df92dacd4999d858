import { overlap, type Span } from '../../attendance/calendar.ts';

/** Returns the part that two spans share; it ends before it starts where they share none. */
export const common = (a: Span, b: Span): Span => ({
  start: Math.max(a.start, b.start),
  end: Math.min(a.end, b.end),
});
/** Returns the time that some spans have inside a window. */
export const coveredBy = (spans: readonly Span[], window: Span) =>
  spans.reduce((sum, span) => sum + overlap(span, window), 0);
/** Returns spans without the part inside another one. */
export const without = (spans: readonly Span[], off: Span): Span[] =>
  spans
    .flatMap(({ start, end }) => [
      { start, end: Math.min(end, off.start) },
      { start: Math.max(start, off.end), end },
    ])
    .filter(({ start, end }) => end > start);
/** Returns the first part of some spans, in their order, of a length in ms. */
export function firstOf(spans: readonly Span[], ms: number): Span[] {
  let left = ms;
  return spans.flatMap(({ start, end }) => {
    const taken = Math.min(left, end - start);
    left -= Math.max(0, taken);
    return taken > 0 ? [{ start, end: start + taken }] : [];
  });
}
