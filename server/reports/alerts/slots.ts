import { Temporal } from 'temporal-polyfill';
import { addDays, type LocalDate, localDateOf, weekdayOf, zoneOf } from '../../platform/zone.ts';

/** The days of the week (1 is Monday) and the times on the account's clock at which an alert is due. */
export type Timing = {
  daysOfWeek: readonly number[];
  times: readonly { enabled: boolean; time: string }[];
};
/** `dueAt` in epoch milliseconds. */
export type Slot = { localDate: LocalDate; slot: string; dueAt: number };

/** Slots later than this are not sent any more but recorded as skipped. */
export const LATEST_MS = 60 * 60_000;

/**
 * Returns the instant of a wall time: the first of the two where the time exists twice, and the first instant after the gap where a clock change
 * leaves it out, so that the slot fires once and not late.
 */
export function slotInstant(timeZone: string, localDate: LocalDate, time: string): number {
  const wall = Temporal.PlainDateTime.from(`${localDate}T${time}`);
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds;
  const gap = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).getTimeZoneTransition('next');
  return gap?.epochMilliseconds ?? zoned.epochMilliseconds;
}

/** Returns the enabled slots that are due after `after` and up to `until` (epoch milliseconds), in order of time. */
export function slotsBetween(timing: Timing, timeZone: string, after: number, until: number): Slot[] {
  const times = timing.times.filter(({ enabled }) => enabled).map(({ time }) => time);
  const days = new Set(timing.daysOfWeek);
  const zone = zoneOf(timeZone);
  const found: Slot[] = [];
  if (times.length === 0 || until <= after) return found;
  const last = addDays(localDateOf(zone, until), 1);
  for (let date = addDays(localDateOf(zone, after), -1); date <= last; date = addDays(date, 1)) {
    if (!days.has(weekdayOf(date))) continue;
    for (const slot of times) {
      const dueAt = slotInstant(timeZone, date, slot);
      if (dueAt > after && dueAt <= until) found.push({ localDate: date, slot, dueAt });
    }
  }
  return found.sort((a, b) => a.dueAt - b.dueAt || (a.slot < b.slot ? -1 : 1));
}

const WEEK_MS = 8 * 24 * 3_600_000;

/** Returns the next `count` slots after an instant. */
export function nextSlots(timing: Timing, timeZone: string, after: number, count: number): Slot[] {
  const found: Slot[] = [];
  // Every week contains each weekday, so a round without a slot means that there is none at all.
  for (let from = after; found.length < count; from += WEEK_MS) {
    const more = slotsBetween(timing, timeZone, from, from + WEEK_MS);
    if (more.length === 0) break;
    found.push(...more);
  }
  return found.slice(0, count);
}

/** Events are looked for this often: what happens within five minutes is one message. */
const CHECK_MS = 5 * 60_000;
/** Returns the instant of the next check after one, in epoch milliseconds; changes of clocks do not move it. */
export const nextCheck = (after: number) => (Math.floor(after / CHECK_MS) + 1) * CHECK_MS;
