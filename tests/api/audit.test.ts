import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { audit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const at = new Date('2026-11-20T09:00:00Z');
type Row = { action: string; actor: string; target: string | null; address: string | null; detail: string | null };

it('tells who did what to which document, when and from where, newest first, in ranges', async () => {
  const admin = await givenAdmin(t.db, { username: 'chief' });
  const holder = { firstName: 'A', lastName: 'B', contactNo: '1', emailAddr: 'a@b.test' };
  const body = { isActive: true, code: 'farm', name: 'Farm', holder };
  const { _id } = (await t.ask('/v2/account', { token: admin.token, body })).json();
  t.clock.advance(1_000);
  const change = { name: 'Farm Two', holder: { ...holder, lastName: 'C' } };
  await t.ask(`/v2/account/${_id}`, { token: admin.token, method: 'PUT', body: change });
  t.clock.advance(1_000);
  await t.ask(`/v2/account/settings/${_id}`, { token: admin.token, method: 'PUT', body: { storeTemplates: true } });
  const list = async (range: string) =>
    (await t.ask(`/v2/audit/by-account/${_id}?${range}`, { token: admin.token })).json();
  const { results, lastIndex } = await list('startRow=0&endRow=10');
  expect(lastIndex).toBe(3);
  expect(
    results.map(({ action, actor, target, address, detail }: Row) => [action, actor, target, address, detail]),
  ).toEqual([
    ['account.settings', 'chief', 'farm', '127.0.0.1', 'storeTemplates'],
    ['account.update', 'chief', 'farm', '127.0.0.1', 'name, holder'],
    ['account.create', 'chief', 'farm', '127.0.0.1', null],
  ]);
  expect((await list('startRow=1&endRow=2')).results).toEqual([results[1]]);
});

it('is written together with the change, or not at all', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const failing = t.db.tx(async (tx) => {
    await audit(tx, { accountId, at, actor: 'x', action: 'user.update' });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  const { results } = (
    await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=9`, { token: admin.token })
  ).json();
  expect(results).toEqual([]);
});

it('is exported as CSV, of one account, without formulas', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { code: 'farm' });
  const other = await givenAccount(t.db);
  await t.db.run(sql`
    insert into audit_entry (account_id, audit_entry_id, at, actor, action, result)
    select ${accountId}::uuid, gen_random_uuid(), ${at}::timestamptz + (i / 3) * interval '1 second', 'user ' || i, 'test.many', 'ok'
    from generate_series(1, 2500) i`);
  await t.db.tx((tx) => audit(tx, { accountId: other, at, actor: 'stranger', action: 'user.delete' }));
  const evil = {
    accountId,
    at,
    actor: '=cmd|calc',
    action: 'account.update' as const,
    target: 'a,"b"\r\nc',
    detail: '-1+1',
  };
  await t.db.tx((tx) => audit(tx, evil));
  const answer = await t.ask(`/v2/audit/by-account/${accountId}/export`, { token: admin.token });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-farm-2026-11-20T12-00-00.csv"');
  const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true });
  // The export is itself the newest entry of the trail.
  expect(rows[0]).toMatchObject({ Action: 'audit.export' });
  expect(rows.filter(({ Action }) => Action === 'test.many')).toHaveLength(2_500);
  expect(new Set(rows.map(({ Who }) => Who)).size).toBe(2_502);
  expect(rows.find(({ Action }) => Action === 'account.update')).toMatchObject({
    Who: "'=cmd|calc",
    Target: 'a,"b" c',
    Detail: "'-1+1",
  });
  expect(answer.body).not.toContain('stranger');
  const times = rows.map((row) => row['Time (UTC)'] ?? '');
  expect([...times].sort().reverse()).toEqual(times);
});

it('answers 404 for an unknown account', async () => {
  const admin = await givenAdmin(t.db);
  for (const rest of ['?startRow=0&endRow=9', '/export'])
    expect(
      (await t.ask(`/v2/audit/by-account/01980000-0000-7000-8000-000000000000${rest}`, { token: admin.token }))
        .statusCode,
    ).toBe(404);
});
