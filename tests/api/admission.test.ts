import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import type { Authenticate } from '#server/platform/http/callers.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { type LateRequest, sendHeaders } from '../support/lateBody.ts';
import { shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { useTestApp } from '../support/testApp.ts';

/** The number of callers that were admitted so far, and a hook that runs after each. */
let admissions = 0;
let afterAdmission: (count: number) => Promise<void> = async () => undefined;
const t = useTestApp();
let app: FastifyInstance;
let clockReads = 0;
let port: number;
beforeAll(async () => {
  const inner = t.services.authenticate;
  const counted =
    <A extends unknown[], C>(find: (...args: A) => Promise<C>) =>
    async (...args: A) => {
      const caller = await find(...args);
      await afterAdmission(++admissions);
      return caller;
    };
  const authenticate: Authenticate = {
    ...inner,
    user: counted(inner.user),
    device: counted(inner.device),
    payroll: counted(inner.payroll),
  };
  const clock = {
    now: () => {
      clockReads++;
      return t.clock.now();
    },
  };
  app = await buildApp({ ...t.services, authenticate, clock, jobs: createInProcessJobs() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Resolves when the server has admitted so many requests by their headers. */
const admitted = (count: number) =>
  new Promise<void>((resolve) => {
    admissions = 0;
    afterAdmission = async (now) => {
      if (now === count) resolve();
    };
  });
const count = async (table: 'app_user' | 'alert' | 'employee' | 'single_use_token' | 'audit_entry') =>
  (
    await t.db.rows(
      z.object({ name: z.string(), total: z.int() }),
      sql`select 'app_user' as name, count(*)::int as total from app_user union all select 'alert', count(*)::int from alert
        union all select 'employee', count(*)::int from employee union all select 'single_use_token', count(*)::int from single_use_token
        union all select 'audit_entry', count(*)::int from audit_entry`,
    )
  ).find(({ name }) => name === table)?.total;
const person = (accountId: string, username: string) => ({
  accountId,
  username,
  email: `${username}@late.test`,
  firstName: 'Late',
  lastName: 'Comer',
  password: 'seven green tractors',
});
const alert = {
  category: 'attendance',
  description: 'Late',
  viaEmail: true,
  emailRecipients: ['outside@evil.test'],
  daysOfWeek: [1],
  times: [{ enabled: true, time: '08:00' }],
  targetGroups: [],
};

describe('a request whose body comes late', () => {
  it('has no effect if its caller was deleted, logged out or revoked meanwhile', async () => {
    const root = await givenAdmin(t.db);
    const gone = await givenAdmin(t.db);
    const employer = await givenEmployer(t.db);
    const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'] });
    const key = await givenSyncKey(t.db, accountId);
    const others = [await count('app_user'), await count('alert'), await count('single_use_token')];
    const held = admitted(5);
    const requests: LateRequest[] = [
      await sendHeaders(port, { url: '/v2/user', token: gone.token, body: person(root.accountId, 'late') }),
      await sendHeaders(port, {
        url: `/v2/user/${root.userId}`,
        method: 'PUT',
        token: gone.token,
        body: { newPassword: 'seven green tractors' },
      }),
      await sendHeaders(port, { url: '/v2/alert', token: employer.token, body: alert }),
      await sendHeaders(port, { url: '/v2/session/web-auth-token', token: employer.token, body: {} }),
      await sendHeaders(port, {
        url: '/v2/payroll/VIP/sync',
        token: key,
        body: { employees: [{ code: 'E', number: '1', firstName: 'A', lastName: 'B', isActive: true }] },
      }),
    ];
    await held;
    expect((await t.ask(`/v2/user/${gone.userId}`, { token: root.token, method: 'DELETE' })).statusCode).toBe(200);
    expect((await t.ask('/v2/session', { token: employer.token, method: 'DELETE' })).statusCode).toBe(200);
    const { results } = (await t.ask(`/v2/account/${accountId}/sync-keys`, { token: root.token })).json();
    const revoke = `/v2/account/${accountId}/sync-keys/${results[0]._id}`;
    expect((await t.ask(revoke, { token: root.token, method: 'DELETE' })).statusCode).toBe(200);

    const answers = await Promise.all(requests.map((request) => request.finish()));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect([(await count('app_user')) ?? 0, await count('alert'), await count('single_use_token')]).toEqual([
      (others[0] ?? 0) - 1,
      ...others.slice(1),
    ]);
    expect(await count('employee')).toBe(0);
    const hash = sql`select password_hash as hash from app_user where user_id = ${root.userId}`;
    expect(await t.db.single(z.object({ hash: z.string().nullable() }), hash)).toEqual({ hash: null });
  });

  it('has no effect if its caller has lost the permission meanwhile', async () => {
    const root = await givenAdmin(t.db);
    const limited = await givenAdmin(t.db);
    const held = admitted(1);
    const request = await sendHeaders(port, {
      url: '/v2/user',
      token: limited.token,
      body: person(root.accountId, 'late'),
    });
    await held;
    const permissions = { api: ['User.GET'] };
    const url = `/v2/user/${limited.userId}`;
    expect((await t.ask(url, { token: root.token, method: 'PUT', body: { permissions } })).statusCode).toBe(200);
    const { status, body } = await request.finish();
    expect([status, JSON.parse(body).errorCode]).toEqual([401, 'PERMISSION_DENIED']);
  });

  it('counts at the time when its body has arrived, in the trail too', async () => {
    const root = await givenAdmin(t.db);
    const held = admitted(1);
    const request = await sendHeaders(port, {
      url: '/v2/user',
      token: root.token,
      body: person(root.accountId, 'late'),
    });
    await held;
    t.clock.advance(10_000);
    expect((await request.finish()).status).toBe(200);
    const at = sql`select at from audit_entry where action = 'user.create'`;
    expect(await t.db.single(z.object({ at: z.string() }), at)).toEqual({ at: '2026-11-20T10:00:10.000Z' });
  });
});

it('a client that hangs up in the middle of a body is not logged as a failure of the server', async () => {
  const failures = vi.spyOn(app.log, 'error');
  const isOver = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('close', resolve)));
  const late = await sendHeaders(port, { url: '/v2/session/finalize-reset', body: { requestId: 'r'.repeat(100) } });
  await late.hangUp();
  await isOver;
  // The server has written its answer by now, although the client does not read it.
  expect((await app.inject('/v2/available')).statusCode).toBe(200);
  expect(failures.mock.calls).toEqual([]);
  failures.mockRestore();
});

it('announced large bodies of one account leave room for another’s, and for its own once they have been handled', async () => {
  const [key, other] = await Promise.all(
    [1, 2].map(async () => givenSyncKey(t.db, await givenAccount(t.db, { allowedSystemIds: ['pay'] }))),
  );
  const url = '/v2/payroll/pay/sync';
  // This is the size of the largest body that the server accepts.
  const large = { name: 'x'.repeat(7_900_000) };
  const haveTheirPlace = admitted(4);
  const held = await Promise.all([1, 2, 3, 4].map(() => sendHeaders(port, { url, token: key ?? '', body: large })));
  await haveTheirPlace;
  const sync = async (token = '', body: object = {}) =>
    (await (await sendHeaders(port, { url, token, body })).finish()).status;
  const fifth = await sendHeaders(port, { url, token: key ?? '', body: large });
  expect((await fifth.answer()).status).toBe(503);
  expect(await sync(other, { name: 'Pay' })).toBe(200);
  for (const late of held) await late.hangUp();
  await expect.poll(() => sync(key, { name: 'Pay', employees: [] })).toBe(200);
});

it('wrong passwords are counted in the order in which they are checked, not in the order of their headers', async () => {
  await givenAdmin(t.db);
  const requests: LateRequest[] = [];
  for (let i = 0; i < 8; i++) {
    const reads = clockReads;
    requests.push(
      await sendHeaders(port, { url: '/v2/session', body: { username: 'nobody', password: `wrong ${i}` } }),
    );
    await vi.waitUntil(() => clockReads > reads, { timeout: 60_000, interval: 5 });
    t.clock.advance(1);
  }
  const statuses = [];
  for (const request of requests.reverse()) {
    statuses.push((await request.finish()).status);
    t.clock.advance(1);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

/** Calls whose repetition changes nothing, and reads that need a body. */
const ACTS_ON_NOTHING = [
  'previewAlert',
  'previewAccountTimeZone',
  'rehearseRestore',
  // A session that has ended can be ended again, users may read their own notices, and an import without `commit` is a preview.
  'logOut',
  'markAlertDeliveriesRead',
  'importPieces',
  'readUsbFile',
  'checkRecipients',
  // What is asked for here leaves nothing to do; an act that does something is held by its line in the trail.
  ...['previewCorrections', 'makeCorrections', 'undoCorrections', 'previewPieces'],
  ...['previewCrewSheet', 'addCrewSheet', 'previewCrewPunch', 'addCrewPunch'],
  'saveLanguage',
];
const named = Object.entries(ENDPOINTS).filter(
  ([, { method, access, upload }]) =>
    method !== 'GET' && !upload && access !== 'public' && access !== 'device' && access !== 'payroll',
);
it.each(named)('%s does nothing when the session ends while it is carried out', async (name, endpoint) => {
  const { ids, employer, tokens } = await givenFuzzWorld(t.db, 'other');
  const admin = await givenAdmin(t.db);
  const role = typeof endpoint.access === 'string' ? 'employer' : endpoint.access.role;
  const { accountId, userId } = role === 'admin' ? admin : employer;
  expect(Object.keys(tokens)).toContain(role);
  const part = (schema: z.ZodType | undefined) =>
    schema ? valuesOf(shapeOf(schema), ids) : fc.constant(undefined as unknown);
  const parts = fc.tuple(part(endpoint.params), part(endpoint.query), part(endpoint.body));
  const written = await count('audit_entry');
  for (const [params, query, body] of fc.sample(parts, { numRuns: 4, seed: 20_261_122 })) {
    const token = await givenSession(t.db, accountId, userId);
    admissions = 0;
    // The caller is checked when the headers arrive and again after the body.
    afterAdmission = async (admission) => {
      if (admission === 2) await t.db.run(sql`delete from session where user_id = ${userId}`);
    };
    const answer = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, params, query),
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    if (answer.statusCode < 400) expect(ACTS_ON_NOTHING, `${name}: ${answer.body}`).toContain(name);
  }
  if (name !== 'logOut') expect(await count('audit_entry')).toBe(written);
});
