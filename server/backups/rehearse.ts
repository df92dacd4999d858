import type { z } from 'zod';
import type { BackupItem, RestoreStrategy, rehearsal } from '#contract/backups.ts';
import type { Db } from '../db/db.ts';
import { createPace, untilDone } from '../db/pace.ts';
import { compareTable, findConflicts, type KeyRange, planForManyLines } from './tables.sql.ts';
import { ITEM_TABLES } from './tables.ts';

const SHOWN_CONFLICTS = 20;
type Plan = { items: readonly BackupItem[]; strategy: RestoreStrategy };

/**
 * Returns, per item, how many records a restore would add, change, leave and delete, and samples of what it could not take over. It goes table by
 * table, and piece by piece in large ones, so that nobody waits for all of it.
 */
export async function rehearse(
  db: Db,
  accountId: string,
  restoreJobId: string,
  plan: Plan,
  now: Date,
): Promise<z.infer<typeof rehearsal>> {
  const inTurn = <T>(work: (tx: Db) => Promise<T>) =>
    db.tenant(
      accountId,
      async (tx) => {
        await planForManyLines(tx);
        return work(tx);
      },
      { deadlineMs: 5 * 60_000 },
    );
  const items = [];
  for (const [type, , tables] of ITEM_TABLES) {
    if (!plan.items.includes(type)) continue;
    const sum = { added: 0, changed: 0, unchanged: 0, deleted: 0, conflicts: [] as string[] };
    // Raw records are never changed, whatever a file says; users are only added by a merge.
    for (const table of tables) {
      const keeps = table.raw || (type === 'Users' && plan.strategy === 'merge');
      const pace = createPace({ first: 500, most: 10_000 });
      let after: string | null = null;
      await untilDone(pace, async (limit) => {
        const range: KeyRange = { after, limit };
        const { last, most, ...difference } = await inTurn((tx) =>
          pace.keep(() => compareTable(tx, accountId, restoreJobId, table, { ...range, now })),
        );
        after = last;
        sum.added += difference.added;
        sum.changed += keeps && plan.strategy === 'merge' ? 0 : difference.changed;
        sum.unchanged += difference.unchanged + (keeps && plan.strategy === 'merge' ? difference.changed : 0);
        sum.deleted += plan.strategy === 'replace' ? difference.deleted : 0;
        return most;
      });
      if (plan.strategy === 'merge')
        sum.conflicts.push(...(await inTurn((tx) => findConflicts(tx, accountId, restoreJobId, table))));
    }
    items.push({ type, ...sum, conflicts: sum.conflicts.slice(0, SHOWN_CONFLICTS) });
  }
  return { items };
}
