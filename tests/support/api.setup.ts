import { Client } from 'pg';
import { z } from 'zod';

/** Names this run's databases on TEST_DATABASE_URL and drops the remaining ones at the end. */
export default function setup() {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return;
  const prefix = `tb_test_${process.pid}`;
  process.env.TEST_DATABASE_PREFIX = prefix;
  return async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
      `${prefix}_`,
    ]);
    for (const { name } of z.array(z.object({ name: z.string() })).parse(rows))
      await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  };
}
