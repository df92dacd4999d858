import type { FastifyInstance } from 'fastify';

/**
 * Ends each connection with its current request once the server closes: kept alive, connections would delay closing until they time out. Must be
 * registered before the routes.
 */
export function endConnectionsWhenClosing(app: FastifyInstance) {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    // Node counts a connection as idle only after this hook.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
