import { cutToMinute, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createSizedCache } from '../sizedCache.ts';
import type { People } from './crewDays.ts';
import { type DayFigures, figuresOf, unpackFigures } from './dayFigures.ts';
import { type DaysAsked, type KeptDays, readStored } from './keptDays.ts';

export type KeptFigures = {
  get(asked: DaysAsked, from: LocalDate, to: LocalDate, people: People): Promise<DayFigures[]>;
};

/** Most figures in memory, all accounts together, counted in people who were late or absent and lookup pairs: each about 50 bytes. */
const MAX_NAMED = 1_000_000;
const sizeOf = ({ attendance, work }: DayFigures) =>
  40 + attendance.late.length + attendance.absent.length + 4 * work.pieces.length;

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
      const bases = await keptDays.bases(asked, from, to);
      const found = new Map<LocalDate, DayFigures>();
      const take = (figures: DayFigures) => {
        const { date, validUntil } = figures;
        found.set(date, figures);
        if (validUntil > at) kept.set(`${accountId} ${date} ${people.key}`, { basis: bases.get(date) ?? '', figures });
      };
      const missing = () => new Map([...bases].filter(([date]) => !found.has(date)));
      for (const [date, basis] of bases) {
        const known = kept.get(`${accountId} ${date} ${people.key}`);
        if (known?.basis === basis && known.figures.madeAt <= at && at < known.figures.validUntil) take(known.figures);
      }
      if (people.key === '' && missing().size > 1)
        for (const figures of (await readStored(db, accountId, missing(), at, 'figures', unpackFigures)).values())
          take(figures);
      for (const day of await keptDays.get(asked, missing())) take(figuresOf(day, people));
      return [...bases.keys()].flatMap((date) => found.get(date) ?? []);
    },
  };
}
