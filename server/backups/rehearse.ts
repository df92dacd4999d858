import type { z } from 'zod';
import type { BackupItem, RestoreStrategy, rehearsal } from '#contract/backups.ts';
import type { Db } from '../db/db.ts';
import { compareTable, findConflicts, planForManyLines } from './tables.sql.ts';
import { ITEM_TABLES } from './tables.ts';

const SHOWN_CONFLICTS = 20;
type Plan = { items: readonly BackupItem[]; strategy: RestoreStrategy };

/** Per item how many records a restore would add, change, leave and delete, and samples of what it could not take over. */
export function rehearse(
  db: Db,
  accountId: string,
  restoreJobId: string,
  plan: Plan,
  now: Date,
): Promise<z.infer<typeof rehearsal>> {
  return db.tenant(
    accountId,
    async (tx) => {
      await planForManyLines(tx);
      const items = [];
      for (const [type, , tables] of ITEM_TABLES) {
        if (!plan.items.includes(type)) continue;
        const sum = { added: 0, changed: 0, unchanged: 0, deleted: 0, conflicts: [] as string[] };
        for (const table of tables) {
          const difference = await compareTable(tx, accountId, restoreJobId, table, now);
          sum.added += difference.added;
          // Raw records are never changed, whatever a file says; users are only added by a merge.
          const keeps = table.raw || (type === 'Users' && plan.strategy === 'merge');
          sum.changed += keeps && plan.strategy === 'merge' ? 0 : difference.changed;
          sum.unchanged += difference.unchanged + (keeps && plan.strategy === 'merge' ? difference.changed : 0);
          sum.deleted += plan.strategy === 'replace' ? difference.deleted : 0;
          if (plan.strategy === 'merge')
            sum.conflicts.push(...(await findConflicts(tx, accountId, restoreJobId, table)));
        }
        items.push({ type, ...sum, conflicts: sum.conflicts.slice(0, SHOWN_CONFLICTS) });
      }
      return { items };
    },
    { deadlineMs: 5 * 60_000 },
  );
}
