import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PRESETS } from '#contract/access/presets.ts';
import { requireNoSignOnByOperator } from '#server/access/singleSignOn/operator.ts';
import { sql } from '#server/platform/db/db.ts';
import { tokenHash } from '#server/platform/secrets/secrets.ts';
import { createSoftwareKey } from '../support/authenticator.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenEmployer, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import {
  ask,
  challengeOf,
  givenAdministrator,
  givenPasskey,
  givenPerson,
  logIn,
  mailsOf,
  PASSWORD,
  trailOf,
} from '../support/signIn.ts';
import { envOf, givenLink, givenSettings, refusalOf, signOn, useProviders } from '../support/signOn.ts';
import { useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

const { hill, vale } = await useProviders();
const t = useTestApp({ env: envOf(hill, vale) });

const person = (claims: Record<string, unknown>) => ({
  claims: {
    email: 'new@orchard.test',
    email_verified: true,
    preferred_username: 'newcomer',
    name: 'Nell New',
    ...claims,
  },
});
const rule = (value: string, preset: 'viewer' | 'supervisor' | 'owner' = 'viewer', scope: unknown = null) => ({
  value,
  preset,
  scope,
});
const createUsers = (...rules: ReturnType<typeof rule>[]) => ({ claim: 'groups', rules });
const stored = z.object({
  username: z.string(),
  role: z.string(),
  permissions: z.array(z.string()),
  scope: z.unknown(),
  isActive: z.boolean(),
});
const userOf = (username: string) =>
  t.db.first(
    stored,
    sql`select username, role, permissions, scope, is_active as "isActive" from app_user where username = ${username}`,
  );
const KEY = () => createSoftwareKey({ rpId: 'localhost', origin: 'http://localhost:8080' });
const SETTINGS = { linkByEmail: false, isRequired: false, passwordUserId: null, createUsers: null };

describe('users who are created', () => {
  const given = async (...rules: ReturnType<typeof rule>[]) => {
    const accountId = await givenAccount(t.db);
    await givenSettings(t, accountId, { issuer: hill.issuer, createUsers: createUsers(...rules) });
    return accountId;
  };

  it('nobody is, unless the account creates users, and then only one whom a rule fits', async () => {
    hill.people.set('n', person({ groups: ['pickers'] }));
    expect(await refusalOf(t, hill, 'n')).toContain('No user is linked');
    await given(rule('foremen'));
    expect(await refusalOf(t, hill, 'n')).toContain('No user is linked');
    vale.people.set('n', person({ groups: ['foremen'] }));
    expect(await refusalOf(t, vale, 'n')).toContain('No user is linked');
    expect(await userOf('newcomer')).toBeUndefined();
  });

  it('has the rights and the people of the first rule that fits, and logs in again as the same', async () => {
    const accountId = await given(rule('foremen', 'supervisor'), rule('staff', 'owner'));
    const night = await givenGroup(t.db, accountId, 'employee', { name: 'Night' });
    const scope = { employeeGroups: [night] };
    await givenSettings(t, accountId, {
      issuer: hill.issuer,
      createUsers: createUsers(rule('foremen', 'supervisor', scope), rule('staff', 'owner')),
    });
    hill.people.set('n', person({ groups: ['staff', 'foremen'] }));
    const { token } = (await signOn(t, hill, 'n')).json();
    expect((await t.ask('/v2/session', { token })).json()).toMatchObject({
      accountId,
      username: 'newcomer',
      firstName: 'Nell',
      lastName: 'New',
    });
    expect(await userOf('newcomer')).toMatchObject({
      role: 'employer',
      scope,
      permissions: [...PRESETS.supervisor.api],
    });
    expect((await signOn(t, hill, 'n')).statusCode).toBe(200);
    expect(await t.db.run(sql`select 1 from app_user where username = 'newcomer'`)).toBe(1);
    expect(await trailOf(t.db, accountId)).toContainEqual({
      action: 'user.create',
      result: 'ok',
      detail: 'Provider hill: Supervisor, Night',
    });
  });

  it('loses at the next log-in what the mapping gives no more, and with the last of it the way in', async () => {
    await given(rule('owners', 'owner'), rule('staff', 'viewer'));
    hill.people.set('n', person({ groups: ['owners', 'staff'] }));
    const first = (await signOn(t, hill, 'n')).json().token;
    hill.people.set('n', person({ groups: ['staff'] }));
    await signOn(t, hill, 'n');
    expect((await userOf('newcomer'))?.permissions).toEqual([...PRESETS.viewer.api]);
    hill.people.set('n', person({ groups: [] }));
    expect(await refusalOf(t, hill, 'n')).toBe('Your log-in at Provider hill gives you no access any more.');
    expect((await userOf('newcomer'))?.permissions).toEqual([]);
    expect((await t.ask('/v2/session', { token: first })).statusCode).toBe(401);
    hill.people.set('n', person({ groups: 'owners' }));
    await signOn(t, hill, 'n');
    expect((await userOf('newcomer'))?.permissions).toEqual([...PRESETS.owner.api]);
  });

  it('a user whom an administrator made keeps the rights that they were given', async () => {
    const accountId = await given(rule('staff'));
    const jane = await givenEmployer(t.db, { accountId, username: 'jane', permissions: ['GET_ALL_ALERTS'] });
    await givenLink(t, hill, 'j-1', jane.userId);
    hill.people.set('j-1', person({ groups: ['staff'] }));
    await signOn(t, hill, 'j-1');
    expect((await userOf('jane'))?.permissions).toEqual(['GET_ALL_ALERTS']);
  });

  it('an administrator’s role comes of no claim: not in the System Account, and not for a name that says so', async () => {
    const root = await givenAdministrator(t);
    await givenSettings(t, root.accountId, { issuer: hill.issuer, createUsers: createUsers(rule('staff', 'owner')) });
    hill.people.set('n', person({ groups: ['staff', 'admin'], role: 'admin' }));
    expect(await refusalOf(t, hill, 'n')).toContain('No user is linked');
    await given(rule('staff', 'owner'));
    await signOn(t, hill, 'n');
    expect((await userOf('newcomer'))?.role).toBe('employer');
    const asked = { settings: { issuer: hill.issuer, ...SETTINGS, createUsers: createUsers(rule('staff')) } };
    const answer = await ask(t, root.token, `/account/settings/${root.accountId}/single-sign-on`, asked, 'PUT');
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Administrators are never created by a log-in.']);
  });

  it.each([
    [
      'no verified email address',
      { email_verified: false },
      'Provider hill tells no verified email address, which a user needs. Tell your administrator.',
    ],
    [
      'the address of another user',
      { email: 'Jane@orchard.test' },
      'There is a user with your email address already. Tell your administrator.',
    ],
    [
      'the address that is another user’s name',
      { email: 'jane@user.name' },
      'There is a user with your email address already. Tell your administrator.',
    ],
  ])('nobody is created with %s', async (_, claims, words) => {
    const accountId = await given(rule('staff'));
    await givenEmployer(t.db, { accountId, username: 'jane@user.name', email: 'jane@orchard.test' });
    hill.people.set('n', person({ groups: ['staff'], ...claims }));
    expect(await refusalOf(t, hill, 'n')).toBe(words);
    expect(await t.db.run(sql`select 1 from login_name where name_key = 'newcomer'`)).toBe(0);
  });

  it.each(['jane', 'JANE', 'jаne', 'two words', '', 'x'.repeat(101)])(
    'a name that is taken or is none (%s) gives way to the email address',
    async (name) => {
      const accountId = await given(rule('staff'));
      await givenEmployer(t.db, { accountId, username: 'jane' });
      hill.people.set('n', person({ groups: ['staff'], preferred_username: name }));
      const { token } = (await signOn(t, hill, 'n')).json();
      expect((await t.ask('/v2/session', { token })).json().username).toBe('new@orchard.test');
    },
  );

  it('a log-in that two accounts would create a user for is refused', async () => {
    await given(rule('staff'));
    await given(rule('staff'));
    hill.people.set('n', person({ groups: ['staff'] }));
    expect(await refusalOf(t, hill, 'n')).toContain('Several accounts would create a user');
  });

  it('of many simultaneous first log-ins, one user comes', async () => {
    await given(rule('staff'));
    hill.people.set('n', person({ groups: ['staff'] }));
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => signOn(t, hill, 'n', { device: `d${i}` })));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(await t.db.run(sql`select 1 from app_user where role = 'employer' and email = 'new@orchard.test'`)).toBe(1);
  });
});

