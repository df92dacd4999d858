import { z } from 'zod';
import type { ImportRun } from '#contract/payroll.ts';
import { APPLICATION_SYSTEM } from '#contract/setupRecords.ts';
import type { Deferring } from '../../attendance/afterwards.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { membership } from '../../attendance/facts.sql.ts';
import { resetFirstRecord } from '../../attendance/records.sql.ts';
import { deriveOver, firstKeptDay } from '../../attendance/refresh.ts';
import { addDays, localDateOf, zoneOf } from '../../attendance/zone.ts';
import { lockCatalog } from '../../catalog/account.sql.ts';
import { deleteStandardTimes } from '../../catalog/calendar.sql.ts';
import { applyEffects } from '../../catalog/effects.ts';
import { releaseKeys } from '../../catalog/employees.sql.ts';
import { deleteGroups } from '../../catalog/groups.sql.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { type Change, type Content, findImport, markUndone, readChanges } from './journal.sql.ts';
import { keptSince } from './journal.ts';
import { deleteEntries, noteChangedEmployees, putBack, takeBackEmployees, unlink } from './undo.sql.ts';
import { refuseGroupsInUse, refuseWhatChanged } from './undoable.ts';

const membershipOf = z.object(membership);

type Asked = { accountId: string; importId: string; by: string; clock: Clock; deferring: Deferring };
type Row = Change & { after: Content };
type Changed = Row & { before: Content };

/**
 * Undoes an import as a whole, within the caller's transaction: what it added is deleted, what it changed is restored, and records that it linked are
 * unmatched again. Of raw records only those are deleted that the import itself added. Throws CONFLICT or PERIOD_LOCKED where something later depends
 * on it.
 */
export async function undoImport(tx: Db, { accountId, importId, by, clock, deferring }: Asked): Promise<ImportRun> {
  const { timeZone, dataVersion } = await lockCatalog(tx, accountId);
  const now = clock.now();
  const version = dataVersion + 1;
  const run = await findImport(tx, accountId, importId, keptSince(now));
  if (!run) throw notFound('Import');
  if (run.undone) throw conflict('This import was undone already.');
  const changes = await readChanges(tx, accountId, importId);
  await refuseWhatChanged(tx, accountId, changes, new Date(run.at));

  const rowsOf = (table: Change['table']) =>
    changes.filter((change): change is Row => change.table === table && change.after !== null);
  const added = (table: Change['table']) => rowsOf(table).flatMap(({ id, before }) => (before ? [] : [id]));
  const changed = (table: Change['table']) => rowsOf(table).filter((row): row is Changed => row.before !== null);
  const people = changed('employee');
  const shifts = rowsOf('standard_time');
  const calendarBefore = shifts.length > 0 ? await loadCalendar(tx, accountId) : undefined;

  const linked = [...rowsOf('clock_record'), ...rowsOf('piecework_entry')];
  await unlink(tx, accountId, linked);
  const entries = changes.filter(({ after }) => after === null).map(({ id }) => id);
  const owners = entries.length > 0 ? await deleteEntries(tx, accountId, entries) : [];
  if (entries.length > 0) await resetFirstRecord(tx, accountId);

  // Numbers and PINs may pass from one employee to another.
  await releaseKeys(
    tx,
    accountId,
    people.map(({ id }) => id),
  );
  await takeBackEmployees(tx, accountId, added('employee'), now);
  for (const table of ['work_group', 'standard_time', 'employee'] as const)
    if (changed(table).length > 0) await putBack(tx, accountId, table, changed(table));
  await deleteStandardTimes(tx, accountId, added('standard_time'), now);
  await deleteGroups(tx, accountId, added('work_group'), now);
  await refuseGroupsInUse(tx, accountId, added('work_group'));
  await noteChangedEmployees(
    tx,
    accountId,
    rowsOf('employee').map(({ id }) => id),
    version,
  );

  const today = localDateOf(zoneOf(timeZone), now.getTime());
  await applyEffects({ tx, accountId, systemId: APPLICATION_SYSTEM, now, version, deferring }, today, {
    wrote: true,
    calendarBefore,
    employees: {
      added: new Set(),
      changesTotals: true,
      // An import changes no locked day, and locks made since have been checked.
      activities: new Map(),
      moved: new Map(
        people
          .filter(({ before, after }) => JSON.stringify(groupsOf(before)) !== JSON.stringify(groupsOf(after)))
          .map(({ id, after }) => [id, groupsOf(after)]),
      ),
      arrived: people.filter(hadOtherNames).map(({ id }) => id),
    },
  });
  const touched = [
    ...linked.map(({ after }) => String(after.employeeId)),
    ...owners.flatMap(({ employeeId }) => employeeId ?? []),
  ];
  if (touched.length > 0)
    await deriveOver(tx, accountId, [...new Set(touched)], { from: firstKeptDay(today), to: addDays(today, 2) });
  await markUndone(tx, accountId, importId, now, by);
  return { ...run, undone: { at: now.toISOString(), by } };
}

const groupsOf = ({ time_group_id: timeGroupId, time_groups: timeGroups }: Content) =>
  membershipOf.parse({ timeGroupId, timeGroups });
const hadOtherNames = ({ before, after }: Changed) =>
  before.time_id !== after.time_id || before.number !== after.number || before.deleted_at !== after.deleted_at;
