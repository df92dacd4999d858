import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { endConnectionsWhenClosing } from './closing.ts';
import { allowOrigins } from './cors.ts';
import { healthRoutes } from './health.ts';
import { deleteOldIdempotencyKeys } from './idempotency.sql.ts';
import { type DatabaseStats, type MetricsOptions, metricsRoutes } from './metrics.ts';
import { logRequests } from './requestLog.ts';
import { type StaticOptions, staticRoutes } from './static.ts';

/** Parts that only a real server needs; tests of the API need none of them. */
export type Operation = {
  /** The directory of the built web application; the previous build is looked for at DIST.previous. */
  dist?: string;
  databaseStats?: () => DatabaseStats;
};

/** Mounts everything that belongs to no domain: health, metrics, the web application's files, request log, allowed origins. */
export function operationRoutes(
  app: FastifyInstance,
  { config, db, jobs, clock }: Services,
  {
    dist,
    databaseStats,
    installation,
    passkeyDomain,
  }: Operation & Pick<MetricsOptions, 'installation'> & Pick<StaticOptions, 'passkeyDomain'>,
) {
  jobs.define('idempotency.clean', async () => void (await deleteOldIdempotencyKeys(db, clock.now())));
  jobs.schedule('idempotency.clean', '41 * * * *');
  endConnectionsWhenClosing(app);
  logRequests(app);
  allowOrigins(app, config.allowedOrigins);
  metricsRoutes(app, {
    token: config.metricsToken,
    databaseStats,
    installation,
  });
  healthRoutes(app, db);
  staticRoutes(app, { config, passkeyDomain, ...(dist && { directory: dist, previousDirectory: `${dist}.previous` }) });
}
