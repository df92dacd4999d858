import { Client } from 'pg';
import { z } from 'zod';
import { administer, createTemplate, startTestPostgres } from './database.ts';

/**
 * Starts the PostgreSQL of all API tests, from the bundled binaries, with a template of which each worker has a copy. With TEST_DATABASE_URL that one is
 * used, and this run's databases are dropped at the end.
 */
export default async function setup() {
  // Several projects of one run share it.
  if (process.env.TEST_DATABASE_PREFIX) return;
  process.env.TEST_DATABASE_PREFIX = `tb_test_${process.pid}`;
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const postgres = await startTestPostgres();
    process.env.TEST_DATABASE_URL = postgres.url;
    return postgres.stop;
  }
  await createTemplate(url);
  return async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
      `${process.env.TEST_DATABASE_PREFIX}_`,
    ]);
    await client.end();
    for (const { name } of z.array(z.object({ name: z.string() })).parse(rows))
      await administer(url, `drop database if exists ${name} with (force)`);
  };
}
