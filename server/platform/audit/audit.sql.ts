import { z } from 'zod';
import { auditEntry } from '#contract/platform/audit.ts';
import { type Db, type Sql, sql } from '../db/db.ts';

export type NewAuditEntry = {
  id: string;
  /** Null: the trail of the system account, for entries that concern no known account. */
  accountId: string | null;
  at: Date;
  actor: string;
  actorId: string | null;
  action: string;
  target: string | null;
  targetId: string | null;
  address: string | null;
  result: 'ok' | 'refused';
  detail: string | null;
  /** The detail's message, as JSON. */
  words: string | null;
};

/** Used for the system account until that exists. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const insertAuditEntry = (tx: Db, entry: NewAuditEntry) =>
  tx.run(sql`
    insert into audit_entry (account_id, audit_entry_id, at, actor, action, target, address, result, detail, words, actor_id, target_id)
    select coalesce(${entry.accountId}::uuid, (select account_id from account where is_system), ${NOBODY}::uuid), ${entry.id}::uuid,
      ${entry.at}::timestamptz, ${entry.actor}, ${entry.action}, ${entry.target}::text, ${entry.address}::text, ${entry.result},
      ${entry.detail}::text, ${entry.words}::jsonb, ${entry.actorId}::uuid, ${entry.targetId}::uuid`);

const columns = sql`audit_entry_id as "_id", at, actor, actor_id as "actorId", action, target, target_id as "targetId", address, result,
  detail, words`;

export const listAuditEntries = (tx: Db, accountId: string, { offset, limit }: { offset: number; limit: number }) =>
  tx.rows(
    auditEntry,
    sql`select ${columns} from audit_entry where account_id = ${accountId}
        order by at desc, audit_entry_id desc limit ${limit} offset ${offset}`,
  );

/** Returns the next entries below a place in the trail, newest first. */
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

const link = z.object({
  place: z.number(),
  hash: z.string(),
  /** The entry's id. */
  id: z.string(),
  /** The fields that the hash covers, as text and in order; null where the entry itself is missing. */
  fields: z.array(z.string().nullable()).nullable(),
  /** Of an entry from which names of an erased person were taken: the hash of what it says since, and the erasures with their hashes. */
  erasures: z.array(z.object({ erasureId: z.string(), hash: z.string() })),
});
export type AuditLink = z.infer<typeof link>;

const linksWhere = (tx: Db, accountId: string, condition: Sql) =>
  tx.rows(
    link,
    sql`select l.place::float8 as place, encode(l.hash, 'hex') as hash, l.audit_entry_id as id,
          case when e.audit_entry_id is not null then array[l.place::text, e.account_id::text, e.audit_entry_id::text,
            to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.actor, e.action, e.target, e.address, e.result, e.detail]
            -- Entries written before user ids were recorded have a hash without them.
            || case when e.actor_id is null and e.target_id is null then '{}'::text[]
              else array[e.actor_id::text, e.target_id::text] end
            || case when e.words is null then '{}'::text[] else array[e.words::text] end
          end as fields,
          coalesce((select jsonb_agg(jsonb_build_object('erasureId', x.erasure_id, 'hash', encode(x.hash, 'hex')) order by x.erasure_id)
            from audit_erasure x where x.account_id = l.account_id and x.audit_entry_id = l.audit_entry_id), '[]') as erasures
        from audit_link l left join audit_entry e on e.account_id = l.account_id and e.audit_entry_id = l.audit_entry_id
        where l.account_id = ${accountId} and ${condition}`,
  );

/** Returns the chain from a place on, with the entries that it covers. */
export const auditLinksAfter = (tx: Db, accountId: string, place: number, limit: number) =>
  linksWhere(tx, accountId, sql`l.place > ${place} order by l.place limit ${limit}`);
/** Returns the links of some entries, in the order of the chain. */
export const auditLinksOf = (tx: Db, accountId: string, ids: readonly string[]) =>
  linksWhere(tx, accountId, sql`l.audit_entry_id = any(${[...ids]}::uuid[]) order by l.place`);

/** Stores the hashes of entries from which the names of an erased person were taken. */
export const insertErasures = (
  tx: Db,
  accountId: string,
  erasureId: string,
  entries: readonly { id: string; hash: string }[],
) =>
  tx.run(sql`
    insert into audit_erasure (account_id, audit_entry_id, erasure_id, hash)
    select ${accountId}, e.id, ${erasureId}, decode(e.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (id uuid, hash text)`);

/** Returns the number of entries that are in no chain: they were written around the database's rules. */
export const countUnlinked = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from audit_entry e where e.account_id = ${accountId} and not exists (
            select 1 from audit_link l where l.account_id = e.account_id and l.audit_entry_id = e.audit_entry_id)`,
    )
  ).total;

/** Returns every account that has a trail, including deleted ones. */
export const listAuditedAccounts = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string(), code: z.string().nullable() }),
    sql`select t.account_id as "accountId", a.code
        from (select account_id from audit_entry union select account_id from audit_link) t
        left join account a on a.account_id = t.account_id order by a.code, t.account_id`,
  );
