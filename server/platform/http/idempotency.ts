import { createHash } from 'node:crypto';
import { words } from '#contract/platform/words.ts';
import type { Db } from '../db/db.ts';
import { unlessUnavailable } from '../db/errors.ts';
import type { UserCaller } from './callers.ts';
import { conflict, invalid } from './errors.ts';

/** One use of a key: who uses it and when it was claimed. */
export type Claim = { accountId: string; key: string; claimedAt: Date };
/** The state of a key that was used before: `running`, `done` without an answer, or answered. */
export type UsedKey = { requestHash: string; state: 'running' | 'done' | 'answered'; answer: string | null };

/** Stores answers by key; see idempotency.sql.ts. */
export type IdempotencyStore = {
  /** Claims the key, or returns its earlier use. */
  claim(claim: Claim, requestHash: string): Promise<'claimed' | UsedKey>;
  /**
   * Records within the effect's transaction that the call is done, with its answer if that is known by then. Returns false if the claim was given up.
   */
  note(tx: Db, claim: Claim, answer: string | null): Promise<boolean>;
  keep(claim: Claim, answer: string): Promise<void>;
  /** Releases the key, unless the call was done. */
  release(claim: Claim): Promise<void>;
};

/** Lets the transaction of an effect record the answer to a request with a key; does nothing without a key. */
export type Noting = {
  done(tx: Db): Promise<void>;
  answered<T>(tx: Db, answer: T): Promise<T>;
};
export const NOT_NOTED: Noting = { done: async () => undefined, answered: async (_tx, answer) => answer };

type Ask = { caller: UserCaller; key: string; method: string; url: string; body: unknown; now: Date };

/**
 * Returns the same result for the same key and body: a write that a flaky connection repeats happens once. That it was done is
 * committed with the effect itself, so that a process that dies right after it does not let it happen again.
 */
export async function answerOnce(
  store: IdempotencyStore,
  { caller, key, method, url, body, now }: Ask,
  answer: (noting: Noting) => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw invalid('idempotency-key', words('Use 8 to 200 printable characters'));
  const requestHash = createHash('sha256')
    // An answer within another scope is not given again (docs/reference/scope.md#what-is-cached), nor is the act done twice.
    .update(JSON.stringify([method, url, body ?? null, ...(caller.scope ? [caller.scope.key] : [])]))
    .digest('hex');
  const claim: Claim = { accountId: caller.accountId, key: `${caller.userId}:${key}`, claimedAt: now };
  const used = await store.claim(claim, requestHash);
  if (used !== 'claimed') {
    if (used.requestHash !== requestHash) throw conflict(words('This idempotency key was used for another request.'));
    if (used.state === 'running')
      throw conflict(words('The first request with this idempotency key is still running.'));
    if (used.answer === null)
      throw conflict(
        words('This request was carried out, and its answer is not there. See what there is before another one.'),
      );
    return JSON.parse(used.answer);
  }
  const note = async (tx: Db, given: string | null) => {
    if (!(await store.note(tx, claim, given)))
      throw conflict(words('This idempotency key is used by another request now.'));
  };
  let isKept = false;
  const noting: Noting = {
    done: (tx) => note(tx, null),
    answered: async (tx, result) => {
      await note(tx, JSON.stringify(result ?? null));
      isKept = true;
      return result;
    },
  };
  const result = await answer(noting).catch(async (error: unknown) => {
    await store.release(claim).catch(() => undefined);
    throw error;
  });
  // It is done: if that cannot be recorded, the key stays claimed, so that it is not done again at once.
  if (!isKept) await unlessUnavailable(store.keep(claim, JSON.stringify(result ?? null)));
  return result;
}
