import type { RestoreStrategy } from '#contract/operations/backups.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { dateReceipts, readSentFromIds, resetFirstRecord } from '../../attendance/records.sql.ts';
import { deriveOver, firstRetainedDay } from '../../attendance/refresh.ts';
import { linkRecords } from '../../attendance/store.ts';
import { askTerminalsForAll } from '../../intake/terminals/terminals.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { isDuplicate } from '../../platform/db/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, localDateOf } from '../../platform/zone.ts';
import { readTables } from './columns.sql.ts';
import { restoreCurrency } from './currency.ts';
import { judgingBefore, noteJudgedAnew } from './lockedDays.ts';
import { markSwapped, type RestoreRow, selectEmployeeIds, settleReferences } from './restores.sql.ts';
import { type Restoring, restoreUsers } from './restoreUsers.ts';
import {
  deferReferences,
  keepAssignments,
  keepNames,
  leaveParts,
  noteTerminalsAsked,
  putAssignmentsBack,
  selectOneOfEachGroup,
  settleCards,
  settleNames,
  settleTemplates,
} from './swap.sql.ts';
import { deleteRows, insertStaged, planForManyLines, selectChangedKeys, updateStaged } from './tables.sql.ts';
import { type BackupTable, keptSince } from './tables.ts';

/** A restore of millions of rows is one long transaction, which the deadline of an ordinary one would end. */
const DEADLINE_MS = 30 * 60_000;

export type Swap = {
  accountId: string;
  accountName: string;
  job: RestoreRow & { strategy: RestoreStrategy };
  /** Raw records received after this instant stay, whatever the strategy: they were acknowledged while the restore was under way. */
  startedAt: Date;
  now: Date;
};

/**
 * The one transaction of a restore: before it nothing has changed, after it everything has. Only the chosen items are touched. Throws, and
 * changes nothing, when figures cannot be calculated from the restored data.
 */
export async function swapIn(services: Restoring, swap: Swap): Promise<void> {
  const { accountId, job, startedAt, now } = swap;
  const { restoreJobId, items, strategy } = job;
  const described = await readTables(services.db);
  const tables = described.filter(([item]) => items.includes(item)).flatMap(([, , itemTables]) => itemTables);
  const settled = tables.filter(({ name }) => name !== 'app_user');
  const since = (table: BackupTable) => keptSince(table, job.manifest?.madeAt, startedAt);
  await services.db.tx(
    async (tx) => {
      await deferReferences(tx);
      await planForManyLines(tx);
      await markSwapped(tx, accountId, restoreJobId, now);
      await lockAccount(tx, accountId);
      const before = await tx.tenant(accountId, (own) => judgingBefore(own, accountId, { items, strategy }, now));
      if (strategy === 'replace')
        for (const table of settled) if (table.isLedger) await deleteRows(tx, accountId, table, since(table));
      await tx.tenant(accountId, async (own) => {
        if (items.includes('Employees')) await keepNames(own, accountId, now);
        const assignments = strategy === 'replace' ? await keepAssignments(own, accountId) : [];
        if (strategy === 'replace')
          for (const table of settled.toReversed())
            if (!table.isLedger) await deleteRows(own, accountId, table, since(table));
        if (strategy === 'merge') await leaveParts(own, accountId, restoreJobId);
        for (const table of settled) {
          await insertStaged(own, accountId, restoreJobId, table);
          if (strategy === 'merge' && !table.raw) await mergeChanged(own, accountId, restoreJobId, table);
        }
        if (job.manifest) await restoreCurrency(own, accountId, job.manifest, { items, strategy });
        if (assignments.length > 0) await putAssignmentsBack(own, accountId, assignments);
        if (items.includes('Employees')) await settleNames(own, accountId, now);
        await settleCards(own, accountId);
        await settleTemplates(own, accountId);
        await settleReferences(own, accountId, now);
        await settleRecords(own, accountId);
        if (before) await noteJudgedAnew(own, accountId, before, now);
        if (strategy === 'replace' && items.includes('Clock Records'))
          await noteTerminalsAsked(own, accountId, restoreJobId, await askTerminalsForAll(own, accountId, now));
        await tryFigures(own, accountId, now);
      });
      if (items.includes('Users')) await restoreUsers(tx, services, swap);
    },
    { deadlineMs: DEADLINE_MS },
  );
}

/** Fills in what a backup does not hold or an earlier version's lacks, and links the records that waited for employees of the file (docs/reference/attendance.md#who-counts). */
async function settleRecords(tx: Db, accountId: string) {
  await readSentFromIds(tx, accountId);
  await dateReceipts(tx, accountId);
  await linkRecords(tx, accountId, await selectEmployeeIds(tx, accountId));
  await resetFirstRecord(tx, accountId);
}

/** Derives the kept days of one person of each time group, so that every shift is resolved once before anybody depends on it. */
export async function tryFigures(tx: Db, accountId: string, now: Date) {
  const { zone } = await loadCalendar(tx, accountId);
  const today = localDateOf(zone, now.getTime());
  const days = { from: firstRetainedDay(today), to: addDays(today, 2) };
  await deriveOver(tx, accountId, await selectOneOfEachGroup(tx, accountId), days);
}

/**
 * Updates all rows at once where no uniqueness rule can be violated, else one by one, leaving out those that violate one (the rehearsal named them).
 */
async function mergeChanged(tx: Db, accountId: string, restoreJobId: string, table: BackupTable) {
  const keys = await selectChangedKeys(tx, accountId, restoreJobId, table);
  if (keys.length === 0) return;
  const update = (some: string[]) => tx.tx((step) => updateStaged(step, accountId, restoreJobId, table, some));
  const forbidden = (error: unknown) => {
    if (!isDuplicate(error)) throw error;
    return 'forbidden' as const;
  };
  if ((await update(keys).catch(forbidden)) !== 'forbidden') return;
  for (const key of keys) await update([key]).catch(forbidden);
}
