import type { EventFlag } from './events.ts';
import type { DayEvent } from './judge.ts';

/** The form in which a day fact stores settled events: '+1763620680c -1763653290', seconds since 1970 with a letter per flag. */
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

const NO_EVENTS: readonly DayEvent[] = [];
const [PLUS, MINUS, ZERO, NINE, BLANK] = [43, 45, 48, 57, 32];

/** Parses what `writeEvents` wrote; throws on anything else. A day of 5,000 people has 20,000 events, so the text is read character by character. */
export function readEvents(text: string): readonly DayEvent[] {
  if (text === '') return NO_EVENTS;
  const events: DayEvent[] = [];
  for (let at = 0; at <= text.length; at++) {
    const sign = text.charCodeAt(at);
    const isNegative = text.charCodeAt(at + 1) === MINUS;
    const first = at + (isNegative ? 2 : 1);
    let end = first;
    let seconds = 0;
    for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; code = text.charCodeAt(++end))
      seconds = seconds * 10 + code - ZERO;
    if (end === first || (sign !== PLUS && sign !== MINUS)) throw new Error(`Not a settled event: ${text}`);
    let flags = NO_FLAGS;
    for (at = end; at < text.length && text.charCodeAt(at) !== BLANK; at++) flags = [...flags, flagOf(text[at] ?? '')];
    events.push({ at: (isNegative ? -seconds : seconds) * 1000, direction: sign === PLUS ? 'in' : 'out', flags });
  }
  return events;
}

function flagOf(letter: string): EventFlag {
  const flag = flagsByLetter.get(letter);
  if (!flag) throw new Error(`Not a flag of a settled event: ${letter}`);
  return flag;
}
