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
  /** Reads what each day of a range is judged from. */
  bases(asked: DaysAsked, from: LocalDate, to: LocalDate): Promise<Bases>;
  /** Returns the days of some bases, in their order. */
  get(asked: DaysAsked, bases: Bases): Promise<KeptDay[]>;
  /** Makes the days of a range that are not kept, or hold no more, and stores them; in memory they are not kept. */
  store(asked: DaysAsked, from: LocalDate, to: LocalDate, signal: AbortSignal): Promise<void>;
};
/** Returns a loading of days, none before `from`. */
type StartLoading = (
  asked: DaysAsked,
  from: LocalDate,
) => (date: LocalDate, day: { isToday: boolean }) => Promise<DayModel>;

/** At most this many bytes of days in memory, all accounts together: 5,000 people over 90 days are about half of it. */
const MAX_BYTES = 100_000_000;

type Kept = { basis: string; day: KeptDay };

/**
 * Keeps what past days contribute, in the database and the newest of it in memory, each as long as everything that it was judged from is
 * the same (basis.ts) and time alone does not judge it anew. Today is read from its model each time. What a day was judged from is asked
 * of the database each time: any number of processes agree.
 */
export function createKeptDays(db: Db, startLoading: StartLoading): KeptDays {
  const kept = createSizedCache<Kept>(MAX_BYTES, ({ day }) => bytesOf(day));
  const unpackDay = createUnpacking();
  /** Of today's model: what it contributes is found once as long as nothing changed. */
  const ofModels = new WeakMap<DayModel, KeptDay>();
  const inFlight = new Map<string, Promise<KeptDay>>();
  /** Several who ask in the same minute wait for one reading of a day. */
  const once = (key: string, read: () => Promise<KeptDay>) => {
    const running = inFlight.get(key) ?? read().finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  };
  /** Returns a making of days from one on; each is stored while the next is made. */
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
      // The newest first: they are looked at most.
      for (const [date, basis] of [...(await bases(asked, from, to))].reverse()) {
        if (signal.aborted) break;
        if (standing.get(date) !== basis) await make(date, basis);
      }
      await stored();
    },
  };
}

/** Returns whether a day says at a minute what it said when it was made. What each minute judges anew holds for the minute of its making. */
export const holdsAt = ({ madeAt, validUntil }: Pick<KeptDay, 'madeAt' | 'validUntil'>, at: number) =>
  madeAt === at || (madeAt <= at && at < validUntil);

/** Reads a part of some days as it is stored, of those that still hold. */
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
    ...{ day: day.date, basis, madeAt: new Date(day.madeAt) },
    validUntil: Number.isFinite(day.validUntil) ? new Date(day.validUntil) : null,
    ...{ figures: await packFigures(day), content: await packDay(day) },
  };
  await db.tenant(accountId, (tx) => upsertKept(tx, accountId, row));
}
