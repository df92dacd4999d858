import { z } from 'zod';
import { auditEntry } from '#contract/audit.ts';
import { type Db, sql } from '../db/db.ts';

export type NewAuditEntry = {
  id: string;
  /** Null: the system account's, for what concerns no known account. */
  accountId: string | null;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  address: string | null;
  result: 'ok' | 'refused';
  detail: string | null;
};

/** Before the system account is there. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const insertAuditEntry = (tx: Db, entry: NewAuditEntry) =>
  tx.run(sql`
    insert into audit_entry (account_id, audit_entry_id, at, actor, action, target, address, result, detail)
    select coalesce(${entry.accountId}::uuid, (select account_id from account where is_system), ${NOBODY}::uuid), ${entry.id}::uuid,
      ${entry.at}::timestamptz, ${entry.actor}, ${entry.action}, ${entry.target}::text, ${entry.address}::text, ${entry.result},
      ${entry.detail}::text`);

const columns = sql`audit_entry_id as "_id", at, actor, action, target, address, result, detail`;

export const listAuditEntries = (tx: Db, accountId: string, { offset, limit }: { offset: number; limit: number }) =>
  tx.rows(
    auditEntry,
    sql`select ${columns} from audit_entry where account_id = ${accountId}
        order by at desc, audit_entry_id desc limit ${limit} offset ${offset}`,
  );

/** The next batch below a place in the trail, newest first. */
export const auditEntriesBefore = (
  tx: Db,
  accountId: string,
  before: { at: string; id: string } | null,
  limit: number,
) =>
  tx.rows(
    auditEntry,
    sql`select ${columns} from audit_entry where account_id = ${accountId}
          and (${before === null} or (at, audit_entry_id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
        order by at desc, audit_entry_id desc limit ${limit}`,
  );

export const countAuditEntries = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from audit_entry where account_id = ${accountId}`,
    )
  ).total;
