import type { Usual } from '#contract/usual.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { shiftsOf } from '../attendance/derive.ts';
import type { WorkEvent } from '../attendance/events.ts';
import { readEvents } from '../attendance/fact.ts';
import { dateOfEntry, Units } from '../attendance/piecework.ts';
import {
  addDays,
  clockTime,
  DAY,
  dayBounds,
  instantOn,
  type LocalDate,
  localDateOf,
  zoneOf,
} from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { createSizedCache } from '../sizedCache.ts';
import { isWithin } from '../stats/crew.ts';
import { selectFacts } from '../stats/day.sql.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { crewOn, type People } from './crewDays.ts';
import { isPunched, type KeptDay } from './keptDay.ts';
import type { DaysAsked, KeptDays } from './keptDays.ts';
import { medianOf, wholeMedianOf } from './medians.ts';
import { selectEnded, selectHolidays } from './usual.sql.ts';

/** With fewer such days nothing is usual. */
const FEWEST = 2;
const MOST = 4;
/** The most days whose figures by a minute are in memory, for all accounts together. */
const MAX_KEPT = 2_000;

type Sight = { attendance: boolean; piecework: boolean };
/** The figures of a day up to an instant. */
type Moment = { present: number; late: number; units: Units };
/** Returns what is usual by this minute of the day (spec/trends.md, Pace). */
export type UsualOf = (asked: DaysAsked, people: People, sight: Sight) => Promise<Usual>;

/** The days that are compared do not change with today's punches: each is read once a minute, however many callers ask. */
export function createUsual(db: Db, keptDays: KeptDays): UsualOf {
  const kept = createSizedCache<Moment>(MAX_KEPT, () => 1);
  return async (asked, people, sight) => {
    const zone = zoneOf(asked.timeZone);
    const at = clockTime(zone, asked.now.getTime());
    const days = await comparableDays(db, keptDays, asked);
    const moments: Moment[] = [];
    if (days.length >= FEWEST)
      for (const { day, basis } of days) {
        const key = [asked.accountId, day.date, basis, day.madeAt, at, people.key].join(' ');
        const moment =
          kept.get(key) ?? (await momentOf(db, asked.accountId, day, instantOn(zone, day.date, at), people));
        kept.set(key, moment);
        moments.push(moment);
      }
    const ofPeople = (counts: readonly number[]) => (sight.attendance ? wholeMedianOf(counts) : null);
    const units = sight.piecework ? medianOf(moments.map((moment) => moment.units)) : null;
    return {
      at,
      present: ofPeople(moments.map(({ present }) => present)),
      late: ofPeople(moments.map(({ late }) => late)),
      units: units?.toNumber() ?? null,
      days: days.map(({ day }) => day.date),
    };
  };
}

/** Returns the last four days of today's weekday within the retention, newest first: without holidays of everybody and days without punches. */
async function comparableDays(db: Db, keptDays: KeptDays, asked: DaysAsked) {
  const { accountId, timeZone, now } = asked;
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const first = pickableDays(timeZone, now).from;
  const holidays = new Set(await db.tenant(accountId, (tx) => selectHolidays(tx, accountId)));
  const bases = await keptDays.bases(asked, first, addDays(today, -7));
  const found: { day: KeptDay; basis: string }[] = [];
  for (let date = addDays(today, -7); date >= first && found.length < MOST; date = addDays(date, -7)) {
    const basis = bases.get(date);
    if (basis === undefined || holidays.has(date)) continue;
    const [day] = await keptDays.get(asked, new Map([[date, basis]]));
    if (day && isPunched(day)) found.push({ day, basis });
  }
  return found;
}

/** Returns how many people were there by an instant, how many of them were late, and the units by then. */
async function momentOf(db: Db, accountId: string, day: KeptDay, by: number, people: People): Promise<Moment> {
  const own = crewOn(day, people);
  const there = own.filter(({ timeIn }) => timeIn !== null && timeIn <= by);
  const ids = new Set(own.map(({ employeeId }) => employeeId));
  return {
    present: there.length,
    late: there.filter(({ late }) => late).length,
    units: await unitsBy(db, accountId, { date: day.date, by }, ids, people),
  };
}

/** Returns the exact units of some people on a work day (rule 15), from entries that had ended by an instant. */
async function unitsBy(
  db: Db,
  accountId: string,
  { date, by }: { date: LocalDate; by: number },
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
      const events = await eventsAround(tx, accountId, date);
      return own
        .filter((entry) => {
          const before = events.get(entry.employeeId)?.findLast((event) => event.at <= entry.startedAt);
          return dateOfEntry(entry.startedAt, before, shiftsOf(calendar, entry)) === date;
        })
        .reduce((sum, { units }) => sum.plus(units), new Units(0));
    },
    { snapshot: true },
  );
}

/** Returns the settled events of a day and the days next to it, by employee, in time order. */
async function eventsAround(tx: Db, accountId: string, date: LocalDate) {
  const events = new Map<string, Pick<WorkEvent, 'date' | 'at' | 'direction'>[]>();
  for (const day of [addDays(date, -2), addDays(date, -1), date, addDays(date, 1)])
    for (const fact of await selectFacts(tx, accountId, day)) {
      const own = events.get(fact.employeeId) ?? [];
      own.push(...readEvents(fact.events).map(({ at, direction }) => ({ date: day, at, direction })));
      events.set(fact.employeeId, own);
    }
  for (const own of events.values()) own.sort((a, b) => a.at - b.at);
  return events;
}
