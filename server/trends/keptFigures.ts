import { cutToMinute, type LocalDate, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createMemoPerObject } from '../memoPerObject.ts';
import { createSizedCache } from '../sizedCache.ts';
import { modelOfCrew } from '../stats/crew.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { People } from './crewDays.ts';
import { type DayFigures, figuresOf, figuresOfToday, unpackFigures, workOfModel } from './dayFigures.ts';
import { type DaysAsked, holdsAt, type KeptDays, readStored } from './keptDays.ts';

export type KeptFigures = {
  get(asked: DaysAsked, from: LocalDate, to: LocalDate, people: People): Promise<DayFigures[]>;
};

/** The most bytes of figures in memory, for all accounts together. */
const MAX_BYTES = 20_000_000;
const sizeOf = ({ attendance: { late, absent }, work }: DayFigures) =>
  1_000 + late.byteLength + absent.byteLength + 400 * work.pieces.length;

/**
 * Keeps the figures of past days by crew, which are small compared with the days; those of all employees are in the database as well. They are
 * valid as long as their day is (keptDays.ts). Today's come from its model: after a punch only attendance is counted again.
 */
export function createKeptFigures(
  db: Db,
  keptDays: KeptDays,
  modelOf: (asked: DaysAsked, today: LocalDate) => Promise<DayModel>,
): KeptFigures {
  const kept = createSizedCache<{ basis: string; figures: DayFigures }>(MAX_BYTES, ({ figures }) => sizeOf(figures));
  const ofModels = createMemoPerObject<DayFigures>();
  const ofWork = createMemoPerObject<DayFigures['work']>();
  const todayOf = async (asked: DaysAsked, today: LocalDate, { crew, key }: People) => {
    const model = await modelOf(asked, today);
    return ofModels(model, key, () => {
      const own = modelOfCrew(model, crew);
      const work = ofWork(model.work, key, () => workOfModel(own));
      return figuresOfToday(own, cutToMinute(asked.now.getTime()), work);
    });
  };
  return {
    async get(asked, from, to, people) {
      const { accountId, timeZone } = asked;
      const at = cutToMinute(asked.now.getTime());
      const today = localDateOf(zoneOf(timeZone), at);
      const bases = await keptDays.bases(asked, from, to);
      const found = new Map<LocalDate, DayFigures>();
      if (bases.has(today)) found.set(today, await todayOf(asked, today, people));
      const take = (figures: DayFigures) => {
        const { date } = figures;
        found.set(date, figures);
        kept.set(`${accountId} ${date} ${people.key}`, { basis: bases.get(date) ?? '', figures });
      };
      const missing = () => new Map([...bases].filter(([date]) => !found.has(date)));
      for (const [date, basis] of missing()) {
        const known = kept.get(`${accountId} ${date} ${people.key}`);
        if (known?.basis === basis && holdsAt(known.figures, at)) found.set(date, known.figures);
      }
      if (people.key === '' && missing().size > 0)
        for (const figures of (await readStored(db, accountId, missing(), at, 'figures', unpackFigures)).values())
          take(figures);
      for (const day of await keptDays.get(asked, missing())) take(figuresOf(day, people));
      return [...bases.keys()].flatMap((date) => found.get(date) ?? []);
    },
  };
}
