import { localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { isPin } from './body.ts';
import { type QueuedCommand, supersedeUsers } from './commands.sql.ts';
import { terminalName } from './commands.ts';
import { queueCommands } from './queue.ts';
import { deleteSentUsers, noteRosterCheck, putSentUsers, sentUsers, templatesOf, wantedUsers } from './roster.sql.ts';
import type { Terminal } from './terminals.sql.ts';

const CHECK_EVERY_MS = 60_000;

/** Returns the date at a terminal: people whose activity ends on that day are removed from it afterwards. */
export const dateAt = ({ timeZone }: Pick<Terminal, 'timeZone'>, at: Date) =>
  localDateOf(zoneOf(timeZone), at.getTime());

/**
 * Returns true when the roster must be compared: at once after a change of the device and on each new day, else once a minute while the account's
 * data changes.
 */
export function isRosterCheckDue(terminal: Terminal, now: Date): boolean {
  const { rosterVersion, rosterCheckedAt, dataVersion } = terminal;
  if (rosterVersion === null || rosterCheckedAt === null) return true;
  if (dateAt(terminal, rosterCheckedAt) !== dateAt(terminal, now)) return true;
  return rosterVersion !== dataVersion && now.getTime() - rosterCheckedAt.getTime() >= CHECK_EVERY_MS;
}

type User = { timeId: string; name: string };

/** Returns the changes that give a terminal the wanted users; people who were enrolled at the terminal itself are left alone. */
export function compareRoster(wanted: readonly User[], sent: readonly User[]): { put: User[]; remove: string[] } {
  const known = new Map(sent.map(({ timeId, name }) => [timeId, name]));
  const names = new Map(wanted.map(({ timeId, name }) => [timeId, name]));
  return {
    put: wanted.filter(({ timeId, name }) => known.get(timeId) !== name),
    remove: sent.filter(({ timeId }) => !names.has(timeId)).map(({ timeId }) => timeId),
  };
}

/** Queues the commands that add the terminal's assigned employees and delete the others. */
export async function syncRoster(tx: Db, terminal: Terminal, now: Date) {
  const wanted = (await wantedUsers(tx, terminal, dateAt(terminal, now)))
    .filter(({ timeId }) => isPin(timeId))
    .map(({ timeId, firstName, lastName }) => ({ timeId, name: terminalName(`${firstName} ${lastName}`) }));
  const { put, remove } = compareRoster(wanted, await sentUsers(tx, terminal));
  const commands: QueuedCommand[] = remove.map((pin) => ({ kind: 'delete-user', pin }));
  for (const { timeId, name } of put) commands.push({ kind: 'put-user', pin: timeId, name });
  if (terminal.storeTemplates && put.length > 0)
    for (const { templateId } of await templatesOf(
      tx,
      terminal.accountId,
      put.map(({ timeId }) => timeId),
    ))
      commands.push({ kind: 'stored-template', templateId });
  const changed = [...remove, ...put.map(({ timeId }) => timeId)];
  if (changed.length > 0) await supersedeUsers(tx, terminal, changed, now);
  if (remove.length > 0) await deleteSentUsers(tx, terminal, remove);
  if (put.length > 0) await putSentUsers(tx, terminal, put, now);
  if (commands.length > 0) await queueCommands(tx, terminal, commands, now);
  await noteRosterCheck(tx, terminal, terminal.dataVersion, now);
}
