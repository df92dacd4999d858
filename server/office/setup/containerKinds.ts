import { v7 as uuidv7 } from 'uuid';
import { type ContainerKindValue, MAX_CONTAINER_KINDS } from '#contract/masterData/containers.ts';
import { msg, words } from '#contract/platform/words.ts';
import {
  type ContainerKindRow,
  deleteContainerKinds,
  selectContainerKinds,
  upsertContainerKind,
} from '../../masterData/containerKinds.sql.ts';
import { selectLookupEntries } from './reading.sql.ts';
import type { SetupRun } from './run.ts';
import type { Results, Written } from './words.ts';

type Change = ContainerKindValue & { ref: string; row: ContainerKindRow | undefined };

/** Writes kinds of containers, which are the application's own: no payroll system has them. */
export async function writeContainerKinds(
  run: SetupRun,
  changes: readonly Change[],
  deleted: readonly ContainerKindRow[] = [],
): Promise<Results> {
  const { tx, accountId, now } = run.scope;
  const results: Results = new Map();
  for (const change of changes) results.set(change.ref, await writeOne(run, change));
  if (deleted.length > 0) {
    await deleteContainerKinds(
      tx,
      accountId,
      deleted.map(({ id }) => id),
      now,
    );
    run.wrote = true;
  }
  for (const { id } of deleted) results.set(id, { outcome: 'deleted', id });
  return results;
}

async function writeOne(
  run: SetupRun,
  { row, name, units, lookup1Code, hours, keepsRejected }: Change,
): Promise<Written> {
  const { tx, accountId, now } = run.scope;
  const others = (await selectContainerKinds(tx, accountId)).filter(({ id }) => id !== row?.id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return { refused: msg('There is a kind of containers "{name}" already.', { name }), field: 'name', isTaken: true };
  if (!row && others.length >= MAX_CONTAINER_KINDS)
    return { refused: msg('At most {most} kinds of containers', { most: MAX_CONTAINER_KINDS }), field: 'name' };
  const isSameProduct = row?.lookup1Code === lookup1Code;
  if (lookup1Code !== null && !isSameProduct) {
    const products = await selectLookupEntries(tx, accountId);
    if (!products.some(({ lookup, code }) => lookup === 1 && code === lookup1Code))
      return { refused: words('There is no such entry.'), field: 'lookup1Code' };
  }
  const id = row?.id ?? uuidv7({ msecs: now.getTime() });
  const isSame =
    isSameProduct &&
    row.name === name &&
    row.units === units &&
    row.hours === hours &&
    row.keepsRejected === keepsRejected;
  if (isSame) return { outcome: 'unchanged', id };
  await upsertContainerKind(tx, accountId, { id, name, units, lookup1Code, hours, keepsRejected });
  run.wrote = true;
  return { outcome: row ? 'changed' : 'added', id };
}
