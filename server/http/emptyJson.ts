import type { FastifyInstance } from 'fastify';

/**
 * Every request of the web application says that it is JSON (spec/product.txt section 7), also those without a body: log-out,
 * extend, delete. An empty body then is no body; an endpoint that needs one says so itself.
 */
export function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs: 'string'` makes the body a string.
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
