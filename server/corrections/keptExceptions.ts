import type { Calendar } from '../attendance/calendar.ts';
import { cutToMinute, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { readBases } from '../trends/basis.ts';
import { findOfDays, type OfDay } from './dayExceptions.ts';
import { type Days, selectExcuseStamps } from './exceptions.sql.ts';
import { datesOf, type Found } from './found.ts';

type Asked = { calendar: Calendar; days: Days; now: Date; models: ReadonlyMap<LocalDate, DayModel> };
/** Finds the exceptions of some days within a transaction that has a single view of the account. */
export type FindDays = (tx: Db, accountId: string, asked: Asked) => Promise<Found[]>;

/** Computes every day anew. */
export const findDaysAnew: FindDays = async (tx, accountId, { days, ...asked }) => {
  const ofDays = await findOfDays(tx, accountId, { ...asked, days: datesOf(days.from, days.to) });
  return [...ofDays.values()].flatMap(({ found }) => found);
};

/** The most exceptions and days in memory, of all accounts together; an exception takes about 300 bytes. */
const MAX_KEPT = 200_000;
type Kept = OfDay & { basis: string; madeAt: number };

/**
 * Keeps the exceptions of each day for as long as everything that they follow from stays the same (`readBases` and the excuses in force) and time
 * alone changes nothing: a punch of today only makes today be computed again. What they follow from is read from the database each time, so that any
 * number of processes agree.
 */
export function createKeptExceptions(): FindDays {
  const kept = new Map<string, Kept>();
  let size = 0;
  const forget = (key: string) => {
    const known = kept.get(key);
    if (known) size -= 1 + known.found.length;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept) => {
    forget(key);
    kept.set(key, entry);
    size += 1 + entry.found.length;
    for (const oldest of kept.keys()) {
      if (size <= MAX_KEPT || oldest === key) return;
      forget(oldest);
    }
  };
  return async (tx, accountId, { calendar, days: { from, to }, now, models }) => {
    const at = now.getTime();
    const bases = await readBases(tx, accountId, { from, to, minute: cutToMinute(at) });
    const stamps = new Map((await selectExcuseStamps(tx, accountId, { from, to })).map((one) => [one.day, one.stamp]));
    const basisOf = (day: LocalDate) => `${bases.get(day)} ${stamps.get(day) ?? ''}`;
    const standing = new Map<LocalDate, readonly Found[]>();
    for (const day of datesOf(from, to)) {
      const key = `${accountId} ${day}`;
      const known = kept.get(key);
      if (!known || known.basis !== basisOf(day) || at < known.madeAt || at >= known.validUntil) continue;
      // Re-inserting keeps the map in order of use.
      kept.delete(key);
      kept.set(key, known);
      standing.set(day, known.found);
    }
    const stale = datesOf(from, to).filter((day) => !standing.has(day));
    for (const [day, ofDay] of await findOfDays(tx, accountId, { calendar, days: stale, now, models })) {
      standing.set(day, ofDay.found);
      if (ofDay.validUntil > at) keep(`${accountId} ${day}`, { ...ofDay, basis: basisOf(day), madeAt: at });
      else forget(`${accountId} ${day}`);
    }
    return [...standing.values()].flat();
  };
}
