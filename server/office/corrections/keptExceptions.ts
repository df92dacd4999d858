import type { Calendar } from '../../attendance/calendar.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { selectValidDates } from '../../figures/trends/judgedDays.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { createSizedCache } from '../../platform/sizedCache.ts';
import { datesOf, type LocalDate } from '../../platform/zone.ts';
import { findOfDays, type OfDay } from './dayExceptions.ts';
import type { Days } from './exceptions.sql.ts';
import type { Found } from './found.ts';

type Asked = { calendar: Calendar; days: Days; now: Date; models: ReadonlyMap<LocalDate, DayModel> };
/** Finds the exceptions of some days within a transaction that has a single view of the account. */
export type FindDays = (tx: Db, accountId: string, asked: Asked) => Promise<Found[]>;

/** Computes every day anew. */
export const findDaysAnew: FindDays = async (tx, accountId, { days, ...asked }) => {
  const ofDays = await findOfDays(tx, accountId, { ...asked, days: datesOf(days.from, days.to) });
  return [...ofDays.values()].flatMap(({ found }) => found);
};

/** The most exceptions and days in memory, of all accounts together; an exception takes about 300 bytes. */
const MAX_REMEMBERED = 200_000;
type Remembered = OfDay & { version: number; madeAt: number };

/**
 * Remembers the exceptions of each judged day for as long as the day has the same version and time alone changes nothing: a punch of today only makes
 * today be computed again. The versions are read from the database each time, so that any number of processes agree.
 */
export function createKeptExceptions(): FindDays {
  const remembered = createSizedCache<Remembered>(MAX_REMEMBERED, ({ found }) => 1 + found.length);
  return async (tx, accountId, { calendar, days, now, models }) => {
    const at = now.getTime();
    const valid = await selectValidDates(tx, accountId, { ...days, at: now });
    const versions = new Map(valid.map(({ day, version }) => [day, version]));
    const standing = new Map<LocalDate, readonly Found[]>();
    for (const [day, version] of versions) {
      const known = remembered.get(`${accountId} ${day}`);
      if (known?.version === version && known.madeAt <= at && at < known.validUntil) standing.set(day, known.found);
    }
    const missing = datesOf(days.from, days.to).filter((day) => !standing.has(day));
    for (const [day, ofDay] of await findOfDays(tx, accountId, { calendar, days: missing, now, models })) {
      standing.set(day, ofDay.found);
      const version = versions.get(day);
      if (version !== undefined && ofDay.validUntil > at)
        remembered.set(`${accountId} ${day}`, { ...ofDay, version, madeAt: at });
    }
    return [...standing.values()].flat();
  };
}
