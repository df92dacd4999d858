import type { CrewFilters } from '#contract/filters.ts';
import type { ListedEmployee } from '#contract/stats.ts';
import { addDays, daysBetween, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { type Crew, readCrew } from '../stats/crew.ts';
import { pickableDays, pickedDay } from '../stats/loadDay.ts';
import { crewKey, type Roster } from './crewDays.ts';
import type { KeptDay } from './keptDay.ts';
import type { KeptDays } from './keptDays.ts';
import { type Rostered, selectRoster } from './roster.sql.ts';

/** Days of some people. */
export type Range = {
  days: readonly KeptDay[];
  /** As many days before them; null where they are not all retained. */
  before: readonly KeptDay[] | null;
  roster: Roster;
  crew: Crew;
  /** Of the crew as it is today. */
  key: string;
};
export type RangeCall = { caller: UserCaller; now: Date; query: CrewFilters & { from: LocalDate; to: LocalDate } };

export const listedOf = ({ employeeId, number, firstName, lastName }: Rostered): ListedEmployee => ({
  _id: employeeId,
  number,
  firstName,
  lastName,
});

export async function readRoster(db: Db, accountId: string): Promise<Roster> {
  const rows = await db.tenant(accountId, (tx) => selectRoster(tx, accountId));
  return new Map(rows.map((row) => [row.employeeId, row]));
}

/** Reads the days that a call asks for. DATE_OUT_OF_RANGE outside the retention, backwards, or for more than `most` days. */
export async function readRange(
  db: Db,
  keptDays: KeptDays,
  { caller, now, query }: RangeCall,
  { most, withBefore = false }: { most?: number; withBefore?: boolean } = {},
): Promise<Range> {
  const { accountId, timeZone, dataVersion } = caller;
  const from = pickedDay(timeZone, now, query.from);
  const to = pickedDay(timeZone, now, query.to);
  const length = daysBetween(from, to) + 1;
  if (length < 1) throw new Refusal('DATE_OUT_OF_RANGE', 'From must not be after To.');
  if (most !== undefined && length > most) throw new Refusal('DATE_OUT_OF_RANGE', `Choose at most ${most} days.`);
  const first = addDays(from, -length);
  const hasBefore = withBefore && first >= pickableDays(timeZone, now).from;
  const days = await keptDays.get({ accountId, timeZone, dataVersion, now }, hasBefore ? first : from, to);
  const roster = await readRoster(db, accountId);
  const crew = await readCrew(db, accountId, query);
  return {
    days: hasBefore ? days.slice(length) : days,
    before: hasBefore ? days.slice(0, length) : null,
    roster,
    crew,
    key: crewKey(crew, roster),
  };
}
