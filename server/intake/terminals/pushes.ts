import type { FastifyRequest } from 'fastify';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { EPOCH_MAKES } from '#contract/intake/terminals.ts';
import { msg } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/http/network.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { offsetMinutes, zoneOf } from '../../platform/zone.ts';
import { believe, takes, takeTurn } from './admission.ts';
import { isPacked, unpacked } from './body.ts';
import type { TerminalCall } from './call.ts';
import { type Heard, NOTHING_HEARD, type PushDialect } from './dialects/heard.ts';
import { PUSH_DIALECTS } from './dialects/registry.ts';
import { noteApart, noteNumbers } from './eventNumbers.ts';
import type { LineResult } from './line.ts';
import { keepNumbers } from './lostEvents.ts';
import { noteNetwork } from './networks.sql.ts';
import { checkQuarantine } from './networks.ts';
import { refuseTooMany, storePunches } from './punches.ts';
import { OK, refused, type TerminalReply } from './reply.ts';
import { findByAddress, noticed, saveAlarms, selectNumbers, type Terminal } from './terminals.sql.ts';
import { instantOfTime, type TerminalTime } from './time.ts';
import type { Arrival, WayIn } from './wayIn.ts';

/** Terminals that send events to an address of their own, `/t/{secret}/{make}`. */

const SECRET = /^[\w-]{16,64}$/;

type Admitted = TerminalCall & {
  make: PushMake;
  dialect: PushDialect;
  contentType: string;
  encoding: string;
  /** The address after its question mark. */
  query: string;
};

export const pushes: WayIn = {
  url: '/t/:secret/*',
  method: ['GET', 'POST', 'PUT'],
  admit: async (request, services, arrival) => {
    const admitted = await admit(request, services, arrival);
    if ('status' in admitted) return admitted;
    return {
      terminal: admitted.terminal,
      isUnreadable: isPacked,
      unpacks: true,
      answer: (body) => hear(admitted, body),
    };
  },
};

/**
 * Returns the terminal whose address was called and how far its network is trusted, or the reply that ends the call. A caller without the
 * secret hears the same of every address: 404.
 */
async function admit(
  request: FastifyRequest,
  services: Services,
  { limits: { limiter, unknown }, now }: Arrival,
): Promise<Admitted | TerminalReply> {
  const { db, clock } = services;
  const [path = '', ...query] = request.originalUrl.split('?');
  const [, , secret = '', ...rest] = path.split('/');
  const make = PUSH_MAKES.find((one) => PUSH_DIALECTS[one].path.test(rest.join('/')));
  const { network, host } = networkOf(request.ip);
  unknown.check(host, secret, now);
  const terminal = make && SECRET.test(secret) ? await findByAddress(db, tokenHash(secret), make) : undefined;
  if (!make || !terminal) {
    unknown.wasUnknown(host, now);
    return refused(404, 'NOT FOUND');
  }
  unknown.wasKnown(host, secret);
  await takeTurn(limiter, `${terminal.serial} ${host}`, services);
  const mayLog = (what: string) => takes(limiter, `${terminal.serial} ${what}`, now);
  const place = { network, address: request.ip };
  const trust = await believe(terminal, { ...place, isProved: false, now, mayLog }, db);
  if (trust === 'rejected') return refused(403, 'NETWORK NOT ACCEPTED');
  if (trust === 'untrusted')
    await db.tenant(terminal.accountId, async (tx) => {
      await noteNetwork(tx, terminal, place, now);
      await checkQuarantine(tx, terminal, network);
    });
  const untrustedNetwork = trust === 'untrusted' ? network : null;
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = request.headers;
  return {
    db,
    clock,
    terminal,
    now,
    untrustedNetwork,
    mayLog,
    make,
    dialect: PUSH_DIALECTS[make],
    contentType,
    encoding,
    query: query.join('?'),
  };
}

