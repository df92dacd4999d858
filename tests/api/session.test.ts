import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const PASSWORD = 'orchard rain at nine';
const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(PASSWORD);

const logIn = (username: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  t.ask('/v2/session', { body: { username, password }, headers });
const tokenOf = async (username: string, headers?: Record<string, string>) => {
  const answer = await logIn(username, PASSWORD, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().token as string;
};
const statusOf = async (token: string) => {
  const answer = await t.ask('/v2/session', { token });
  return answer.statusCode === 200 ? 200 : (answer.json().errorCode as string);
};
const employer = async (options: Parameters<typeof givenUser>[2] = {}) => {
  const accountId = await givenAccount(t.db, { code: 'orchard', name: 'Orchard Farms' });
  const userId = await givenUser(t.db, accountId, {
    username: 'Jane',
    email: 'jane@orchard.test',
    passwordHash,
    ...options,
  });
  return { accountId, userId };
};

it('logs in by user name or email address, ignoring case, and returns the user', async () => {
  const { accountId, userId } = await employer();
  await tokenOf('jane');
  const token = await tokenOf('JANE@orchard.test');
  const info = (await t.ask('/v2/session', { token: `Bearer ${token}` })).json();
  expect(info).toMatchObject({
    accountId,
    userId,
    accountName: 'Orchard Farms',
    accountCode: 'orchard',
    role: 'employer',
  });
  expect(info.modules).toEqual(['Dashboard']);
  expect(info.permissions.api).toContain('GET_ALL_ALERTS');
  expect(Buffer.from(info.cacheSecret, 'base64url')).toHaveLength(32);
  expect(info.ttl).toBe(43_200);
});

it('stores no token: nothing in the session table can be used to log in', async () => {
  await employer();
  const token = await tokenOf('jane');
  const rows = await t.db.rows(
    z.object({ hash: z.string(), id: z.string(), browser: z.string() }),
    sql`select encode(token_hash, 'hex') as hash, session_id::text as id, browser_id as browser from session`,
  );
  expect(rows).toHaveLength(1);
  for (const { hash, id, browser } of rows)
    for (const stored of [hash, id, browser, Buffer.from(hash, 'hex').toString('base64url')]) {
      expect(stored).not.toBe(token);
      expect(await statusOf(stored)).toBe('SESSION_EXPIRED');
    }
});

it('gives one answer to every failed log-in, and recognises a device with the right password', async () => {
  const { accountId } = await employer();
  await givenUser(t.db, accountId, { username: 'idle', passwordHash, isActive: false });
  await givenUser(t.db, accountId, { username: 'invited' });
  await givenUser(t.db, accountId, { username: 'tablet', role: 'device', passwordHash });
  const closed = await givenAccount(t.db, { isActive: false });
  await givenUser(t.db, closed, { username: 'closed', passwordHash });
  const failures = [
    await logIn('nobody'),
    await logIn('jane', 'wrong password here'),
    await logIn('idle'),
    await logIn('invited'),
    await logIn('closed'),
    await logIn('tablet', 'wrong password here'),
  ];
  for (const failure of failures) {
    expect(failure.statusCode).toBe(401);
    expect(failure.body).toBe(failures[0]?.body);
    expect(failure.headers['content-length']).toBe(failures[0]?.headers['content-length']);
  }
  const device = await logIn('tablet');
  expect([device.statusCode, device.json().errorCode]).toEqual([403, 'INVALID_ROLE']);
  expect(device.body).not.toContain('token');
});

it('refuses the sixth failure in five minutes with Retry-After, known user or not, then doubles the wait', async () => {
  await employer();
  for (const username of ['jane', 'nobody']) {
    for (let i = 0; i < 5; i++) expect((await logIn(username, 'not it, sorry')).statusCode).toBe(401);
    const sixth = await logIn(username);
    expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, '30']);
    t.clock.advance(31_000);
    expect((await logIn(username, 'not it, sorry')).statusCode).toBe(401);
    expect((await logIn(username)).headers['retry-after']).toBe('60');
    t.clock.advance(61_000);
  }
  expect((await logIn('jane')).statusCode).toBe(200);
});

