import type { FastifyReply } from 'fastify';
import type { Semaphore } from '../semaphore.ts';
import { Refusal } from './errors.ts';
import { goneSignal } from './gone.ts';

/**
 * Does an account's work in its turn; what nobody waits for any more is not begun, and `work` hears of it. Throws TOO_MANY_REQUESTS, with when to
 * come again, where too much of the account waits already.
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
      throw gone.aborted ? new Refusal('EXPIRED', 'Nobody waited for this any more.') : error;
    });
}
