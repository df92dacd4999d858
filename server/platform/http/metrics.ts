import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { words } from '#contract/platform/words.ts';
import { bearerToken } from './callers.ts';
import { Refusal } from './errors.ts';

export type DatabaseStats = { connections: number; most: number; idle: number; waiting: number; restarts: number };
export type MetricsOptions = {
  /** Registers the installation's own gauges; returns the function that updates them. */
  installation?: (registry: Registry) => () => Promise<void>;
  token?: string | undefined;
  databaseStats?: (() => DatabaseStats) | undefined;
};

/** Adds the metrics of calls and of the database's connections to a registry; returns those that a call changes. */
export function callMetrics(registry: Registry, databaseStats?: MetricsOptions['databaseStats']) {
  const duration = new Histogram({
    name: 'tallyboard_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'tallyboard_http_answers_total',
    help: 'Answers, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  new Gauge({
    name: 'tallyboard_database',
    help: 'Connections open, the most that this process takes, idle and waited for; times the bundled PostgreSQL was started again',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, value] of Object.entries(databaseStats?.() ?? {})) this.set({ what }, value);
    },
  });
  return { duration, answers };
}

/**
 * GET /metrics in Prometheus' text format: the process, requests by route, the database's connections, the installation. It answers callers on this
 * machine (unless a proxy passed the request on) and those that send METRICS_TOKEN as a bearer token; for anybody else it does not exist.
 */
export function metricsRoutes(app: FastifyInstance, { token, databaseStats, installation }: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { duration, answers } = callMetrics(registry, databaseStats);
  const refresh = installation?.(registry);

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method, route }, reply.elapsedTime / 1_000);
    answers.inc({ method, route, status: reply.statusCode });
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, token)) throw new Refusal('NOT_FOUND', words('There is no such call.'));
    await refresh?.();
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

const LOCAL_NAME = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Decided by the socket, whatever TRUST_PROXY says. A request that a proxy on this machine passed on is not local, nor is one with another host name,
 * as by a page whose name was made to resolve to this machine (DNS rebinding).
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const passedOn = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'];
  if (headers.host !== undefined && !LOCAL_NAME.test(headers.host)) return false;
  return passedOn === undefined && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = bearerToken(headers.authorization);
  if (!token || !given) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
