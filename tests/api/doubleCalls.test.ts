import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { type Db, raw, sql } from '#server/platform/db/db.ts';
import { createIdempotencyStore } from '#server/platform/http/idempotency.sql.ts';
import { givenAccount } from '../support/factories.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { roleOf, shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { sampled, size } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Every acting call of the contract twice at once, as a double press or an impatient proxy sends it: with an idempotency key it is done once, whether
 * the answer is a refusal or not, and without one it never fails by itself. A ninth of the calls in the short form.
 */
const t = useTestApp();
const acting = sampled(
  Object.entries(ENDPOINTS)
    .filter(([, { method, upload }]) => method !== 'GET' && !upload)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
  9,
);
const SEEDS = size(3, 8);
const KEY = 'a-key-of-one-call';
/** Users have idempotency keys; records of devices and payroll systems have ids of their own. */
const KEEPS_KEYS = ['admin', 'any', 'employer', 'session'];
/** Calls that change nothing: only that they were made is noted, each time. */
const NOTED_EACH_TIME = ['generateUserReport', 'generateReport', 'requestPasswordReset'];

/** Returns how to send the request of a seed, with the ids of a world of its own. */
async function givenRequest(endpoint: Endpoint, seed: number) {
  const { ids, tokens } = await givenFuzzWorld(t.db, 'other');
  const part = (schema: z.ZodType | undefined) =>
    schema && fc.sample(valuesOf(shapeOf(schema), ids), { numRuns: 1, seed })[0];
  const url = urlOf(endpoint, part(endpoint.params), part(endpoint.query));
  const body = part(endpoint.body);
  return (key?: string) =>
    t.ask(url, {
      method: endpoint.method,
      token: tokens[roleOf(endpoint)] ?? '',
      ...(body !== undefined && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    });
}

async function rowsOf() {
  const tables = await t.db.rows(
    z.object({ name: z.string() }),
    sql`select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const counts = tables.map(({ name }) => sql`select ${name}::text as name, count(*)::int as rows from ${raw(name)}`);
  const all = counts.reduce((some, one) => sql`${some} union all ${one}`);
  return new Map(
    (await t.db.rows(z.object({ name: z.string(), rows: z.int() }), all)).map(({ name, rows }) => [name, rows]),
  );
}
/** Returns by how many rows each table differs after an act. */
async function changed(act: () => Promise<unknown>) {
  const before = await rowsOf();
  await act();
  await t.jobs.drain();
  const after = await rowsOf();
  return [...after]
    .filter(([name, rows]) => rows !== before.get(name))
    .map(([name, rows]) => `${name} ${rows - (before.get(name) ?? 0)}`);
}

const done: string[] = [];
afterAll(() => console.info('done twice at once:', done.length, 'of', acting.length));
it.each(acting)('%s', async (name, endpoint) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const once = await givenRequest(endpoint, seed);
    let isDone = false;
    const rows = await changed(async () => {
      isDone = (await once(KEY)).statusCode < 300;
    });
    const [keyed, plain] = [await givenRequest(endpoint, seed), await givenRequest(endpoint, seed)];
    const answers: Awaited<ReturnType<typeof keyed>>[] = [];
    const twice = await changed(async () => {
      answers.push(...(await Promise.all([keyed(KEY), keyed(KEY)])), await keyed(KEY));
    });
    const alike = answers.filter(({ statusCode }) => statusCode < 300);
    answers.push(...(await Promise.all([plain(), plain()])));
    await t.jobs.drain();
    const what = `${name}, seed ${seed}: ${answers.map(({ statusCode, body }) => `${statusCode} ${body.slice(0, 150)}`).join(' | ')}`;
    for (const { statusCode } of answers) expect(statusCode, what).toBeLessThan(500);
    // What the first one took, such as a code, another world cannot have: then all are refused.
    if (!isDone || alike.length === 0 || NOTED_EACH_TIME.includes(name)) continue;
    done.push(name);
    expect(twice, what).toEqual(rows);
    if (KEEPS_KEYS.includes(roleOf(endpoint))) expect(new Set(alike.map(({ body }) => body)).size, what).toBe(1);
    return;
  }
});

it('a key that is released between the two statements of another use is free', async () => {
  const claim = { accountId: await givenAccount(t.db), key: KEY, claimedAt: t.clock.now() };
  const first = createIdempotencyStore(t.db, t.services.secrets);
  expect(await first.claim(claim, 'a request')).toBe('claimed');
  let releases = 0;
  const run: Db['run'] = async (statement) => {
    const rows = await t.db.run(statement);
    if (rows === 0 && releases++ === 0) await first.release(claim);
    return rows;
  };
  const second = createIdempotencyStore(Object.assign(Object.create(t.db), { run }), t.services.secrets);
  expect(await second.claim(claim, 'a request')).toBe('claimed');
  expect(releases).toBe(1);
});
