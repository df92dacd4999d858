import { type Message, msg } from '#contract/platform/words.ts';
import { notTheirNumber } from '../../../platform/files/lineReason.ts';
import { numberAndName } from '../../../platform/files/numberAndName.ts';
import type { Line } from './table.ts';

type Named = { number: string; timeId: string | null; firstName: string; lastName: string };

/** The words of a name without case, accents and punctuation. */
const wordsOf = (name: string) =>
  name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
/** A name for comparison: its words in any order, so that 'Mokoena, Thandi' is Thandi Mokoena. */
const keyOf = (name: string) => wordsOf(name).toSorted().join(' ');
const nameOf = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/**
 * Returns the lines of a list: those without a number with that of the one employee who has the name; a line says why it cannot be read, also where its number
 * is that of a person with another name, as numbers are that count the lines.
 */
export function withNumbers(lines: readonly Line[], employees: readonly Named[]): Line[] {
  const byName = Map.groupBy(employees, (one) => keyOf(nameOf(one)));
  const byNumber = new Map(employees.map((one) => [one.number, one]));
  const byPin = new Map(employees.map((one) => [one.timeId, one]));
  return lines.map((line) => {
    const { fullName, firstName = '', lastName = '' } = line.cells;
    const name = (fullName ?? nameOf({ firstName, lastName })).trim();
    if (line.wrong || name === '') return line;
    const [found = numbered(name, [byNumber, byPin]), ...others] = byName.get(keyOf(name)) ?? [];
    const number = line.cells.number?.trim() ?? '';
    if (number !== '') {
      const wrong = otherIn({ name, number, found, owner: byNumber.get(number) });
      return wrong ? { ...line, wrong } : line;
    }
    const cells = { ...line.cells, number: found?.number ?? name.slice(0, 60) };
    if (!found) return { ...line, cells, wrong: msg('No employee is called {name}', { name }) };
    return others.length === 0
      ? { ...line, cells }
      : { ...line, cells, wrong: msg('More than one employee is called {name}: write their numbers', { name }) };
  });
}

/** Returns the employee whose number or PIN is beside their name: '1001 - Thandi Mokoena', 'Mokoena T (1001)'. */
function numbered(cell: string, numbers: readonly ReadonlyMap<string | null, Named>[]): Named | undefined {
  const [number = '', name = ''] = numberAndName(cell) ?? [];
  const owners = numbers.flatMap((owners) => owners.get(number) ?? []);
  return owners.find((owner) => haveOneWord(nameOf(owner), name));
}
function haveOneWord(one: string, other: string): boolean {
  const words = new Set(wordsOf(one));
  return wordsOf(other).some((word) => words.has(word));
}

type Pair = { name: string; number: string; found: Named | undefined; owner: Named | undefined };
/** Returns what is wrong with a number and a name that are not of one person; one word of both is enough. */
function otherIn({ name, number, found, owner }: Pair): Message | null {
  if (owner && haveOneWord(nameOf(owner), name)) return null;
  if (found) return notTheirNumber({ who: name, number: found.number, other: number });
  return owner
    ? msg('{number} is the number of {who} here, not of {name}', { number, who: nameOf(owner), name })
    : null;
}
