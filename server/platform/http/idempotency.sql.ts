import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';
import type { Claim, IdempotencyStore } from './idempotency.ts';

const KEPT = '24 hours';
/** A claim without an answer expires after this time: its process must have died. */
const ABANDONED = '2 minutes';
/** After so many uses that came and went meanwhile, the key counts as in use. */
const MOST_TRIES = 5;
/** Of idempotency_key.status. */
const STATES = { 0: 'running', 1: 'done', 200: 'answered' } as const;
const known = z.object({
  requestHash: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(200)]),
  answer: z.string(),
});

/** The functions of the instance's secrets that are needed here. */
type Sealing = {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): Buffer;
  hmac(purpose: string, value: string): Buffer;
};

/**
 * Returns a store of answers by idempotency key. A request may contain a password and an answer a key, so only an HMAC of the request is stored, and
 * the answer is encrypted.
 */
export function createIdempotencyStore(db: Db, secrets: Sealing): IdempotencyStore {
  const context = ({ accountId, key }: Claim) => `idempotency:${accountId}:${key}`;
  return {
    async claim(claim, plainHash) {
      const { accountId, key, claimedAt } = claim;
      const requestHash = secrets.hmac('idempotency', plainHash).toString('hex');
      // The other use may end in a refusal, and release the key, between these two statements: then it is free.
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const claimed = await db.run(sql`
          insert into idempotency_key (account_id, idempotency_key, request_hash, status, answer, created_at)
          values (${accountId}, ${key}, ${requestHash}, 0, '', ${claimedAt})
          on conflict (account_id, idempotency_key) do update
            set request_hash = excluded.request_hash, status = 0, answer = '', created_at = excluded.created_at
            where idempotency_key.created_at < excluded.created_at - ${KEPT}::interval
               or (idempotency_key.status = 0 and idempotency_key.created_at < excluded.created_at - ${ABANDONED}::interval)`);
        if (claimed > 0) return 'claimed';
        const before = await db.first(
          known,
          sql`select request_hash as "requestHash", status, answer
              from idempotency_key where account_id = ${accountId} and idempotency_key = ${key}`,
        );
        if (!before) continue;
        const state = STATES[before.status];
        return {
          // The caller compares its request with the earlier one.
          requestHash: before.requestHash === requestHash ? plainHash : before.requestHash,
          state,
          answer: state === 'answered' ? secrets.open(before.answer, context(claim)).toString() : null,
        };
      }
      return { requestHash: plainHash, state: 'running', answer: null };
    },
    async note(tx, claim, answer) {
      const { accountId, key, claimedAt } = claim;
      const sealed = answer === null ? null : secrets.seal(answer, context(claim));
      const { noted } = await tx.single(
        z.object({ noted: z.boolean() }),
        sql`select note_idempotent(${accountId}::uuid, ${key}, ${claimedAt}::timestamptz, ${sealed}::text) as noted`,
      );
      return noted;
    },
    async keep(claim, answer) {
      await this.note(db, claim, answer);
    },
    async release({ accountId, key, claimedAt }) {
      await db.run(sql`delete from idempotency_key where account_id = ${accountId} and idempotency_key = ${key}
        and status = 0 and created_at = ${claimedAt}`);
    },
  };
}

/** Deletes answers that are older than a day. */
export const deleteOldIdempotencyKeys = (db: Db, now: Date) =>
  db.run(sql`delete from idempotency_key where created_at < ${now}::timestamptz - ${KEPT}::interval`);
