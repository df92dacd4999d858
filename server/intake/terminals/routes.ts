import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createByteBudget } from '../../platform/http/byteBudget.ts';
import { refusalOf } from '../../platform/http/errors.ts';
import { goneSignal } from '../../platform/http/gone.ts';
import { networkOf } from '../../platform/http/network.ts';
import { expectBody } from '../../platform/http/slowBodies.ts';
import type { Services } from '../../platform/services.ts';
import { createLimits } from './admission.ts';
import { TooManyLines, Unpackable } from './body.ts';
import { adms } from './dialects/adms/adms.ts';
import { QuarantineFull } from './networks.ts';
import { pushes } from './pushes.ts';
import { readBody } from './readBody.ts';
import { refused, sendReply, type TerminalReply } from './reply.ts';
import type { Terminal } from './terminals.sql.ts';
import type { WayIn } from './wayIn.ts';

/** The bytes of uploads in memory at once: sixteen of the largest, and four from one address. */
const BUDGET = { total: 64 * 1024 * 1024, perHost: 16 * 1024 * 1024 };
/** About a hundred punches: a larger upload is a history and can wait. */
const BULK_BYTES = 4_096;
/** Of a terminal that nobody knows, a few options are read to learn its model. */
const SHORT_BYTES = 8_192;
/** A dialect whose requests have a path of their own is a line here; a make that posts its events, one in dialects/registry.ts. */
const WAYS_IN: readonly WayIn[] = [adms, pushes];

/** Mounts the ways in of terminals. Replies are written directly to the socket, because firmware depends on the exact case of header names. */
export function terminalRoutes(app: FastifyInstance, services: Services) {
  const limits = createLimits();
  const budget = createByteBudget(BUDGET);
  for (const { url, method, admit } of WAYS_IN)
    app.route({
      schema: { hide: true },
      handler: () => undefined,
      method,
      url,
      // Before Fastify reads the body: no parser ever gets what a terminal sends.
      onRequest: (request, reply) => serve(request, reply, admit),
    });

  /** Answers a request of a terminal: no byte of a body is read before it is known who sends it and that it is wanted. */
  async function serve(request: FastifyRequest, reply: FastifyReply, admit: WayIn['admit']) {
    reply.hijack();
    const now = services.clock.now();
    const respond = (result: TerminalReply, close = false) => {
      if (!request.raw.destroyed || request.raw.complete) sendReply(reply.raw, result, now.getTime(), close);
    };
    const read = () => readBody(request.raw, budget, networkOf(request.ip).host);
    const readShort = async () => {
      if (!(Number(request.raw.headers['content-length']) <= SHORT_BYTES)) return Buffer.alloc(0);
      const { body, release } = await read();
      release();
      return typeof body === 'string' ? Buffer.alloc(0) : body;
    };
    try {
      const admitted = isFromPage(request)
        ? refused(403, 'NOT FOR BROWSERS')
        : await admit(request, services, { limits, now, readShort });
      if ('status' in admitted) return respond(admitted);
      const { terminal, isUnreadable = () => false, unpacks = false, answer } = admitted;
      expectBody(request.raw);
      const { body, release } = await read();
      try {
        if (body === 'aborted') return;
        if (body === 'too large') return respond(refused(413, 'TOO LARGE'), true);
        if (body === 'no room') return respond(refused(503, 'TRY AGAIN'), true);
        // Compressed and encrypted uploads cannot be read; they are refused, so the terminal keeps them.
        const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
        const isPacked = encoding !== 'identity' && !unpacks;
        if (body.length > 0 && (isPacked || (encoding === 'identity' && isUnreadable(body))))
          return respond(refused(415, 'ENCRYPTION NOT SUPPORTED'));
        respond(await inTurn(services, terminal, { body, raw: reply.raw }, () => answer(body)));
      } finally {
        release();
      }
    } catch (error) {
      respond(failure(error, services));
    }
  }
}

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
  if (error instanceof Unpackable) return refused(415, 'ENCRYPTION NOT SUPPORTED');
  if (error instanceof QuarantineFull) return refused(403, 'NETWORK NOT ACCEPTED');
  const refusal = refusalOf(error);
  if (refusal?.errorCode === 'TOO_MANY_REQUESTS') return refused(429, 'TOO MANY REQUESTS');
  // In an outage each terminal is refused in the same way, and platform/http/requestLog.ts counts them: a stack each would fill a full disk further.
  if (refusal?.errorCode === 'UNAVAILABLE') return refused(503, 'TRY AGAIN');
  log.error({ err: error }, 'a terminal was not served');
  return refused(500, 'TRY AGAIN');
}
