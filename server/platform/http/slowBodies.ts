import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The time in which a body must arrive, by its kind: an archive of gigabytes may take long, and so may a terminal on a slow connection once it is known
 * who it is.
 */
const LIMITS = { json: 12_000, stranger: 15_000, terminal: 60_000, file: 60_000, archive: 2 * 3_600_000 };

const known = new WeakMap<IncomingMessage, () => void>();
/** Gives the body of a terminal that was let in its time. */
export const expectBody = (raw: IncomingMessage) => known.get(raw)?.();

/**
 * Closes requests whose body does not arrive, so that nobody occupies sockets by sending byte by byte. While a request's caller is still looked up,
 * its body is not read, and the database may be slow, so the time starts when reading begins.
 */
export function refuseSlowBodies(app: FastifyInstance, limits = LIMITS) {
  const waiting = new WeakMap<IncomingMessage, () => void>();
  app.addHook('onRequest', ({ raw, url, routeOptions }, reply, done) => {
    // By the route that was reached, because the rest of the address is under the caller's control.
    const kind = !url.startsWith('/v2/') ? 'stranger' : (routeOptions.config?.upload ?? 'json');
    if (!raw.complete && raw.method !== 'GET') limitBody(raw, kind, reply);
    done();
  });
  const limitBody = (raw: IncomingMessage, kind: keyof typeof LIMITS, reply: FastifyReply) => {
    let timer: NodeJS.Timeout | undefined;
    const watch = (limit = limits[kind]) => {
      if (!raw.complete) timer ??= setTimeout(() => raw.complete || raw.destroy(), limit);
    };
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
    // A terminal's body is read at once, without the hooks.
    if (kind === 'stranger') {
      known.set(raw, () => {
        arrived();
        timer = undefined;
        watch(limits.terminal);
      });
      return watch();
    }
    waiting.set(raw, watch);
    reply.raw.once('finish', () => watch());
  };
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    waiting.get(raw)?.();
    done();
  });
}
