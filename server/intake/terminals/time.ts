import { HOUR, instantOf, localTime, offsetMinutes, type Zone, zoneOf } from '../../platform/zone.ts';

/** Times as terminals write them: local wall clocks without a zone, or instants. */

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** No clock is set further, and in some zone year 9999 ends in one that no database holds: such a line would be sent again for ever. */
const YEARS_END = 2100;
/** Returns `YYYY-MM-DD HH:MM:SS`, or null where no such moment exists (month 13, 30 February, 25:00): nothing rolls over. */
export function wallClock({ year, month, day, hour, minute, second }: Parts): string | null {
  const real =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    year >= 1 &&
    year < YEARS_END;
  if (!real) return null;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** A terminal's time: a wall clock to be read in the device's zone, or an instant in ms (from epoch seconds, or ISO with an offset). */
export type TerminalTime = { local: string } | { instant: number };

/** An offset from UTC: Z, +02, +2:00, +0200, +02:00, which may follow GMT or UTC. */
const OFFSET = String.raw`(?: ?(?:GMT|UTC))?(?: ?(Z|[+-]\d{1,2}(?::?\d{2})?)| ?(?:GMT|UTC))?`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([AP])\.?M\.?)?`;
/** Java writes a zone's name behind the offset, or alone. */
const ZONE_NAME = String.raw`(?:\[([\w/+:-]{1,60})\])?`;
/** Year, month and day, in this order: with the day first, one could only guess which is the month. */
const WALL_CLOCK = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T]${CLOCK}${OFFSET}${ZONE_NAME}$`, 'i');
const COMPACT = new RegExp(String.raw`^(\d{4})-?(\d{2})-?(\d{2})T?(\d{2})(\d{2})(\d{2})()${OFFSET}$`, 'i');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** As HTTP and mail write it: `Thu, 26 Nov 2026 04:50:00 GMT`. */
const NAMED_MONTH = new RegExp(
  String.raw`^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2})[ -](${MONTHS.join('|')})[ -](\d{4}) ${CLOCK}${OFFSET}$`,
  'i',
);
/** Epoch seconds are accepted from 2010 on; a smaller number is packed or truncated. */
const FIRST_EPOCH = 1_262_304_000;
const EPOCH_END = Date.UTC(YEARS_END, 0, 1) / 1000;
/** Epoch seconds, which programs write in milliseconds, microseconds or with a fraction too, and some in `/Date(..)/`. */
const EPOCH = /^(\d{10})(?:\d{3}|\d{6}|\.\d{1,9})?$|^\/Date\((\d{10})\d{3}(?:[+-]\d{4})?\)\/$/;
/** No form is longer: what a stranger sends is not searched. */
const MAX_TIME = 80;

/**
 * Reads a time in any form that has one meaning: `YYYY-MM-DD HH:MM:SS` and its variants (without seconds, `/`, `T`, AM and PM, compact), with or without an
 * offset, RFC 1123, and seconds to microseconds since 1970; null for anything else, and for a moment that does not exist.
 */
