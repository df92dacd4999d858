import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditCheck } from '#contract/platform/audit.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { AuditLink } from '#server/platform/audit/audit.sql.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { checkLinks, hashOf } from '#server/platform/audit/chain.ts';
import { type Db, raw, sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const at = new Date('2026-11-20T09:00:00.123Z');
const write = (db: Db, accountId: string | null, n: number, detail: string | Message = msg('{one}:x', { one: 1 })) =>
  audit(db, {
    accountId,
    at,
    actor: `jöe ${n}`,
    action: 'user.update',
    target: n % 2 ? 'a:b' : undefined,
    detail,
  });
const check = async (accountId: string, token: string, known?: string): Promise<AuditCheck> =>
  (await t.ask(`/v2/audit/by-account/${accountId}/check${known ? `?known=${known}` : ''}`, { token })).json();

it('entries of many simultaneous writers form one chain per account, without those of rolled back transactions', async () => {
  const { token } = await givenAdmin(t.db);
  const accounts = [await givenAccount(t.db), await givenAccount(t.db)];
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const accountId = accounts[n % 2] ?? '';
      const entry = async (tx: Db) => {
        await write(tx, accountId, n);
        // Some transactions write to both accounts, in either order.
        if (n % 5 === 0) await write(tx, accounts[(n + 1) % 2] ?? '', n);
        if (n % 7 === 0) throw new Error('undone');
      };
      return (n % 5 === 0 || n % 3 === 0 ? t.db.tx(entry) : t.db.tenant(accountId, entry)).catch((error: Error) =>
        expect(error.message).toBe('undone'),
      );
    }),
  );
  const written = await t.db.rows(
    z.object({ accountId: z.string(), total: z.int() }),
    sql`select account_id as "accountId", count(*)::int as total from audit_entry group by 1`,
  );
  for (const accountId of accounts)
    expect(await check(accountId, token)).toEqual({
      entries: written.find((one) => one.accountId === accountId)?.total,
      newest: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
      problem: null,
    });
  expect(written.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(50);
});

it('any change of the rows is found, and so is a cut-off end by whoever noted it', async () => {
  const { token } = await givenAdmin(t.db);
  const tamperings: [string, AuditCheck['problem']][] = [
    [
      `update audit_entry set actor = 'nobody' where detail = '1:x' and actor = 'jöe 3'`,
      { place: 4, reason: 'changed' },
    ],
    [
      `update audit_entry set at = at + interval '1 microsecond' where actor = 'jöe 0'`,
      { place: 1, reason: 'changed' },
    ],
    [`update audit_entry set target = null where actor = 'jöe 5'`, { place: 6, reason: 'changed' }],
    [`update audit_entry set words = '{"id": "2:x"}' where actor = 'jöe 6'`, { place: 7, reason: 'changed' }],
    [`update audit_entry set words = null where actor = 'jöe 8'`, { place: 9, reason: 'changed' }],
    [`delete from audit_entry where actor = 'jöe 9'`, { place: 10, reason: 'missing' }],
    [`delete from audit_link where place = 5`, { place: 5, reason: 'missing' }],
    [`delete from audit_link where place = 10`, { place: null, reason: 'unlinked' }],
    [`update audit_link set place = 11 where place = 4`, { place: 4, reason: 'missing' }],
    [`update audit_link set hash = sha256(hash) where place = 10`, { place: 10, reason: 'changed' }],
  ];
  for (const [tampering, problem] of tamperings) {
    const accountId = await givenAccount(t.db);
    for (let n = 0; n < 10; n++) await t.db.tx((tx) => write(tx, accountId, n));
    expect((await check(accountId, token)).problem).toBe(null);
    // The owner of the database can disable the triggers that protect the rows, but the chain still shows the change.
    await expect(t.db.run(raw(tampering))).rejects.toThrow('only added to');
    await t.db.tx(async (tx) => {
      for (const table of ['audit_entry', 'audit_link']) await tx.run(raw(`alter table ${table} disable trigger user`));
      await tx.run(raw(`${tampering} and account_id = '${accountId}'`));
      for (const table of ['audit_entry', 'audit_link']) await tx.run(raw(`alter table ${table} enable trigger user`));
    });
    expect((await check(accountId, token)).problem, tampering).toEqual(problem);
  }

  const accountId = await givenAccount(t.db);
  for (let n = 0; n < 3; n++) await t.db.tx((tx) => write(tx, accountId, n));
  const noted = (await check(accountId, token)).newest ?? '';
  await t.db.tx(async (tx) => {
    for (const table of ['audit_entry', 'audit_link']) {
      await tx.run(raw(`alter table ${table} disable trigger user`));
      await tx.run(
        raw(`delete from ${table} where account_id = '${accountId}' and audit_entry_id = (
        select audit_entry_id from audit_link where account_id = '${accountId}' and place = 3)`),
      );
      await tx.run(raw(`alter table ${table} enable trigger user`));
    }
  });
  expect(await check(accountId, token)).toMatchObject({ entries: 2, problem: null });
  expect((await check(accountId, token, noted)).problem).toEqual({ place: 3, reason: 'not-as-known' });
});

