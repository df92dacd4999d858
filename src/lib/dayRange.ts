import { addDays, isDay } from './zoned.ts';

/** Account-local dates, both included. */
export type Span = { from: string; to: string };

/** Returns how many days a span has. */
export const daysIn = ({ from, to }: Span) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** Returns the `days` days that end on `to`. */
export const lastDays = (days: number, to: string): Span => ({ from: addDays(to, 1 - days), to });

type Bounds = { /** The first and the last day that can be shown. */ min: string; max: string; most: number };

/**
 * Returns the span in an address; `usual` where it has none, or an invalid one. Days outside the bounds are cut off, and of a span that is too long
 * the last days stay.
 */
export function spanOf({ from, to }: Partial<Span>, { min, max, most }: Bounds, usual: Span): Span {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from > to || to < min || from > max)
    return usual;
  const last = to > max ? max : to;
  const first = [from, min, lastDays(most, last).from].toSorted().at(-1) ?? from;
  return { from: first, to: last };
}