export function parseTime(text: string): TerminalTime | null {
  const value = text.length > MAX_TIME ? '' : text.trim();
  const named = NAMED_MONTH.exec(value);
  const match = WALL_CLOCK.exec(value) ?? COMPACT.exec(value) ?? (named && yearFirst(named));
  if (!match) {
    const [, plain, wrapped] = EPOCH.exec(value) ?? [];
    const seconds = Number(plain ?? wrapped);
    return seconds >= FIRST_EPOCH && seconds < EPOCH_END ? { instant: seconds * 1000 } : null;
  }
  const [year = 0, month = 0, day = 0, hours = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const hour = hourOf(hours, match[7]?.toUpperCase());
  const local = hour === null ? null : wallClock({ year, month, day, hour, minute, second });
  if (local === null) return null;
  const offset = /(?:GMT|UTC)(?:\[|$)/i.test(value) ? 'Z' : match[8];
  const place = match[9];
  if (offset === undefined) return place === undefined ? { local } : inPlace(local, place);
  const instant = Date.parse(`${local.replace(' ', 'T')}${isoOffset(offset.toUpperCase())}`);
  return Number.isNaN(instant) || !agrees(instant, offset, place) ? null : { instant };
}

/** Names that were looked up; undefined for one of no zone. To look one up costs a thousand times what it costs to read a time. */
const places = new Map<string, Zone | undefined>();
const MOST_PLACES = 1_000;
const LISTED = new Set(Intl.supportedValuesOf('timeZone').map((name) => name.toLowerCase()));
/** Returns the zone of a name of IANA in any capitals, or of an offset such as Java writes it (`GMT+02:00`, `+02:00`); undefined for any other. */
function namedZone(written: string): Zone | undefined {
  const name = written.toLowerCase().replace(/^(?:gmt|utc|ut)(?=[+-]\d{2}:\d{2}$)/, '');
  if (!places.has(name) && (places.size < MOST_PLACES || LISTED.has(name))) places.set(name, lookUp(name));
  return places.get(name);
}
function lookUp(name: string): Zone | undefined {
  try {
    return zoneOf(name);
  } catch {
    return undefined;
  }
}
/** Returns a wall clock's time in the zone of a name; null where there is no such zone, or where it has that time never or twice. */
function inPlace(local: string, place: string): TerminalTime | null {
  const zone = namedZone(place);
  if (!zone) return null;
  const wall = Date.parse(`${local.replace(' ', 'T')}Z`);
  const instant = instantOf(zone, wall);
  const isOnce = instantOf(zone, wall, instant + 1) === instant && localTime(zone, instant) === local;
  return isOnce ? { instant } : null;
}
/** Returns false where a zone's name says another offset than the one before it. */
function agrees(instant: number, offset: string, place: string | undefined): boolean {
  const zone = place !== undefined && !/^(?:Z|-00:?00)$/i.test(offset) && namedZone(place);
  return !zone || isoOffset(offset) === offsetOfMinutes(offsetMinutes(zone, instant));
}

function yearFirst([, day = '', month = '', year = '', ...rest]: RegExpExecArray): (string | undefined)[] {
  return ['', year, String(MONTHS.indexOf(month.toLowerCase()) + 1), day, ...rest];
}

/** Returns the hour of a day; null for one that no clock of twelve hours has. */
function hourOf(hours: number, half: string | undefined): number | null {
  if (!half) return hours;
  if (hours < 1 || hours > 12) return null;
  return (hours % 12) + (half === 'P' ? 12 : 0);
}

const offsetOfMinutes = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;

/** Returns an offset as ISO writes it. */
function isoOffset(offset: string): string {
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(offset) ?? [];
  return sign === '' ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

const YEAR_2000 = Date.UTC(2000, 0, 1);
/** Returns true for a time of before any terminal: its clock was never set. */
export const isBefore2000 = (time: TerminalTime): boolean =>
  'local' in time ? time.local < '2000-01-01' : time.instant < YEAR_2000;

/** Returns the instant of a terminal's time, whose wall clock is in this zone; `previous` as below. */
export const instantOfTime = (time: TerminalTime, zone: Zone, previous: number | null): number =>
  'instant' in time ? time.instant : instantOfLocal(time.local, zone, previous);

/**
 * Returns the instant of a terminal's wall clock (`YYYY-MM-DD HH:MM:SS`) in its zone (docs/reference/attendance.md#time). A time that exists twice is the first, unless that
 * would put it before the record that came just before it from the same device (`previous`, ms).
 */
export function instantOfLocal(local: string, zone: Zone, previous: number | null): number {
  const wall = Date.parse(`${local.replace(' ', 'T')}Z`);
  const first = instantOf(zone, wall);
  // Only a record shortly before can tell the two hours apart, because histories are sent again out of order.
  return previous !== null && previous > first && previous - first <= 3 * HOUR
    ? instantOf(zone, wall, previous)
    : first;
}