it('lets no burst past the limit: of 40 simultaneous guesses five are checked', async () => {
  await employer();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => logIn('jane', `guess number ${i}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(35);
});

it('does not let others lock a user out of a known network', async () => {
  await employer();
  const from = (address: string, password: string) =>
    t.app.inject({
      method: 'POST',
      url: '/v2/session',
      remoteAddress: address,
      payload: { username: 'jane', password },
    });
  expect((await from('198.51.100.7', PASSWORD)).statusCode).toBe(200);
  for (let i = 0; i < 25; i++) await from(`203.0.${i}.9`, 'guess after guess');
  expect((await from('203.0.99.9', PASSWORD)).statusCode).toBe(429);
  expect((await from('198.51.100.8', PASSWORD)).statusCode).toBe(200);
});

it('ends the session on the earlier device, and keeps five tabs of one', async () => {
  await employer();
  const tabs: string[] = [];
  for (let i = 0; i < 6; i++) {
    t.clock.advance(1_000);
    tabs.push(await tokenOf('jane', { 'x-device-id': 'office-browser' }));
  }
  expect(await Promise.all(tabs.map(statusOf))).toEqual(['SESSION_REPLACED', 200, 200, 200, 200, 200]);
  const phone = await tokenOf('jane', { 'x-device-id': 'phone' });
  expect(await statusOf(tabs[5] ?? '')).toBe('SESSION_REPLACED');
  expect(await statusOf(phone)).toBe(200);
});

it('leaves one device logged in when two log in at the same moment', async () => {
  await employer();
  const tokens = await Promise.all(['a', 'b', 'c', 'd'].map((id) => tokenOf('jane', { 'x-device-id': id })));
  const statuses = await Promise.all(tokens.map(statusOf));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it('ends after its time, extends on request, never beyond 24 hours after the log-in', async () => {
  await employer();
  const token = await tokenOf('jane');
  t.clock.advance(12 * 3_600_000 - 1_000);
  expect(await statusOf(token)).toBe(200);
  const extend = () => t.ask('/v2/session/extend', { token, method: 'POST' });
  expect((await extend()).json()).toEqual({ ttl: 43_200 });
  // A request whose answer was lost can be repeated.
  expect((await extend()).json()).toEqual({ ttl: 43_200 });
  t.clock.advance(3_600_000);
  expect((await extend()).json()).toEqual({ ttl: 11 * 3_600 + 1 });
  // The browser warns two minutes before the end: there an extension to the same end is none, and is not called one.
  t.clock.advance(11 * 3_600_000 - 119_000);
  expect((await extend()).json()).toMatchObject({
    errorCode: 'CONFLICT',
    message: 'A session lasts 24 hours at most. Log in again.',
  });
  t.clock.advance(119_000);
  expect(await statusOf(token)).toBe(200);
  t.clock.advance(2_000);
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
  expect((await extend()).json().errorCode).toBe('SESSION_EXPIRED');
});

it('a session that was over stays over when the clock goes back', async () => {
  await employer();
  const token = await tokenOf('jane');
  t.clock.advance(13 * 3_600_000);
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
  t.clock.advance(-13 * 3_600_000);
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
});

it('is not extended by being used', async () => {
  await employer();
  const token = await tokenOf('jane');
  for (let i = 0; i < 12; i++) {
    t.clock.advance(3_599_000);
    expect(await statusOf(token)).toBe(200);
  }
  t.clock.advance(60_000);
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
});

it('logs out: the next call with the token is refused', async () => {
  const { token } = await givenEmployer(t.db);
  expect((await t.ask('/v2/session', { token, method: 'DELETE' })).json()).toEqual({ ok: true });
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
});

it('a later log-out, by the hash of the token, ends that session and no other; nobody can log in with the hash', async () => {
  const { token, accountId, userId } = await givenEmployer(t.db);
  const other = await givenSession(t.db, accountId, userId);
  const hash = createHash('sha256').update(token).digest('hex');
  expect(await statusOf(hash)).toBe('SESSION_EXPIRED');
  const end = (sessions: string[]) => t.ask('/v2/session/end', { body: { sessions } });
  expect((await end(['0'.repeat(64)])).json()).toEqual({ ok: true });
  expect((await end([hash, hash])).json()).toEqual({ ok: true });
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
  expect((await t.ask('/v2/session', { token: other })).statusCode).toBe(200);
  expect((await end([token])).statusCode).toBe(400);
  const trail = await t.db.rows(
    z.object({ actorId: z.string(), detail: z.string() }),
    sql`select actor_id::text as "actorId", detail from audit_entry where action = 'session.logout'`,
  );
  expect(trail).toEqual([{ actorId: userId, detail: 'Told later' }]);
});

it('uses the present rights, role and activity at the next request', async () => {
  const { accountId, userId, token } = await givenEmployer(t.db);
  await t.db.run(sql`update app_user set permissions = '{}' where user_id = ${userId}`);
  expect((await t.ask('/v2/session', { token })).json().permissions.api).toEqual([]);
  expect((await t.ask('/v2/alert/by-category/attendance', { token })).statusCode).not.toBe(200);
  await t.db.run(sql`update account set is_active = false where account_id = ${accountId}`);
  expect(await statusOf(token)).toBe('SESSION_EXPIRED');
});

it('takes the token from the authorization header and nowhere else', async () => {
  const { token } = await givenEmployer(t.db);
  const elsewhere = [
    await t.ask(`/v2/session?token=${token}&authorization=${token}`),
    await t.ask('/v2/session', { headers: { cookie: `token=${token}; authorization=${token}` } }),
    await t.ask('/v2/session', { headers: { 'x-authorization': token } }),
  ];
  for (const answer of elsewhere) expect(answer.json().errorCode).toBe('SESSION_EXPIRED');
});

it('renews the hash at log-in when the stored one is cheaper than today’s', async () => {
  const cheap = `$argon2id$v=19$m=8192,t=1,p=1$${await cheapHash(PASSWORD)}`;
  const { userId } = await employer({ passwordHash: cheap });
  await tokenOf('jane');
  const { hash } = await t.db.single(
    z.object({ hash: z.string() }),
    sql`select password_hash as hash from app_user where user_id = ${userId}`,
  );
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await tokenOf('jane');
});

async function cheapHash(password: string) {
  const { argon2Sync, randomBytes } = await import('node:crypto');
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 };
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `${base64(nonce)}$${base64(argon2Sync('argon2id', parameters))}`;
}

it('transfers a session once, within a minute, without prolonging it', async () => {
  await employer();
  const token = await tokenOf('jane', { 'x-device-id': 'desk' });
  t.clock.advance(3_600_000);
  const made = (await t.ask('/v2/session/web-auth-token', { token, method: 'POST' })).json();
  expect(made).toMatchObject({
    expiresIn: 60,
    url: `https://tallyboard.test/login/transfer-session/${made.webAuthToken}`,
  });
  const exchange = (webAuthToken: string) =>
    t.ask('/v2/session/exchange-web-auth-token', { body: { webAuthToken }, headers: { 'x-device-id': 'phone' } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(made.webAuthToken)));
  const right = answers.filter(({ statusCode }) => statusCode === 200);
  expect(right).toHaveLength(1);
  expect(right[0]?.json().ttl).toBe(11 * 3_600);
  expect(await statusOf(right[0]?.json().token)).toBe(200);
  expect(await statusOf(token)).toBe('SESSION_REPLACED');
  for (const answer of answers.filter(({ statusCode }) => statusCode === 400))
    expect(answer.json()).toEqual({ errorCode: 'INVALID_TOKEN', message: 'Invalid session transfer token' });
});

