import pg from 'pg';
import { z } from 'zod';

/** Statements of the server, caught and run again to count the rows that each reads. */

type Statement = { text: string; values: unknown[] };
const asked = z.union([
  z.string().transform((text) => ({ text, values: [] as unknown[] })),
  z
    .looseObject({ text: z.string(), values: z.array(z.unknown()).optional() })
    .transform(({ text, values = [] }) => ({ text, values })),
]);

/** Returns the statements that this process sends to PostgreSQL during some work, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const caught: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { data } = asked.safeParse(args[0]);
    if (data) caught.push({ text: data.text, values: Array.isArray(args[1]) ? args[1] : data.values });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return caught;
}

const READ = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as rows from pg_stat_xact_user_tables`;
/** The beginning or end of a transaction or of a part of it, with the settings that come with it. */
const BOUNDARY = /^((?:begin|commit|rollback|savepoint|release)[^;]*)(?:; ?(?!release)(.*))?$/s;
const OF_NONE = `select set_config('app.account_id', '', true), set_config('role', 'none', true)`;
const UNIQUE_VIOLATION = '23505';
const counted = z.object({ rows: z.array(z.object({ rows: z.number() })) });

/** Runs statements again in one transaction, which is rolled back, and returns the rows that each reads, those within its functions too. */
export async function rowsReadBy(connectionString: string, statements: readonly Statement[]) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    const read = async () => counted.parse(await client.query(READ)).rows[0]?.rows ?? 0;
    const results: { text: string; rows: number }[] = [];
    for (const { text, values } of statements) {
      const [, boundary = '', settings = ''] = BOUNDARY.exec(text) ?? [];
      if (boundary !== '') {
        if (/^(begin|commit|rollback$)/.test(boundary)) await client.query(OF_NONE);
        if (settings !== '') await client.query(settings);
        continue;
      }
      const before = await read();
      await client.query('savepoint one');
      // A row that was stored the first time is there now: what was read to find that out counts all the same.
      await client.query({ text, values }).catch(async (error) => {
        if (error.code !== UNIQUE_VIOLATION) throw error;
        await client.query('rollback to savepoint one');
      });
      results.push({ text, rows: (await read()) - before });
    }
    return results;
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
