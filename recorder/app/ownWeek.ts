import { isSamePerson, type LogRecord, type RecordedPerson } from '../core/record.ts';
import { parseUnits } from '../core/units.ts';
import type { RecorderDatabase } from '../store/database.ts';
import { since } from '../store/log.ts';
import { unitsShown } from '../words/words.ts';
import { dayIn, MOST_IN_MS } from './inAndOut.ts';
import { shownAt } from './lines.ts';
import type { View } from './view.ts';

const DAY_MS = 86_400_000;
/** Today's week began at most 6 days ago, the week of a night that ends today at most 7; its first IN may be of the evening before. */
const OWN_DAYS = 8;

/** A person's own totals as this device knows them: hours (ms) between IN and OUT, and units (thousandths). */
type Own = { today: number; week: number; units: number };
/** The person's totals in words, after a scan: '9:00 h', or units. `today` is of hours only. */
export type OwnTotals = { today: string | null; week: string };
type Mark = { person: RecordedPerson; at: number; day: string } & ({ units: number } | { isIn: boolean });

/**
 * The records of the last days on this device, for each person's own total of the week, Monday to Sunday. Records of
 * other devices and the office's corrections are not among them.
 */
export class OwnWeek {
  /** By the record's id: it counts once, even if it is read several times. */
  readonly #marks = new Map<string, Mark>();
  readonly #zone: string;
  constructor(zone: string) {
    this.#zone = zone;
  }
  add(record: LogRecord, offset: number) {
    const { id, person } = record;
    const at = shownAt(record, offset);
    const own = { person, at, day: dayIn(at, this.#zone) };
    if (record.kind === 'piece') this.#marks.set(id, { ...own, units: parseUnits(record.units) ?? 0 });
    // AUTO promises no direction, so no hours follow from it.
    else if (record.kind === 'clock' && record.direction !== 'auto')
      this.#marks.set(id, { ...own, isIn: record.direction === 'in' });
  }
  remove({ id }: LogRecord) {
    this.#marks.delete(id);
  }
  /** Returns the totals that the person of a new record is shown; null where they have no hours yet. */
  totalsOf(record: LogRecord, { offset }: Pick<View, 'offset'>): OwnTotals | null {
    const { today, week, units } = this.of(record.person, record.wall + offset);
    if (record.kind === 'piece') return { today: null, week: unitsShown(units) };
    return week > 0 ? { today: today > 0 ? hoursOf(today) : null, week: hoursOf(week) } : null;
  }
  /** Returns what a person has at `now` (server's time, ms). A night belongs to the day of its IN, also at the OUT that ends it. */
  of(person: RecordedPerson, now: number): Own {
    const marks = [...this.#marks.values()].filter((mark) => isSamePerson(mark.person, person));
    const worked = new Map<string, number>();
    const counted = new Map<string, number>();
    let today = dayIn(now, this.#zone);
    let since: Mark | null = null;
    for (const mark of marks.sort((a, b) => a.at - b.at)) {
      if ('units' in mark) counted.set(mark.day, (counted.get(mark.day) ?? 0) + mark.units);
      else {
        const isOpen: boolean = since !== null && mark.at - since.at <= MOST_IN_MS;
        if (since !== null && isOpen && !mark.isIn) {
          const begun: string = since.day;
          worked.set(begun, (worked.get(begun) ?? 0) + mark.at - since.at);
          if (mark.at === now) today = begun;
        }
        if (!mark.isIn) since = null;
        else if (!isOpen) since = mark;
      }
    }
    const monday = mondayOf(today);
    const ofWeek = (days: ReadonlyMap<string, number>) =>
      [...days].reduce((sum, [day, value]) => sum + (mondayOf(day) === monday ? value : 0), 0);
    return { today: worked.get(today) ?? 0, week: ofWeek(worked), units: ofWeek(counted) };
  }
}

/** Reads the records of the week before the device's wall clock `start` (ms), the last midnight, and since, day by day, so that many do not hold up a scan. */
export async function readWeek(
  db: RecorderDatabase,
  start: number,
  { offset, activation }: Pick<View, 'offset' | 'activation'>,
): Promise<OwnWeek> {
  const week = new OwnWeek(activation?.timeZone ?? 'UTC');
  for (let day = OWN_DAYS; day >= 0; day -= 1) {
    const from = start - day * DAY_MS;
    const until = day === 0 ? undefined : from + DAY_MS;
    for (const record of await db.run('readonly', (stores) => since(stores, from, until))) week.add(record, offset);
  }
  return week;
}

/** Returns '8:02 h' of a length of time in ms. */
export function hoursOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}
/** Returns the Monday (ms, UTC) of the week of a date ('2026-11-26'). */
function mondayOf(day: string): number {
  const at = Date.parse(day);
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
}
