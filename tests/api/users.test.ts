import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN_PERMISSIONS, EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer, givenUser, type SignedIn } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

const body = (accountId: string, more: object = {}) => ({
  accountId,
  firstName: 'José',
  lastName: 'Núñez',
  username: 'jose',
  email: 'jose@orchard.test',
  ...more,
});
const create = ({ token }: SignedIn, payload: object) => t.ask('/v2/user', { token, body: payload });
const update = ({ token }: SignedIn, userId: string, payload: object) =>
  t.ask(`/v2/user/${userId}`, { token, method: 'PUT', body: payload });
const remove = ({ token }: SignedIn, userId: string) => t.ask(`/v2/user/${userId}`, { token, method: 'DELETE' });
const get = async ({ token }: SignedIn, url: string) => (await t.ask(url, { token })).json();
const mailPurposes = async () =>
  (
    await t.db.rows(
      z.object({ line: z.string() }),
      sql`select purpose || ' ' || recipient as line from mail order by 1`,
    )
  ).map(({ line }) => line);

it('makes employers of accounts and administrators of the system account, with the defaults of the role', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const employer = (await create(admin, body(accountId))).json();
  expect(employer).toMatchObject({ role: 'employer', isActive: true, modules: ['Dashboard'], accountId });
  expect(employer.permissions.api).toEqual([...EMPLOYER_PERMISSIONS]);
  expect(employer).not.toHaveProperty('passwordHash');
  const other = (await create(admin, body(admin.accountId, { username: 'ann', email: 'ann@a.test' }))).json();
  expect(other).toMatchObject({ role: 'admin', modules: ['Manage'] });
  expect(other.permissions.api).toEqual([...ADMIN_PERMISSIONS]);
  for (const role of ['admin', 'device'])
    expect((await create(admin, body(accountId, { username: 'x1', email: 'x1@a.test', role }))).json()).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      issues: [{ path: 'role' }],
    });
});

it('invites a new user by mail for 72 hours, or takes a password that must be changed', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { code: 'orchard' });
  await create(admin, body(accountId));
  expect(await mailPurposes()).toEqual(['invitation jose@orchard.test']);
  const { hours } = await t.db.single(
    z.object({ hours: z.number() }),
    sql`select (extract(epoch from expires_at - created_at) / 3600)::float8 as hours from single_use_token where purpose = 'invitation'`,
  );
  expect(hours).toBe(72);

  const weak = await create(admin, body(accountId, { username: 'petra', email: 'p@x.test', password: 'petra.petra' }));
  expect(weak.json()).toMatchObject({ errorCode: 'VALIDATION_FAILED', issues: [{ path: 'password' }] });
  const password = 'seven green tractors';
  expect((await create(admin, body(accountId, { username: 'petra', email: 'p@x.test', password }))).statusCode).toBe(
    200,
  );
  expect(await mailPurposes()).toHaveLength(1);
  const { token } = (await t.ask('/v2/session', { body: { username: 'petra', password } })).json();
  expect((await t.ask('/v2/session', { token })).json().mustChangePassword).toBe(true);
});

it('answers 409 with the field when username or email address is taken, ignoring case, whoever has it', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  await givenUser(t.db, accountId, { username: 'Jane', email: 'Jane@orchard.test' });
  const taken = async (more: object) => (await create(admin, body(admin.accountId, more))).json();
  expect(await taken({ username: 'JANE' })).toMatchObject({
    errorCode: 'ALREADY_EXISTS',
    issues: [{ path: 'username' }],
  });
  expect(await taken({ email: 'jane@ORCHARD.test' })).toMatchObject({ issues: [{ path: 'email' }] });
  expect(await taken({ username: 'jane@orchard.test' })).toMatchObject({ issues: [{ path: 'username' }] });
  expect(await taken({ username: 'jane', email: 'jane@orchard.test' })).toMatchObject({
    issues: [{ path: 'username' }, { path: 'email' }],
  });
  // The refused calls leave nothing behind.
  expect((await get(admin, `/v2/user/by-account/${admin.accountId}?startRow=0&endRow=10`)).lastIndex).toBe(1);
  const races = await Promise.all(Array.from({ length: 10 }, () => create(admin, body(accountId))));
  expect(races.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
});

