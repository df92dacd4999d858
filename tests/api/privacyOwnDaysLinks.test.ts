import { expect, test } from 'vitest';
import { z } from 'zod';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { givenAccount, givenEmployer, givenSession } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** The private link by which an employee reads their own days (docs/reference/privacy.md#their-own-day). */
const t = useTestApp();
const DAY = 86_400_000;
const RIGHTS: Permission[] = ['Setup.MANAGE', 'Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'];

async function givenOffice(permissions: Permission[] = RIGHTS) {
  const accountId = await givenAccount(t.db);
  const { userId } = await givenEmployer(t.db, { accountId, permissions });
  const owner = {
    userId,
    token: await givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() }),
  };
  const ann = await givenEmployee(t.db, accountId, { number: '4711', firstName: 'Ann', lastName: '<b>Lee' });
  const bob = await givenEmployee(t.db, accountId, { number: '4712', firstName: 'Bob', lastName: 'Orr' });
  await t.db.run(sql`update employee set system_id = ${APPLICATION_SYSTEM} where employee_id = ${bob}`);
  const path = (id: string) => `/v2/setup/employees/${id}/own-days-link`;
  const make = async (id: string, token = owner.token) => t.ask(path(id), { token, body: {} });
  const addressOf = async (id: string) => new URL((await make(id)).json().address).pathname;
  return { accountId, owner, ann, bob, path, make, addressOf };
}
const open = (path: string) => t.ask(path, { method: 'GET' });

