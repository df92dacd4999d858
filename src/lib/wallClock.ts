import { addDays, dateOf, secondOf } from './zoned.ts';

/** The most hours that clocks are ahead of or behind UTC. */
const OFFSET_MS = 15 * 3_600_000;
const STEP_MS = 15 * 60_000;

/**
 * Returns the instants (epoch ms) at which a clock of the zone shows a time on a local date: none in the hour that is skipped when clocks go forward,
 * two in the hour that is repeated when they go back. `time`: HH:MM or HH:MM:SS.
 */
export function instantsOf(date: string, time: string, timeZone: string): number[] {
  const wall = time.length === 5 ? `${time}:00` : time;
  const asUtc = Date.parse(`${date}T${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  const found: number[] = [];
  for (let at = asUtc - OFFSET_MS; at <= asUtc + OFFSET_MS; at += STEP_MS)
    if (secondOf(at, timeZone) === wall && dateOf(at, timeZone) === date) found.push(at);
  return found;
}

/** 'Mon 23 Nov' of a local date and its neighbours, as the choices of a field: a night shift ends on the next day. */
export const daysAround = (date: string) => [addDays(date, -1), date, addDays(date, 1)];
