import { Temporal } from 'temporal-polyfill';

/**
 * Instants are epoch milliseconds, local dates are YYYY-MM-DD, wall clocks are minutes of the day: plain numbers and
 * text, so that a day of 5,000 people costs no calendar objects. Temporal knows the zones; this keeps its answers.
 */
export type LocalDate = string;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A stretch of time in which a zone has one offset. */
type Span = { from: number; to: number; offset: number };
export type Zone = { name: string; spans: Span[] };

const zones = new Map<string, Zone>();

/** The zone of an IANA name. A name that does not exist throws a RangeError. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    zone = { name, spans: [] };
    offsetAt(zone, 0);
    zones.set(name, zone);
  }
  return zone;
}

/** The zone's offset from UTC in milliseconds at an instant. */
function offsetAt(zone: Zone, at: number): number {
  for (const span of zone.spans) if (at >= span.from && at < span.to) return span.offset;
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone.name);
  const span = {
    // The transition at or before `at`: 'previous' looks strictly before, so ask one millisecond later.
    from: zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: zoned.offsetNanoseconds / 1e6,
  };
  zone.spans.unshift(span);
  return span.offset;
}

/** The wall clock at an instant, written as if it were UTC: the key to local dates and minutes. */
export const wallClock = (zone: Zone, at: number) => at + offsetAt(zone, at);

/**
 * The instant of a naive local time (`wall`: the wall clock written as if it were UTC), rule 1. A time in a spring gap
 * moves forward by the gap; one that exists twice is the first, unless that lies before `notBefore`.
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

/** Dates by the number of their day: the same few are asked for with every punch. */
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
export const midnightUtc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`);

/** Minutes that the zone's clock is ahead of UTC. */
export const offsetMinutes = (zone: Zone, at: number) => Math.round(offsetAt(zone, at) / MINUTE);

/** `YYYY-MM-DD HH:MM:SS` on the zone's clock. */
export const localTime = (zone: Zone, at: number) =>
  new Date(wallClock(zone, at)).toISOString().slice(0, 19).replace('T', ' ');

/** HH:MM on the zone's clock. */
export const clockTime = (zone: Zone, at: number) => new Date(wallClock(zone, at)).toISOString().slice(11, 16);

export const localDateOf = (zone: Zone, at: number): LocalDate => asDate(wallClock(zone, at));
export const addDays = (date: LocalDate, days: number): LocalDate => asDate(midnightUtc(date) + days * DAY);
/** Monday 1 to Sunday 7. */
export const weekdayOf = (date: LocalDate) => ((midnightUtc(date) / DAY + 3) % 7) + 1;
export const daysBetween = (from: LocalDate, to: LocalDate) => (midnightUtc(to) - midnightUtc(from)) / DAY;

/** The instant of a wall time ('HH:MM') on a local date. */
export const instantOn = (zone: Zone, date: LocalDate, time: string) =>
  instantOf(zone, midnightUtc(date) + minutesOf(time) * MINUTE);
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The local day as instants, end exclusive: 23 to 25 hours. */
export const dayBounds = (zone: Zone, date: LocalDate) => ({
  start: instantOf(zone, midnightUtc(date)),
  end: instantOf(zone, midnightUtc(addDays(date, 1))),
});

export const cutToMinute = (at: number) => Math.floor(at / MINUTE) * MINUTE;

/** ISO 8601 with the zone's offset, to the second: 2026-11-20T07:05:00+02:00. */
export function isoOf(zone: Zone, at: number): string {
  const minutes = offsetMinutes(zone, at);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(at + minutes * MINUTE).toISOString().slice(0, 19)}${offset}`;
}
