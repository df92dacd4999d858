import { cutToMinute, type LocalDate, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createSizedCache } from '../sizedCache.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { type Bases, readBases } from './basis.ts';
import { packFigures } from './dayFigures.ts';
import { type KeptDay, keptDayOf } from './keptDay.ts';
import { type KeptPart, selectKept, selectKeptBases, upsertKept } from './keptDays.sql.ts';
import { bytesOf, createUnpacking, packDay } from './packed.ts';

export type DaysAsked = { accountId: string; timeZone: string; dataVersion: number; now: Date };
export type KeptDays = {
  /** Reads the basis of each day of a range: a fingerprint of everything that the day is judged from. */
  bases(asked: DaysAsked, from: LocalDate, to: LocalDate): Promise<Bases>;
  /** Returns the days of some bases, in their order. */
  get(asked: DaysAsked, bases: Bases): Promise<KeptDay[]>;
  /** Makes and stores the days of a range that are not stored or no longer valid, without keeping them in memory. */
  store(asked: DaysAsked, from: LocalDate, to: LocalDate, signal: AbortSignal): Promise<void>;
};
/** Returns a function that loads days, none of them before `from`. */
type StartLoading = (
  asked: DaysAsked,
  from: LocalDate,
) => (date: LocalDate, day: { isToday: boolean }) => Promise<DayModel>;

/** The most bytes of days in memory, for all accounts together: 5,000 people over 90 days take about half of it. */
const MAX_BYTES = 100_000_000;

type Kept = { basis: string; day: KeptDay };

/**
 * Keeps past days in the database, and the newest of them in memory. A kept day is valid as long as its basis is the same (basis.ts) and the passing of time
 * alone does not change it. Today is read from its model each time. The bases are read from the database each time, so that any number of
 * processes agree.
 */
export function createKeptDays(db: Db, startLoading: StartLoading): KeptDays {
  const kept = createSizedCache<Kept>(MAX_BYTES, ({ day }) => bytesOf(day));
  const unpackDay = createUnpacking();
  /** The kept day of a model, so that it is made once as long as nothing changed. */
  const ofModels = new WeakMap<DayModel, KeptDay>();
  const inFlight = new Map<string, Promise<KeptDay>>();
  /** Several callers in the same minute wait for one making of a day. */
  const once = (key: string, read: () => Promise<KeptDay>) => {
    const running = inFlight.get(key) ?? read().finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  };
  /** Returns functions that make days from `from` on; each day is stored while the next one is made. */
  const making = (asked: DaysAsked, from: LocalDate) => {
    const { accountId, timeZone, now } = asked;
    const at = cutToMinute(now.getTime());
    const today = localDateOf(zoneOf(timeZone), at);
    const load = startLoading(asked, from);
    let storing = Promise.resolve();
    return {
      make: (date: LocalDate, basis: string) =>
        once(`${accountId} ${date} ${basis} ${at}`, async () => {
          const model = await load(date, { isToday: date === today });
          const known = ofModels.get(model);
          const made = known?.madeAt === at ? known : keptDayOf(model, today, at);
          ofModels.set(model, made);
          await storing;
          if (made.validUntil > at) storing = storeDay(db, accountId, made, basis);
          // It may fail before anybody waits for it.
          storing.catch(() => undefined);
          return made;
        }),
      stored: () => storing,
    };
  };
  const bases = ({ accountId, now }: DaysAsked, from: LocalDate, to: LocalDate) => {
    const minute = cutToMinute(now.getTime());
    return db.tenant(accountId, (tx) => readBases(tx, accountId, { from, to, minute }), { snapshot: true });
  };
  return {
    bases,
    async get(asked, ofDays) {
      const { accountId, timeZone, now } = asked;
      const at = cutToMinute(now.getTime());
      const today = localDateOf(zoneOf(timeZone), at);
      const holds = (date: LocalDate, known: Kept | undefined) =>
        known !== undefined && known.basis === ofDays.get(date) && holdsAt(known.day, at);
      const missing = [...ofDays].filter(([date]) => date < today && !holds(date, kept.peek(`${accountId} ${date}`)));
      const stored = await readStored(db, accountId, new Map(missing), at, 'content', unpackDay);
      const days: KeptDay[] = [];
      const { make, stored: all } = making(asked, [...ofDays.keys()].sort()[0] ?? today);
      for (const [date, basis] of ofDays) {
        const key = `${accountId} ${date}`;
        const known = kept.get(key);
        if (known && holds(date, known)) {
          days.push(known.day);
          continue;
        }
        const day = stored.get(date) ?? (await make(date, basis));
        days.push(day);
        if (date < today) kept.set(key, { basis, day });
      }
      await all();
      return days;
    },
    async store(asked, from, to, signal) {
      const { accountId, now } = asked;
      const at = new Date(cutToMinute(now.getTime()));
      const rows = await db.tenant(accountId, (tx) => selectKeptBases(tx, accountId, at));
      const standing = new Map(rows.map(({ day, basis }) => [day, basis]));
      const { make, stored } = making(asked, from);
      // The newest first, because they are looked at most often.
      const missing = [...(await bases(asked, from, to))]
        .reverse()
        .filter(([date, basis]) => standing.get(date) !== basis);
      for (const [date, basis] of missing) {
        if (signal.aborted) break;
        await make(date, basis);
      }
      await stored();
    },
  };
}

/** Returns true if a kept day is still valid at a minute. A day that changes with every minute is valid in the minute in which it was made. */
export const holdsAt = ({ madeAt, validUntil }: Pick<KeptDay, 'madeAt' | 'validUntil'>, at: number) =>
  madeAt === at || (madeAt <= at && at < validUntil);

/** Reads one part of those stored days that are still valid. */
export async function readStored<T>(
  db: Db,
  accountId: string,
  bases: Bases,
  at: number,
  part: KeptPart,
  read: (content: Buffer) => Promise<T | null>,
): Promise<Map<LocalDate, T>> {
  const found = new Map<LocalDate, T>();
  if (bases.size === 0) return found;
  const asked = { days: [...bases.keys()], part, at: new Date(at) };
  const rows = await db.tenant(accountId, (tx) => selectKept(tx, accountId, asked));
  for (const { day, basis, content } of rows) {
    const value = basis === bases.get(day) ? await read(content) : null;
    if (value !== null) found.set(day, value);
  }
  return found;
}

async function storeDay(db: Db, accountId: string, day: KeptDay, basis: string) {
  const row = {
    day: day.date,
    basis,
    madeAt: new Date(day.madeAt),
    validUntil: Number.isFinite(day.validUntil) ? new Date(day.validUntil) : null,
    figures: await packFigures(day),
    content: await packDay(day),
  };
  await db.tenant(accountId, (tx) => upsertKept(tx, accountId, row));
}
