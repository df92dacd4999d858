import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** The auditor's sample (docs/reference/records.md#an-auditors-sample): the same seed, the same people, and a link to these people and days that ends by itself. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const dates = { from: MONDAY, to: addDays(MONDAY, 4) };
const WEEK = [0, 1, 2, 3, 4].map((nth) => addDays(MONDAY, nth));
let world: Awaited<ReturnType<typeof givenPaid>>;
beforeEach(async () => {
  const people = Object.fromEntries(
    Array.from({ length: 14 }, (_, nth) => [String(101 + nth), span(WEEK, '07:00', '16:00')]),
  );
  world = await givenPaid(t, {
    ...people,
    '101': { ...span(WEEK, '07:00', '16:00'), [MONDAY]: ['06:00', '19:00'] },
    '199': {},
  });
  await world.rule({ earlyCounts: true, maxDayMinutes: 720, payPeriod: 'weekly', periodStart: MONDAY });
});
const drawn = (over: object = {}) => {
  t.clock.advance(1_000);
  return world.ask('/audit-samples', { name: 'Ethical Audits Ltd', dates, seed: 'oak', days: 7, ...over });
};
const pathOf = (link: string) => new URL(link).pathname;
const open = (link: string) => t.ask(pathOf(link), { method: 'GET' });
/** Returns the rows of a page: the cells of each. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell ?? ''),
  );
const namesOf = (html: string) => [
  ...new Set(
    rowsOf(html)
      .map(([name]) => name)
      .filter((name) => name?.includes('Ama')),
  ),
];

test('the same seed draws the same people, another one others; the page prints the seed and how they were drawn', async () => {
  const [one, again, other] = [await drawn(), await drawn(), await drawn({ seed: 'elm' })];
  expect(one.sample).toMatchObject({
    name: 'Ethical Audits Ltd',
    seed: 'oak',
    ...dates,
    people: 10,
    lastOpenedAt: null,
  });
  const pages = [await open(one.link), await open(again.link), await open(other.link)].map(({ body }) => body);
  expect(namesOf(pages[0] ?? '')).toHaveLength(10);
  expect(namesOf(pages[1] ?? '')).toEqual(namesOf(pages[0] ?? ''));
  expect(namesOf(pages[2] ?? '')).not.toEqual(namesOf(pages[0] ?? ''));
  expect(pages[0]).toContain('by seed oak. Sample 1 that this account has drawn of these days.');
  expect(pages[2]).toContain('Sample 3 that this account has drawn');
  // Printed twice, the page is the same to the letter but for its number and its times.
  const printed = (page = '') => page.replace(/Sample \d+ that|\d\d:\d\d:\d\d/g, '-');
  expect(printed(pages[1])).toBe(printed(pages[0]));
  expect(pages[0]).toContain('2026-11-09 to 2026-11-13: 10 of 14 people who worked.');
  const { sample } = await drawn({ seed: undefined });
  expect(sample.seed).toMatch(/^[\w-]{8}$/);
});

test('the page has these people and days only, with their hours and limits, and nothing that runs', async () => {
  const { link } = await drawn({ seed: 'ash' });
  const answer = await open(link);
  expect(answer.statusCode).toBe(200);
  const rows = rowsOf(answer.body).filter(([name]) => name?.includes('Ama'));
  expect(new Set(rows.map(([, date]) => date))).toEqual(new Set(WEEK));
  expect(rows).toHaveLength(50);
  const [first] = rows.filter(([name]) => !name?.startsWith('101'));
  expect(first?.slice(2, 6)).toEqual(['Worked', '07:00', '16:00', '9:00']);
  const broken = rows.filter((row) => row.some((cell) => cell.includes('broken')));
  expect(broken.every(([name, date]) => name?.startsWith('101 ') && date === MONDAY)).toBe(true);
  expect(answer.body).not.toMatch(/<script|199/);
  expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test('it ends by itself, by hand, and with the account; openings are in the trail, once an hour and address', async () => {
  const { sample, link } = await drawn();
  for (let nth = 0; nth < 3; nth++) expect((await open(link)).statusCode).toBe(200);
  expect((await world.ask('/audit-samples')).samples).toMatchObject([
    { _id: sample._id, lastOpenedAt: '2026-11-20T10:00:01.000Z' },
  ]);
  const second = await drawn();
  await world.ask(`/audit-samples/${second.sample._id}`, undefined, 'DELETE');
  expect((await open(second.link)).statusCode).toBe(404);
  expect((await world.ask(`/audit-samples/${second.sample._id}`, undefined, 'DELETE')).errorCode).toBe('NOT_FOUND');
  await t.db.run(sql`update account set is_active = false where account_id = ${world.accountId}`);
  expect((await open(link)).statusCode).toBe(404);
  await t.db.run(sql`update account set is_active = true where account_id = ${world.accountId}`);
  t.clock.set('2026-11-27T09:59:00Z');
  expect((await open(link)).statusCode).toBe(200);
  t.clock.set('2026-11-27T10:00:01Z');
  expect((await open(link)).statusCode).toBe(404);
  const trail = await t.db.rows(
    z.object({ action: z.string() }),
    sql`select action from audit_entry where account_id = ${world.accountId} and action like 'sample.%' order by at, audit_entry_id`,
  );
  expect(trail.map(({ action }) => action).sort()).toEqual([
    'sample.draw',
    'sample.draw',
    'sample.end',
    'sample.open',
    'sample.open',
  ]);
});

test('links that do not exist are refused an address after thirty', async () => {
  const { link } = await drawn();
  expect((await open(link)).statusCode).toBe(200);
  for (let nth = 0; nth < 30; nth++)
    expect((await t.ask(`/v2/audit-sample/nothing${nth}`, { method: 'GET' })).statusCode).toBe(404);
  expect((await t.ask('/v2/audit-sample/nothing', { method: 'GET' })).statusCode).toBe(429);
  expect((await open(link)).statusCode).toBe(200);
});

test('days that are not over, more than twenty links, a user with a scope, another account', async () => {
  expect((await drawn({ dates: { from: MONDAY, to: '2026-11-20' } })).errorCode).toBe('DATE_OUT_OF_RANGE');
  expect((await drawn({ days: 15 })).errorCode).toBe('VALIDATION_FAILED');
  const { sample } = await drawn();
  const group = await givenGroup(t.db, world.accountId, 'employee');
  const permissions = ['Setup.MANAGE', 'Stats.GET_ATTENDANCE_INFORMATION'] as const;
  const userId = await givenUser(t.db, world.accountId, { permissions, scope: { employeeGroups: [group] } });
  const limited = await givenSession(t.db, world.accountId, userId);
  expect((await t.ask('/v2/audit-samples', { token: limited })).statusCode).toBe(403);
  const other = await givenEmployer(t.db, { permissions });
  expect((await t.ask('/v2/audit-samples', { token: other.token })).json()).toEqual({ samples: [] });
  const ended = await t.ask(`/v2/audit-samples/${sample._id}`, { token: other.token, method: 'DELETE' });
  expect(ended.statusCode).toBe(404);
});

test('the page of days that were removed meanwhile is the one of every link that shows nothing', async () => {
  // Removals of other days leave it.
  const givenRemovedBefore = (day: string) =>
    t.db.run(sql`update account set records_from = ${day} where account_id = ${world.accountId}`);
  t.clock.set(`${addDays(MONDAY, 400)}T10:00:00Z`);
  await t.jobs.send('prune-day-facts', {});
  await t.jobs.drain();
  const userId = await givenUser(t.db, world.accountId, { permissions: PERMISSIONS });
  const token = await givenSession(t.db, world.accountId, userId, { createdAt: t.clock.now().toISOString() });
  const body = { name: 'Ethical Audits Ltd', dates, seed: 'oak', days: 7 };
  const { link } = (await t.ask('/v2/audit-samples', { token, body })).json();
  const page = await open(link);
  expect(namesOf(page.body)).toHaveLength(10);
  await givenRemovedBefore(addDays(MONDAY, -60));
  expect(namesOf((await open(link)).body)).toHaveLength(10);
  await givenRemovedBefore(addDays(MONDAY, 2));
  const ended = await open(link);
  expect([ended.statusCode, ended.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(ended.body).toContain('This link shows nothing');
});

test('no other address, spelling or log-in opens it, and it opens nothing else', async () => {
  const { link } = await drawn();
  const token = pathOf(link).split('/').at(-1) ?? '';
  const other = await givenEmployer(t.db, { permissions: PERMISSIONS });
  const statusOf = async (path: string, options: object = {}) =>
    (await t.ask(path, { method: 'GET', ...options })).statusCode;
  expect(await statusOf(`/v2/audit-sample/${token.toUpperCase()}`)).toBe(404);
  expect(await statusOf(`/v2/audit-sample/${token}%00`)).toBe(404);
  expect(await statusOf(`/v2/audit-sample/${token.slice(0, -1)}`)).toBe(404);
  expect(await statusOf(`/v2/own-days/${token}`)).toBe(404);
  expect(await statusOf('/v2/audit-samples', { token })).toBe(401);
  expect(await statusOf('/v2/records', { token })).toBe(401);
  // Of whichever account its reader is.
  const { body } = await t.ask(pathOf(link), { method: 'GET', token: other.token });
  expect(namesOf(body)).toHaveLength(10);
  const headers = (await open(link)).headers;
  expect(headers['cache-control']).toBe('no-store');
});
