import { selectListed } from '../attendance/corrections.sql.ts';
import { mayReadNotes, withBases } from '../attendance/listed.ts';
import { type LocalDate, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';

type Which = { from: LocalDate; to: LocalDate; employeeId?: string | undefined; offset: number; limit: number };
/** Returns a page of the ledger, newest first, each row with the basis that undoing it names. */
export async function listCorrections(tx: Db, caller: UserCaller, which: Which) {
  const rows = await selectListed(tx, caller.accountId, which);
  const results = await withBases(tx, caller.accountId, rows, zoneOf(caller.timeZone), mayReadNotes(caller));
  return { results, lastIndex: rows[0]?.total ?? 0 };
}
