import type { BackupSchedule } from '#contract/operations/backups.ts';
import { english, type Message, msg, words } from '#contract/platform/words.ts';
import { addDays, DAY, instantOn, localDateOf, weekdayOf, zoneOf } from '../zone.ts';

/** When automatic backups are made. */
export type Slots = Pick<BackupSchedule, 'frequency' | 'weekday' | 'time'>;

export const intervalMs = ({ frequency }: Pick<Slots, 'frequency'>) => (frequency === 'weekly' ? 7 * DAY : DAY);

/**
 * Returns the first slot after an instant: `time` in the zone, every day or every `weekday`; a time that a clock change leaves out is moved to after
 * the gap.
 */
export function nextSlot({ frequency, weekday, time }: Slots, timeZone: string, after: Date): Date {
  const zone = zoneOf(timeZone);
  const today = localDateOf(zone, after.getTime());
  for (let days = 0; ; days++) {
    const date = addDays(today, days);
    if (frequency === 'weekly' && weekdayOf(date) !== weekday) continue;
    const at = instantOn(zone, date, time);
    if (at > after.getTime()) return new Date(at);
  }
}

/** Returns true if the newest backup is older than twice its interval; before the first one, the time since the schedule was switched on counts. */
export const isOld = (slots: Pick<Slots, 'frequency'>, goodAt: string | null, since: string, now: Date) =>
  slots.frequency !== 'off' && now.getTime() - Date.parse(goodAt ?? since) > 2 * intervalMs(slots);
export const OLD = words('The last good backup is older than twice the interval of the schedule.');
export const NEVER = words('There is no good backup yet, though two should have been made.');
/** Returns warnings in English, and as messages. */
export const warningsOf = (said: (string | Message)[]) => ({ warnings: said.map(english), words: said });
/** Returns the warning about a copy that could not be written. */
export const notCopied = (why: string | Message) =>
  msg('The copy of the last backup could not be written: {why}', { why });
