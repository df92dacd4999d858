import { findUsedGroups } from '../../catalog/groups.sql.ts';
import { some } from '../../catalog/some.ts';
import type { Db } from '../../db/db.ts';
import { conflict, Refusal } from '../../http/errors.ts';
import { type Change, type ChangedTable, type Content, readRows, TABLES } from './journal.sql.ts';
import { findClocked, findCorrected, findHolders, findLockedSince } from './undo.sql.ts';

/** Names a changed row in a refusal. */
const LABEL: Record<ChangedTable, (row: Content) => string> = {
  employee: ({ number }) => `employee ${number}`,
  work_group: ({ name }) => `group "${name}"`,
  standard_time: () => 'a standard time',
};

/**
 * Throws CONFLICT or PERIOD_LOCKED, in words, where a row has changed since the import, where somebody got records, corrections or a number later, or
 * where days were locked.
 */
export async function refuseWhatChanged(tx: Db, accountId: string, changes: readonly Change[], at: Date) {
  for (const table of TABLES) {
    const own = changes.filter((change) => change.table === table);
    const ids = own.map(({ id }) => id);
    const rows = new Map((await readRows(tx, accountId, table, ids)).map(({ id, content }) => [id, content]));
    const differing = own.flatMap(({ id, after }) =>
      after && isAsLeft(rows.get(id), after) ? [] : [LABEL[table](after ?? {})],
    );
    if (differing.length > 0)
      throw conflict(`Changed after this import: ${some(differing)}. It can no longer be undone.`);
  }

  const employees = changes.filter(({ table }) => table === 'employee');
  const ids = employees.map(({ id }) => id);
  const records = changes.filter(({ table }) => table === 'clock_record' || table === 'piecework_entry');
  const clocked = await findClocked(tx, accountId, {
    // Employees of whom only the name or group changed keep their records.
    employeeIds: employees.filter(getsOtherRecords).map(({ id }) => id),
    since: at,
    except: records.map(({ id }) => id),
  });
  if (clocked.length > 0)
    throw conflict(
      `Records came after this import for ${some(clocked.map(({ number }) => number))}. It can no longer be undone.`,
    );

  const corrected = await findCorrected(tx, accountId, {
    employeeIds: employees.flatMap(({ id, before }) => (before ? [] : [id])),
    recordIds: records.map(({ id }) => id),
  });
  if (corrected.length > 0)
    throw conflict(
      `Corrections or excuses of ${some(corrected.map(({ number }) => number))} came after this import. It can no longer be undone.`,
    );
  const locked = await findLockedSince(tx, accountId, at);
  if (locked)
    throw new Refusal(
      'PERIOD_LOCKED',
      `${locked.from} to ${locked.to} was locked after this import. Re-open it to undo the import.`,
    );

  const befores = employees.flatMap(({ before }) => (before && before.deleted_at === null ? [before] : []));
  const holders = await findHolders(tx, accountId, {
    numbers: befores.map(({ number }) => String(number)),
    timeIds: befores.flatMap(({ time_id }) => (typeof time_id === 'string' ? [time_id] : [])),
    except: ids,
  });
  if (holders.length > 0)
    throw conflict(
      `Numbers or time IDs that this import changed belong to others now: ${some(holders.map(({ number }) => number))}. It can no longer be undone.`,
    );
}

/** Throws CONFLICT where a group that would be deleted has got employees, standard times or holidays since. */
export async function refuseGroupsInUse(tx: Db, accountId: string, groupIds: readonly string[]) {
  const used = groupIds.length > 0 ? await findUsedGroups(tx, accountId, groupIds) : [];
  if (used.length > 0)
    throw conflict(
      `In use by what came after this import: ${some(used.map((row) => LABEL.work_group(row)))}. It can no longer be undone.`,
    );
}

/** Compares a row with its state after the import; columns that are newer are ignored. */
function isAsLeft(now: Content | undefined, after: Content) {
  if (!now) return false;
  return Object.entries(after).every(([column, value]) => JSON.stringify(now[column]) === JSON.stringify(value));
}

const getsOtherRecords = ({ before, after }: Change) =>
  !before || before.deleted_at !== null || before.time_id !== after?.time_id || before.number !== after?.number;
