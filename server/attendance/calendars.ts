import type { Db } from '../platform/db/db.ts';
import { createSizedCache } from '../platform/sizedCache.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { readCalendarText, selectCalendar } from './facts.sql.ts';

/** Calendars by the text that they were made of: a change makes another key, so nothing needs to be invalidated. */
const kept = createSizedCache<{ calendar: Calendar; uses: number }>(100, () => 1);
/** A calendar keeps every shift that it computed; it is replaced before they become too many. */
const MAX_USES = 500;

/** Returns the calendar of what `calendarText` selected, made once for each such text. */
export function calendarOfText(text: string): Calendar {
  const known = kept.get(text);
  const entry = known && known.uses < MAX_USES ? known : { calendar: made(text), uses: 0 };
  entry.uses++;
  kept.set(text, entry);
  return entry.calendar;
}

function made(text: string): Calendar {
  const { timeZone, standardTimes, holidays, hoursRules, ...earlierUntil } = readCalendarText(text);
  return calendarOf(timeZone, standardTimes, holidays, hoursRules, earlierUntil);
}

/** Returns the account's calendar as this transaction sees it. */
export async function loadCalendar(db: Db, accountId: string): Promise<Calendar> {
  const text = await selectCalendar(db, accountId);
  if (text === null) throw new Error(`There is no account ${accountId}`);
  return calendarOfText(text);
}
