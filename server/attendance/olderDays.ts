import { v7 as uuidv7 } from 'uuid';
import { chunksOf } from '../chunksOf.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/errors.ts';
import { lockAccount } from '../tenant/account.ts';
import { deleteFactsOfNobody, selectMembers } from './facts.sql.ts';
import { beginOlderDays, derivingOlder, endOlderDays, useOlderDays } from './olderDays.sql.ts';
import { DERIVED_AT_ONCE, deriveOver, firstRetainedDay } from './refresh.ts';
import type { DaySpan } from './window.ts';
import { addDays, datesOf, type LocalDate, localDateOf, zoneOf } from './zone.ts';

/** The days of one transaction: with `DERIVED_AT_ONCE` employees, less work under the account's lock than a recalculation. */
const DAYS_AT_ONCE = 31;
/** An employee counts from their first record (rules.md 13): one of so many days before counts exactly, earlier ones are looked up. */
const DAYS_BEFORE = 4;
/** Each time anew because records of the days came meanwhile. */
const MAX_TRIES = 5;

type Ask = { accountId: string; timeZone: string; from: LocalDate; to: LocalDate; now: Date };

/**
 * Derives, by the rules of every other day (spec/records.md K2), the facts of days of a range that are older than those whose facts are always stored, as far as
 * they are not stored already. They are stored until a night after a day on which nobody asked for them. Nothing is done about other days. UNAVAILABLE where
 * records of these days keep coming.
 */
export async function deriveOlder(
  db: Db,
  { accountId, timeZone, from, to, now }: Ask,
  signal?: AbortSignal,
): Promise<void> {
  const kept = firstRetainedDay(localDateOf(zoneOf(timeZone), now.getTime()));
  if (from >= kept) return;
  const older = { from, to: [to, addDays(kept, -1)].sort()[0] ?? to };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const stored = new Set(await db.tenant(accountId, (tx) => useOlderDays(tx, accountId, older, now)));
    const missing = datesOf(older.from, older.to).filter((day) => !stored.has(day));
    const [first] = missing;
    const last = missing.at(-1);
    if (!first || !last) return;
    await derive(db, accountId, { from: first, to: last }, now, signal);
  }
  throw new Refusal('UNAVAILABLE', 'Records of these days are arriving. Try again in a minute.', { retryAfter: 60 });
}

async function derive(db: Db, accountId: string, days: DaySpan, now: Date, signal?: AbortSignal) {
  const attempt = uuidv7({ msecs: now.getTime() });
  const inTurn = <T>(work: (tx: Db) => Promise<T>) =>
    db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      await derivingOlder(tx);
      return work(tx);
    });
  const everybody = await inTurn(async (tx) => {
    await beginOlderDays(tx, accountId, days, attempt, now);
    await deleteFactsOfNobody(tx, accountId, days);
    return (await selectMembers(tx, accountId, null)).map(({ employeeId }) => employeeId);
  });
  for (const some of chunksOf(everybody, DERIVED_AT_ONCE))
    for (let from = addDays(days.from, -DAYS_BEFORE); from <= days.to; from = addDays(from, DAYS_AT_ONCE)) {
      signal?.throwIfAborted();
      const span = { from, to: [addDays(from, DAYS_AT_ONCE - 1), days.to].sort()[0] ?? days.to };
      await inTurn((tx) => deriveOver(tx, accountId, some, span));
    }
  await inTurn((tx) => endOlderDays(tx, accountId, attempt));
}
