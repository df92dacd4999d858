import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const hasher = createPasswordHasher(LOWEST_HASH_COST);

/** A server with the product's own limits. */
let limited: FastifyInstance;
beforeAll(async () => {
  const { rateLimits: _, ...config } = t.services.config;
  limited = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
});
afterAll(() => limited.close());

async function answers(count: number, ask: (n: number) => Promise<LightMyRequestResponse>) {
  const codes = new Map<number, number>();
  for (let n = 0; n < count; n++) {
    const { statusCode } = await ask(n);
    codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
  }
  return Object.fromEntries(codes);
}

it('a sync key has its own rate, whatever its systems send', async () => {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['payroll'] });
  const [key, other] = [await givenSyncKey(t.db, accountId), await givenSyncKey(t.db, accountId)];
  const sync = (authorization: string) =>
    limited.inject({ method: 'POST', url: '/v2/payroll/payroll/sync', headers: { authorization }, payload: {} });
  const { burst } = LIMITS.payroll;
  expect(await answers(burst + 5, () => sync(key))).toEqual({ 200: burst, 429: 5 });
  expect((await sync(key)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect((await sync(other)).statusCode).toBe(200);
  // What it fetches counts as well.
  const fetches = await givenSyncKey(t.db, accountId, { rights: 'fetch' });
  const fetch = () =>
    limited.inject({ method: 'GET', url: '/v2/payroll/payroll/periods', headers: { authorization: fetches } });
  expect(await answers(burst + 5, fetch)).toEqual({ 200: burst, 429: 5 });
});

it('a key that reads figures has its own rate, which its maker’s session does not share', async () => {
  const { token } = await givenEmployer(t.db, { permissions: GRANTABLE.employer });
  const ask = (authorization: string, url: string, payload?: object) =>
    limited.inject({ method: payload ? 'POST' : 'GET', url, headers: { authorization }, ...(payload && { payload }) });
  const made = async (name: string): Promise<string> =>
    (await ask(token, '/v2/account/reading-keys', { name, permissions: ['Account.GET_SYNC_STATUSES'] })).json().key;
  const [key, other] = [await made('BI'), await made('Wall')];
  const read = (by: string) => ask(by, '/v2/account/sync-status');
  const { burst } = LIMITS.reader;
  expect(await answers(burst + 5, () => read(key))).toEqual({ 200: burst, 429: 5 });
  expect((await read(key)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect([(await read(other)).statusCode, (await read(token)).statusCode]).toEqual([200, 200]);
});

it('an account may make ten reports, exports, backups and imports a minute; another has its own limit', async () => {
  const [one, other] = [await givenEmployer(t.db), await givenEmployer(t.db)];
  const admin = await givenAdmin(t.db);
  const dates = { from: '2026-11-20', to: '2026-11-20' };
  const report = ({ token }: { token: string }) =>
    limited.inject({
      method: 'POST',
      url: '/v2/stats/generateReport',
      headers: { authorization: token },
      payload: { reportType: 'latecomers', dates, exportType: 'csv' },
    });
  const { burst } = LIMITS.report;
  expect(await answers(burst + 2, () => report(one))).toEqual({ 200: burst, 429: 2 });
  expect((await report(one)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect((await report(other)).statusCode).toBe(200);
  // The limit is counted by the account that is read, whoever calls.
  const headers = { authorization: admin.token };
  const about = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await limited.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
  const start = `/v2/backup-restore/${one.accountId}/backup/start`;
  expect([
    await about('GET', `/v2/audit/by-account/${one.accountId}/export`),
    await about('POST', start, { includeEmployees: true }),
    await about('GET', `/v2/audit/by-account/${other.accountId}/export`),
  ]).toEqual([429, 429, 200]);
});

it('of twenty simultaneous imports of one account some wait, the rest get a time to try again; another is served between them', async () => {
  const { token } = await givenAdmin(t.db);
  const [flooder, other] = [await givenAccount(t.db), await givenAccount(t.db)];
  const csv = `Employee Number,Units,Started At\n${Array.from({ length: 300 }, (_, n) => `${n},1,2026-11-19`).join('\n')}`;
  const order: string[] = [];
  const preview = async (accountId: string) => {
    const body = { kind: 'piecework', csv, commit: false };
    const answer = await t.ask(`/v2/account/${accountId}/import`, { token, body });
    order.push(`${accountId} ${answer.statusCode}`);
    return answer;
  };
  const flood = Array.from({ length: 20 }, () => preview(flooder));
  expect((await preview(other)).statusCode).toBe(200);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(order.filter((entry) => entry === `${flooder} 200`).length).toBeGreaterThan(1);
  expect(order.indexOf(`${other} 200`)).toBeLessThan(order.lastIndexOf(`${flooder} 200`));
});

it('of twenty simultaneous reports of one account some wait, the rest get a time to try again; another is served between them', async () => {
  const [flooder, other] = [await givenEmployer(t.db), await givenEmployer(t.db)];
  const order: string[] = [];
  const report = async (name: string, token: string) => {
    const body = { reportType: 'latecomers', dates: { from: '2026-11-16', to: '2026-11-20' }, exportType: 'csv' };
    const answer = await t.ask('/v2/stats/generateReport', { token, body });
    order.push(`${name} ${answer.statusCode}`);
    return answer;
  };
  const flood = Array.from({ length: 20 }, () => report('flooder', flooder.token));
  expect((await report('other', other.token)).statusCode).toBe(200);
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const made = order.filter((line) => line === 'flooder 200').length;
  expect(made + refused.length).toBe(20);
  // The refusal comes before all of them are sent.
  expect(order.indexOf('other 200')).toBeLessThan(order.lastIndexOf('flooder 200'));
});

it('a phone has its own rate', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const { activationToken } = (
    await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      token: admin.token,
      body: { serialNumber: 'P1', imei: '350' },
    })
  ).json();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { body: { activationToken } })).json();
  const { burst } = LIMITS.device;
  const beat = () =>
    limited.inject({ method: 'POST', url: '/v2/rc/heartbeat', headers: { authorization: deviceToken }, payload: {} });
  expect(await answers(burst + 3, beat)).toEqual({ 200: burst, 429: 3 });
});

