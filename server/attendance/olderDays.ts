import { v7 as uuidv7 } from 'uuid';
import { msg, words } from '#contract/platform/words.ts';
import { chunksOf } from '../platform/chunksOf.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/errors.ts';
import { createRateLimiter, type RateLimiter } from '../platform/http/rateLimit.ts';
import { createMemoPerObject } from '../platform/memoPerObject.ts';
import { createSemaphore, type Semaphore } from '../platform/semaphore.ts';
import { lockAccount } from '../platform/tenant/account.ts';
import { addDays, datesOf, type LocalDate, localDateOf, zoneOf } from '../platform/zone.ts';
import { deleteFactsOfNobody, selectMembers } from './facts.sql.ts';
import {
  beginOlderDays,
  derivingOlder,
  endOlderDays,
  selectDerivedDays,
  selectRecordsFrom,
  useOlderDays,
} from './olderDays.sql.ts';
import { DAYS_OF_WEEKS_BEFORE, DERIVED_AT_ONCE, deriveOver, firstRetainedDay } from './refresh.ts';
import type { DaySpan } from './window.ts';

/** The days of one transaction: with `DERIVED_AT_ONCE` employees, less work under the account's lock than a recalculation. Records around them are read for each. */
const DAYS_AT_ONCE = 93;
/**
 * The days before a day whose records are read for it: for work that passes midnight, and because an employee counts from their first record (docs/reference/attendance.md#who-counts):
 * one of so many days before counts exactly, earlier ones are looked up.
 */
export const DAYS_LOOKED_BACK = 4;
/** Each time anew because records of the days came meanwhile. */
const MAX_TRIES = 5;

/** The first looks that are under way in a process, and those of an account that are and that wait: each derives days of the whole account. */
const AT_ONCE = 2;
const OF_AN_ACCOUNT = { perKey: 1, waitingPerKey: 8 };
/** The first looks of one account; a derivation of many days at once counts as one. */
const QUOTA = { olderDays: { perMinute: 12, burst: 24 } };
const turns = createMemoPerObject<Semaphore>();
const quotas = createMemoPerObject<RateLimiter<'olderDays'>>();

type Ask = { accountId: string; timeZone: string; from: LocalDate; to: LocalDate; now: Date };

/**
 * Derives, by the rules of every other day (docs/reference/records.md#files-of-records), the facts of days of a range that are older than those whose facts are always stored, as far as
 * they are not stored already. They are stored until a night after a day on which nobody asked for them. Nothing is done about other days. A first look waits
 * for its turn: TOO_MANY_REQUESTS, with when to ask again, where too many of the account wait or have been. UNAVAILABLE where records of these days keep coming, DATE_OUT_OF_RANGE where they were removed.
 */
export async function deriveOlder(
  db: Db,
  { accountId, timeZone, from, to, now }: Ask,
  signal?: AbortSignal,
): Promise<void> {
  const kept = firstRetainedDay(localDateOf(zoneOf(timeZone), now.getTime()));
  if (from >= kept) return;
  await requireRecorded(db, accountId, from);
  const older = { from, to: [to, addDays(kept, -1)].sort()[0] ?? to };
  if (!(await missingOf(db, accountId, older, now))) return;
  quotas(db, '', () => createRateLimiter(QUOTA)).take('olderDays', accountId, now);
  const turn = turns(db, '', () => createSemaphore(AT_ONCE, OF_AN_ACCOUNT));
  await turn.run(
    signal ?? new AbortController().signal,
    () => deriveMissing(db, accountId, older, now, signal),
    accountId,
  );
}

/** Returns true if the facts of all days of a range are stored and noted as in use, as a transaction of the account sees them. DATE_OUT_OF_RANGE as `deriveOlder`. */
export async function isDerived(tx: Db, { accountId, timeZone, from, to, now }: Ask): Promise<boolean> {
  const kept = firstRetainedDay(localDateOf(zoneOf(timeZone), now.getTime()));
  if (from >= kept) return true;
  await requireRecorded(tx, accountId, from);
  const older = { from, to: [to, addDays(kept, -1)].sort()[0] ?? to };
  const stored = new Set(await selectDerivedDays(tx, accountId, older, now));
  return datesOf(older.from, older.to).every((day) => stored.has(day));
}

/** Throws DATE_OUT_OF_RANGE for days whose records were removed: nothing can be said of them. */
export async function requireRecorded(db: Db, accountId: string, from: LocalDate): Promise<void> {
  const first = await db.tenant(accountId, (tx) => selectRecordsFrom(tx, accountId));
  if (first !== null && from < first)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('The records of days before {first} were removed.', { first }));
}

async function deriveMissing(db: Db, accountId: string, older: DaySpan, now: Date, signal?: AbortSignal) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const missing = await missingOf(db, accountId, older, now);
    if (!missing) return;
    // With those at which their weeks look, so that one answer is one first look.
    const from = addDays(missing.from, -DAYS_OF_WEEKS_BEFORE);
    await derive(db, accountId, { from, to: missing.to }, now, signal);
  }
  throw new Refusal('UNAVAILABLE', words('Records of these days are arriving. Try again in a minute.'), {
    retryAfter: 60,
  });
}

/** Returns the first and the last day of some whose facts are not stored; undefined where all are. */
async function missingOf(db: Db, accountId: string, older: DaySpan, now: Date): Promise<DaySpan | undefined> {
  const stored = new Set(await db.tenant(accountId, (tx) => useOlderDays(tx, accountId, older, now)));
  const missing = datesOf(older.from, older.to).filter((day) => !stored.has(day));
  const [first] = missing;
  const last = missing.at(-1);
  return first && last ? { from: first, to: last } : undefined;
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
    for (let from = addDays(days.from, -DAYS_LOOKED_BACK); from <= days.to; from = addDays(from, DAYS_AT_ONCE)) {
      signal?.throwIfAborted();
      const span = { from, to: [addDays(from, DAYS_AT_ONCE - 1), days.to].sort()[0] ?? days.to };
      await inTurn((tx) => deriveOver(tx, accountId, some, span));
    }
  await inTurn((tx) => endOlderDays(tx, accountId, attempt));
}