it('signs in by the new name after a change, and no longer by the old', async () => {
  const admin = await givenAdmin(t.db);
  const { userId } = await givenEmployer(t.db, { username: 'before', email: 'before@a.test' });
  expect((await update(admin, userId, { username: 'after' })).json().username).toBe('after');
  expect((await update(admin, admin.userId, { username: 'before' })).statusCode).toBe(200);
  expect((await update(admin, userId, { email: 'before@a.test', username: 'after' })).statusCode).toBe(200);
  const other = await givenEmployer(t.db);
  expect((await update(admin, other.userId, { email: 'before@a.test' })).json().issues).toEqual([
    { path: 'email', message: 'This email address is taken' },
  ]);
});

it('grants no administrator’s permission that the granter lacks', async () => {
  await givenAdmin(t.db);
  const weak = await givenAdmin(t.db, { username: 'weak', permissions: ['User.GET', 'User.CREATE', 'User.UPDATE'] });
  const denied = { errorCode: 'PERMISSION_DENIED' };
  const asked = { permissions: { api: ['User.GET', 'Backup.DOWNLOAD'] } };
  expect((await create(weak, body(weak.accountId, asked))).json()).toMatchObject(denied);
  const made = (await create(weak, body(weak.accountId))).json();
  expect([...made.permissions.api].sort()).toEqual(['User.CREATE', 'User.GET', 'User.UPDATE']);
  expect((await update(weak, made._id, asked)).json()).toMatchObject(denied);
  expect((await update(weak, weak.userId, asked)).json()).toMatchObject(denied);
  const accountId = await givenAccount(t.db);
  const employer = (await create(weak, body(accountId, { username: 'e', email: 'e@a.test' }))).json();
  expect(employer.permissions.api).toEqual([...EMPLOYER_PERMISSIONS]);
  expect((await update(weak, employer._id, { permissions: { api: ['Device.DELETE'] } })).json()).toMatchObject(denied);
  for (const api of [['Account.GET'], ['User.DELETE']])
    expect((await update(weak, employer._id, { permissions: { api } })).json().errorCode).toBe('VALIDATION_FAILED');
  expect((await update(weak, employer._id, { modules: ['Manage'] })).json().issues[0].path).toBe('modules');
});

it('does not let an administrator take over one with more rights', async () => {
  const chief = await givenAdmin(t.db, { username: 'chief' });
  const weak = await givenAdmin(t.db, { username: 'weak', permissions: ['User.GET', 'User.UPDATE', 'User.DELETE'] });
  const takeovers = [
    { newPassword: 'seven green tractors' },
    { email: 'me@evil.test' },
    { isActive: false },
    { username: 'x9' },
  ];
  for (const takeover of takeovers)
    expect((await update(weak, chief.userId, takeover)).json(), JSON.stringify(takeover)).toMatchObject({
      errorCode: 'PERMISSION_DENIED',
    });
  expect((await remove(weak, chief.userId)).json().errorCode).toBe('PERMISSION_DENIED');
  expect((await get(chief, `/v2/user/${chief.userId}`)).username).toBe('chief');
});

