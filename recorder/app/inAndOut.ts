import type { Direction } from '../core/record.ts';
import { format } from './times.ts';

/** One event may take several scans (ms). */
const MERGE_MS = 120_000;
/** A forgotten OUT: nobody is in for longer (ms). */
export const MOST_IN_MS = 16 * 3_600_000;

/** A scan without pieces, at a time of the server (ms). */
export type Mark = { at: number; direction: Direction };

let last: { zone: string; format: Intl.DateTimeFormat } | undefined;
/** Returns the date of a moment in the zone, '2026-11-26'. */
export function dayIn(ms: number, zone: string): string {
  // To make a format is slow, and there is one zone.
  if (last?.zone !== zone)
    last = { zone, format: format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA') };
  return last.format.format(ms);
}

type Times = { in: number | null; out: number | null };

/**
 * Returns the first IN of each day, and its last OUT unless an IN came after it, as the office has them (rules.md, 3 to 5): scans within two minutes are
 * one, AUTO alternates, and a night belongs to the day of its IN. A device knows no shifts, by which the office may decide otherwise.
 */
export function inAndOut(marks: readonly Mark[], zone: string): Map<string, Times> {
  const days = new Map<string, Times & { isIn: boolean }>();
  let open: { day: string; at: number } | null = null;
  for (const { first, last, direction } of merged(marks)) {
    const isOfOpen = open !== null && direction !== 'in' && first - open.at <= MOST_IN_MS;
    const day: string = isOfOpen && open ? open.day : dayIn(first, zone);
    const before = days.get(day);
    const isIn = direction === 'auto' ? !before?.isIn : direction === 'in';
    days.set(day, {
      in: before?.in ?? (isIn ? first : null),
      out: isIn ? null : last,
      isIn,
    });
    open = isIn ? { day, at: first } : null;
  }
  return days;
}

/** Returns the scans of a person as events, in the order of their times; the last direction that one of them names is that of the event. */
function merged(marks: readonly Mark[]) {
  const events: { first: number; last: number; direction: Direction }[] = [];
  for (const { at, direction } of [...marks].sort((a, b) => a.at - b.at)) {
    const current = events.at(-1);
    if (current && at - current.last <= MERGE_MS) {
      current.last = at;
      if (direction !== 'auto') current.direction = direction;
    } else events.push({ first: at, last: at, direction });
  }
  return events;
}
