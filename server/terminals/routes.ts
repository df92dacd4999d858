import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOf } from '../http/errors.ts';
import { goneSignal } from '../http/gone.ts';
import { networkOf } from '../http/network.ts';
import { createRateLimiter, type RateLimiter } from '../http/rateLimit.ts';
import type { Services } from '../services.ts';
import { tokenMatches } from './access.ts';
import { cut, decodeText, isPacked, TooManyLines } from './body.ts';
import { bringsPunches, isFromUntrustedNetwork, noteOtherNetwork } from './elsewhere.ts';
import { answer } from './exchange.ts';
import { parseOptions } from './options.ts';
import { OK, refused, sendReply, type TerminalReply } from './reply.ts';
import { isTerminalPath, lacksLength, loggablePath, parseTerminalRequest, type TerminalRequest } from './request.ts';
import { noteSighting } from './sightings.sql.ts';
import { findTerminal, noteContact, noteProof, type Terminal } from './terminals.sql.ts';
import { replyToUnknownTerminal } from './unknown.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
/** About a hundred punches: more is a history, which has time. */
const BULK_BYTES = 4_096;
const CONTACT_EVERY_MS = 20_000;
/** 20 a second sustained, 200 at once: the replay of a history (S-80). */
const RATE = {
  terminal: { perMinute: 1_200, burst: 200 },
  stranger: { perMinute: 600, burst: 300 },
  /** How often a second network is worth a line in the alarms and in the trail. */
  otherNetwork: { perMinute: 1 / 60, burst: 1 },
};
type Limiter = RateLimiter<keyof typeof RATE>;
const TERMINAL_ROUTE = '/iclock/terminal';

/** Fastify's rewriteUrl: every shape of a terminal's path is one route, which reads the request as it came. */
export const terminalAddress = (request: IncomingMessage): string =>
  isTerminalPath((request.url ?? '/').split('?')[0] ?? '/') ? TERMINAL_ROUTE : (request.url ?? '/');

/** The terminal protocol (ADMS push). Replies are written by hand: firmware reads headers by their exact case. */
export function terminalRoutes(app: FastifyInstance, services: Services) {
  const limiter = createRateLimiter(RATE);
  app.route({
    method: ['GET', 'POST', 'PUT', 'HEAD'],
    url: TERMINAL_ROUTE,
    schema: { hide: true } as object,
    // Before Fastify looks at the body: no parser ever touches what a terminal sends.
    onRequest: async (request, reply) => {
      reply.hijack();
      const now = services.clock.now();
      const respond = (result: TerminalReply, close = false) => {
        if (!request.raw.destroyed || request.raw.complete) sendReply(reply.raw, result, now.getTime(), close);
      };
      try {
        const body = await readBody(request.raw);
        if (body === 'aborted') return;
        // What is left of it is not worth reading.
        if (body === 'too large') return respond(refused(413, 'TOO LARGE'), true);
        respond(await serve(request, { body, gone: goneSignal(reply.raw) }, services, limiter, now));
      } catch (error) {
        respond(failure(error, services));
      }
    },
    handler: () => undefined,
  });
}

/** Not 200, so that the terminal sends it again. */
function failure(error: unknown, { log }: Services): TerminalReply {
  if (error instanceof TooManyLines) return refused(413, 'TOO LARGE');
  const refusal = refusalOf(error);
  if (refusal?.errorCode === 'TOO_MANY_REQUESTS') return refused(429, 'TOO MANY REQUESTS');
  log.error({ err: error }, 'a terminal was not served');
  return refused(refusal?.errorCode === 'UNAVAILABLE' ? 503 : 500, 'TRY AGAIN');
}

