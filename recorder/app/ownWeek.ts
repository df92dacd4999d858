import { isSamePerson, type LogRecord, type RecordedPerson } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import { shownAt } from './lines.ts';
import { dayIn } from './times.ts';

/** A forgotten OUT: nobody is in for longer (ms). */
const MOST_IN_MS = 16 * 3_600_000;
const DAY_MS = 86_400_000;
/** Today's week began at most 6 days ago, the week of a night that ends today at most 7; its first IN may be of the evening before. */
export const OWN_DAYS = 8;

/** A person's own totals as this device knows them: hours (ms) between IN and OUT, and units (thousandths). */
export type Own = { today: number; week: number; units: number };
type Mark = { person: RecordedPerson; at: number } & ({ units: number } | { isIn: boolean });

/**
 * The records of the last days on this device, for each person's own total of the week, Monday to Sunday (recorder.md, Clock and Count). Records of
 * other devices and the office's corrections are not among them.
 */
export class OwnWeek {
  /** By the record's id: it counts once, even if it is read several times. */
  readonly #marks = new Map<string, Mark>();
  add(record: LogRecord, offset: number) {
    const { id, person } = record;
    const at = shownAt(record, offset);
    if (record.kind === 'piece') this.#marks.set(id, { person, at, units: parseUnits(record.units) ?? 0 });
    // AUTO promises no direction, so no hours follow from it.
    else if (record.kind === 'clock' && record.direction !== 'auto')
      this.#marks.set(id, { person, at, isIn: record.direction === 'in' });
  }
  remove({ id }: LogRecord) {
    this.#marks.delete(id);
  }
  /** Returns what a person has at `now` (server's time, ms). A night belongs to the day of its IN, also at the OUT that ends it. */
  of(person: RecordedPerson, now: number, zone: string): Own {
    const marks = [...this.#marks.values()].filter((mark) => isSamePerson(mark.person, person));
    const worked = new Map<string, number>();
    const units: { day: string; units: number }[] = [];
    let today = dayIn(now, zone);
    let since: number | null = null;
    for (const mark of marks.sort((a, b) => a.at - b.at)) {
      const day = dayIn(mark.at, zone);
      if ('units' in mark) units.push({ day, units: mark.units });
      else {
        const isOpen: boolean = since !== null && mark.at - since <= MOST_IN_MS;
        if (since !== null && isOpen && !mark.isIn) {
          const begun = dayIn(since, zone);
          worked.set(begun, (worked.get(begun) ?? 0) + mark.at - since);
          if (mark.at === now) today = begun;
        }
        if (!mark.isIn) since = null;
        else if (!isOpen) since = mark.at;
      }
    }
    const monday = mondayOf(today);
    const isOfWeek = (day: string) => mondayOf(day) === monday;
    return {
      today: worked.get(today) ?? 0,
      week: [...worked].reduce((sum, [day, ms]) => sum + (isOfWeek(day) ? ms : 0), 0),
      units: units.reduce((sum, one) => sum + (isOfWeek(one.day) ? one.units : 0), 0),
    };
  }
}

/** Returns the Monday (ms, UTC) of the week of a date ('2026-11-26'). */
function mondayOf(day: string): number {
  const at = Date.parse(day);
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
}