it('transfers nothing after a minute, after the session ended, or after the rights changed', async () => {
  const { userId } = await employer();
  const exchange = async (webAuthToken: string) =>
    (await t.ask('/v2/session/exchange-web-auth-token', { body: { webAuthToken } })).statusCode;
  const make = async (token: string) =>
    (await t.ask('/v2/session/web-auth-token', { token, method: 'POST' })).json().webAuthToken as string;
  const late = await make(await tokenOf('jane'));
  t.clock.advance(61_000);
  expect(await exchange(late)).toBe(400);

  const token = await tokenOf('jane');
  const ended = await make(token);
  await t.ask('/v2/session', { token, method: 'DELETE' });
  expect(await exchange(ended)).toBe(400);

  const demoted = await make(await tokenOf('jane'));
  t.clock.advance(1_000);
  await t.db.run(sql`update app_user set modified_at = ${t.clock.now()} where user_id = ${userId}`);
  expect(await exchange(demoted)).toBe(400);
  expect(await exchange('x'.repeat(43))).toBe(400);
});

it('records log-ins, successful and failed, in the account’s trail, without anything that was typed', async () => {
  const admin = await givenAdmin(t.db);
  const { accountId } = await employer();
  await tokenOf('jane');
  await logIn('jane', 'a password nobody may read');
  await logIn('my secret in the wrong field', 'x');
  const { results } = (
    await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=20`, { token: admin.token })
  ).json();
  expect(results.map((entry: { action: string; result: string }) => `${entry.action} ${entry.result}`).sort()).toEqual([
    'session.login ok',
    'session.login refused',
  ]);
  const all = await t.db.rows(z.object({ line: z.string() }), sql`select audit_entry::text as line from audit_entry`);
  expect(all).toHaveLength(3);
  expect(all.map(({ line }) => line).join()).not.toMatch(/nobody may read|wrong field/);
});

it('deletes what has expired, and nothing else', async () => {
  await employer();
  const token = await tokenOf('jane');
  await logIn('jane', 'wrong password here');
  await t.ask('/v2/session/web-auth-token', { token, method: 'POST' });
  const left = async () =>
    t.db.single(
      z.object({ sessions: z.int(), links: z.int(), throttles: z.int(), networks: z.int() }),
      sql`select (select count(*)::int from session) as sessions, (select count(*)::int from single_use_token) as links,
            (select count(*)::int from throttle) as throttles, (select count(*)::int from known_network) as networks`,
    );
  const clean = async () => {
    await t.jobs.send('session.clean', {});
    await t.jobs.drain();
    return left();
  };
  const before = await left();
  expect(await clean()).toEqual(before);
  expect(before).toMatchObject({ sessions: 1, links: 1, networks: 1 });
  // For a day the tab still learns why its session ended.
  t.clock.advance(13 * 3_600_000);
  expect((await clean()).sessions).toBe(1);
  t.clock.advance(24 * 3_600_000);
  expect(await clean()).toMatchObject({ sessions: 0, links: 0, throttles: 0, networks: 1 });
  t.clock.advance(30 * 24 * 3_600_000);
  expect((await clean()).networks).toBe(0);
});
