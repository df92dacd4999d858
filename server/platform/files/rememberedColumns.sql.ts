import { z } from 'zod';
import { type ListMapping, listMapping, MAX_LIST_COLUMNS } from '#contract/office/list.ts';
import { type Db, sql } from '../../../../platform/db/db.ts';

/** How an account took the columns of lists with some headings. */
export const rememberedList = z.object({ headings: z.array(z.string()).max(MAX_LIST_COLUMNS), mapping: listMapping });
export type RememberedList = z.infer<typeof rememberedList>;
/** The lists that an account remembers; the one that was used longest ago goes. */
const MOST = 10;

/** Returns the lists that an account remembers, the newest first; none that this version does not understand. */
export const selectRemembered = async (db: Db, accountId: string): Promise<RememberedList[]> => {
  const rows = await db.rows(
    z.object({ list: rememberedList.nullable().catch(null) }),
    sql`select jsonb_array_elements(list_columns) as list from account where account_id = ${accountId}`,
  );
  return rows.flatMap(({ list }) => list ?? []);
};

/** Remembers how the columns of a list with these headings were taken. */
export async function rememberList(tx: Db, accountId: string, headings: readonly string[], mapping: ListMapping) {
  const others = (await selectRemembered(tx, accountId)).filter((one) => !isSame(one.headings, headings));
  const lists = [{ headings, mapping }, ...others].slice(0, MOST);
  await tx.run(sql`update account set list_columns = ${JSON.stringify(lists)}::jsonb where account_id = ${accountId}`);
}

export const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