it('lets nobody delete, deactivate or demote themselves, nor the last active administrator', async () => {
  const chief = await givenAdmin(t.db, { username: 'chief' });
  const conflict = { errorCode: 'CONFLICT' };
  expect((await remove(chief, chief.userId)).json()).toMatchObject(conflict);
  expect((await update(chief, chief.userId, { isActive: false })).json()).toMatchObject(conflict);
  expect((await update(chief, chief.userId, { permissions: { api: ['User.GET'] } })).json()).toMatchObject(conflict);
  expect((await update(chief, chief.userId, { role: 'employer' })).json().errorCode).toBe('VALIDATION_FAILED');
  const second = await givenAdmin(t.db, { username: 'second' });
  // The two delete each other at the same moment, and one of them remains.
  const [a, b] = await Promise.all([remove(chief, second.userId), remove(second, chief.userId)]);
  expect([a?.statusCode, b?.statusCode].filter((code) => code === 200)).toHaveLength(1);
  const { total } = await t.db.single(z.object({ total: z.int() }), sql`select count(*)::int as total from app_user`);
  expect(total).toBe(1);
});

it('ends the sessions of users whom it deactivates, deletes or gives a password, and mails them', async () => {
  const admin = await givenAdmin(t.db);
  const ended = async (change: (userId: string) => Promise<unknown>) => {
    const { userId, token } = await givenEmployer(t.db);
    await change(userId);
    return (await t.ask('/v2/session', { token })).json().errorCode;
  };
  expect(await ended((id) => update(admin, id, { isActive: false }))).toBe('SESSION_EXPIRED');
  expect(await ended((id) => remove(admin, id))).toBe('SESSION_EXPIRED');
  expect(await mailPurposes()).toEqual([]);
  expect(await ended((id) => update(admin, id, { newPassword: 'seven green tractors' }))).toBe('SESSION_EXPIRED');
  expect(await mailPurposes()).toHaveLength(1);
  const { userId, token } = await givenEmployer(t.db, { email: 'old@a.test' });
  await update(admin, userId, { permissions: { api: ['GET_ALL_ALERTS'] }, email: 'new@a.test' });
  expect((await t.ask('/v2/session', { token })).json().permissions.api).toEqual(['GET_ALL_ALERTS']);
  expect(await mailPurposes()).toContain('notice old@a.test');
});

it('lists the users of all accounts by name, in ranges, and searches them and their accounts, accents and case aside', async () => {
  const admin = await givenAdmin(t.db, { firstName: 'Zed', lastName: 'Zulu' });
  for (const [username, firstName, lastName] of [
    ['b_1', 'Ágnes', 'Brøgger'],
    ['a%2', 'Łukasz', 'Abel'],
    ['c3', 'Anna', 'Straße'],
  ] as const)
    await create(
      admin,
      body(admin.accountId, { username, email: `${username.replace('%', '')}@a.test`, firstName, lastName }),
    );
  const farm = await givenAccount(t.db, { code: 'farm', name: 'Rio Farm' });
  await givenEmployer(t.db, { accountId: farm, username: 'anna', firstName: 'Anna', lastName: 'Zulu' });
  const list = await get(admin, '/v2/user?startRow=1&endRow=5');
  expect([list.lastIndex, list.users.map((user: { lastName: string }) => user.lastName)]).toEqual([
    5,
    ['Brøgger', 'Straße', 'Zulu', 'Zulu'],
  ]);
  expect(list.users[2]).toMatchObject({ accountId: farm, accountName: 'Rio Farm', accountCode: 'farm' });
  const search = async (q: string) =>
    (await get(admin, `/v2/user/search?q=${encodeURIComponent(q)}`)).users.map(
      (user: { username: string }) => user.username,
    );
  expect(await search('AGNES brogger')).toEqual(['b_1']);
  expect(await search('lukasz')).toEqual(['a%2']);
  expect(await search('strasse')).toEqual(['c3']);
  expect(await search('%')).toEqual(['a%2']);
  expect(await search('_')).toEqual(['b_1']);
  expect(await search('\\')).toEqual([]);
  expect(await search('anna')).toEqual(['c3', 'anna']);
  expect(await search('ANNA rió')).toEqual(['anna']);
  expect(await search('')).toHaveLength(5);
  expect((await t.ask(`/v2/user/search?q=${'x'.repeat(101)}`, { token: admin.token })).statusCode).toBe(400);
});

