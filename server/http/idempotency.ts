import { createHash } from 'node:crypto';
import { unlessUnavailable } from '../db/errors.ts';
import type { UserCaller } from './callers.ts';
import { conflict, invalid } from './errors.ts';

/** Answers that were given, by key; see idempotency.sql.ts. */
export type IdempotencyStore = {
  /** Claims the key, or tells what it was used for; `answer` null while the first is still running. */
  claim(
    accountId: string,
    key: string,
    requestHash: string,
    now: Date,
  ): Promise<'claimed' | { requestHash: string; answer: string | null }>;
  keep(accountId: string, key: string, answer: string): Promise<void>;
  release(accountId: string, key: string): Promise<void>;
};

type Ask = { caller: UserCaller; key: string; method: string; url: string; body: unknown; now: Date };

/** The same key and body answers the same result (spec/server.md): a write that a flaky line repeats happens once. */
export async function answerOnce(store: IdempotencyStore, ask: Ask, answer: () => Promise<unknown>): Promise<unknown> {
  const { caller, key, method, url, body, now } = ask;
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw invalid('idempotency-key', 'Use 8 to 200 printable characters');
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
  const ownKey = `${caller.userId}:${key}`;
  const claim = await store.claim(caller.accountId, ownKey, requestHash, now);
  if (claim !== 'claimed') {
    if (claim.requestHash !== requestHash) throw conflict('This idempotency key was used for another request.');
    if (claim.answer === null) throw conflict('The first request with this idempotency key is still running.');
    return JSON.parse(claim.answer);
  }
  const result = await answer().catch(async (error: unknown) => {
    await store.release(caller.accountId, ownKey).catch(() => undefined);
    throw error;
  });
  // It is done: when that cannot be noted, the key stays taken, so that it is not done again at once.
  await unlessUnavailable(store.keep(caller.accountId, ownKey, JSON.stringify(result ?? null)));
  return result;
}
