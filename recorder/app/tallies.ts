import { type LogRecord, personKey } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';

/** Today's counts on this device, in thousandths, by person and by person and product. */
export class Tallies {
  readonly #by = new Map<string, number>();
  /** A record counts once, even if it is read several times. */
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