it('exports the user list: employers who are active, in active accounts, unless asked otherwise', async () => {
  const admin = await givenAdmin(t.db, { username: 'chief' });
  const open = await givenAccount(t.db, { code: 'open', name: '=cmd|calc' });
  const closed = await givenAccount(t.db, { code: 'shut', isActive: false });
  await givenUser(t.db, open, { username: 'in', firstName: 'A, "B"' });
  await givenUser(t.db, open, { username: 'idle', isActive: false });
  await givenUser(t.db, closed, { username: 'late' });
  const report = async (options: object) => {
    const answer = await t.ask('/v2/user/generateReport', { token: admin.token, body: options });
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="user-list.csv"');
    return answer.body;
  };
  const usual = await report({});
  expect(usual.startsWith('\ufeffAccount Code,Account Name,')).toBe(true);
  expect(usual.split('\r\n')).toHaveLength(3);
  expect(usual).toContain(`open,'=cmd|calc,Yes,in,"A, ""B""",`);
  const everything = await report({
    exportType: 'csv',
    employerUsersOnly: false,
    includeInactiveAccounts: true,
    includeInactiveUsers: true,
  });
  const usernames = everything
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[3]);
  expect(usernames.sort()).toEqual(['chief', 'idle', 'in', 'late']);
});

it('answers 404 for users and accounts that are not there, 400 for ids that are none', async () => {
  const admin = await givenAdmin(t.db);
  const nobody = '01980000-0000-7000-8000-000000000000';
  expect((await t.ask(`/v2/user/${nobody}`, { token: admin.token })).statusCode).toBe(404);
  expect((await update(admin, nobody, { firstName: 'X' })).statusCode).toBe(404);
  expect((await update(admin, nobody, { newPassword: 'seven green tractors' })).statusCode).toBe(404);
  expect((await remove(admin, nobody)).statusCode).toBe(404);
  expect((await create(admin, body(nobody))).statusCode).toBe(404);
  expect((await t.ask('/v2/user/nonsense', { token: admin.token })).json()).toMatchObject({
    errorCode: 'INVALID_DOCUMENT_ID',
    message: 'Invalid Document ID',
  });
});

it('refuses fields that a caller may not set, ignores those that are read-only, and leaves the row as it was', async () => {
  const admin = await givenAdmin(t.db);
  const { userId, accountId } = await givenEmployer(t.db);
  const before = await get(admin, `/v2/user/${userId}`);
  for (const field of ['passwordHash', 'password_hash', 'mustChangePassword'])
    expect((await update(admin, userId, { firstName: 'New', [field]: accountId })).statusCode, field).toBe(400);
  expect(await get(admin, `/v2/user/${userId}`)).toEqual(before);
  const other = await givenAccount(t.db);
  for (const field of ['accountId', 'createdBy', 'createdAt', '_id', 'hasPassword'])
    expect((await update(admin, userId, { [field]: other })).statusCode, field).toBe(200);
  const { modifiedAt: _1, modifiedBy: _2, ...rest } = before;
  expect(await get(admin, `/v2/user/${userId}`)).toMatchObject(rest);
});

