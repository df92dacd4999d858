import type { Db } from '../db/db.ts';
import { createSizedCache } from '../sizedCache.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { readCalendarText, selectCalendar } from './facts.sql.ts';

/** Calendars by the text that they were made of, so that a change makes another key and nothing has to be invalidated. */
const kept = createSizedCache<{ calendar: Calendar; uses: number }>(100, () => 1);
/** A calendar remembers the shifts it was asked for; it is made again before that is a lot. */
const MAX_USES = 500;

/** The calendar of what `calendarText` selected, made once for as long as it says the same. */
export function calendarOfText(text: string): Calendar {
  const known = kept.get(text);
  const entry = known && known.uses < MAX_USES ? known : { calendar: made(text), uses: 0 };
  entry.uses++;
  kept.set(text, entry);
  return entry.calendar;
}

function made(text: string): Calendar {
  const { timeZone, standardTimes, holidays } = readCalendarText(text);
  return calendarOf(timeZone, standardTimes, holidays);
}

/** The account's calendar as of this transaction. */
export async function loadCalendar(db: Db, accountId: string): Promise<Calendar> {
  const text = await selectCalendar(db, accountId);
  if (text === null) throw new Error(`There is no account ${accountId}`);
  return calendarOfText(text);
}