async function serve(
  request: FastifyRequest,
  { body, gone }: { body: Buffer; gone: AbortSignal },
  services: Services,
  limiter: Limiter,
  now: Date,
): Promise<TerminalReply> {
  const { db, secrets } = services;
  const asked = parseTerminalRequest(request.originalUrl);
  if (asked.serial === null)
    return asked.endpoint === 'other' && body.length === 0 && asked.serialProblem === 'missing'
      ? OK
      : refused(400, `SN ${asked.serialProblem ?? 'missing'}`);
  if (lacksLength(request.raw, asked)) return refused(411, 'LENGTH REQUIRED');
  const { network, host } = networkOf(request.ip);
  // By where it comes from as well: a serial number is printed on the case, and must not be what somebody else floods it away with.
  await takeTurn(limiter, `${asked.serial} ${host}`, services);
  if (asked.endpoint === 'other')
    services.log.info(
      { serial: asked.serial, path: loggablePath(request.originalUrl) },
      'a terminal asked for an unknown path',
    );
  const terminal = await findTerminal(db, asked.serial);
  if (!terminal) {
    limiter.take('stranger', host, now);
    await noteSighting(db, { serial: asked.serial, model: modelOf(asked, body), address: request.ip }, now);
    return replyToUnknownTerminal(asked, body.length > 0);
  }
  if (!(await isBelieved(terminal, asked, request, services))) return replyToUnknownTerminal(asked, body.length > 0);
  const isUntrusted = isFromUntrustedNetwork(terminal, network, now);
  const hasMoved = terminal.network !== null && terminal.network !== network;
  const isWorthALine = hasMoved && mayTake(limiter, 'otherNetwork', `${asked.serial} ${network}`, now);
  const isContactDue = now.getTime() - (terminal.lastContact?.getTime() ?? 0) >= CONTACT_EVERY_MS || hasMoved;
  if (isWorthALine || (isContactDue && !isUntrusted))
    await db.tenant(terminal.accountId, async (tx) => {
      if (!isUntrusted) await noteContact(tx, terminal, network, now);
      if (isWorthALine) await noteOtherNetwork(tx, terminal, { network, address: request.ip, now, isUntrusted });
    });
  if (isUntrusted && !bringsPunches(asked, body.length > 0)) return replyToUnknownTerminal(asked, body.length > 0);
  // Compressed and encrypted uploads cannot be read; refused, they stay where they are.
  if (isPacked(body) && asked.endpoint === 'cdata') return refused(415, 'ENCRYPTION NOT SUPPORTED');
  const exchange = {
    db,
    secrets,
    terminal,
    request: asked,
    method: request.method,
    body,
    now,
    clock: services.clock,
    untrustedNetwork: isUntrusted ? network : null,
  };
  if (body.length < BULK_BYTES) return answer(exchange);
  // A terminal that gave up waiting sends it again: its turn is another's.
  return services.bulk
    .take(gone, () => answer(exchange))
    .catch((error) => {
      if (error === gone.reason) return refused(503, 'TRY AGAIN');
      throw error;
    });
}

function mayTake(limiter: Limiter, kind: keyof typeof RATE, key: string, now: Date): boolean {
  try {
    limiter.take(kind, key, now);
    return true;
  } catch {
    return false;
  }
}

const MAX_WAIT_MS = 2_000;
/** A terminal that is too fast waits a little (the replay of a history goes on at 20 a second); a flood is refused. */
async function takeTurn(limiter: Limiter, who: string, { clock }: Services) {
  for (let waited = 0; ; ) {
    try {
      return limiter.take('terminal', who, clock.now());
    } catch (error) {
      const pause = Math.max(20, (refusalOf(error)?.retryAfter ?? 1) * 1_000);
      waited += pause;
      if (waited > MAX_WAIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The secret path where the terminal has one, and for 3.x the token once it has been proved (protocol notes, section 9). */
async function isBelieved(
  terminal: Terminal,
  asked: TerminalRequest,
  request: FastifyRequest,
  { db, secrets }: Services,
) {
  if (terminal.secretPath !== null && !equalSecrets(asked.secret ?? '', terminal.secretPath)) return false;
  if (terminal.dialect !== 'access' || !terminal.isRegistered) return true;
  const matches = tokenMatches(request.headers.cookie, secrets.derive('terminal registry', ''), asked);
  if (matches && !terminal.hasProvedToken) await db.tenant(terminal.accountId, (tx) => noteProof(tx, terminal));
  const isFirstContact = asked.endpoint === 'registry' || (asked.endpoint === 'cdata' && asked.params.has('options'));
  return matches === true || !terminal.hasProvedToken || isFirstContact;
}

const hashed = (text: string) => createHash('sha256').update(text).digest();
const equalSecrets = (given: string, wanted: string) => timingSafeEqual(hashed(given), hashed(wanted));

/** The model that a stranger names in its request or its options; neither its firmware nor its protocol is one. */
function modelOf({ endpoint, params }: TerminalRequest, body: Buffer): string | null {
  const tellsOptions = endpoint === 'registry' || params.get('table')?.toLowerCase() === 'options';
  const said =
    params.get('devicename') ?? (tellsOptions ? parseOptions(decodeText(body)).get('devicename') : undefined);
  return said ? cut(said.replace(/\p{Cc}/gu, ' '), 60) : null;
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
    request.resume();
    return 'too large';
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > BODY_LIMIT) {
        request.resume();
        return 'too large';
      }
      chunks.push(bytes);
    }
  } catch {
    // The terminal hung up half way: nothing of it counts, it comes again.
    return 'aborted';
  }
  return Buffer.concat(chunks);
}
