import type { Usual } from '#contract/figures/usual.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { readEntryDays } from '../../attendance/entryDays.ts';
import type { Db } from '../../platform/db/db.ts';
import { createSizedCache } from '../../platform/sizedCache.ts';
import { sentUnits, Units } from '../../platform/units.ts';
import {
  addDays,
  clockTime,
  DAY,
  dayBounds,
  instantOn,
  type LocalDate,
  localDateOf,
  zoneOf,
} from '../../platform/zone.ts';
import { isWithin } from '../stats/crew.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { isPunched, selectCounted, selectMoment } from './judgedDays.sql.ts';
import type { DaysAsked, JudgedDays } from './judgedDays.ts';
import { medianOf, wholeMedianOf } from './medians.ts';
import type { State } from './oneState.ts';
import type { People } from './people.ts';
import { selectEnded, selectHolidays } from './usual.sql.ts';

/** With fewer such days nothing is usual. */
const FEWEST = 2;
const MOST = 4;
/** The most days whose figures by a minute are in memory, for all accounts together. */
const MAX_REMEMBERED = 2_000;

type Sight = { attendance: boolean; piecework: boolean };
/** The figures of a day up to an instant. */
type Moment = { present: number; late: number; units: Units };
/** Returns what is usual by this minute of the day. */
export type UsualOf = (
  state: Pick<State, 'db' | 'days'>,
  asked: DaysAsked,
  people: People,
  sight: Sight,
) => Promise<Usual>;

/** The days that are compared do not change with today's punches: each is read once a minute, however many callers ask. */
export function createUsual(): UsualOf {
  const remembered = createSizedCache<Moment>(MAX_REMEMBERED, () => 1);
  return async ({ db, days: judgedDays }, asked, people, sight) => {
    const { accountId } = asked;
    const zone = zoneOf(asked.timeZone);
    const at = clockTime(zone, asked.now.getTime());
    const days = await comparableDays(db, judgedDays, asked, people);
    const moments: Moment[] = [];
    if (days.length >= FEWEST)
      for (const { date, version } of days) {
        const key = [accountId, date, version, at, people.key].join(' ');
        const moment =
          remembered.get(key) ?? (await momentOf(db, accountId, { date, by: instantOn(zone, date, at) }, people));
        remembered.set(key, moment);
        moments.push(moment);
      }
    const ofPeople = (counts: readonly number[]) => (sight.attendance ? wholeMedianOf(counts) : null);
    const units = sight.piecework ? medianOf(moments.map((moment) => moment.units)) : null;
    return {
      at,
      present: ofPeople(moments.map(({ present }) => present)),
      late: ofPeople(moments.map(({ late }) => late)),
      units: units && sentUnits(units),
      days: days.map(({ date }) => date),
    };
  };
}

/**
 * Returns the last four days of today's weekday within the retention, newest first: without holidays of everybody and days on which none of the people
 * punched.
 */
async function comparableDays(db: Db, judgedDays: JudgedDays, asked: DaysAsked, people: People) {
  const { accountId, timeZone, now } = asked;
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const first = pickableDays(timeZone, now).from;
  const holidays = new Set(await db.tenant(accountId, (tx) => selectHolidays(tx, accountId)));
  const found: { date: LocalDate; version: number }[] = [];
  for (let date = addDays(today, -7); date >= first && found.length < MOST; date = addDays(date, -7)) {
    if (holidays.has(date)) continue;
    const version = (await judgedDays.judge(asked, date, date)).versions.get(date);
    if (version === undefined) continue;
    if (await db.tenant(accountId, (tx) => isPunched(tx, accountId, date, people))) found.push({ date, version });
  }
  return found;
}

type By = { date: LocalDate; by: number };
/** Returns how many people were there by an instant, how many of them were late, and the units by then. */
async function momentOf(db: Db, accountId: string, { date, by }: By, people: People): Promise<Moment> {
  const { there, ids } = await db.tenant(accountId, async (tx) => ({
    there: await selectMoment(tx, accountId, { day: date, by: new Date(by) }, people),
    ids: await selectCounted(tx, accountId, date, people),
  }));
  const of = new Set(ids.map(({ employeeId }) => employeeId));
  return { ...there, units: await unitsBy(db, accountId, { date, by }, of, people) };
}

/** Returns the exact units of some people on a work day (docs/reference/piecework.md#units), from entries that had ended by an instant. */
async function unitsBy(
  db: Db,
  accountId: string,
  { date, by }: By,
  of: ReadonlySet<string>,
  { crew }: People,
): Promise<Units> {
  return db.tenant(
    accountId,
    async (tx) => {
      const calendar = await loadCalendar(tx, accountId);
      const { start } = dayBounds(calendar.zone, date);
      const entries = await selectEnded(tx, accountId, new Date(start - 2 * DAY), new Date(by));
      const own = entries.filter(
        ({ employeeId, endedAt, lookup1 }) => of.has(employeeId) && endedAt <= by && isWithin(crew.lookup1, lookup1),
      );
      if (own.length === 0) return new Units(0);
      const ids = [...new Set(own.map(({ employeeId }) => employeeId))];
      const dayOf = await readEntryDays(tx, accountId, calendar, { from: date, to: date }, ids);
      return own.filter((entry) => dayOf(entry) === date).reduce((sum, { units }) => sum.plus(units), new Units(0));
    },
    { snapshot: true },
  );
}
