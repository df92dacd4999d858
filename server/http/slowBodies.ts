import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How long a body may take to arrive, by where it goes: a terminal on a thin line and an upload may take their time. */
const LIMITS = { json: 12_000, terminal: 60_000, upload: 2 * 3_600_000 };

/**
 * Closes requests whose body does not arrive, so that nobody holds sockets by sending byte by byte. A request whose
 * caller is still looked up (the body is read after that, and the database may be slow) is given its time from when we begin to read.
 */
export function refuseSlowBodies(app: FastifyInstance, limits = LIMITS) {
  const waiting = new WeakMap<IncomingMessage, () => void>();
  app.addHook('onRequest', ({ raw, url, routeOptions }, reply, done) => {
    // By the route that it reached: what an address says beyond that is the caller's word.
    const kind = !url.startsWith('/v2/') ? 'terminal' : routeOptions.config?.isUpload ? 'upload' : 'json';
    if (!raw.complete && raw.method !== 'GET') limitBody(raw, kind, reply);
    done();
  });
  const limitBody = (raw: IncomingMessage, kind: keyof typeof LIMITS, reply: FastifyReply) => {
    const isTerminal = kind === 'terminal';
    const limit = limits[kind];
    let timer: NodeJS.Timeout | undefined;
    const watch = () => {
      if (!raw.complete) timer ??= setTimeout(() => raw.complete || raw.destroy(), limit);
    };
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
    // A terminal's is read at once, past the hooks.
    if (isTerminal) return watch();
    waiting.set(raw, watch);
    reply.raw.once('finish', watch);
  };
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    waiting.get(raw)?.();
    done();
  });
}
