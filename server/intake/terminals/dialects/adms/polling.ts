import { decodeText } from '../../body.ts';
import { OK, type TerminalReply, text } from '../../reply.ts';
import type { Terminal } from '../../terminals.sql.ts';
import { findAssigned, saveOptions } from './adms.sql.ts';
import { inLanguage } from './chinese.ts';
import { wasCheckedLately } from './commands.sql.ts';
import { commandText, terminalName } from './commands.ts';
import { parseInfo } from './options.ts';
import { timeZoneInteger } from './packedTime.ts';
import { queueCommands, takeCommands, takeResults, withheldKinds } from './queue.ts';
import { parseResults } from './results.ts';
import { dateAt, isRosterCheckDue, syncRoster } from './roster.ts';
import type { TerminalExchange } from './terminalExchange.ts';
import { noteOptions } from './uploads.ts';

/** The most ids of unknown commands in one line of the log. */
const MAX_LOGGED = 10;

/**
 * Tells whether a new handshake is needed: for a terminal that was just claimed, for another offset of the zone (daylight saving, or a change by an
 * administrator), or for a stamp of 0, which requests everything again. Access terminals ask for the time themselves.
 */
function needsHandshake({ timeZoneSent, timeZone, dialect, reloadRequested }: Terminal, now: Date): boolean {
  if (dialect === 'access') return false;
  return reloadRequested || timeZoneSent !== timeZoneInteger(timeZone, now.getTime());
}

/** Handles the heartbeat: the reply contains the commands that are due. */
export async function pollForCommands(exchange: TerminalExchange): Promise<TerminalReply> {
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

/** Stores the results of commands, and the information about the terminal in that of INFO. */
export async function takeCommandResults(exchange: TerminalExchange): Promise<TerminalReply> {
  const { db, terminal, body, now, log, mayLog } = exchange;
  const found = parseResults(decodeText(body));
  const details = new Map(found.flatMap((result) => Object.entries(result.details)));
  if (found.length > 0) {
    const unknown = await db.tenant(terminal.accountId, (tx) => takeResults(tx, terminal, found, now));
    // Acknowledged nevertheless, or the terminal would repeat it for ever.
    if (unknown.length > 0 && mayLog('unknown command'))
      log.warn(
        { serial: terminal.serial, ids: unknown.slice(0, MAX_LOGGED) },
        'a terminal reported results of unknown commands',
      );
  }
  if (details.size > 0) await noteOptions(db, terminal, details);
  return OK;
}

/** Answers for a PIN that was typed and that the terminal does not know: an employee's name leaves only for a terminal that they are assigned to. */
export async function unknownPerson({
  db,
  terminal,
  request,
  now,
  isAccepted,
}: TerminalExchange): Promise<TerminalReply> {
  if (!isAccepted) return text('NONE');
  const found = await findAssigned(db, terminal, request.params.get('pin') ?? '', dateAt(terminal, now));
  if (!found) return text('NONE');
  const user = { kind: 'put-user', pin: found.timeId, name: terminalName(found.name) } as const;
  const line = commandText(user, terminal.dialect, terminal.timeZone, now.getTime());
  return text(inLanguage(`${line}\n`, terminal));
}
