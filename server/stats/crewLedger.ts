import type { ListedRow } from '../attendance/corrections.sql.ts';
import { rowsOfMembers } from '../attendance/listed.ts';
import type { Db } from '../db/db.ts';
import { type Crew, isEverybody, readSees } from './crew.ts';

/** Returns the rows of the ledger that concern a crew and its work, with no more of each than that (`rowsOfMembers`). Of the employees it names, nobody else is read. */
export async function rowsOfCrew(
  tx: Db,
  accountId: string,
  rows: readonly ListedRow[],
  crew: Crew,
): Promise<readonly ListedRow[]> {
  if (isEverybody(crew) || rows.length === 0) return rows;
  const ids = new Set(rows.flatMap(({ employeeId, formerId }) => [employeeId, formerId].flatMap((id) => id ?? [])));
  return rowsOfMembers(rows, await readSees(tx, accountId, crew, [...ids]));
}
