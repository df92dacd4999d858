import { isPin } from '#contract/attendance/cards.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { localDateOf, zoneOf } from '../../../../platform/zone.ts';
import type { Terminal } from '../../terminals.sql.ts';
import { type QueuedCommand, supersedeUsers } from './commands.sql.ts';
import { terminalName } from './commands.ts';
import { queueCommands } from './queue.ts';
import {
  cancelDeletions,
  deleteSentUsers,
  forgetEnded,
  insertDeletions,
  noteDeletionsQueued,
  noteRosterCheck,
  putSentUsers,
  selectDeletions,
  sentUsers,
  templatesOf,
  wantedUsers,
} from './roster.sql.ts';

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

type User = { employeeId: string; timeId: string; name: string };
type Sent = { employeeId: string | null; timeId: string; name: string };

/**
 * Returns the changes that give a terminal the wanted users; people who were enrolled at the terminal itself are left alone. Deleting a PIN deletes its
 * fingerprints, so another employee under a PIN is deleted first and put then, and another name of the same person is put only.
 */
export function compareRoster(wanted: readonly User[], sent: readonly Sent[]): { put: User[]; remove: Sent[] } {
  const known = new Map(sent.map((user) => [user.timeId, user]));
  const holders = new Map(wanted.map(({ timeId, employeeId }) => [timeId, employeeId]));
  return {
    put: wanted.filter((user) => {
      const before = known.get(user.timeId);
      return before?.name !== user.name || before.employeeId !== user.employeeId;
    }),
    remove: sent.filter(({ timeId, employeeId }) => holders.get(timeId) !== (employeeId ?? '')),
  };
}

/** Queues the commands that add the terminal's assigned employees and delete the others, and what it has not said to have deleted. */
export async function syncRoster(tx: Db, terminal: Terminal, now: Date) {
  const today = dateAt(terminal, now);
  await forgetEnded(tx, terminal, today, now);
  const wanted = (await wantedUsers(tx, terminal, today))
    .filter(({ timeId }) => isPin(timeId))
    .map(({ firstName, lastName, ...user }) => ({ ...user, name: terminalName(`${firstName} ${lastName}`) }));
  const sent = await sentUsers(tx, terminal);
  const { put, remove } = compareRoster(wanted, sent);
  if (remove.length > 0) await insertDeletions(tx, terminal, remove, now);

  const holders = new Map(wanted.map((user) => [user.timeId, user]));
  const removed = new Set(remove.map(({ timeId }) => timeId));
  const isPut = new Set(put.map(({ timeId }) => timeId));
  const open = await selectDeletions(tx, terminal, now);
  const back = open.filter(
    ({ timeId, employeeId, isErasure }) =>
      !isErasure && !removed.has(timeId) && holders.get(timeId)?.employeeId === employeeId,
  );
  const due = open.filter((one) => !back.includes(one) && (one.isDue || isPut.has(one.timeId)));
  const commands = due.flatMap(({ timeId: pin, tables }): QueuedCommand[] =>
    tables === null ? [{ kind: 'delete-user', pin }] : tables.map((table) => ({ kind: 'delete-template', pin, table })),
  );
  // An employee who belongs under a deleted PIN is put again.
  const again = due.flatMap(({ timeId, tables }) => (tables === null ? (holders.get(timeId) ?? []) : []));
  const all = [...put, ...again.filter(({ timeId }) => !isPut.has(timeId))];
  for (const { timeId, name } of all) commands.push({ kind: 'put-user', pin: timeId, name });
  const known = new Map(sent.map((user) => [user.timeId, user]));
  const fresh = all.filter(({ timeId }) => !known.get(timeId)?.name || removed.has(timeId) || !isPut.has(timeId));
  if (terminal.storeTemplates && fresh.length > 0)
    for (const { templateId } of await templatesOf(
      tx,
      terminal.accountId,
      fresh.map(({ employeeId }) => employeeId),
    ))
      commands.push({ kind: 'stored-template', templateId });
  const changed = [...due, ...back, ...all].map(({ timeId }) => timeId);
  if (changed.length > 0) await supersedeUsers(tx, terminal, changed, now);
  if (back.length > 0)
    await cancelDeletions(
      tx,
      terminal,
      back.map(({ timeId }) => timeId),
    );
  if (remove.length > 0) await deleteSentUsers(tx, terminal, [...removed]);
  if (all.length > 0) await putSentUsers(tx, terminal, all, now);
  if (commands.length > 0) await queueCommands(tx, terminal, commands, now);
  if (due.length > 0)
    await noteDeletionsQueued(
      tx,
      terminal,
      due.map(({ timeId }) => timeId),
      now,
    );
  await noteRosterCheck(tx, terminal, terminal.dataVersion, now);
}
