import { offsetMinutes, zoneOf } from '../../../../platform/zone.ts';
import { wallClock } from '../../time.ts';

/** Times as ADMS terminals pack them into an integer, and the zone as they are told it. */

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
  return wallClock({
    year: 2000 + Math.floor(months / 12),
    month: (months % 12) + 1,
    day: (days % 31) + 1,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  });
}

/**
 * Returns the handshake's `TimeZone`: whole hours as such, anything else in minutes (firmware reads |v| < 25 as hours). It knows no daylight saving,
 * so it is computed for the moment at which it is sent.
 */
export function timeZoneInteger(timeZone: string, instant: number): number {
  const minutes = offsetMinutes(zoneOf(timeZone), instant);
  return minutes % 60 === 0 ? minutes / 60 : minutes;
}
