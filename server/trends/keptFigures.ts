import { addDays, cutToMinute, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createSizedCache } from '../sizedCache.ts';
import { type DayFigures, figuresOf, type People, readFigures } from './dayFigures.ts';
import { selectKeptFigures } from './keptDays.sql.ts';
import { type DaysAsked, type KeptDays, readBases } from './keptDays.ts';

export type KeptFigures = {
  get(asked: DaysAsked, from: LocalDate, to: LocalDate, people: People): Promise<DayFigures[]>;
};

/** Most figures in memory, all accounts together, counted in people who were late or absent: each about 50 bytes. */
const MAX_NAMED = 1_000_000;
const sizeOf = ({ attendance }: DayFigures) => 40 + attendance.late.length + attendance.absent.length;

/**
 * Keeps the figures of past days by crew, small beside the days themselves: those of everybody stand in the database as well. What they hold by
 * is the day's own (keptDays.ts).
 */
export function createKeptFigures(db: Db, keptDays: KeptDays): KeptFigures {
  const kept = createSizedCache<{ basis: string; figures: DayFigures }>(MAX_NAMED, ({ figures }) => sizeOf(figures));
  return {
    async get(asked, from, to, people) {
      const { accountId } = asked;
      const at = cutToMinute(asked.now.getTime());
      const bases = await db.tenant(accountId, (tx) => readBases(tx, accountId, from, to), { snapshot: true });
      const found = new Map<LocalDate, DayFigures>();
      const take = (date: LocalDate, figures: DayFigures) => {
        found.set(date, figures);
        if (figures.validUntil > at)
          kept.set(`${accountId} ${date} ${people.key}`, { basis: bases.get(date) ?? '', figures });
      };
      for (const [date, basis] of bases) {
        const known = kept.get(`${accountId} ${date} ${people.key}`);
        if (known?.basis === basis && known.figures.madeAt <= at && at < known.figures.validUntil)
          take(date, known.figures);
      }
      const missing = () => [...bases.keys()].filter((date) => !found.has(date));
      if (people.key === '' && missing().length > 1)
        for (const [date, figures] of await readStored(db, accountId, missing(), at, bases)) take(date, figures);
      for (const [first, last] of runsOf(missing()))
        for (const day of await keptDays.get(asked, first, last)) {
          const { date, silentDevices, unfinished, madeAt, validUntil } = day;
          take(date, { date, silentDevices, unfinished, madeAt, validUntil, ...figuresOf(day, people) });
        }
      return [...bases.keys()].flatMap((date) => found.get(date) ?? []);
    },
  };
}

/** Reads everybody's figures of some dates, where they are stored and still hold. */
async function readStored(
  db: Db,
  accountId: string,
  dates: readonly LocalDate[],
  at: number,
  bases: ReadonlyMap<LocalDate, string>,
): Promise<Map<LocalDate, DayFigures>> {
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  const found = new Map<LocalDate, DayFigures>();
  const wanted = new Set(dates);
  const rows = await db.tenant(accountId, (tx) => selectKeptFigures(tx, accountId, { from, to, at: new Date(at) }));
  for (const { day: date, basis, madeAt, validUntil, figures } of rows) {
    if (!wanted.has(date) || basis !== bases.get(date)) continue;
    const read = readFigures(figures);
    if (read)
      found.set(date, { ...read, date, unfinished: false, madeAt, validUntil: validUntil ?? Number.POSITIVE_INFINITY });
  }
  return found;
}

/** Returns dates in order as runs of days without a gap: the first and the last of each. */
function runsOf(dates: readonly LocalDate[]): [LocalDate, LocalDate][] {
  const runs: [LocalDate, LocalDate][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run && addDays(run[1], 1) === date) run[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}
