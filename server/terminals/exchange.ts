import type { Secrets } from '../secrets/secrets.ts';
import { parseRtlogLine, pushBlock, type Registration, registeredBlock, registryCode, timeReply } from './access.ts';
import { decodeText, tabbedFields } from './body.ts';
import { inLanguage } from './chinese.ts';
import { wasCheckedLately } from './commands.sql.ts';
import { commandText, terminalName } from './commands.ts';
import { announcedDialect, handshakeBlock } from './handshake.ts';
import { keptOptions, parseInfo, parseOptions } from './options.ts';
import { queueCommands, takeCommands, takeResults, withheldKinds } from './queue.ts';
import { OK, refused, type TerminalReply, text } from './reply.ts';
import { parseResults } from './results.ts';
import { isRosterCheckDue, syncRoster } from './roster.ts';
import { type Exchange, tableData, tableReply, takeUpload } from './tables.ts';
import { findPerson, noteHandshake, noteRegistration, saveOptions, type Terminal } from './terminals.sql.ts';
import { timeZoneInteger } from './time.ts';
import { noteOptions, takeOptions, takeUnknown } from './uploads.ts';

/** The registration whose codes a 3.x terminal has. */
export const registrationOf = ({ serial, registration }: Terminal, secrets: Secrets): Registration => ({
  key: secrets.derive('terminal registry', ''),
  serial,
  registration,
});

/** The reply to a request of an enrolled terminal; throws when something was not stored. */
export async function answer(exchange: Exchange): Promise<TerminalReply> {
  const { request, terminal, secrets, now } = exchange;
  switch (request.endpoint) {
    case 'cdata':
      return cdata(exchange);
    case 'getrequest':
      return poll(exchange);
    case 'devicecmd':
      return results(exchange);
    case 'registry':
      return register(exchange);
    case 'push':
      return text(pushBlock(registrationOf(terminal, secrets)));
    case 'querydata':
      return queryData(exchange);
    case 'rtdata':
      return text(timeReply(terminal.timeZone, now.getTime()));
    case 'file':
      // Only files that were offered could be fetched, and none are; `url` is never followed.
      return refused(404, 'NOT FOUND');
    case 'other':
      // Kept as lines that became no punch: what is acknowledged is nowhere lost.
      if (exchange.body.length > 0) await takeUnknown(exchange, decodeText(exchange.body));
      return OK;
    // Photos are acknowledged and not kept; exchange (keys of encrypting models) announces nothing; ping is a heartbeat.
    default:
      return OK;
  }
}

async function cdata(exchange: Exchange): Promise<TerminalReply> {
  const { request, body } = exchange;
  const { params } = request;
  // An empty POST becomes a GET in old firmware, so the body decides, not the method.
  if (params.has('authtype')) return verify(exchange);
  if (body.length > 0) return takeUpload(exchange);
  if (params.has('options') || params.has('pushver')) return handshake(exchange);
  if (params.has('pin')) return remoteUser(exchange);
  if (exchange.method === 'POST' && params.has('table')) return tableReply(params, 0);
  return OK;
}

async function handshake({ db, secrets, terminal, request, now, isAccepted }: Exchange): Promise<TerminalReply> {
  const dialect = announcedDialect(request.params);
  const timeZoneSent = timeZoneInteger(terminal.timeZone, now.getTime());
  const language = /^\d{1,3}$/.exec(request.params.get('language') ?? '')?.[0] ?? null;
  await db.tenant(terminal.accountId, (tx) => noteHandshake(tx, terminal, { dialect, timeZoneSent, language }));
  if (terminal.hasProvedToken || (dialect ?? terminal.dialect) === 'access')
    return terminal.isRegistered ? text(registeredBlock(registrationOf(terminal, secrets))) : OK;
  const { timeZone, reloadRequested: reload, storeTemplates } = terminal;
  const templates = storeTemplates && isAccepted;
  return text(handshakeBlock(request.sentSerial, { timeZone, now: now.getTime(), reload, templates }));
}

/** Answers to QUERY and COUNT of 3.x terminals. */
async function queryData(exchange: Exchange): Promise<TerminalReply> {
  const { params } = exchange.request;
  if (exchange.body.length > 0) {
    const content = decodeText(exchange.body);
    if (params.get('type')?.toLowerCase() === 'options') await takeOptions(exchange, content);
    else if (params.has('tablename')) return tableData(exchange, content);
  }
  return tableReply(params, 0);
}

