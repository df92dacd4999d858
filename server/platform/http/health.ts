import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { countMigrations, isStandby, readsOnly } from '../db/migrate.ts';

const READY_WITHIN_MS = 2_000;
const hidden = { schema: { hide: true } };

/**
 * GET /healthz: the process answers, whatever its database does. GET /readyz: the database answered within 2 s and its migrations are done (the
 * server does not listen before they are); otherwise 503, as well as on a standby and while the server shuts down. 'read-only' is a 200: people can
 * log in and look, but nothing is saved until the disk has space.
 */
export function healthRoutes(app: FastifyInstance, db: Db) {
  let isClosing = false;
  let pending: Promise<State> | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/healthz', hidden, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', hidden, async (_request, reply) => {
    // One query at a time however many requests arrive, because callers need not log in.
    pending ??= stateOf(db).finally(() => {
      pending = undefined;
    });
    const status = isClosing ? 'unavailable' : await pending;
    const isReady = status !== 'unavailable';
    reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
    if (!isReady) reply.header('retry-after', '2');
    return reply.send({ status });
  });
}

type State = 'ready' | 'read-only' | 'unavailable';

async function stateOf(db: Db): Promise<State> {
  const late = new Promise<State>((resolve) => setTimeout(resolve, READY_WITHIN_MS, 'unavailable').unref());
  const asked = async (): Promise<State> => {
    if ((await countMigrations(db)) === 0 || (await isStandby(db))) return 'unavailable';
    return (await readsOnly(db)) ? 'read-only' : 'ready';
  };
  return Promise.race([asked().catch((): State => 'unavailable'), late]);
}