it('a thousand random tamperings, a thousand found', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const field = fc.option(text, { freq: 4 });
  const chained = (rows: (string | null)[][]): AuditLink[] => {
    let hash: Buffer = Buffer.alloc(32);
    return rows.map((row, i) => {
      const fields = [String(i + 1), ...row];
      hash = hashOf(hash, fields);
      return { id: String(i), place: i + 1, hash: hash.toString('hex'), fields, erasures: [] };
    });
  };
  const start = { place: 0, hash: Buffer.alloc(32) };
  const tampering = fc.record({
    rows: fc.array(fc.array(field, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 12 }),
    at: fc.nat(),
    column: fc.nat(3),
    value: field,
    how: fc.constantFrom('edit', 'move text', 'remove', 'swap', 'repeat'),
  });
  let found = 0;
  fc.assert(
    fc.property(tampering, ({ rows, at, column, value, how }) => {
      const links = chained(rows);
      expect(checkLinks(start, links)).toMatchObject({ place: links.length });
      const i = at % (links.length - 1);
      const before = JSON.stringify(links);
      const fields = links[i]?.fields ?? [];
      if (how === 'edit') fields[column + 1] = value;
      else if (how === 'move text') [fields[1], fields[2]] = [`${fields[1] ?? ''}${fields[2] ?? ''}`, ''];
      else if (how === 'remove') links.splice(i, 1);
      else if (how === 'swap') links.splice(i, 2, ...links.slice(i, i + 2).reverse());
      else links.splice(i, 0, ...links.slice(i, i + 1));
      fc.pre(JSON.stringify(links) !== before);
      expect(checkLinks(start, links)).toHaveProperty('reason');
      found++;
    }),
    { numRuns: 1_000 },
  );
  expect(found).toBe(1_000);
});

it('npm run audit:check checks every account, including deleted ones, and fails when one was changed', async () => {
  const accountId = await givenAccount(t.db, { code: 'farm' });
  await t.db.tx((tx) => write(tx, accountId, 1));
  const gone = '01980000-0000-7000-8000-000000000001';
  await t.db.tx((tx) => write(tx, gone, 1));
  const run = () =>
    promisify(execFile)(process.execPath, ['scripts/audit.ts'], {
      env: { ...process.env, DATABASE_URL: t.connectionString },
    }).catch((error) => error);
  expect((await run()).stdout).toMatch(
    new RegExp(`^farm: 1 entries, 1:[0-9a-f]{64}: right\ndeleted account ${gone}: 1 entries, 1:[0-9a-f]{64}: right\n$`),
  );
  await t.db.tx(async (tx) => {
    await tx.run(sql`alter table audit_entry disable trigger user`);
    await tx.run(sql`update audit_entry set actor = 'nobody' where account_id = ${accountId}`);
    await tx.run(sql`alter table audit_entry enable trigger user`);
  });
  const { code, stdout } = await run();
  expect([code, stdout]).toEqual([1, expect.stringContaining('farm: 0 entries, none: WRONG: changed at place 1')]);
});