it('makes a link to hand over for a user without a password: once shown, audited, and the one before it ends', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const { _id } = (await create(admin, body(accountId))).json();
  const make = (by: SignedIn = admin) => t.ask(`/v2/user/${_id}/invitation-link`, { token: by.token, method: 'POST' });
  const [first, second] = [(await make()).json(), (await make()).json()];
  expect(second).toEqual({
    url: expect.stringMatching(/^https:\/\/tallyboard\.test\/login\/password-reset\/\S{43}$/),
    expiresAt: '2026-11-23T10:00:00.000Z',
  });
  const setPassword = ({ url }: { url: string }) => {
    const requestId = url.split('/').at(-1);
    return t.ask('/v2/session/finalize-reset', { body: { requestId, newPassword: 'seven green tractors' } });
  };
  expect((await setPassword(first)).json().errorCode).toBe('INVALID_TOKEN');
  const hasPassword = async () => (await get(admin, `/v2/user/${_id}`)).hasPassword;
  expect(await hasPassword()).toBe(false);
  expect((await setPassword(second)).statusCode).toBe(200);
  expect(await hasPassword()).toBe(true);
  expect((await make()).json().errorCode).toBe('CONFLICT');
  const trail = await get(admin, `/v2/audit/by-account/${accountId}?startRow=0&endRow=20`);
  expect(JSON.stringify(trail)).toContain('user.invitation-link');
  expect(JSON.stringify(trail)).not.toContain(second.url.split('/').at(-1));
});

describe('a link to the set-up', () => {
  const SET_UP = '?purpose=set-up';
  const link = (by: SignedIn, userId: string, query = '', method: 'POST' | 'DELETE' = 'POST') =>
    t.ask(`/v2/user/${userId}/invitation-link${query}`, { token: by.token, method });
  const requestIdOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1);
  const setPassword = (made: { url: string }) =>
    t.ask('/v2/session/finalize-reset', {
      body: { requestId: requestIdOf(made), newPassword: 'seven green tractors' },
    });
  const givenOwner = async (admin: SignedIn, more: object = {}) => {
    const accountId = await givenAccount(t.db);
    const permissions = { api: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] };
    const { _id } = (await create(admin, body(accountId, { permissions, invite: false, ...more }))).json();
    return { accountId, userId: _id as string };
  };

  it('works once within 30 days, is hashed, leads to the set-up, and no mail goes out before it', async () => {
    const admin = await givenAdmin(t.db);
    const { accountId, userId } = await givenOwner(admin);
    expect(await mailPurposes()).toEqual([]);
    const made = (await link(admin, userId, SET_UP)).json();
    expect(made).toEqual({
      url: expect.stringMatching(
        /^https:\/\/tallyboard\.test\/login\/password-reset\/\S{43}\?redirect=\/employer\/settings$/,
      ),
      expiresAt: '2026-12-20T10:00:00.000Z',
    });
    expect(await get(admin, `/v2/user/${userId}`)).toMatchObject({ invitedUntil: made.expiresAt });
    const stored = await t.db.rows(z.object({ row: z.string() }), sql`select t::text as row from single_use_token t`);
    expect(JSON.stringify(stored)).not.toContain(requestIdOf(made));
    t.clock.advance(29 * 86_400_000);
    expect((await setPassword(made)).statusCode).toBe(200);
    expect((await setPassword(made)).json().errorCode).toBe('INVALID_TOKEN');
    t.clock.advance(-29 * 86_400_000);
    expect(await get(admin, `/v2/user/${userId}`)).toMatchObject({ hasPassword: true, invitedUntil: null });
    const trail = JSON.stringify(await get(admin, `/v2/audit/by-account/${accountId}?startRow=0&endRow=20`));
    expect(trail).toContain('user.invitation-link');
    expect(trail).not.toContain(requestIdOf(made));
  });
  it('is over after 30 days, and at once where it is withdrawn', async () => {
    const admin = await givenAdmin(t.db);
    const { accountId, userId } = await givenOwner(admin);
    const withdrawn = (await link(admin, userId, SET_UP)).json();
    expect((await link(admin, userId, '', 'DELETE')).statusCode).toBe(200);
    expect((await setPassword(withdrawn)).json().errorCode).toBe('INVALID_TOKEN');
    expect(await get(admin, `/v2/user/${userId}`)).toMatchObject({ hasPassword: false, invitedUntil: null });
    // Without an open link there is nothing to note.
    await link(admin, userId, '', 'DELETE');
    const { entries, results } = await get(admin, `/v2/audit/by-account/${accountId}?startRow=0&endRow=20`);
    const actions = (entries ?? results).map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === 'user.invitation-withdrawn')).toHaveLength(1);

    const late = (await link(admin, userId, SET_UP)).json();
    t.clock.advance(30 * 86_400_000);
    expect((await setPassword(late)).json().errorCode).toBe('INVALID_TOKEN');
  });
  it('is for a user who may set the account up, made and withdrawn by who may invite them', async () => {
    const admin = await givenAdmin(t.db);
    const { accountId, userId } = await givenOwner(admin);
    const viewer = (await create(admin, body(accountId, { username: 'v', email: 'v@a.test' }))).json();
    expect((await link(admin, viewer._id, SET_UP)).json().errorCode).toBe('CONFLICT');
    const colleague = (
      await create(
        admin,
        body(admin.accountId, { username: 'c', email: 'c@a.test', permissions: { api: ['Setup.MANAGE'] } }),
      )
    ).json();
    expect((await link(admin, colleague._id, SET_UP)).json().errorCode).toBe('CONFLICT');
    expect((await link(admin, userId, '?purpose=other')).statusCode).toBe(400);
    const few = await givenAdmin(t.db, { permissions: ['User.CREATE'] });
    const peer = (await create(admin, body(admin.accountId, { username: 'p', email: 'p@a.test' }))).json();
    expect((await link(few, peer._id, '', 'DELETE')).json().errorCode).toBe('PERMISSION_DENIED');
    const employer = await givenEmployer(t.db);
    expect((await link(employer, userId, '', 'DELETE')).json().errorCode).toBe('PERMISSION_DENIED');
  });
});

