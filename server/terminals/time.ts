import { HOUR, instantOf, offsetMinutes, type Zone, zoneOf } from '../attendance/zone.ts';

/** Times as terminals write them: local wall clocks without a zone, and the vendor's packed integer. */

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns `YYYY-MM-DD HH:MM:SS`, or null where no such moment exists (month 13, 30 February, 25:00): nothing rolls over. */
function format({ year, month, day, hour, minute, second }: Parts): string | null {
  const real =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    year >= 1;
  if (!real) return null;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** A terminal's time: a wall clock to be read in the device's zone, or an instant in ms (from epoch seconds, or ISO with an offset). */
export type TerminalTime = { local: string } | { instant: number };

const WALL_CLOCK =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:GMT|UTC) ?)?(Z|[+-]\d{2}:?\d{2})?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
/** Epoch seconds are accepted from 2010 on; a smaller number is packed or truncated. */
const FIRST_EPOCH = 1_262_304_000;
const LAST_EPOCH = 4_102_444_800;

/** Reads `YYYY-MM-DD HH:MM:SS` and its variants (without seconds, `/`, ISO `T`, `YYYYMMDDHHMMSS`, epoch seconds); null for anything else. */
export function parseTime(text: string): TerminalTime | null {
  const value = text.trim();
  const match = WALL_CLOCK.exec(value) ?? COMPACT.exec(value);
  if (!match) {
    if (!/^\d{10}$/.test(value)) return null;
    const seconds = Number(value);
    return seconds >= FIRST_EPOCH && seconds < LAST_EPOCH ? { instant: seconds * 1000 } : null;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const local = format({ year, month, day, hour, minute, second });
  if (local === null) return null;
  const zone = match[7];
  if (zone === undefined) return { local };
  const instant = Date.parse(
    `${local.replace(' ', 'T')}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  );
  return Number.isNaN(instant) ? null : { instant };
}

/** Packs a time: `((((Y-2000)*12 + M-1)*31 + D-1) * 86400) + seconds of the day`; 289515406 is 2009-01-03 20:56:46. */
export function encodeTime(local: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/\D/).map(Number);
  return (((year - 2000) * 12 + month - 1) * 31 + day - 1) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** Reverses {@link encodeTime}; null for a number that is no moment. */
export function decodeTime(packed: number): string | null {
  if (!Number.isInteger(packed) || packed < 0) return null;
  const seconds = packed % 86_400;
  const days = Math.floor(packed / 86_400);
  const months = Math.floor(days / 31);
  return format({
    year: 2000 + Math.floor(months / 12),
    month: (months % 12) + 1,
    day: (days % 31) + 1,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  });
}

/**
 * Returns the instant of a terminal's wall clock (`YYYY-MM-DD HH:MM:SS`) in its zone (rule 1). A time that exists twice is the first, unless that
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

/**
 * Returns the handshake's `TimeZone`: whole hours as such, anything else in minutes (firmware reads |v| < 25 as hours). It knows no daylight saving,
 * so it is computed for the moment at which it is sent.
 */
export function timeZoneInteger(timeZone: string, instant: number): number {
  const minutes = offsetMinutes(zoneOf(timeZone), instant);
  return minutes % 60 === 0 ? minutes / 60 : minutes;
}
