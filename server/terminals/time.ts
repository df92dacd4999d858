import { HOUR, instantOf, type Zone } from '../attendance/zone.ts';

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

const WALL_CLOCK =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:GMT|UTC) ?)?(Z|[+-]\d{2}:?\d{2})?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
/** Epoch seconds are accepted from 2010 on; a smaller number is packed or truncated. */
const FIRST_EPOCH = 1_262_304_000;
const EPOCH_END = Date.UTC(YEARS_END, 0, 1) / 1000;
/** Epoch seconds, which programs write in milliseconds or with a fraction too. */
const EPOCH = /^(\d{10})(?:\d{3}|\.\d{1,9})?$/;

/** Reads `YYYY-MM-DD HH:MM:SS` and its variants (without seconds, `/`, ISO `T`, `YYYYMMDDHHMMSS`, epoch seconds or milliseconds); null for anything else. */
export function parseTime(text: string): TerminalTime | null {
  const value = text.trim();
  const match = WALL_CLOCK.exec(value) ?? COMPACT.exec(value);
  if (!match) {
    const seconds = Number(EPOCH.exec(value)?.[1]);
    return seconds >= FIRST_EPOCH && seconds < EPOCH_END ? { instant: seconds * 1000 } : null;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const local = wallClock({ year, month, day, hour, minute, second });
  if (local === null) return null;
  const zone = match[7];
  if (zone === undefined) return { local };
  const instant = Date.parse(
    `${local.replace(' ', 'T')}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  );
  return Number.isNaN(instant) ? null : { instant };
}

const YEAR_2000 = Date.UTC(2000, 0, 1);
/** Returns true for a time of before any terminal: its clock was never set. */
export const isBefore2000 = (time: TerminalTime): boolean =>
  'local' in time ? time.local < '2000-01-01' : time.instant < YEAR_2000;

/** Returns the instant of a terminal's time, whose wall clock is in this zone; `previous` as below. */
export const instantOfTime = (time: TerminalTime, zone: Zone, previous: number | null): number =>
  'instant' in time ? time.instant : instantOfLocal(time.local, zone, previous);

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
