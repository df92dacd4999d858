import { loadCalendar } from '../attendance/calendars.ts';
import type { Db } from '../platform/db/db.ts';
import type { Row } from '../platform/files/table.ts';
import type { LocalDate } from '../platform/zone.ts';
import { selectTeamParts } from './teamParts.sql.ts';

/** Adds to a day's rows of piecework which teams made some of it, and how many units of the row are parts of theirs (docs/reference/teams.md). */
export async function addTeamParts(db: Db, accountId: string, day: LocalDate, rows: readonly Row[]): Promise<void> {
  const parts = await db.tenant(accountId, async (tx) => {
    const { zone } = await loadCalendar(tx, accountId);
    return selectTeamParts(tx, accountId, zone, day);
  });
  const keyOf = (employeeId: string, lookup1: unknown, lookup2: unknown) =>
    `${employeeId} ${JSON.stringify([lookup1 ?? '', lookup2 ?? ''])}`;
  const byLine = new Map(parts.map((part) => [keyOf(part.employeeId, part.lookup1, part.lookup2), part]));
  for (const { key, values } of rows) {
    const part = byLine.get(keyOf(key.split(' ')[0] ?? '', values.lookup1Code, values.lookup2Code));
    values.teams = part?.teams ?? null;
    values.teamUnits = part?.units ?? null;
  }
}
