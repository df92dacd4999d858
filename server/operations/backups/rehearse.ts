import type { z } from 'zod';
import type { rehearsal } from '#contract/operations/backups.ts';
import type { Db } from '../../platform/db/db.ts';
import { readTables } from './columns.sql.ts';
import type { Plan } from './currency.ts';
import { countReturning } from './returning.sql.ts';
import { compareTable, findConflicts, planForManyLines } from './tables.sql.ts';
import { keptSince } from './tables.ts';

const SHOWN_CONFLICTS = 20;

/**
 * Returns, per item, how many records a restore would add, change, leave and delete, and samples of what it could not take over. Each table is compared
 * in a transaction of its own.
 */
export async function rehearse(
  db: Db,
  accountId: string,
  restoreJobId: string,
  plan: Plan & { madeAt: string },
  now: Date,
): Promise<z.infer<typeof rehearsal>> {
  const alone = <T>(work: (tx: Db) => Promise<T>) =>
    db.tenant(
      accountId,
      async (tx) => {
        await planForManyLines(tx);
        return work(tx);
      },
      { deadlineMs: 5 * 60_000 },
    );
  const items = [];
  for (const [type, , tables] of await readTables(db)) {
    if (!plan.items.includes(type)) continue;
    const sum = { added: 0, changed: 0, unchanged: 0, deleted: 0, conflicts: [] as string[] };
    for (const table of tables) {
      // Raw records are never changed, whatever a file says; users are only added by a merge.
      const keeps = plan.strategy === 'merge' && (table.raw || type === 'Users');
      const difference = await alone((tx) =>
        compareTable(tx, accountId, restoreJobId, table, keptSince(table, plan.madeAt, now)),
      );
      sum.added += difference.added;
      sum.changed += keeps ? 0 : difference.changed;
      sum.unchanged += difference.unchanged + (keeps ? difference.changed : 0);
      sum.deleted += plan.strategy === 'replace' ? difference.deleted : 0;
      if (plan.strategy === 'merge')
        sum.conflicts.push(...(await alone((tx) => findConflicts(tx, accountId, restoreJobId, table))));
    }
    items.push({ type, ...sum, conflicts: sum.conflicts.slice(0, SHOWN_CONFLICTS) });
  }
  const returning = await alone((tx) => countReturning(tx, accountId, restoreJobId, plan.items));
  return { items, ...(returning > 0 && { returning }) };
}
