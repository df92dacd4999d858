import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createByteBudget } from '../http/byteBudget.ts';
import { refusalOf } from '../http/errors.ts';
import { goneSignal } from '../http/gone.ts';
import { networkOf } from '../http/network.ts';
import { createRateLimiter } from '../http/rateLimit.ts';
import { createUnknownCallers } from '../http/unknownCallers.ts';
import type { Services } from '../services.ts';
import { admit, type Limits, RATE, UNKNOWN_SERIALS } from './admission.ts';
import { isPacked, TooManyLines } from './body.ts';
import { answer } from './dialects/adms/exchange.ts';
import { isTerminalPath } from './dialects/adms/request.ts';
import type { TerminalExchange } from './dialects/adms/terminalExchange.ts';
import { QuarantineFull } from './networks.ts';
import { admitPush, hear, PUSH_ADDRESS } from './pushes.ts';
import { readBody } from './readBody.ts';
import { refused, sendReply, type TerminalReply } from './reply.ts';
import type { Terminal } from './terminals.sql.ts';

/** The bytes of uploads in memory at once: sixteen of the largest, and four from one address. */
const BUDGET = { total: 64 * 1024 * 1024, perHost: 16 * 1024 * 1024 };
/** About a hundred punches: a larger upload is a history and can wait. */
const BULK_BYTES = 4_096;
/** Of a terminal that nobody knows, a few options are read to learn its model. */
const SHORT_BYTES = 8_192;
const TERMINAL_ROUTE = '/iclock/terminal';

/** Fastify's rewriteUrl: leads every shape of a terminal's path to one route, which reads the original request. */
export const terminalAddress = (request: IncomingMessage): string =>
  isTerminalPath((request.url ?? '/').split('?')[0] ?? '/') ? TERMINAL_ROUTE : (request.url ?? '/');

/**
 * Mounts the terminal protocol (ADMS push). Replies are written directly to the socket, because firmware depends on the exact case of header names.
 */
export function terminalRoutes(app: FastifyInstance, services: Services) {
  const limits: Limits = { limiter: createRateLimiter(RATE), unknown: createUnknownCallers(UNKNOWN_SERIALS) };
  const budget = createByteBudget(BUDGET);
  const addressed = { schema: { hide: true }, handler: () => undefined };
  // Before Fastify reads the body: no parser ever gets what a terminal sends.
  app.route({
    ...addressed,
    method: ['GET', 'POST', 'PUT', 'HEAD'],
    url: TERMINAL_ROUTE,
    onRequest: async (request, reply) => {
      /** Reads what an unknown terminal reports about itself, if that is only a few lines. */
      const readShort = async () => {
        if (!(Number(request.raw.headers['content-length']) <= SHORT_BYTES)) return Buffer.alloc(0);
        const { body, release } = await readBody(request.raw, budget, networkOf(request.ip).host);
        release();
        return typeof body === 'string' ? Buffer.alloc(0) : body;
      };
      await serve(request, reply, {
        admit: (now) => admit(request, services, limits, now, readShort),
        isUnreadable: ({ request: { endpoint } }, body) => endpoint === 'cdata' && isPacked(body),
        answer: (admitted, body) => answer({ ...admitted, method: request.method, body }),
      });
    },
  });
  app.route({
    ...addressed,
    method: ['GET', 'POST', 'PUT'],
    url: PUSH_ADDRESS,
    onRequest: (request, reply) =>
      serve(request, reply, { admit: (now) => admitPush(request, services, limits, now), answer: hear }),
  });

  /** Answers a request of a terminal: no byte of a body is read before it is known who sends it and that it is wanted. */
  async function serve<A extends Pick<TerminalExchange, 'terminal'>>(
    request: FastifyRequest,
    reply: FastifyReply,
    { admit, isUnreadable = () => false, answer }: Serving<A>,
  ) {
    reply.hijack();
    const now = services.clock.now();
    const respond = (result: TerminalReply, close = false) => {
      if (!request.raw.destroyed || request.raw.complete) sendReply(reply.raw, result, now.getTime(), close);
    };
    try {
      const admitted = isFromPage(request) ? refused(403, 'NOT FOR BROWSERS') : await admit(now);
      if ('status' in admitted) return respond(admitted);
      const { body, release } = await readBody(request.raw, budget, networkOf(request.ip).host);
      try {
        if (body === 'aborted') return;
        if (body === 'too large') return respond(refused(413, 'TOO LARGE'), true);
        if (body === 'no room') return respond(refused(503, 'TRY AGAIN'), true);
        // Compressed and encrypted uploads cannot be read; they are refused, so the terminal keeps them.
        const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
        if (body.length > 0 && (encoding !== 'identity' || isUnreadable(admitted, body)))
          return respond(refused(415, 'ENCRYPTION NOT SUPPORTED'));
        respond(await inTurn(services, admitted.terminal, { body, raw: reply.raw }, () => answer(admitted, body)));
      } finally {
        release();
      }
    } catch (error) {
      respond(failure(error, services));
    }
  }
}

type Serving<A> = {
  /** Returns the terminal of the request, or the reply that ends it. */
  admit: (now: Date) => Promise<A | TerminalReply>;
  isUnreadable?: (admitted: A, body: Buffer) => boolean;
  answer: (admitted: A, body: Buffer) => Promise<TerminalReply>;
};

/** Answers an upload when it is its turn. */
async function inTurn(
  { deliveries, bulk }: Services,
  { accountId }: Pick<Terminal, 'accountId'>,
  { body, raw }: { body: Buffer; raw: ServerResponse },
  answering: () => Promise<TerminalReply>,
): Promise<TerminalReply> {
  if (body.length === 0) return answering();
  const gone = goneSignal(raw);
  const deliver = () => deliveries.run(gone, answering, accountId);
  // A terminal that stopped waiting will send the upload again, so its place in the queue is freed.
  return (body.length >= BULK_BYTES ? bulk.run(gone, deliver, accountId) : deliver()).catch((error) => {
    if (error === gone.reason) return refused(503, 'TRY AGAIN');
    throw error;
  });
}

/**
 * Returns true for a request of a web page. Terminals send no origin; a page that is opened inside a terminal's network must not pass as the
 * terminal. (`Sec-Fetch-Mode: cors` alone comes from Node's own fetch, and from no browser.)
 */
function isFromPage({ headers }: FastifyRequest): boolean {
  // To a host without TLS a page's plain GET has no other mark: every browser's user agent starts with Mozilla, and no terminal's does.
  if (/^mozilla\//i.test(headers['user-agent'] ?? '')) return true;
  const fetched = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'));
  const isNode = fetched.length === 1 && headers['sec-fetch-mode'] === 'cors';
  return headers.origin !== undefined || headers.referer !== undefined || (fetched.length > 0 && !isNode);
}

/** Returns a status other than 200, so that the terminal sends it again. */
function failure(error: unknown, { log }: Services): TerminalReply {
  if (error instanceof TooManyLines) return refused(413, 'TOO LARGE');
  if (error instanceof QuarantineFull) return refused(403, 'NETWORK NOT ACCEPTED');
  const refusal = refusalOf(error);
  if (refusal?.errorCode === 'TOO_MANY_REQUESTS') return refused(429, 'TOO MANY REQUESTS');
  // In an outage each terminal is refused in the same way, and http/requestLog.ts counts them: a stack each would fill a full disk further.
  if (refusal?.errorCode === 'UNAVAILABLE') return refused(503, 'TRY AGAIN');
  log.error({ err: error }, 'a terminal was not served');
  return refused(500, 'TRY AGAIN');
}
