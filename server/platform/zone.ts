import { Temporal } from 'temporal-polyfill';
import { daysBetween } from '#contract/platform/common.ts';

/**
 * Instants are epoch milliseconds, local dates are YYYY-MM-DD, wall clocks are minutes of the day: plain numbers and text, because calendar objects
 * would be too expensive for a day of 5,000 people. Temporal knows the zones; its answers are cached here.
 */
export type LocalDate = string;
/** Dates before and after all others. */
export const EARLIEST: LocalDate = '0001-01-01';
export const LATEST: LocalDate = '9999-12-31';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A span of time in which a zone has one offset. */
type Span = { from: number; to: number; offset: number };
export type Zone = { name: string; spans: Span[] };

const zones = new Map<string, Zone>();

/** Returns the zone of an IANA name; throws a RangeError for a name that does not exist. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    zone = { name, spans: [] };
    offsetAt(zone, 0);
    zones.set(name, zone);
  }
  return zone;
}

/** Returns the time around an instant in which the zone's offset from UTC, in milliseconds, is the same. */
function spanAt(zone: Zone, at: number): Span {
  for (const span of zone.spans) if (at >= span.from && at < span.to) return span;
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone.name);
  const span = {
    // The transition at or before `at`: 'previous' means strictly before, so one millisecond is added.
    from: zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: zoned.offsetNanoseconds / 1e6,
  };
  zone.spans.unshift(span);
  return span;
}
const offsetAt = (zone: Zone, at: number) => spanAt(zone, at).offset;

/** Returns the wall clock at an instant, as if it were UTC: local dates and minutes are read from it. */
export const wallClock = (zone: Zone, at: number) => at + offsetAt(zone, at);

/** Returns a span as it is on the wall clock, as if that were UTC: in two pieces where a change of the clock lies within it. */
export function wallSpans(zone: Zone, { start, end }: { start: number; end: number }) {
  const spans: { start: number; end: number }[] = [];
  for (let at = start; at < end; ) {
    const { offset, to } = spanAt(zone, at);
    const until = Math.min(end, to);
    spans.push({ start: at + offset, end: until + offset });
    at = until;
  }
  return spans;
}

/**
 * Returns the instant of a local time (docs/reference/attendance.md#time); `wall` is the wall clock as if it were UTC. A time within the gap of a clock change moves forward by
 * the gap; of a time that exists twice the first counts, unless it lies before `notBefore`.
 */
export function instantOf(zone: Zone, wall: number, notBefore = -Infinity): number {
  const before = offsetAt(zone, wall - DAY);
  const after = offsetAt(zone, wall + DAY);
  const first = wall - Math.max(before, after);
  const second = wall - Math.min(before, after);
  const firstExists = wallClock(zone, first) === wall;
  const secondExists = wallClock(zone, second) === wall;
  if (firstExists && secondExists) return first < notBefore ? second : first;
  if (firstExists) return first;
  if (secondExists) return second;
  return wall - before;
}

/** Local dates by the number of their day, and their midnights, because the same few are needed for every punch. */
const dates = new Map<number, LocalDate>();
const MOST_DATES = 20_000;
function asDate(wall: number): LocalDate {
  const day = Math.floor(wall / DAY);
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(wall).toISOString().slice(0, 10);
  if (dates.size >= MOST_DATES) dates.clear();
  dates.set(day, date);
  return date;
}
const midnights = new Map<LocalDate, number>();
export function midnightUtc(date: LocalDate): number {
  const known = midnights.get(date);
  if (known !== undefined) return known;
  const at = Date.parse(`${date}T00:00:00Z`);
  if (midnights.size >= MOST_DATES) midnights.clear();
  midnights.set(date, at);
  return at;
}

/** Returns the minutes by which the zone's clock is ahead of UTC. */
export const offsetMinutes = (zone: Zone, at: number) => Math.round(offsetAt(zone, at) / MINUTE);

/** Returns `YYYY-MM-DD HH:MM:SS` on the zone's clock. */
export const localTime = (zone: Zone, at: number) =>
  new Date(wallClock(zone, at)).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the time on a zone's clock for the name of a file: 2026-11-21T09-40-00. */
export const fileStamp = (timeZone: string, at: Date) =>
  localTime(zoneOf(timeZone), at.getTime()).replace(' ', 'T').replaceAll(':', '-');

/** HH:MM on the zone's clock. */
export const clockTime = (zone: Zone, at: number) => new Date(wallClock(zone, at)).toISOString().slice(11, 16);

export const localDateOf = (zone: Zone, at: number): LocalDate => asDate(wallClock(zone, at));
export const addDays = (date: LocalDate, days: number): LocalDate => asDate(midnightUtc(date) + days * DAY);
/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (date: LocalDate) => ((midnightUtc(date) / DAY + 3) % 7) + 1;
/** Returns the dates of a range, in order; none if it ends before it starts. */
export const datesOf = (from: LocalDate, to: LocalDate): LocalDate[] =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));

/** Returns the instant of a wall time ('HH:MM') on a local date. */
export const instantOn = (zone: Zone, date: LocalDate, time: string) =>
  instantOf(zone, midnightUtc(date) + minutesOf(time) * MINUTE);
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns the local day as instants, its end exclusive: 23 to 25 hours. */
export const dayBounds = (zone: Zone, date: LocalDate) => ({
  start: instantOf(zone, midnightUtc(date)),
  end: instantOf(zone, midnightUtc(addDays(date, 1))),
});

/** Returns whether two zones have the same clock from the beginning to the end of a local day. */
export function isSameClock(one: Zone, other: Zone, date: LocalDate): boolean {
  const { start, end } = dayBounds(one, date);
  return [start, end - 1].every((at) => offsetAt(one, at) === offsetAt(other, at));
}

export const cutToMinute = (at: number) => Math.floor(at / MINUTE) * MINUTE;

/** ISO 8601 with the zone's offset, to the second: 2026-11-20T07:05:00+02:00. */
export function isoOf(zone: Zone, at: number): string {
  const minutes = offsetMinutes(zone, at);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(at + minutes * MINUTE).toISOString().slice(0, 19)}${offset}`;
}