describe('an account that requires single sign-on', () => {
  const required = async () => {
    const jane = await givenPerson(t);
    const owner = await givenPerson(t, { username: 'owner', accountId: jane.accountId });
    const root = await givenAdministrator(t);
    const put = (settings: object) =>
      ask(t, root.token, `/account/settings/${jane.accountId}/single-sign-on`, { settings }, 'PUT');
    const settings = { issuer: hill.issuer, ...SETTINGS, isRequired: true, passwordUserId: owner.userId };
    return { jane, owner, put, settings };
  };

  it('passwords, passkeys and resets of its users say where to log in; one user keeps a password', async () => {
    const { jane, put, settings } = await required();
    const key = await givenPasskey(t, jane, KEY());
    // A link from before.
    await t.db.run(sql`
      insert into single_use_token (token_hash, owner_account_id, user_id, purpose, created_at, expires_at)
      values (${tokenHash('link')}, ${jane.accountId}, ${jane.userId}, 'reset', ${t.clock.now()}, ${new Date('2027-01-01')})`);
    expect((await put(settings)).statusCode).toBe(200);

    const words = 'Log in with Provider hill.';
    expect((await logIn(t, 'jane')).json()).toMatchObject({ errorCode: 'INVALID_CREDENTIALS', message: words });
    const wrong = await t.ask('/v2/session', { body: { username: 'jane', password: 'a wrong one' } });
    expect(wrong.json().message).toBe('The username or password is incorrect.');
    const passkey = key.sign(await challengeOf(t));
    expect((await t.ask('/v2/session/passkey', { body: passkey })).json().message).toBe(words);
    const finalized = await t.ask('/v2/session/finalize-reset', {
      body: { requestId: 'link', newPassword: 'seven quiet owls at dusk' },
    });
    expect(finalized.json()).toMatchObject({ errorCode: 'INVALID_TOKEN', message: words });
    await t.ask('/v2/session/password-reset', { body: { identity: 'jane' } });
    await t.jobs.drain();
    const mail = (await mailsOf(t.db)).find(({ text }) => text.includes('asked for a new password'))?.text ?? '';
    expect(mail).toContain(words);
    expect(mail).not.toContain('/login/password-reset/');

    expect((await logIn(t, 'owner')).statusCode).toBe(200);
    await givenLink(t, hill, 'j-1', jane.userId);
    await givenLink(t, vale, 'j-1', jane.userId);
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    expect(await refusalOf(t, vale, 'j-1')).toBe(words);
  });

  it('ends the sessions that began with a password, except those of the user who keeps one', async () => {
    const { jane, owner, put, settings } = await required();
    await givenLink(t, hill, 'j-1', jane.userId);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    const signedOn = (await signOn(t, hill, 'j-1')).json().token;
    await put(settings);
    const live = async (token: string) => (await t.ask('/v2/session', { token })).statusCode;
    expect([await live(joe.token), await live(signedOn), await live(owner.token)]).toEqual([401, 200, 200]);
  });

  it('needs an active user of the account with a password as the way back', async () => {
    const { put, settings, jane } = await required();
    const stranger = await givenPerson(t, { username: 'stranger', accountId: await givenAccount(t.db) });
    const inactive = await givenUser(t.db, jane.accountId, { isActive: false });
    const withoutPassword = await givenEmployer(t.db, { accountId: jane.accountId });
    const tried = async (passwordUserId: string | null) => (await put({ ...settings, passwordUserId })).statusCode;
    expect(await tried(null)).toBe(400);
    expect(await tried(stranger.userId)).toBe(404);
    expect(await tried(inactive)).toBe(409);
    expect(await tried(withoutPassword.userId)).toBe(409);
    expect((await put({ ...settings, issuer: 'https://unknown.example' })).statusCode).toBe(404);
    expect((await logIn(t, 'jane')).statusCode).toBe(200);
  });

  it('an operator lifts the requirement of an account whose way back is lost, and nothing else', async () => {
    const { jane, put, settings } = await required();
    await put({ ...settings, linkByEmail: true });
    await givenLink(t, hill, 'j-1', jane.userId);
    expect((await logIn(t, 'jane')).statusCode).toBe(401);
    const code = await t.db.first(
      z.object({ code: z.string() }),
      sql`select code from account where account_id = ${jane.accountId}`,
    );
    const lift = () => requireNoSignOnByOperator(t.db, code?.code.toUpperCase() ?? '', t.clock.now());
    expect(await lift()).toBe(code?.code);
    expect((await logIn(t, 'jane')).statusCode).toBe(200);
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    const root = await givenAdministrator(t, { username: 'root4' });
    const seen = await t.ask(`/v2/account/settings/${jane.accountId}/single-sign-on`, { token: root.token });
    expect(seen.json().settings).toEqual({ ...settings, linkByEmail: true, isRequired: false });
    const trail = await trailOf(t.db, jane.accountId);
    expect(trail.filter(({ detail }) => detail === 'single sign-on: isRequired')).toHaveLength(1);
    await expect(lift()).rejects.toThrow(
      `there is no account ${code?.code.toUpperCase()} that requires single sign-on.`,
    );
  });

  it('new users are invited to log in there', async () => {
    const { jane, put, settings } = await required();
    await put(settings);
    const root = await givenAdministrator(t, { username: 'root2' });
    const body = {
      accountId: jane.accountId,
      username: 'newcomer',
      email: 'n@orchard.test',
      firstName: 'Nell',
      lastName: 'New',
    };
    expect((await ask(t, root.token, '/user', body)).statusCode).toBe(200);
    const mail = (await mailsOf(t.db)).find(({ recipient }) => recipient === 'n@orchard.test')?.text ?? '';
    expect(mail).toContain('Log in with Provider hill.');
    expect(mail).not.toContain('password');
  });

  it('a right password with a waiting second factor lets nobody in once it is required', async () => {
    const { jane, put, settings } = await required();
    await t.db.run(sql`update account set require_second_factor = true where account_id = ${jane.accountId}`);
    const waiting = await logIn(t, 'jane');
    expect(waiting.json().errorCode).toBe('SECOND_FACTOR_REQUIRED');
    await put(settings);
    const { ticket } = waiting.json().secondFactor;
    const options = await ask(t, ticket, '/sign-in/passkey-options', { isShared: false });
    const added = await ask(t, ticket, '/sign-in/passkeys', KEY().make(options.json()));
    expect(added.json().message).toBe('Log in with Provider hill.');
  });

  it('its settings are seen and recorded, and gone when they are removed', async () => {
    const { jane, put, settings } = await required();
    expect((await put(settings)).json()).toMatchObject({
      settings,
      providers: [{ name: 'Provider hill' }, { name: 'Provider vale' }],
    });
    expect((await trailOf(t.db, jane.accountId)).at(-1)?.detail).toMatch(/^single sign-on: .*isRequired/);
    await t.db.run(sql`delete from session`);
    const root = await givenAdministrator(t, { username: 'root3' });
    await ask(t, root.token, `/account/settings/${jane.accountId}/single-sign-on`, { settings: null }, 'PUT');
    expect((await logIn(t, 'jane')).statusCode).toBe(200);
  });
});

it('a restore of users leaves the links of those who are still there, and adds none', async () => {
  const root = await givenAdministrator(t);
  const calls = backupCalls(t, () => root.token);
  const jane = await givenPerson(t);
  await givenLink(t, hill, 'j-1', jane.userId);
  const { archive } = await calls.backUp(jane.accountId);
  const files = [...(await unzip(archive))].map(([name, text]) => `${name} ${text}`).join('\n');
  expect(files).not.toContain(hill.issuer);
  const jim = await givenPerson(t, { username: 'jim', accountId: jane.accountId });
  await givenLink(t, hill, 'jim-1', jim.userId);
  await calls.restore(archive, jane.accountId, 'replace', ['Users']);
  expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
  expect(await refusalOf(t, hill, 'jim-1')).toContain('Give your administrator its identifier: jim-1');
});

it('who uses none of it: a password logs in as before, at an installation with providers too', async () => {
  await givenPerson(t);
  const answer = await t.ask('/v2/session', { body: { username: 'jane', password: PASSWORD } });
  expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ['token', 'ttl']]);
  const ended = await t.ask('/v2/session', { method: 'DELETE', token: answer.json().token });
  expect(ended.json()).toEqual({ ok: true });
});
