import { msg } from '#contract/platform/words.ts';
import type { Line } from './table.ts';

type Named = { number: string; firstName: string; lastName: string };

/** A name for comparison: its words in any order, without case, accents and punctuation, so that 'Mokoena, Thandi' is Thandi Mokoena. */
const keyOf = (name: string) =>
  (
    name
      .slice(0, 200)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');

/** Returns the lines of a list without numbers with the number of the one employee who has the name; others say why they cannot be read. */
export function withNumbers(lines: readonly Line[], employees: readonly Named[]): Line[] {
  const numbers = Map.groupBy(employees, ({ firstName, lastName }) => keyOf(`${firstName} ${lastName}`));
  return lines.map((line) => {
    const { fullName, firstName = '', lastName = '' } = line.cells;
    const name = (fullName ?? `${firstName} ${lastName}`).trim();
    if (line.wrong || name === '') return line;
    const [found, ...others] = numbers.get(keyOf(name)) ?? [];
    const cells = { ...line.cells, number: found?.number ?? name.slice(0, 60) };
    if (!found) return { ...line, cells, wrong: msg('No employee is called {name}', { name }) };
    return others.length === 0
      ? { ...line, cells }
      : { ...line, cells, wrong: msg('More than one employee is called {name}: write their numbers', { name }) };
  });
}
