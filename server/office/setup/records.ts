import type { Db } from '../../platform/db/db.ts';
import { asShown } from './calls.ts';
import { finish, type SetupRun } from './run.ts';
import type { Owners } from './views.ts';
import { type Results, taken } from './words.ts';

type Kind<Row, View, Change> = {
  select: (tx: Db, accountId: string) => Promise<readonly Row[]>;
  view: (owners: Owners, row: Row) => View;
  write: (run: SetupRun, changes: readonly Change[], deleted?: readonly Row[]) => Promise<Results>;
  /** The message where there is no such record. */
  missing: string;
};

/** Returns how the endpoints of one kind of record read, save and delete it (`recordEndpoints` of the contract). */
export function recordsOf<
  Row extends { id: string },
  View extends { basis: string },
  Change extends { ref: string; row: Row | undefined },
>({ select, view, write, missing }: Kind<Row, View, Change>) {
  const find = async ({ scope }: SetupRun, id: string) =>
    (await select(scope.tx, scope.accountId)).find((row) => row.id === id);
  return {
    list: async (tx: Db, accountId: string, owners: Owners) =>
      (await select(tx, accountId)).map((row) => view(owners, row)),
    /** Throws NOT_FOUND, and OUTDATED where the record has changed since it was shown. */
    shown: async (run: SetupRun, id: string, basis: string) =>
      asShown(await find(run, id), (row) => view(run.owners, row), basis, missing),
    /** Adds a record, or changes `row`; returns it as it is shown afterwards. Throws where it is refused. */
    async save(run: SetupRun, row: Row | undefined, fields: Omit<Change, 'ref' | 'row'>) {
      const ref = row?.id ?? 'new';
      const id = taken(await write(run, [{ ...fields, ref, row } as Change]), ref); // all of its fields
      const rejudged = await finish(run);
      const written = await find(run, id);
      if (!written) throw new Error('The record was not written');
      return { record: view(run.owners, written), rejudged };
    },
    async remove(run: SetupRun, row: Row) {
      taken(await write(run, [], [row]), row.id);
      return finish(run);
    },
  };
}
