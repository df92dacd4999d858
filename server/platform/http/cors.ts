import type { FastifyInstance } from 'fastify';

const ALLOW = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-device-id, idempotency-key, if-none-match',
  'access-control-max-age': '600',
};

/** Allows only the origins in ALLOWED_ORIGINS, exactly as written, to read answers; no cookies, no wildcard. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'origin');
    if (!origin || !origins.includes(origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'content-disposition, etag, retry-after, date, x-scope, x-rights');
    if (request.method === 'OPTIONS') return reply.headers(ALLOW).code(204).send();
  });
  app.options('/v2/*', { schema: { hide: true } }, (_request, reply) => reply.code(204).send());
}
