import { mayReadNotes, withBases } from '../../attendance/listed.ts';
import { readCrew } from '../../figures/stats/crew.ts';
import { listedOfCrew } from '../../figures/stats/crewLedger.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { type LocalDate, zoneOf } from '../../platform/zone.ts';

/** The most rows of a ledger that are looked through for those of a scope. */
const MOST_ROWS = 20_000;

type Which = { from: LocalDate; to: LocalDate; employeeId?: string | undefined; offset: number; limit: number };
/** Returns a page of the ledger, newest first, each row with the basis that undoing it names. */
export async function listCorrections(tx: Db, caller: UserCaller, which: Which) {
  const { offset, limit } = which;
  const seen = caller.scope && (await readCrew(tx, caller));
  // How many rows are of a scope is known once all of them are.
  const asked = seen ? { ...which, offset: 0, limit: MOST_ROWS } : which;
  const own = await listedOfCrew(tx, caller.accountId, asked, seen ?? {});
  const rows = seen ? own.slice(offset, offset + limit) : own;
  const results = await withBases(tx, caller.accountId, rows, zoneOf(caller.timeZone), mayReadNotes(caller));
  return { results, lastIndex: seen ? own.length : (rows[0]?.total ?? 0) };
}
