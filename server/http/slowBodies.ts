import type { FastifyInstance } from 'fastify';

/** How long a body may take to arrive, by where it goes: a terminal on a thin line and an upload may take their time. */
const JSON_MS = 12_000;
const TERMINAL_MS = 60_000;
const UPLOAD_MS = 2 * 3_600_000;

/** Closes requests whose body does not arrive, so that nobody holds sockets by sending byte by byte. */
export function refuseSlowBodies(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, url }) => {
    if (raw.complete || raw.method === 'GET') return;
    const limit = url.includes('/restore/upload') ? UPLOAD_MS : url.startsWith('/v2/') ? JSON_MS : TERMINAL_MS;
    const timer = setTimeout(() => raw.destroy(), limit);
    const arrived = () => clearTimeout(timer);
    raw.once('end', arrived).once('close', arrived);
  });
}
