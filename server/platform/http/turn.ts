import type { FastifyReply } from 'fastify';
import { words } from '#contract/platform/words.ts';
import type { Semaphore } from '../semaphore.ts';
import { Refusal } from './errors.ts';
import { goneSignal } from './gone.ts';

/**
 * Does an account's work when its turn comes. Work that nobody waits for any more is not begun, or is told through its signal. Throws
 * TOO_MANY_REQUESTS, with when to try again, where too much work of the account waits already.
 */
export async function inTurn<T>(
  semaphore: Semaphore,
  reply: FastifyReply,
  accountId: string,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = goneSignal(reply.raw);
  return semaphore
    .run(gone, () => work(gone), accountId)
    .catch((error) => {
      throw gone.aborted ? new Refusal('EXPIRED', words('Nobody waited for this any more.')) : error;
    });
}
