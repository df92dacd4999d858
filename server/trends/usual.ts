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
import { isWithin } from '../stats/crew.ts';
import { selectFacts } from '../stats/day.sql.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { crewDayOf } from './crewDays.ts';
import type { People } from './dayFigures.ts';
import type { KeptDay } from './keptDay.ts';
import type { DaysAsked, KeptDays } from './keptDays.ts';
import { medianOf, wholeMedianOf } from './medians.ts';
import { selectEnded, selectHolidays } from './usual.sql.ts';

/** Fewer such days say nothing. */
const FEWEST = 2;
const MOST = 4;

type Sight = { attendance: boolean; piecework: boolean };

/** Returns what is usual by this minute of the day (spec/trends.md, Pace). */
export async function usualOf(
  db: Db,
  keptDays: KeptDays,
  asked: DaysAsked,
  people: People,
  sight: Sight,
): Promise<Usual> {
  const zone = zoneOf(asked.timeZone);
  const at = clockTime(zone, asked.now.getTime());
  const days = await comparableDays(db, keptDays, asked);
  const moments = days.map((day) => ({
    day,
    ...crewDayOf(day, people.crew, people.roster),
    by: instantOn(zone, day.date, at),
  }));
  const isSaid = days.length >= FEWEST;
  const there = moments.map(({ people: own, by }) => own.filter(({ timeIn }) => timeIn !== null && timeIn <= by));
  const units = [];
  if (isSaid && sight.piecework)
    for (const { day, people: own, by } of moments)
      units.push(
        await unitsBy(
          db,
          asked.accountId,
          { date: day.date, by },
          new Set(own.map(({ employeeId }) => employeeId)),
          people,
        ),
      );
  const ofPeople = (counts: readonly number[]) => (isSaid && sight.attendance ? wholeMedianOf(counts) : null);
  return {
    at,
    present: ofPeople(there.map((own) => own.length)),
    late: ofPeople(there.map((own) => own.filter(({ late }) => late).length)),
    units: medianOf(units)?.toNumber() ?? null,
    days: days.map(({ date }) => date),
  };
}

/** The last four days of today's weekday within the retention, newest first: no holiday of everybody, and somebody punched. */
async function comparableDays(db: Db, keptDays: KeptDays, asked: DaysAsked): Promise<KeptDay[]> {
  const { accountId, timeZone, now } = asked;
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const first = pickableDays(timeZone, now).from;
  const holidays = new Set(await db.tenant(accountId, (tx) => selectHolidays(tx, accountId)));
  const found: KeptDay[] = [];
  for (let date = addDays(today, -7); date >= first && found.length < MOST; date = addDays(date, -7)) {
    if (holidays.has(date)) continue;
    const [day] = await keptDays.get(asked, date, date);
    if (day?.people.some(({ status }) => status === 'present')) found.push(day);
  }
  return found;
}

type Moment = { date: LocalDate; by: number };
/** The units of a work day (rule 15) of some people whose entries had ended by an instant; exact. */
async function unitsBy(
  db: Db,
  accountId: string,
  { date, by }: Moment,
  of: ReadonlySet<string>,
  { crew }: People,
): Promise<Units> {
  return db.tenant(
    accountId,
    async (tx) => {
      const calendar = await loadCalendar(tx, accountId);
      const { start } = dayBounds(calendar.zone, date);
      const entries = await selectEnded(tx, accountId, new Date(start - 2 * DAY), new Date(by));
      const events = await eventsAround(tx, accountId, date);
      return entries
        .filter(
          ({ employeeId, endedAt, lookup1 }) => of.has(employeeId) && endedAt <= by && isWithin(crew.lookup1, lookup1),
        )
        .filter((entry) => {
          const before = events.get(entry.employeeId)?.findLast((event) => event.at <= entry.startedAt);
          return dateOfEntry(entry.startedAt, before, shiftsOf(calendar, entry)) === date;
        })
        .reduce((sum, { units }) => sum.plus(units), new Units(0));
    },
    { snapshot: true },
  );
}

/** The settled events of a day and those next to it by employee, in time order. */
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
