import { beforeEach, expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { recordPart } from '#contract/reports/recordFiles.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

/** Files of records within a user's scope (docs/reference/scope.md#what-it-limits): their people alone, in every part and in the manifest. */
const t = useTestApp();
const dates = { from: MONDAY, to: '2026-11-24' };
let site: Awaited<ReturnType<typeof givenSupervised>>;
let other: string;
let inside: string;
let outside: string;
beforeEach(async () => {
  site = await givenSupervised(t);
  other = await givenGroup(t.db, site.accountId, 'time', { name: 'Elsewhere shift' });
  inside = await site.person('1', { timeId: '1', lastName: 'Ida' });
  outside = await site.person('2', { timeId: '2', lastName: 'Elsewhere', timeGroupId: other });
  for (const pin of ['1', '2']) {
    await site.send(pin, ['07:00', '16:00']);
    await site.work(pin, [{ units: pin === '1' ? '11' : '77.125', lookup1Code: 'A' }]);
  }
  for (const id of [inside, outside])
    await site.corrected(id, [{ do: 'add-punch', employeeId: id, at: `${MONDAY}T18:00:00+02:00`, direction: 'out' }]);
  await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${site.accountId}, gen_random_uuid(), 'CSV', 'all', ${JSON.stringify(HOURS_RULE_DEFAULTS)})`);
  const owner = await givenOwn(null);
  const set = (path: string, body: object, method: 'PUT' | 'POST') =>
    t.ask(`/v2${path}`, { token: owner, body, method });
  const everybody = { employeeId: null, employeeGroupId: null, jobDescriptionId: null, lookup2: null };
  await set('/pay/currency', { currency: 'EUR' }, 'PUT');
  await set('/pay/rates', { ...everybody, lookup1: 'A', kind: 'piece', amount: '0.35', from: '2026-09-01' }, 'POST');
});
async function givenOwn(scope: UserScope | null) {
  const userId = await givenUser(t.db, site.accountId, { permissions: GRANTABLE.employer, scope });
  return givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
}
const ordered = (options?: object) => ({
  dates,
  parts: recordPart.options,
  exportType: 'csv',
  ...(options && { options }),
});
/** Makes a file of all parts; returns its id with the files in it, by name. */
async function made(token: string, options?: object) {
  t.clock.advance(1_000);
  const answer = await t.ask('/v2/records', { token, body: ordered(options) });
  expect(answer.statusCode, answer.body).toBe(200);
  await t.jobs.drain();
  const id = answer.json()._id;
  const zip = await t.ask(`/v2/records/${id}/file`, { token });
  const files = new Map([...(await unzip(zip.rawPayload))].map(([name, bytes]) => [name, String(bytes)]));
  return { id, files };
}
const idsOf = async (token: string) =>
  (await t.ask('/v2/records', { token })).json().files.map(({ _id }: { _id: string }) => _id);

test('nobody outside is in any part or the manifest; each part is that of everybody under the same filter', async () => {
  const scoped = await givenOwn({ timeGroups: [site.group] });
  const owner = await givenOwn(null);
  const own = await made(scoped);
  const all = await made(owner);
  const filtered = await made(owner, { timeGroupIds: [site.group] });
  expect([...own.files.keys()].sort()).toEqual(
    [...recordPart.options.map((part) => `${part}.csv`), 'manifest.json'].sort(),
  );
  for (const [name, text] of own.files) {
    for (const word of ['Elsewhere', outside, other, '77.125']) expect(text, name).not.toContain(word);
    if (name !== 'manifest.json') {
      // Otherwise it would be no wonder that they are not in it.
      expect(all.files.get(name), name).toContain('Elsewhere');
      expect(text, name).toContain('Ida');
      expect(text, name).toBe(filtered.files.get(name));
    }
  }
  expect(JSON.parse(own.files.get('manifest.json') ?? '')).toMatchObject({ limitedTo: { timeGroups: [site.group] } });
});

test('a user with a scope sees the files of the same people alone, and chooses among these', async () => {
  const scoped = await givenOwn({ timeGroups: [site.group] });
  const same = await givenOwn({ timeGroups: [site.group] });
  const elsewhere = await givenOwn({ timeGroups: [other] });
  const owner = await givenOwn(null);
  const all = await made(owner);
  const own = await made(scoped, { employeeIds: [inside] });
  expect(await idsOf(owner)).toEqual([own.id, all.id]);
  expect(await idsOf(scoped)).toEqual([own.id]);
  expect(await idsOf(same)).toEqual([own.id]);
  expect(await idsOf(elsewhere)).toEqual([]);
  expect((await t.ask(`/v2/records/${all.id}/file`, { token: scoped })).statusCode).toBe(404);
  expect((await t.ask(`/v2/records/${own.id}/file`, { token: elsewhere })).statusCode).toBe(404);
  for (const options of [{ employeeIds: [inside, outside] }, { timeGroupIds: [other] }])
    expect((await t.ask('/v2/records', { token: scoped, body: ordered(options) })).json().errorCode).toBe('NOT_FOUND');
});

test('told when it is ready, unless their people are others by then', async () => {
  const mails = async () =>
    await t.db.run(
      sql`select from mail where owner_account_id = ${site.accountId} and body_text like '%can be downloaded%'`,
    );
  const scoped = await givenOwn({ timeGroups: [site.group] });
  await made(scoped);
  expect(await mails()).toBe(1);
  t.clock.advance(1_000);
  await t.ask('/v2/records', { token: scoped, body: ordered() });
  await t.db.run(
    sql`update app_user set scope = ${JSON.stringify({ timeGroups: [other] })}::jsonb where account_id = ${site.accountId} and scope is not null`,
  );
  await t.jobs.drain();
  expect(await mails()).toBe(1);
  expect(await idsOf(scoped)).toEqual([]);
});