it('makes no link for a caller with fewer rights than its user', async () => {
  const admin = await givenAdmin(t.db);
  const few = await givenAdmin(t.db, { permissions: ['User.CREATE'] });
  const { _id } = (await create(admin, body(admin.accountId))).json();
  const reply = await t.ask(`/v2/user/${_id}/invitation-link`, { token: few.token, method: 'POST' });
  expect(reply.json().errorCode).toBe('PERMISSION_DENIED');
});

it('links a user to an employee of the same account, and to nobody again', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const own = await givenEmployee(t.db, accountId);
  const foreign = await givenEmployee(t.db, await givenAccount(t.db));
  const user = (await create(admin, body(accountId, { employeeId: own }))).json();
  expect(user).toMatchObject({ employeeId: own });
  expect(await get(admin, `/v2/user/${user._id}`)).toMatchObject({ employeeId: own });
  const listed = await get(admin, `/v2/user/by-account/${accountId}?startRow=0&endRow=10`);
  expect(listed.users).toMatchObject([{ employeeId: own }]);
  expect((await update(admin, user._id, { firstName: 'Joe' })).json()).toMatchObject({ employeeId: own });
  expect((await update(admin, user._id, { employeeId: foreign })).json()).toMatchObject({ errorCode: 'NOT_FOUND' });
  expect(
    (await create(admin, body(accountId, { username: 'x2', email: 'x2@a.test', employeeId: foreign }))).json(),
  ).toMatchObject({
    errorCode: 'NOT_FOUND',
  });
  expect((await update(admin, user._id, { employeeId: null })).json()).toMatchObject({ employeeId: null });
});

it('knows the caller by an id in capitals too: no change of one’s own that needs the password goes past it', async () => {
  const [admin, other] = [await givenAdmin(t.db), await givenAdmin(t.db)];
  const own = admin.userId.toUpperCase();
  expect(own).not.toBe(admin.userId);
  const changed = await update(admin, own, { email: 'thief@orchard.test' });
  expect([changed.statusCode, changed.json().issues?.[0].path]).toEqual([400, 'currentPassword']);
  expect((await remove(admin, own)).json().message).toBe('You cannot delete yourself.');
  expect((await update(admin, other.userId.toUpperCase(), { firstName: 'Joe' })).statusCode).toBe(200);
});
