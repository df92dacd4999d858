import { z } from 'zod';
import { type Db, named, sql } from '../db/db.ts';

const account = z.object({
  accountId: z.string(),
  code: z.string(),
  name: z.string(),
  isSystem: z.boolean(),
  timeZone: z.string(),
});
export type TenantAccount = z.infer<typeof account>;
const columns = sql`account_id as "accountId", code, name, is_system as "isSystem", time_zone as "timeZone"`;

export const selectAccount = (db: Db, accountId: string) =>
  db.first(account, sql`select ${columns} from account where account_id = ${accountId}`);

/** `for update` also waits for log-ins of the account that have started (access/session/logins.sql.ts), and makes others wait. */
export const selectAccountForUpdate = (tx: Db, accountId: string) =>
  tx.first(account, sql`select ${columns} from account where account_id = ${accountId} for update`);

export const selectAccountLocked = (tx: Db, accountId: string) =>
  tx.first(
    account,
    named('lock-account', sql`select ${columns} from account where account_id = ${accountId} for no key update`),
  );