it('a phone gets its whole lists thirty times, and what has changed as often as it asks', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const { activationToken } = (
    await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      token: admin.token,
      body: { serialNumber: 'P2', imei: '351' },
    })
  ).json();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { body: { activationToken } })).json();
  const sync = (cursor: string | null) =>
    limited.inject({
      method: 'POST',
      url: '/v2/rc/sync',
      headers: { authorization: deviceToken },
      payload: { sentAt: t.clock.now().toISOString(), cursor },
    });
  const { cursor } = (await sync(null)).json();
  const { burst } = LIMITS.wholeList;
  expect(await answers(burst + 1, () => sync(null))).toEqual({ 200: burst - 1, 429: 2 });
  expect(await answers(5, () => sync(cursor))).toEqual({ 200: 5 });
});

it('the addresses of one subscriber count as one, however many they are', async () => {
  const from = (n: number) => ({ url: '/v2/available', remoteAddress: `2001:db8:1:2:${n.toString(16)}::1` });
  const { burst } = LIMITS.public;
  expect(await answers(burst + 2, (n) => limited.inject(from(n)))).toEqual({ 200: burst, 429: 2 });
  expect((await limited.inject({ url: '/v2/available', remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200);
});

it('one session that cannot be read fails alone, not those that are read with it', async () => {
  const [broken, whole] = [await givenEmployer(t.db), await givenEmployer(t.db)];
  await t.db.run(sql`update account set license = '{}' where account_id = ${broken.accountId}`);
  const codes = await Promise.all(
    [broken, whole, broken].map(async ({ token }) => (await t.ask('/v2/session', { token })).statusCode),
  );
  expect(codes).toEqual([500, 200, 500]);
});

it('unknown tokens are not looked up without a limit; known callers at the address continue, and log-ins work', async () => {
  const employer = await givenEmployer(t.db);
  const get = (authorization: string, remoteAddress = '203.0.113.9') =>
    limited.inject({ url: '/v2/session', headers: { authorization }, remoteAddress });
  expect((await get(employer.token)).statusCode).toBe(200);
  const { burst } = LIMITS.unknownToken;
  expect(await answers(burst + 5, (n) => get(`nobody-${n}`))).toEqual({ 401: burst, 429: 5 });
  expect((await get('nobody')).headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect((await get(employer.token)).statusCode).toBe(200);
  expect((await get('nobody', '203.0.114.9')).statusCode).toBe(401);
  await givenAdmin(t.db, { username: 'newcomer', passwordHash: await hasher.hash('orchard rain at nine') });
  const begun = await limited.inject({
    method: 'POST',
    url: '/v2/session',
    remoteAddress: '203.0.113.9',
    payload: { username: 'newcomer', password: 'orchard rain at nine' },
  });
  expect((await get(begun.json().token)).statusCode).toBe(200);
});
