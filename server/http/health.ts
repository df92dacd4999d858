import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { countMigrations } from '../db/migrate.ts';

const READY_WITHIN_MS = 2_000;
const hidden = { schema: { hide: true } as object };

/**
 * GET /healthz: the process answers, whatever its database does. GET /readyz: the database answered within 2 s and its migrations are
 * done (the server does not listen before they are); 503 otherwise, and while the server shuts down.
 */
export function healthRoutes(app: FastifyInstance, db: Db) {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/healthz', hidden, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', hidden, async (_request, reply) => {
    const isReady = !isClosing && (await answers(db));
    reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
    if (!isReady) reply.header('retry-after', '2');
    return reply.send({ status: isReady ? 'ready' : 'unavailable' });
  });
}

async function answers(db: Db): Promise<boolean> {
  const late = new Promise<number>((resolve) => setTimeout(resolve, READY_WITHIN_MS, 0).unref());
  return (await Promise.race([countMigrations(db).catch(() => 0), late])) > 0;
}
