import { hashOf } from '../../body.ts';
import type { Doubt } from '../../line.ts';
import { namedIn, namingOf } from '../people.ts';
import { jsonOf } from '../values.ts';

const NAMING = namingOf({
  pins: ['pin', 'userid', 'user_id'],
  cards: ['cardno'],
  times: ['time', 'datetime', 'checktime'],
});

/** Returns the people whom a line that cannot be read names by its fields beside a time: they may have clocked, and are not called absent. */
export function doubtsIn(line: string): Doubt[] {
  // A line is whole: its last value has not been cut off.
  const { people, hasTime } = namedIn(jsonOf(line) ?? `${line}\n`, NAMING);
  return hasTime ? people.map((person) => doubtOf(person, line)) : [];
}

export const doubtOf = (person: Pick<Doubt, 'pin' | 'time'> & { status?: number | null }, line: string): Doubt => ({
  ...{ pin: person.pin, time: person.time, status: person.status ?? null },
  origin: 'layout',
  recordId: hashOf(`${person.pin} ${line}`),
});
