import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** The lists of a kind: the column of the account that remembers them, and how their columns are taken. */
export type ListKind<Mapping> = { column: keyof typeof COLUMNS; mapping: z.ZodType<Mapping> };
const COLUMNS = { list_columns: sql`list_columns`, piece_columns: sql`piece_columns` };

/** How an account took the columns of lists with some headings, of which a hash is stored: a line of a person may have been taken for headings. */
export type RememberedList<Mapping> = { headingsHash: string; mapping: Mapping };
export const rememberedList = <Mapping>(mapping: z.ZodType<Mapping>) => z.object({ headingsHash: z.string(), mapping });
/** The lists of a kind that an account remembers; the one that was used longest ago goes. */
const MOST = 10;

/** Returns the lists that an account remembers, the newest first; none that this version does not understand. */
export async function selectRemembered<Mapping>(
  db: Db,
  accountId: string,
  { column, mapping }: ListKind<Mapping>,
): Promise<RememberedList<Mapping>[]> {
  const rows = await db.rows(
    z.object({ list: rememberedList(mapping).nullable().catch(null) }),
    sql`select jsonb_array_elements(${COLUMNS[column]}) as list from account where account_id = ${accountId}`,
  );
  return rows.flatMap(({ list }) => list ?? []);
}

/** Remembers how the columns of a list with these headings were taken. */
export async function rememberList<Mapping>(
  tx: Db,
  accountId: string,
  kind: ListKind<Mapping>,
  { headings, mapping }: { headings: readonly string[]; mapping: Mapping },
) {
  const list = { headingsHash: hashOf(headings), mapping };
  const remembered = await selectRemembered(tx, accountId, kind);
  const others = remembered.filter(({ headingsHash }) => headingsHash !== list.headingsHash);
  const lists = JSON.stringify([list, ...others].slice(0, MOST));
  await tx.run(sql`update account set ${COLUMNS[kind.column]} = ${lists}::jsonb where account_id = ${accountId}`);
}

/** Without accents, which depend on the encoding that is to be found by it. */
const hashOf = (headings: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(headings.map((heading) => heading.replace(/\P{ASCII}/gu, ''))))
    .digest('base64url');
/** Returns how the columns of a list with these headings were taken before, if they were. */
export function findRemembered<Mapping>(remembered: readonly RememberedList<Mapping>[], headings: readonly string[]) {
  const hash = hashOf(headings);
  return remembered.find(({ headingsHash }) => headingsHash === hash)?.mapping;
}
