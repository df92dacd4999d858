import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { givenAccount } from '../support/factories.ts';
import { TEST_NOW } from '../support/testApp.ts';

// A database of its own: by statistics that another file took of a table with a few rows, any index is as good as the right one.
let t: TestDatabase;
beforeAll(async () => {
  t = await openTestDatabase();
});
afterAll(() => t.close());

const givenPunches = async (count: number) => {
  const accountId = await givenAccount(t.db);
  await addPunches(accountId, count);
  return accountId;
};
const addPunches = (accountId: string, count: number) =>
  t.db.run(sql`
    insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, record_id, received_at, standing)
    select ${accountId}::uuid, gen_random_uuid(), n::text, ${TEST_NOW}::timestamptz - n * interval '1 minute', 'in', 'device:gate',
      n || '|known', ${TEST_NOW}, 'counted' from generate_series(1, ${count}::int) n on conflict do nothing`);

// The first query of this file, because the tables must have no statistics yet.
it('a record is looked up in one place of an index also where the table was nearly empty when the first were', async () => {
  const accountId = await givenPunches(1);
  const buffers = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int() }) })]) });
  const look = (count: number) =>
    t.db.tenant(accountId, (tx) =>
      tx.single(
        buffers,
        sql`explain (analyze, buffers, format json)
          select is_known_to_sender(${accountId}, 'device:gate', n || '|new') from generate_series(1, ${count}::int) n`,
      ),
    );
  // PostgreSQL uses a generic plan from the sixth execution on.
  for (let call = 0; call < 10; call++) await look(1);
  await addPunches(accountId, 5_000);
  const [{ Plan: plan }] = (await look(100))['QUERY PLAN'];
  // About four blocks a record, and some 900 of the catalogue where the connection is new. The whole account takes 80 a record.
  expect(plan['Shared Hit Blocks']).toBeLessThan(2_000);
});

it('a record is looked up by its sender’s id in one place of an index, with statistics too', async () => {
  const accountId = await givenPunches(5_000);
  await t.db.run(sql`analyze clock_record`);
  const { body } = await t.db.single(
    z.object({ body: z.string() }),
    sql`select prosrc as body from pg_proc where proname = 'is_known_to_sender'`,
  );
  const given = { of_account: '$1::uuid', of_source: '$2::text', of_record_id: '$3::text', but: '$4::uuid' };
  const text = body.replace(
    /\b(of_account|of_source|of_record_id|but)\b/g,
    (name) => given[name as keyof typeof given],
  ); // of these
  const plan = await t.db.rows(z.object({ 'QUERY PLAN': z.string() }), {
    text: `explain ${text}`,
    values: [accountId, 'device:gate', '7|new', null],
  });
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toMatch(/Index Cond: .*account_id = .*md5/);
  expect(lines).not.toContain('Seq Scan');
});

it('whether a record is known is answered for the own account only', async () => {
  const [own, other] = [await givenPunches(2), await givenPunches(2)];
  const known = z.object({ own: z.boolean(), new: z.boolean(), other: z.boolean() });
  const ask = sql`select is_known_to_sender(${own}, 'device:gate', '2|known') as own,
    is_known_to_sender(${own}, 'device:gate', '2|new') as new, is_known_to_sender(${other}, 'device:gate', '2|known') as other`;
  expect(await t.db.tenant(own, (tx) => tx.single(known, ask))).toEqual({ own: true, new: false, other: false });
  expect(await t.db.single(known, ask)).toEqual({ own: true, new: false, other: true });
});