/**
 * Is a new handshake needed: for a terminal just claimed, for another offset of the zone (DST, or an administrator changed it), or for a
 * stamp of 0, by which everything comes again? Access terminals ask for the time themselves.
 */
function needsHandshake({ timeZoneSent, timeZone, dialect, reloadRequested }: Terminal, now: Date): boolean {
  if (dialect === 'access') return false;
  return reloadRequested || timeZoneSent !== timeZoneInteger(timeZone, now.getTime());
}

/** The heartbeat: what is due for the terminal goes out with it. */
async function poll(exchange: Exchange): Promise<TerminalReply> {
  const { db, secrets, terminal, request, now, isAccepted } = exchange;
  const info = parseInfo(request.params.get('info'));
  const isRosterDue = isAccepted && isRosterCheckDue(terminal, now);
  const isHandshakeDue = needsHandshake(terminal, now);
  if (!info && !isRosterDue && !isHandshakeDue && !terminal.hasOpenCommands) return OK;
  const body = await db.tenant(terminal.accountId, async (tx) => {
    if (info) {
      const known = {
        firmware: info.firmware ?? '',
        address: info.address ?? '',
        ...(info.records !== null && { transactioncount: String(info.records) }),
      };
      await saveOptions(tx, terminal, known, { make: null, model: null, platformVersion: info.firmware });
    }
    if (isHandshakeDue && !(await wasCheckedLately(tx, terminal, terminal.neutralBlockAt, now)))
      await queueCommands(tx, terminal, [{ kind: 'check' }], now);
    if (isRosterDue) await syncRoster(tx, terminal, now);
    return takeCommands(tx, terminal, secrets, withheldKinds(exchange), now);
  });
  return text(inLanguage(body, terminal));
}

async function results({ db, terminal, body, now }: Exchange): Promise<TerminalReply> {
  const found = parseResults(decodeText(body));
  const details = new Map(found.flatMap((result) => Object.entries(result.details)));
  if (found.length > 0) await db.tenant(terminal.accountId, (tx) => takeResults(tx, terminal, found, now));
  if (details.size > 0) await noteOptions(db, terminal, details);
  return OK;
}

/** A terminal that says it is an attendance model stays one: registering alone does not make it speak 3.x. */
async function register({ db, secrets, terminal, request, body }: Exchange): Promise<TerminalReply> {
  const options = parseOptions(decodeText(body));
  await db.tenant(terminal.accountId, async (tx) => {
    await noteRegistration(tx, terminal, announcedDialect(options) ?? announcedDialect(request.params) ?? 'access');
    const made = {
      make: options.get('oemvendor') ?? null,
      model: options.get('devicename') ?? null,
      platformVersion: options.get('firmver') ?? null,
    };
    await saveOptions(tx, terminal, keptOptions(options), made);
  });
  const code = registryCode(registrationOf(terminal, secrets));
  return { status: 200, body: `RegistryCode=${code}`, headers: { 'Set-Cookie': `JSESSIONID=${code}` } };
}

/** A PIN that somebody typed and the terminal does not know. */
async function remoteUser({ db, terminal, request, now, isAccepted }: Exchange): Promise<TerminalReply> {
  if (!isAccepted) return text('NONE');
  const found = await findPerson(db, terminal, request.params.get('pin') ?? '');
  if (!found) return text('NONE');
  const user = { kind: 'put-user', pin: found.timeId, name: terminalName(found.name) } as const;
  const line = commandText(user, terminal.dialect, terminal.timeZone, now.getTime());
  return text(inLanguage(`${line}\n`, terminal));
}

/** On-line verification. Passwords and templates are not ours to judge; a person whom an access terminal recognised may pass. */
async function verify({ db, terminal, request, body, isAccepted }: Exchange): Promise<TerminalReply> {
  if (!isAccepted || request.params.get('authtype')?.toLowerCase() !== 'device') return text('AUTH=Failed');
  const row = decodeText(body).trim().split(/\r?\n/)[0] ?? '';
  const pin = tabbedFields(row).get('pin') ?? '';
  const isPerson = 'punch' in parseRtlogLine(row) || pin !== '';
  const found = isPerson && pin !== '0' ? await findPerson(db, terminal, pin) : undefined;
  return text(`AUTH=${found ? 'SUCCEED' : 'FAILED'}\r\n${row}\r\n`);
}