/** Stores what a terminal tells. Answered 200 after the commit alone: terminals repeat what was answered otherwise. */
async function hear(admitted: Admitted, body: Buffer): Promise<TerminalReply> {
  const { dialect, contentType, encoding, query, terminal, make } = admitted;
  const ofMake = { ...terminal, make };
  const inBody = body.length > 0 ? heardOf(await unpacked(body, encoding), contentType, ofMake) : NOTHING_HEARD;
  const heard = query === '' ? inBody : withAddress(inBody, heardOf(Buffer.from(query), FORM, ofMake));
  if (heard.lines.length > 0 || heard.numbered.length > 0)
    await storePunches(admitted, heard.lines, {
      isLive: heard.isLive,
      saysLive: heard.saysLive,
      alongside: (tx) => noteEvents(tx, admitted, heard),
    });
  return dialect.retries !== true && isNothingRead(heard) ? refused(400, 'NOTHING READ') : OK;
}

const FORM = 'application/x-www-form-urlencoded';
/**
 * Returns what was heard with the events in the address of the call, as middleware and small devices send them: those that name a person, and a time where
 * the body has events. What else is in an address is no event.
 */
function withAddress(heard: Heard, inAddress: Heard): Heard {
  const isAlone = heard.lines.length === 0;
  const lines = inAddress.lines.filter(
    (line) => 'punch' in line || line.reject.doubts?.some(({ time }) => isAlone || time !== null),
  );
  if (lines.length === 0) return heard;
  return { ...heard, lines: [...heard.lines, ...lines], isLive: isAlone && inAddress.isLive };
}

/** Returns the content of a body of a terminal, by its make and its options. */
export function heardOf(
  body: Buffer,
  contentType: string,
  { make, fields, epoch }: Pick<Terminal, 'fields' | 'epoch'> & { make: PushMake },
): Heard {
  const told = PUSH_DIALECTS[make].read(body, contentType, fields);
  refuseTooMany(told.lines);
  return EPOCH_MAKES.includes(make) && epoch === 'local' ? onItsClock(told) : told;
}

/** Returns what was heard with its instants as the time that the terminal's clock shows. */
function onItsClock(heard: Heard): Heard {
  const shown = (time: TerminalTime): TerminalTime =>
    'local' in time ? time : { local: new Date(time.instant).toISOString().slice(0, 19).replace('T', ' ') };
  const lines = heard.lines.map((line): LineResult => {
    if ('punch' in line) return { punch: { ...line.punch, time: shown(line.punch.time) } };
    const { doubts = [], ...reject } = line.reject;
    return { reject: { ...reject, doubts: doubts.map((one) => ({ ...one, time: one.time && shown(one.time) })) } };
  });
  return { ...heard, lines, numbered: heard.numbered.map(({ number, time }) => ({ number, time: shown(time) })) };
}

/**
 * True of a request of which nothing could be read: its sender's author is told, and what it sent is stored. Not of a clock in 1970, which is read: a sender
 * that repeats what was refused would send nothing else until it is set.
 */
const UNREAD = new Set<string>(['unknown-layout', 'bad-time', 'bad-pin']);
const isNothingRead = ({ lines }: Heard) =>
  lines.length > 0 && lines.every((line) => 'reject' in line && UNREAD.has(line.reject.reason));

/** Notes which of a terminal's events never arrived, and tells of a clock that is set to another zone than the account's. */
async function noteEvents(tx: Db, { terminal, now, mayLog, untrustedNetwork }: Admitted, { numbered, offset }: Heard) {
  const zone = zoneOf(terminal.timeZone);
  if (numbered.length > 0) {
    const before = await selectNumbers(tx, terminal);
    const events = numbered.map(({ number, time }) => ({ number, at: instantOfTime(time, zone, null) }));
    const after = (untrustedNetwork ? noteApart : noteNumbers)(before, events, now.getTime());
    if (after) await keepNumbers(tx, terminal, terminal.timeZone, { before, after }, now);
  }
  if (untrustedNetwork) return;
  // At the time of the event, which may have been before the clocks changed.
  const own = offset && offsetMinutes(zone, offset.at);
  if (offset !== null && own !== null && offset.minutes !== own && mayLog('offset'))
    await saveAlarms(tx, terminal, [
      noticed(
        msg('Its clock is set to UTC{offset}, the account’s is UTC{own}', {
          offset: offsetText(offset.minutes),
          own: offsetText(own),
        }),
        now,
      ),
    ]);
}

const two = (value: number) => String(value).padStart(2, '0');
const offsetText = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
