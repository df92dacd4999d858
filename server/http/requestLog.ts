import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Logger } from 'pino';

/** Returns the logging options of a real server: every request has an id, which is in its log lines and its answer. */
export const loggedBy = (log: Logger): FastifyServerOptions => ({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  requestIdHeader: false,
  // Enough to identify a request among the log lines of a day.
  genReqId: () => crypto.randomUUID().slice(0, 13),
});

/** Logs one line per request, with the route's pattern instead of the address, so that no token in a path or query is ever written (S-71). */
export function logRequests(app: FastifyInstance) {
  let lastUnavailable = Number.NEGATIVE_INFINITY;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, log, caller, ip } = request;
    const status = reply.statusCode;
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
      ip,
      ...(caller && { account: caller.accountId }),
    };
    // While the database is unavailable every request fails in the same way: one line a second is enough.
    const isRepeated = status === 503 && performance.now() - lastUnavailable < 1_000;
    if (status === 503 && !isRepeated) lastUnavailable = performance.now();
    if (status >= 500 && !isRepeated) log.error(line, 'request');
    else log.debug(line, 'request');
    done();
  });
}
