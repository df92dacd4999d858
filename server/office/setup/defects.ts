import { v7 as uuidv7 } from 'uuid';
import { type DefectValue, MAX_DEFECTS } from '#contract/masterData/defects.ts';
import { msg } from '#contract/platform/words.ts';
import {
  type DefectRow,
  deleteDefects,
  selectDefects,
  selectDeletedDefect,
  upsertDefect,
} from '../../masterData/defects.sql.ts';
import type { SetupRun } from './run.ts';
import type { Results, Written } from './words.ts';

type Change = DefectValue & { ref: string; row: DefectRow | undefined };

/** Writes defects, which are the application's own: no payroll system has them. */
export async function writeDefects(
  run: SetupRun,
  changes: readonly Change[],
  deleted: readonly DefectRow[] = [],
): Promise<Results> {
  const { tx, accountId, now } = run.scope;
  const results: Results = new Map();
  for (const change of changes) results.set(change.ref, await writeOne(run, change));
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) {
    await deleteDefects(tx, accountId, ids, now);
    run.wrote = true;
  }
  for (const id of ids) results.set(id, { outcome: 'deleted', id });
  return results;
}

async function writeOne(run: SetupRun, { row, name }: Change): Promise<Written> {
  const { tx, accountId, now } = run.scope;
  const others = (await selectDefects(tx, accountId)).filter(({ id }) => id !== row?.id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return { refused: msg('There is a defect "{name}" already.', { name }), field: 'name', isTaken: true };
  if (!row && others.length >= MAX_DEFECTS)
    return { refused: msg('At most {most} defects', { most: MAX_DEFECTS }), field: 'name' };
  // A deleted one of this name goes on: what it was found in stays in the same column.
  const id = row?.id ?? (await selectDeletedDefect(tx, accountId, name))?.id ?? uuidv7({ msecs: now.getTime() });
  if (row?.name === name) return { outcome: 'unchanged', id };
  await upsertDefect(tx, accountId, { id, name });
  run.wrote = true;
  return { outcome: row ? 'changed' : 'added', id };
}
