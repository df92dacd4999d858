import type { BackupItem, RestoreStrategy } from '#contract/backups.ts';
import { GRANTABLE } from '#contract/permissions.ts';
import { lockAccount } from '../attendance/records.sql.ts';
import type { Db } from '../db/db.ts';
import { markSwapped, settleReferences } from './restores.sql.ts';
import {
  admitUsers,
  deferReferences,
  dropTakenUsers,
  forgetLoginNames,
  keepAssignments,
  putAssignmentsBack,
} from './swap.sql.ts';
import { deleteRows, insertStaged, planForManyLines, selectChangedKeys, updateStaged } from './tables.sql.ts';
import { type BackupTable, ITEM_TABLES } from './tables.ts';

/** A restore of millions of rows is one long transaction. */
const DEADLINE_MS = 30 * 60_000;

export type Swap = {
  accountId: string;
  restoreJobId: string;
  items: readonly BackupItem[];
  strategy: RestoreStrategy;
  /** Raw records received after this stay, whatever the strategy: they were acknowledged while the restore was under way. */
  startedAt: Date;
  now: Date;
};

/** The one transaction of a restore (S-65): before it nothing has changed, after it everything has. Only the items asked for are touched. */
export async function swapIn(db: Db, swap: Swap): Promise<void> {
  const { accountId, restoreJobId, items, strategy, startedAt, now } = swap;
  const tables = ITEM_TABLES.filter(([item]) => items.includes(item)).flatMap(([, , itemTables]) => itemTables);
  const settled = tables.filter(({ name }) => name !== 'app_user');
  await db.tx(
    async (tx) => {
      await deferReferences(tx);
      await planForManyLines(tx);
      await markSwapped(tx, accountId, restoreJobId, now);
      if (items.includes('Users')) await swapUsers(tx, swap);
      await tx.tenant(accountId, async (own) => {
        await lockAccount(own, accountId);
        const assignments = strategy === 'replace' ? await keepAssignments(own, accountId) : [];
        if (strategy === 'replace')
          for (const table of settled.toReversed()) await deleteRows(own, accountId, table, startedAt);
        for (const table of settled) {
          await insertStaged(own, accountId, restoreJobId, table);
          if (strategy === 'merge' && !table.raw) await mergeChanged(own, accountId, restoreJobId, table);
        }
        if (assignments.length > 0) await putAssignmentsBack(own, accountId, assignments);
        await settleReferences(own, accountId, now);
      });
    },
    { deadlineMs: DEADLINE_MS },
  );
}

async function swapUsers(tx: Db, { accountId, restoreJobId, strategy, startedAt, now }: Swap) {
  const users = ITEM_TABLES.find(([item]) => item === 'Users')?.[2][0];
  if (!users) return;
  if (strategy === 'replace') {
    await forgetLoginNames(tx, accountId);
    await deleteRows(tx, accountId, users, startedAt);
  }
  await dropTakenUsers(tx, accountId, restoreJobId);
  // A merge adds those who are missing; what people may do today is not taken back by an old file.
  await insertStaged(tx, accountId, restoreJobId, users);
  await admitUsers(tx, accountId, GRANTABLE.employer, now);
}

/** All at once where no uniqueness rule is in the way, else one by one, leaving out those that it forbids (the rehearsal named them). */
async function mergeChanged(tx: Db, accountId: string, restoreJobId: string, table: BackupTable) {
  const keys = await selectChangedKeys(tx, accountId, restoreJobId, table);
  if (keys.length === 0) return;
  const update = (some: string[]) => tx.tx((step) => updateStaged(step, accountId, restoreJobId, table, some));
  const forbidden = (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
    return 'forbidden' as const;
  };
  if ((await update(keys).catch(forbidden)) !== 'forbidden') return;
  for (const key of keys) await update([key]).catch(forbidden);
}
