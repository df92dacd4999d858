import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { refusalOf } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import type { UnknownCallers } from '../http/unknownCallers.ts';
import { tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { cut, decodeText } from './body.ts';
import { registeredBlock, tokenMatches } from './dialects/adms/access.ts';
import { handshakeBlock } from './dialects/adms/handshake.ts';
import { parseOptions } from './dialects/adms/options.ts';
import { registrationOf } from './dialects/adms/registration.ts';
import { lacksLength, loggablePath, parseTerminalRequest, type TerminalRequest } from './dialects/adms/request.ts';
import { noteSighting } from './dialects/adms/sightings.sql.ts';
import type { TerminalExchange } from './dialects/adms/terminalExchange.ts';
import { bringsPunches, bringsRecords, replyToUnknownTerminal, replyToUntrusted } from './dialects/adms/unknown.ts';
import { noteNetwork, noteNeutralBlock, noteUnread } from './networks.sql.ts';
import { auditNetwork, checkQuarantine, mayHaveTemplates, networkTrust, noteBelievedContact } from './networks.ts';
import { hasBody } from './readBody.ts';
import { OK, refused, type TerminalReply, text } from './reply.ts';
import { findTerminal, noteProof, saveAlarms, type Terminal } from './terminals.sql.ts';

const CONTACT_EVERY_MS = 20_000;
/** 20 requests a second, 200 at once: enough to send a history again (S-80). */
export const RATE = {
  terminal: { perMinute: 1_200, burst: 200 },
  /** The same fact about a terminal is written to the trail, the alarms or the log once an hour. */
  line: { perMinute: 1 / 60, burst: 1 },
};
/** Unknown serial numbers of one address, counted before the database is asked. */
export const UNKNOWN_SERIALS = { perMinute: 600, burst: 300 };
export type Limits = { limiter: RateLimiter<keyof typeof RATE>; unknown: UnknownCallers };

type Admitted = Omit<TerminalExchange, 'method' | 'body'>;
type Call = { request: FastifyRequest; asked: TerminalRequest; network: string; now: Date; brings: boolean };

/** Returns the terminal of a request and how far it is trusted, or the reply that ends it; it uses the request's head only. */
export async function admit(
  request: FastifyRequest,
  services: Services,
  { limiter, unknown }: Limits,
  now: Date,
  readShort: () => Promise<Buffer>,
): Promise<Admitted | TerminalReply> {
  const { db, secrets, clock, jobs, log } = services;
  const asked = parseTerminalRequest(request.originalUrl);
  const brings = hasBody(request.raw);
  const { serial } = asked;
  if (serial === null)
    return asked.endpoint === 'other' && !brings && asked.serialProblem === 'missing'
      ? OK
      : refused(400, `SN ${asked.serialProblem ?? 'missing'}`);
  if (lacksLength(request.raw, asked)) return refused(411, 'LENGTH REQUIRED');
  const { network, host } = networkOf(request.ip);
  unknown.check(host, serial, now);
  // Counted by address as well: a serial number is printed on the case, and knowing it must not suffice to use up the terminal's rate.
  await takeTurn(limiter, `${serial} ${host}`, services);
  const terminal = await findTerminal(db, serial);
  const call = { request, asked, network, now, brings };
  if (!terminal) {
    unknown.wasUnknown(host, now);
    await noteSighting(db, { serial, model: await modelOf(asked, readShort), address: request.ip, network }, now);
    return asUnknown(call, services);
  }
  const mayLog = (what: string) => takes(limiter, `${serial} ${what}`, now);
  const proof = await proofOf(terminal, call, services, mayLog);
  if (typeof proof !== 'string') return proof;
  unknown.wasKnown(host, serial);
  if (asked.endpoint === 'other' && mayLog('path'))
    log.info({ serial, path: loggablePath(request.originalUrl) }, 'a terminal asked for an unknown path');
  const trust = await believe(
    terminal,
    { network, address: request.ip, isProved: proof === 'proved', now, mayLog },
    db,
  );
  if (trust === 'rejected') return asUnknown(call, services);
  if (trust === 'untrusted') {
    const reply = await untrusted(terminal, call, services, mayLog);
    if (reply) return reply;
  }
  const isAccepted = trust === 'accepted';
  return {
    db,
    secrets,
    clock,
    jobs,
    log,
    mayLog,
    terminal,
    request: asked,
    now,
    isAccepted,
    mayHaveTemplates: isAccepted && mayHaveTemplates(terminal, network),
    untrustedNetwork: trust === 'untrusted' ? network : null,
  };
}

type Place = {
  network: string;
  address: string;
  isProved: boolean;
  now: Date;
  mayLog: (what: string) => boolean;
};
/** Returns how far a terminal's call is trusted by its network; notes the contact where it is, and another network in the trail. */
export async function believe(terminal: Terminal, { network, address, isProved, now, mayLog }: Place, db: Db) {
  const place = networkTrust(terminal, network, now);
  // A token goes over the line in clear text, so it does not overrule a user who rejected the network.
  const trust = isProved && place !== 'rejected' ? 'accepted' : place;
  const isNewNetwork = terminal.network !== null && terminal.network !== network;
  if (isNewNetwork && trust !== 'accepted' && mayLog(network))
    await db.tenant(terminal.accountId, (tx) => auditNetwork(tx, terminal, { network, address }, now, trust));
  const isRecent =
    terminal.network === network && now.getTime() - (terminal.lastContact?.getTime() ?? 0) < CONTACT_EVERY_MS;
  if ((trust === 'accepted' || trust === 'moved') && !isRecent)
    await db.tenant(terminal.accountId, (tx) => noteBelievedContact(tx, terminal, { network, address }, now));
  return trust;
}

/** A handshake that lacks the terminal's options will be repeated with them. */
const isHandshake = ({ endpoint, params }: TerminalRequest) =>
  endpoint === 'cdata' && (params.has('options') || params.has('pushver'));

async function asUnknown({ asked, now, brings }: Call, { db }: Services): Promise<TerminalReply> {
  if (asked.serial !== null && isHandshake(asked) && !brings) await noteNeutralBlock(db, asked.serial, now);
  return replyToUnknownTerminal(asked, brings);
}

/** Answers a call from a network that nobody accepted; undefined where punches are to be read and quarantined. */
async function untrusted(
  terminal: Terminal,
  { asked, brings, network, request, now }: Call,
  { db }: Services,
  mayLog: (what: string) => boolean,
): Promise<TerminalReply | undefined> {
  const isKnown = terminal.networks.some((known) => known.network === network);
  const isUnread = bringsRecords(asked, brings) && !bringsPunches(asked, brings);
  await db.tenant(terminal.accountId, async (tx) => {
    if (!isKnown || mayLog(`seen ${network}`)) await noteNetwork(tx, terminal, { network, address: request.ip }, now);
    if (isUnread) await noteUnread(tx, terminal, network);
  });
  if (bringsPunches(asked, brings)) {
    await db.tenant(terminal.accountId, (tx) => checkQuarantine(tx, terminal, network));
    return undefined;
  }
  if (isHandshake(asked) && !brings) await noteNeutralBlock(db, terminal.serial, now);
  const options = { timeZone: terminal.timeZone, now: now.getTime(), reload: false, templates: false };
  return replyToUntrusted(asked, brings, handshakeBlock(asked.sentSerial, options));
}

export function takes(limiter: Limits['limiter'], key: string, now: Date): boolean {
  try {
    limiter.take('line', key, now);
    return true;
  } catch {
    return false;
  }
}

const MAX_WAIT_MS = 2_000;
/** A terminal that is too fast waits a little (a history is sent again at 20 a second); a flood is refused. */
export async function takeTurn(limiter: Limits['limiter'], who: string, { clock }: Services) {
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

/**
 * Checks the secret path, where the terminal has one, and for 3.x the token once the terminal has proved it before (protocol notes, section 9).
 * Without it the terminal only hears that it is registered, and gets no codes until an administrator lets it register again.
 */
async function proofOf(
  terminal: Terminal,
  call: Call,
  services: Services,
  mayLog: (what: string) => boolean,
): Promise<'proved' | 'unproved' | TerminalReply> {
  const { asked, request, now, brings } = call;
  const { db, secrets } = services;
  const { secretPathHash } = terminal;
  if (secretPathHash !== null && !isOfHash(asked.secret ?? '', secretPathHash)) return asUnknown(call, services);
  if (terminal.dialect !== 'access' || !terminal.isRegistered) return 'unproved';
  if (tokenMatches(request.headers.cookie, registrationOf(terminal, secrets), asked.sentSerial)) {
    if (!terminal.hasProvedToken) await db.tenant(terminal.accountId, (tx) => noteProof(tx, terminal));
    return 'proved';
  }
  if (!terminal.hasProvedToken) return 'unproved';
  if (asked.endpoint === 'registry' && mayLog('registry'))
    await db.tenant(terminal.accountId, (tx) =>
      saveAlarms(tx, terminal, [
        { at: now.toISOString(), op: 0, text: 'Asked to register again without proving itself' },
      ]),
    );
  return isHandshake(asked) && !brings ? text(registeredBlock(null)) : asUnknown(call, services);
}

const isOfHash = (given: string, hash: string) => timingSafeEqual(tokenHash(given), Buffer.from(hash, 'hex'));

/** Returns the model that an unknown terminal names in its request or its options, ignoring firmware and protocol versions. */
async function modelOf(
  { endpoint, params }: TerminalRequest,
  readShort: () => Promise<Buffer>,
): Promise<string | null> {
  const tellsOptions = endpoint === 'registry' || params.get('table')?.toLowerCase() === 'options';
  const named = params.get('devicename');
  const model = named ?? (tellsOptions ? parseOptions(decodeText(await readShort())).get('devicename') : undefined);
  return model ? cut(model.replace(/\p{Cc}/gu, ' '), 60) : null;
}
