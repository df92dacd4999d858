import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { words } from '#contract/platform/words.ts';
import { networkOf } from '../../../../platform/http/network.ts';
import { tokenHash } from '../../../../platform/secrets/secrets.ts';
import type { Services } from '../../../../platform/services.ts';
import { believe, takes, takeTurn } from '../../admission.ts';
import { cut, decodeText } from '../../body.ts';
import { noteNetwork, noteUnread } from '../../networks.sql.ts';
import { checkQuarantine, mayHaveTemplates } from '../../networks.ts';
import { hasBody } from '../../readBody.ts';
import { OK, refused, type TerminalReply, text } from '../../reply.ts';
import { findTerminal, saveAlarms, type Terminal } from '../../terminals.sql.ts';
import type { Arrival } from '../../wayIn.ts';
import { registeredBlock, tokenMatches } from './access.ts';
import { noteNeutralBlock, noteProof } from './adms.sql.ts';
import { handshakeBlock } from './handshake.ts';
import { parseOptions } from './options.ts';
import { registrationOf } from './registration.ts';
import { lacksLength, loggablePath, parseTerminalRequest, type TerminalRequest } from './request.ts';
import { noteSighting } from './sightings.sql.ts';
import type { TerminalExchange } from './terminalExchange.ts';
import { bringsPunches, bringsRecords, replyToUnknownTerminal, replyToUntrusted } from './unknown.ts';

type Admitted = Omit<TerminalExchange, 'method' | 'body'>;
type Call = { request: FastifyRequest; asked: TerminalRequest; network: string; now: Date; brings: boolean };

/** Returns the terminal of a request and how far it is trusted, or the reply that ends it; it uses the request's head only. */
export async function admit(
  request: FastifyRequest,
  services: Services,
  { limits: { limiter, unknown }, now, readShort }: Arrival,
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
        { at: now.toISOString(), op: 0, text: words('Asked to register again without proving itself') },
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
