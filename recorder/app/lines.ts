import { type LogRecord, personKey } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import { dayIn, inAndOut, type Mark } from './inAndOut.ts';
import type { View } from './view.ts';

export type Line = {
  person: string;
  name: string;
  firstIn: number | null;
  lastOut: number | null;
  products: Map<string, number>;
};
type Untimed = Omit<Line, 'firstIn' | 'lastOut'> & { marks: Mark[] };
/** A day of the account, as this device has it. */
export type Day = {
  day: string;
  /** The device's wall clock (ms) at its midnight. */
  start: number;
  /** The server's time minus the device's wall clock (ms). */
  offset: number;
  zone: string;
};

type Device = {
  view: () => Pick<View, 'activation' | 'offset'>;
  clocks: { now: () => { wall: number } };
  capturing: { dayStart: () => number };
};
export function todayOf(recorder: Device): Day {
  const { activation, offset } = recorder.view();
  const zone = activation?.timeZone ?? 'UTC';
  const day = dayIn(recorder.clocks.now().wall + offset, zone);
  return { day, start: recorder.capturing.dayStart(), offset, zone };
}

/** Returns the server's time (ms) of a record: the settled one if it was sent, else the device's clock with its present offset. */
export const shownAt = (record: LogRecord, offset: number): number =>
  record.at === undefined || record.kind === 'time' ? record.wall + offset : Date.parse(record.at);

/**
 * Returns the records of a day and of the night before it as one line per person of that day: first in, last out as the office has them (server's
 * time, ms), units by product ('lookup1\nlookup2').
 */
export function linesOf(
  records: readonly LogRecord[],
  { day, start, offset, zone }: Day,
  nameOf: (person: LogRecord['person']) => string,
): Line[] {
  const lines = new Map<string, Untimed>();
  for (const record of records) {
    const person = personKey(record.person);
    const line: Untimed = lines.get(person) ?? { person, name: nameOf(record.person), marks: [], products: new Map() };
    lines.set(person, line);
    if (record.kind === 'clock') line.marks.push({ at: shownAt(record, offset), direction: record.direction });
    else if (record.kind === 'piece' && record.wall >= start) {
      const product = `${record.lookup1 ?? ''}\n${record.lookup2 ?? ''}`;
      line.products.set(product, (line.products.get(product) ?? 0) + (parseUnits(record.units) ?? 0));
    }
  }
  return [...lines.values()]
    .map(({ marks, ...line }) => {
      const times = inAndOut(marks, zone).get(day);
      return { ...line, firstIn: times?.in ?? null, lastOut: times?.out ?? null };
    })
    .filter(({ firstIn, lastOut, products }) => firstIn !== null || lastOut !== null || products.size > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}
