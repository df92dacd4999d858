import type { Direction } from '../core/record.ts';
import { format } from './times.ts';

/** One event may take several scans (ms). */
const MERGE_MS = 120_000;
/** The longest time between IN and OUT (ms); later an OUT was forgotten. */
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

type Scans = { first: number; last: number; direction: Direction };

/**
 * Returns the first IN of each day, and its last OUT unless an IN came after it, as the office has them (docs/reference/attendance.md#work-day): scans within two minutes are
 * one, unless the first of two opposite ones answers the state of the day; AUTO alternates, and a night belongs to the day of its IN. A device knows no
 * shifts, by which the office may decide otherwise.
 */
export function inAndOut(marks: readonly Mark[], zone: string): Map<string, Times> {
  const days = new Map<string, Times & { isIn: boolean }>();
  let open: { day: string; at: number } | null = null;
  const dayOf = ({ first, direction }: Scans) =>
    open !== null && direction !== 'in' && first - open.at <= MOST_IN_MS ? open.day : dayIn(first, zone);
  const add = (event: Scans) => {
    const day = dayOf(event);
    const before = days.get(day);
    const isIn = event.direction === 'auto' ? !before?.isIn : event.direction === 'in';
    days.set(day, {
      in: before?.in ?? (isIn ? event.first : null),
      out: isIn ? null : event.last,
      isIn,
    });
    open = isIn ? { day, at: event.first } : null;
  };
  const isOwnEvent = (event: Scans, next: Scans) => {
    const day = dayOf(event);
    return day === dayOf(next) && event.direction === (days.get(day)?.isIn ? 'out' : 'in');
  };
  let event: Scans | null = null;
  for (const { at, direction } of [...marks].sort((a, b) => a.at - b.at)) {
    const next: Scans = { first: at, last: at, direction };
    if (!event) event = next;
    else if (at - event.last > MERGE_MS || (isOpposite(event, next) && isOwnEvent(event, next))) {
      add(event);
      event = next;
    } else event = { first: event.first, last: at, direction: direction === 'auto' ? event.direction : direction };
  }
  if (event) add(event);
  return days;
}

const isOpposite = (one: Scans, other: Scans) =>
  one.direction !== 'auto' && other.direction !== 'auto' && one.direction !== other.direction;
