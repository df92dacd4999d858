import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import type { IdempotencyStore } from './idempotency.ts';

const KEPT = '24 hours';
/** A claim without an answer is given up after this: its process died. */
const ABANDONED = '2 minutes';
const known = z.object({ requestHash: z.string(), answer: z.string().nullable() });

/** The part of the instance's secrets that is needed here. */
type Sealing = {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): Buffer;
  hmac(purpose: string, value: string): Buffer;
};

/**
 * A request may carry a password and an answer a key: of the one only an HMAC is kept, the other is encrypted (security.md S-13).
 */
export function createIdempotencyStore(db: Db, secrets: Sealing): IdempotencyStore {
  const context = (accountId: string, key: string) => `idempotency:${accountId}:${key}`;
  return {
    async claim(accountId, key, plainHash, now) {
      const requestHash = secrets.hmac('idempotency', plainHash).toString('hex');
      const claimed = await db.run(sql`
        insert into idempotency_key (account_id, idempotency_key, request_hash, status, answer, created_at)
        values (${accountId}, ${key}, ${requestHash}, 0, '', ${now})
        on conflict (account_id, idempotency_key) do update
          set request_hash = excluded.request_hash, status = 0, answer = '', created_at = excluded.created_at
          where idempotency_key.created_at < excluded.created_at - ${KEPT}::interval
             or (idempotency_key.status = 0 and idempotency_key.created_at < excluded.created_at - ${ABANDONED}::interval)`);
      if (claimed > 0) return 'claimed';
      const before = await db.single(
        known,
        sql`select request_hash as "requestHash", case when status = 200 then answer end as "answer"
            from idempotency_key where account_id = ${accountId} and idempotency_key = ${key}`,
      );
      return {
        // The caller compares what it asked with what was asked.
        requestHash: before.requestHash === requestHash ? plainHash : before.requestHash,
        answer: before.answer === null ? null : secrets.open(before.answer, context(accountId, key)).toString(),
      };
    },
    async keep(accountId, key, answer) {
      await db.run(sql`update idempotency_key set status = 200, answer = ${secrets.seal(answer, context(accountId, key))}
        where account_id = ${accountId} and idempotency_key = ${key}`);
    },
    async release(accountId, key) {
      await db.run(sql`delete from idempotency_key where account_id = ${accountId} and idempotency_key = ${key}`);
    },
  };
}

/** Forgets answers that are older than a day. */
export const deleteOldIdempotencyKeys = (db: Db, now: Date) =>
  db.run(sql`delete from idempotency_key where created_at < ${now}::timestamptz - ${KEPT}::interval`);
