import type { FastifyInstance } from 'fastify';
import { words } from '#contract/platform/words.ts';
import type { ByteBudget } from './byteBudget.ts';
import type { Caller } from './callers.ts';
import { Refusal } from './errors.ts';

const MB = 1024 * 1024;
/** The bytes of large bodies in memory at once: of the process, and of one account (for administrators, one person): four of the largest of payroll. */
export const LARGE_BODIES = { total: 128 * MB, perHost: 32 * MB };

const ownerOf = (caller: Caller | null) => (caller?.kind === 'user' ? caller.userId : (caller?.accountId ?? ''));

/**
 * Lets a scope's endpoints accept bodies of up to `limit` bytes while there is room for their announced length, from their headers until they are
 * answered: a stolen key that sends many at once, or slowly, cannot fill the memory. Throws UNAVAILABLE, with when to try again.
 */
export function acceptLargeBodies(scope: FastifyInstance, limit: number, budget: ByteBudget) {
  scope.addHook('onRoute', (options) => {
    options.bodyLimit = limit;
  });
  scope.addHook('preParsing', ({ headers, caller }, reply, payload, done) => {
    // A body without an announced length counts as the longest; one that is too long is refused before it is read.
    const bytes = Math.min(Number(headers['content-length'] ?? limit), limit);
    const owner = ownerOf(caller);
    if (!budget.take(owner, bytes))
      return done(
        new Refusal('UNAVAILABLE', words('Too much is arriving at once. Please try again.'), { retryAfter: 15 }),
      );
    reply.raw.once('close', () => budget.give(owner, bytes));
    done(null, payload);
  });
}
