import type { Secrets } from '../../../../platform/secrets/secrets.ts';
import { decodeText } from '../../body.ts';
import { OK, type TerminalReply, text } from '../../reply.ts';
import type { Terminal } from '../../terminals.sql.ts';
import { parseRtlogLine, pushBlock, type Registration, registeredBlock, registryCode } from './access.ts';
import { findPerson, noteHandshake, noteRegistration, saveOptions } from './adms.sql.ts';
import { announcedDialect, handshakeBlock } from './handshake.ts';
import { tabbedFields } from './lines.ts';
import { keptOptions, parseOptions } from './options.ts';
import { timeZoneInteger } from './packedTime.ts';
import { dateAt } from './roster.ts';
import type { TerminalExchange } from './terminalExchange.ts';

/** Returns the registration whose codes a 3.x terminal has. */
export const registrationOf = ({ serial, registration }: Terminal, secrets: Secrets): Registration => ({
  key: secrets.derive('terminal registry', ''),
  serial,
  registration,
});

/** Answers the first call: an attendance terminal gets its options; a 3.x terminal is told whether it is registered. */
export async function handshake({
  db,
  secrets,
  terminal,
  request,
  now,
  isAccepted,
}: TerminalExchange): Promise<TerminalReply> {
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

/** A terminal that announced an attendance dialect keeps it: registering alone does not make it 3.x. */
export async function register({ db, secrets, terminal, request, body }: TerminalExchange): Promise<TerminalReply> {
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

export const pushOptions = ({ terminal, secrets }: TerminalExchange): TerminalReply =>
  text(pushBlock(registrationOf(terminal, secrets)));

/** Answers on-line verification. The server does not check passwords and templates; a person whom an access terminal has recognised may pass. */
export async function verify({
  db,
  terminal,
  request,
  body,
  now,
  isAccepted,
}: TerminalExchange): Promise<TerminalReply> {
  if (!isAccepted || request.params.get('authtype')?.toLowerCase() !== 'device') return text('AUTH=Failed');
  const row = decodeText(body).trim().split(/\r?\n/)[0] ?? '';
  const pin = tabbedFields(row).get('pin') ?? '';
  const isPerson = 'punch' in parseRtlogLine(row) || pin !== '';
  const found = isPerson && pin !== '0' ? await findPerson(db, terminal, pin, dateAt(terminal, now)) : undefined;
  return text(`AUTH=${found ? 'SUCCEED' : 'FAILED'}\r\n${row}\r\n`);
}
