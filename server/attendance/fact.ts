import type { EventFlag } from './events.ts';
import type { DayEvent } from './judge.ts';

/** How settled events are kept in a day fact: '+1763620680c -1763653290', seconds since 1970 and a letter per flag. */
const letters: Record<EventFlag, string> = { 'direction-corrected': 'c', 'missing-in': 'i', 'missing-out': 'o' };
const flagsByLetter = new Map<string, EventFlag>(
  Object.entries(letters).map(([flag, letter]) => [letter, flag as EventFlag]), // keys of `letters`
);

export const writeEvents = (events: readonly DayEvent[]): string =>
  events
    .map(
      ({ at, direction, flags }) =>
        `${direction === 'in' ? '+' : '-'}${at / 1000}${flags.map((flag) => letters[flag]).join('')}`,
    )
    .join(' ');

const NO_FLAGS: readonly EventFlag[] = [];

/** Throws on anything that `writeEvents` did not write. */
export function readEvents(text: string): DayEvent[] {
  if (text === '') return [];
  return text.split(' ').map((word) => {
    const seconds = Number.parseInt(word.slice(1), 10);
    const sign = word[0];
    if (!Number.isFinite(seconds) || (sign !== '+' && sign !== '-')) throw new Error(`Not a settled event: ${word}`);
    const tail = word.slice(1 + String(seconds).length);
    const flags = tail === '' ? NO_FLAGS : [...tail].map(flagOf);
    return { at: seconds * 1000, direction: sign === '+' ? 'in' : 'out', flags };
  });
}

function flagOf(letter: string): EventFlag {
  const flag = flagsByLetter.get(letter);
  if (!flag) throw new Error(`Not a flag of a settled event: ${letter}`);
  return flag;
}