test('a link shows the employee’s own days and nothing of others, without scripts, stored nowhere', async () => {
  const world = await givenPaid(t, {
    '101': span(['2026-11-18', '2026-11-19'], '07:00', '16:00'),
    '102': span(['2026-11-19'], '06:11', '15:22'),
  });
  await world.rule();
  const { employees } = await world.ask('/setup/employees');
  const [ann] = employees.filter(({ number }: { number: string }) => number === '101');
  const { address } = await world.ask(`/setup/employees/${ann._id}/own-days-link`, {});
  const page = await open(new URL(address).pathname);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Days of A101 Ama');
  const [, ofDay = ''] = /Thu 19 Nov<\/h2>(.*?)<\/li>/s.exec(page.body) ?? [];
  expect(ofDay).toContain('<dt>In, out</dt><dd>07:00 to 16:00</dd>');
  expect(ofDay).toContain('<dt>Time at work</dt><dd>9:00</dd>');
  expect(ofDay).toContain('<dt>Paid hours</dt><dd>9:00</dd>');
  expect(page.body).toContain('<dt>Days present</dt><dd>2</dd></div><div><dt>Time at work</dt><dd>18:00</dd>');
  expect(page.body).not.toMatch(/<script|A102|06:11|15:22/);
  expect(page.headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('the office sees who made it and when it was opened, never its address; a new one ends the one before', async () => {
  const { owner, ann, path, make, addressOf } = await givenOffice();
  const state = async () => (await t.ask(path(ann), { token: owner.token })).json().link;
  expect(await state()).toBeNull();
  const first = await addressOf(ann);
  expect(await state()).toMatchObject({ madeBy: expect.any(String), lastOpenedAt: null });
  await open(first);
  expect(await state()).toMatchObject({ lastOpenedAt: expect.any(String) });
  const second = new URL((await make(ann)).json().address).pathname;
  expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([404, 200]);
  expect(JSON.stringify(await state())).not.toContain(second.split('/').at(-1));
  const held = await t.db.rows(
    z.object({ text: z.string() }),
    sql`select l::text || d::text as text from own_days_link l, own_days_link_directory d`,
  );
  expect(held).toHaveLength(1);
  expect(held[0]?.text).not.toContain(second.split('/').at(-1));
});

test('it ends after 30 days, when it is ended, when the employee leaves, and stays ended when they return', async () => {
  const { accountId, owner, ann, bob, path, make, addressOf } = await givenOffice();
  const [ended, bobs] = [await addressOf(ann), await addressOf(bob)];
  expect((await t.ask(path(ann), { token: owner.token, method: 'DELETE' })).statusCode).toBe(200);
  expect((await t.ask(path(ann), { token: owner.token, method: 'DELETE' })).statusCode).toBe(404);
  const body = (await open(ended)).body;
  expect((await open('/v2/own-days/never-made')).body).toBe(body);

  const { employees } = (await t.ask('/v2/setup/employees', { token: owner.token })).json();
  const { basis } = employees.find(({ _id }: { _id: string }) => _id === bob);
  const left = `/v2/setup/employees/${bob}?basis=${basis}`;
  expect((await t.ask(left, { token: owner.token, method: 'DELETE' })).statusCode).toBe(200);
  expect((await open(bobs)).body).toBe(body);
  expect((await make(bob)).statusCode).toBe(404);
  await t.db.run(sql`update employee set deleted_at = null where employee_id = ${bob}`);
  expect((await open(bobs)).body).toBe(body);

  const leaving = await addressOf(ann);
  const today = t.clock.now().toISOString().slice(0, 10);
  await t.db.run(sql`update employee set inactive_from = ${today}::date + 1 where employee_id = ${ann}`);
  expect((await open(leaving)).statusCode).toBe(200);
  await t.db.run(sql`update employee set inactive_from = ${today} where employee_id = ${ann}`);
  expect((await open(leaving)).body).toBe(body);
  await t.db.run(sql`update employee set inactive_from = null where employee_id = ${ann}`);

  const old = await addressOf(ann);
  t.clock.advance(30 * DAY - 1_000);
  expect((await open(old)).statusCode).toBe(200);
  t.clock.advance(1_000);
  expect((await open(old)).body).toBe(body);
  const token = await givenSession(t.db, accountId, owner.userId, { createdAt: t.clock.now().toISOString() });
  const again = new URL((await make(ann, token)).json().address).pathname;
  await t.db.run(sql`update account set is_active = false where account_id = ${accountId}`);
  expect((await open(again)).body).toBe(body);
});

test('one who ends on a date has left: the link ends for good, and no other is made until they return', async () => {
  const { accountId, owner, bob, path, make, addressOf } = await givenOffice();
  const date = (days: number) => new Date(t.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const edit = async (change: object) => {
    const { employees } = (await t.ask('/v2/setup/employees', { token: owner.token })).json();
    const { basis, number, firstName, lastName } = employees.find(({ _id }: { _id: string }) => _id === bob);
    const body = { basis, number, firstName, lastName, ...change };
    const answer = await t.ask(`/v2/setup/employees/${bob}`, { token: owner.token, method: 'PUT', body });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const state = async () => (await t.ask(path(bob), { token: owner.token })).json().link;
  const first = await addressOf(bob);
  await edit({ phoneNumber: '+260 977 000 000' });
  expect((await open(first)).statusCode).toBe(200);
  await edit({ inactiveFrom: date(0) });
  expect([(await open(first)).statusCode, await state()]).toEqual([404, null]);
  expect((await make(bob)).json()).toMatchObject({
    errorCode: 'CONFLICT',
    message: 'The link would show nothing: this employee has left.',
  });
  // One who will return has no end any more, but is not there yet.
  await edit({ isActive: true, inactiveFrom: null, activeFrom: date(1) });
  expect((await open(first)).statusCode).toBe(404);
  expect((await make(bob)).json().errorCode).toBe('CONFLICT');
  t.clock.advance(DAY);
  owner.token = await givenSession(t.db, accountId, owner.userId, { createdAt: t.clock.now().toISOString() });
  expect((await open(first)).statusCode).toBe(404);

  // An end in advance takes effect by itself, and is not undone by their return.
  const second = new URL((await make(bob, owner.token)).json().address).pathname;
  await edit({ inactiveFrom: date(1) });
  expect((await open(second)).statusCode).toBe(200);
  t.clock.advance(DAY);
  owner.token = await givenSession(t.db, accountId, owner.userId, { createdAt: t.clock.now().toISOString() });
  expect([(await open(second)).statusCode, await state()]).toEqual([404, null]);
  await edit({ isActive: true, inactiveFrom: null });
  expect((await open(second)).statusCode).toBe(404);
});

test('it shows what its maker may see, is of one account, and is tried a few times only', async () => {
  const { ann, path, addressOf } = await givenOffice(['Setup.MANAGE', 'Stats.GET_PERFORMANCE_METRICS']);
  const page = await open(await addressOf(ann));
  expect(page.body).toContain('Days of Ann &lt;b&gt;Lee');
  expect(page.body).not.toMatch(/In, out|Time at work/);
  expect(page.body).toContain('<dt>Units</dt>');

  const other = await givenOffice();
  for (const request of [{}, { body: {} }, { method: 'DELETE' as const }])
    expect((await t.ask(path(ann), { token: other.owner.token, ...request })).statusCode).toBe(404);
  const setUpOnly = await givenOffice(['Setup.MANAGE']);
  expect((await setUpOnly.make(setUpOnly.ann)).json().errorCode).toBe('CONFLICT');

  for (let nth = 0; nth < 30; nth++) expect((await open(`/v2/own-days/nothing${nth}`)).statusCode).toBe(404);
  expect((await open('/v2/own-days/nothing')).statusCode).toBe(429);
  // A link that shows something opens all the same: others behind the same address open theirs.
  expect((await open(await addressOf(ann))).statusCode).toBe(200);
});

test('a link is opened so often a minute, then it says when to try again', async () => {
  const { rateLimits: _, ...config } = t.services.config;
  const limited = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
  const { ann, addressOf } = await givenOffice();
  const url = await addressOf(ann);
  for (let nth = 0; nth < LIMITS.link.burst; nth++) expect((await limited.inject({ url })).statusCode).toBe(200);
  const refused = await limited.inject({ url });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  await limited.close();
});
