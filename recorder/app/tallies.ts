import { type LogRecord, personKey } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';

/** Today's counts on this device, in thousandths, by person and by person and product. */
export class Tallies {
  readonly #by = new Map<string, number>();
  /** A record counts once, however often it is read. */
  readonly #ids = new Set<string>();
  add(record: LogRecord) {
    if (record.kind !== 'piece' || this.#ids.has(record.id)) return;
    this.#ids.add(record.id);
    this.#change(record.person, parseUnits(record.units) ?? 0);
  }
  remove(record: LogRecord) {
    if (record.kind === 'piece' && this.#ids.delete(record.id))
      this.#change(record.person, -(parseUnits(record.units) ?? 0));
  }
  #change(person: LogRecord['person'], by: number) {
    const key = personKey(person);
    this.#by.set(key, (this.#by.get(key) ?? 0) + by);
  }
  of(person: LogRecord['person']): number {
    return this.#by.get(personKey(person)) ?? 0;
  }
  clear() {
    this.#by.clear();
    this.#ids.clear();
  }
}

export type Line = {
  person: string;
  name: string;
  firstIn: number | null;
  lastOut: number | null;
  products: Map<string, number>;
};
/** A day's records as a line for each person: first in, last out, units by product ('lookup1\nlookup2'). `wall`: device's clock (ms). */
export function linesOf(records: readonly LogRecord[], nameOf: (person: LogRecord['person']) => string): Line[] {
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
      if (record.direction !== 'out') line.firstIn ??= record.wall;
      if (record.direction !== 'in') line.lastOut = record.wall;
    } else if (record.kind === 'piece') {
      const product = `${record.lookup1 ?? ''}\n${record.lookup2 ?? ''}`;
      line.products.set(product, (line.products.get(product) ?? 0) + (parseUnits(record.units) ?? 0));
    }
  }
  return [...lines.values()].sort((a, b) => a.name.localeCompare(b.name));
}
