import { raiseDataVersion } from '../../attendance/records.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, localDateOf, zoneOf } from '../../platform/zone.ts';
import { changedSpan, type NumbersState, withoutApart } from './eventNumbers.ts';
import { lockReading, markStale, saveNumbers, selectNumbers } from './terminals.sql.ts';

type Of = { accountId: string; deviceId: string };
type Change = { before: NumbersState | null; after: NumbersState };

/** Stores the numbers of a terminal's events, and has the days judged again that lost or found ones touch. */
export async function keepNumbers(tx: Db, of: Of, timeZone: string, { before, after }: Change, now: Date) {
  await saveNumbers(tx, of, after);
  const span = changedSpan(before, after);
  if (!span) return;
  const day = (at: number) => localDateOf(zoneOf(timeZone), at);
  // A shift's window reaches into the days around its own.
  await markStale(tx, of.accountId, { from: addDays(day(span.from), -1), to: addDays(day(span.to), 1) });
  await raiseDataVersion(tx, of.accountId, now);
}

/** Counts as lost again what arrived only from a network that a user rejects: no one is judged absent by it. */
export async function loseRejected(tx: Db, of: Of, now: Date) {
  const { timeZone } = await lockReading(tx, of);
  const before = await selectNumbers(tx, of);
  if (before) await keepNumbers(tx, of, timeZone, { before, after: withoutApart(before) }, now);
}
