import { type ListedRow, selectListed, type Which } from '../../attendance/corrections.sql.ts';
import { rowsOfMembers } from '../../attendance/listed.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Crew, isEverybody, readMemberIds, readSees } from './crew.ts';

/** Returns the rows of the ledger that concern a crew and its work, with no more of each than that (`rowsOfMembers`); limits are of these rows. */
export async function listedOfCrew(tx: Db, accountId: string, which: Which, crew: Crew): Promise<readonly ListedRow[]> {
  if (isEverybody(crew)) return selectListed(tx, accountId, which);
  const employeeIds = which.employeeId ? undefined : await readMemberIds(tx, accountId, crew);
  const rows = await selectListed(tx, accountId, { ...which, employeeIds, lookup1: crew.lookup1 });
  const named = new Set(rows.flatMap(({ employeeId, formerId }) => [employeeId, formerId].flatMap((id) => id ?? [])));
  return rowsOfMembers(rows, await readSees(tx, accountId, crew, [...named]));
}
