import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';
import { EARLIEST, type LocalDate } from '../platform/zone.ts';
import type { DaySpan } from './window.ts';

/** Statements on days from before those whose facts are always stored (docs/reference/records.md#files-of-records). */

const dated = z.object({ day: z.string() });

/** Notes that some older days are in use, and returns those whose facts are stored. */
export async function useOlderDays(tx: Db, accountId: string, { from, to }: DaySpan, now: Date): Promise<LocalDate[]> {
  const rows = await tx.rows(
    dated,
    sql`update older_day set used_at = ${now} where account_id = ${accountId} and is_derived
      and day between ${from}::date and ${to}::date returning day::text as day`,
  );
  return rows.map(({ day }) => day);
}

/** Returns those of some older days whose facts are stored and were in use in the last hours: others are to be noted as in use first. */
export async function selectDerivedDays(
  tx: Db,
  accountId: string,
  { from, to }: DaySpan,
  now: Date,
): Promise<LocalDate[]> {
  const rows = await tx.rows(
    dated,
    sql`select day::text as day from older_day where account_id = ${accountId} and is_derived
      and day between ${from}::date and ${to}::date and used_at > ${now}::timestamptz - interval '6 hours'`,
  );
  return rows.map(({ day }) => day);
}

const kept = z.object({ from: z.string().nullable() });
/** Returns the first day whose records were not removed (docs/reference/records.md#how-long-records-are-stored); null where none were. */
export const selectRecordsFrom = async (tx: Db, accountId: string) =>
  (await tx.first(kept, sql`select records_from::text as "from" from account where account_id = ${accountId}`))?.from ??
  null;

/** Notes that an attempt begins to derive some older days; it takes the place of another one that has not ended. */
export const beginOlderDays = (tx: Db, accountId: string, { from, to }: DaySpan, attempt: string, now: Date) =>
  tx.run(sql`insert into older_day as o (account_id, day, attempt, used_at)
    select ${accountId}, day::date, ${attempt}, ${now} from generate_series(${from}::date, ${to}::date, interval '1 day') day
    on conflict (account_id, day) do update set attempt = excluded.attempt, used_at = excluded.used_at where not o.is_derived`);

/** Notes that an attempt has derived its days: those that nothing has changed, and no other attempt has begun, meanwhile. */
export const endOlderDays = (tx: Db, accountId: string, attempt: string) =>
  tx.run(sql`update older_day set is_derived = true where account_id = ${accountId} and attempt = ${attempt}`);

/** Forgets that older days from `from` on are derived, all of them without it: what they are derived from has changed. The caller holds the account's lock. */
export async function forgetOlderDays(tx: Db, accountId: string, from: LocalDate = EARLIEST) {
  await tx.run(sql`with forgotten as (delete from older_day where account_id = ${accountId} and day >= ${from}::date returning day)
    delete from judged_date where account_id = ${accountId} and day in (select day from forgotten)`);
}

/** Lets this transaction write and delete facts of older days without a note that figures have changed. */
export const derivingOlder = (tx: Db) => tx.run(sql`select set_config('app.deriving_older', 'on', true)`);

/** Forgets, in all accounts, the older days that were last used before an instant, with how they were judged. */
export const forgetUnused = (tx: Db, unusedSince: Date) =>
  tx.run(sql`delete from older_day where used_at < ${unusedSince}`);
