import { type LogRecord, personKey } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';

export type Line = {
  person: string;
  name: string;
  firstIn: number | null;
  lastOut: number | null;
  products: Map<string, number>;
};
/** Returns the server's time (ms) of a record: the settled one if it was sent, else the device's clock with its present offset. */
export const shownAt = (record: LogRecord, offset: number): number =>
  record.at === undefined || record.kind === 'time' ? record.wall + offset : Date.parse(record.at);

/** Returns a day's records as one line per person: first in, last out (server's time, ms), units by product ('lookup1\nlookup2'). */
export function linesOf(
  records: readonly LogRecord[],
  offset: number,
  nameOf: (person: LogRecord['person']) => string,
): Line[] {
  const lines = new Map<string, Line>();
  for (const record of records) {
    const person = personKey(record.person);
    const line = lines.get(person) ?? {
      person,
      name: nameOf(record.person),
      firstIn: null,
      lastOut: null,
      products: new Map(),
    };
    lines.set(person, line);
    if (record.kind === 'clock') {
      if (record.direction !== 'out') line.firstIn ??= shownAt(record, offset);
      if (record.direction !== 'in') line.lastOut = shownAt(record, offset);
    } else if (record.kind === 'piece') {
      const product = `${record.lookup1 ?? ''}\n${record.lookup2 ?? ''}`;
      line.products.set(product, (line.products.get(product) ?? 0) + (parseUnits(record.units) ?? 0));
    }
  }
  return [...lines.values()].sort((a, b) => a.name.localeCompare(b.name));
}
