import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

/** Returns an account's currency by ISO 4217; null: none was chosen. */
export const readCurrency = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ currency: z.string().nullable() }),
      sql`select currency from account where account_id = ${accountId}`,
    )
  ).currency;
export const writeCurrency = (tx: Db, accountId: string, currency: string | null) =>
  tx.run(sql`update account set currency = ${currency} where account_id = ${accountId}`);
/** Tells whether any payroll file that was made after an instant has amounts of another currency. */
export const isAnyFileIn = async (
  tx: Db,
  accountId: string,
  { otherThan, after }: { otherThan: string | null; after?: string },
) =>
  (
    await tx.single(
      z.object({ isAny: z.boolean() }),
      sql`select exists (select from pay_file where account_id = ${accountId} and currency <> coalesce(${otherThan}::text, '')
        and received_at > ${after ?? '-infinity'}::timestamptz) as "isAny"`,
    )
  ).isAny;
/** Tells whether any period is locked. */
export const isAnyLocked = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ isLocked: z.boolean() }),
      sql`select exists (select from period_lock l where l.account_id = ${accountId} and l.kind = 'lock' and not exists (
        select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)) as "isLocked"`,
    )
  ).isLocked;
