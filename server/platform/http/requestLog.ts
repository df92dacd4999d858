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

/** An outage is over when no request has been refused for so long. */
const OUTAGE_MS = 10_000;

/** Logs one line per request, with the route's pattern instead of the address, so that no token in a path or query is ever written. */
export function logRequests(app: FastifyInstance) {
  let outage: { timer: NodeJS.Timeout; since: number; refused: number } | undefined;
  /** Counts a 503; returns true for the first of an outage. */
  const isFirst = (log: FastifyInstance['log']): boolean => {
    if (outage) {
      outage.refused++;
      outage.timer.refresh();
      return false;
    }
    const begun = { since: performance.now(), refused: 1, timer: setTimeout(() => end(), OUTAGE_MS).unref() };
    const end = () => {
      outage = undefined;
      const seconds = Math.round((performance.now() - begun.since - OUTAGE_MS) / 1_000);
      log.warn({ refused: begun.refused, seconds }, 'requests are no longer refused');
    };
    outage = begun;
    return true;
  };
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
    // While the database is unavailable every request fails in the same way: one line, and their number afterwards.
    if (status === 503 ? isFirst(app.log) : status >= 500) log.error(line, 'request');
    else log.debug(line, 'request');
    done();
  });
}
