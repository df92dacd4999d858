import type { FastifyInstance } from 'fastify';

/** Ends connections with their request once the server closes: kept alive, they would hold it up until they time out. Before the routes. */
export function endConnectionsWhenClosing(app: FastifyInstance) {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    // Node counts a connection as idle only after this.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
