import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PRESETS } from '#contract/access/presets.ts';
import { sql } from '#server/platform/db/db.ts';
import { createSoftwareKey } from '../support/authenticator.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenGroup } from '../support/factories.work.ts';
import { createVisitor } from '../support/provider.ts';
import {
  ask,
  challengeOf,
  givenAdministrator,
  givenApp,
  givenPasskey,
  givenPerson,
  logIn,
  mailsOf,
  type Person,
  prove,
  trailOf,
} from '../support/signIn.ts';
import {
  begin,
  comeBack,
  envOf,
  exchange,
  givenLink,
  givenSettings,
  linkOwn,
  refusalOf,
  signOn,
  useProviders,
} from '../support/signOn.ts';
import { useTestApp } from '../support/testApp.ts';

const { hill, vale } = await useProviders();
const t = useTestApp({ env: envOf(hill, vale) });

const LOG_IN_THERE = 'Log in with Provider hill.';
const SETTINGS = { linkByEmail: false, isRequired: true, createUsers: null };
const put = (root: Person, accountId: string, passwordUserId: string) => {
  const settings = { ...SETTINGS, issuer: hill.issuer, passwordUserId };
  return ask(t, root.token, `/account/settings/${accountId}/single-sign-on`, { settings }, 'PUT');
};

describe('the user who keeps a password as the way back', () => {
  const required = async () => {
    const owner = await givenPerson(t, { username: 'owner', permissions: [...PRESETS.owner.api] });
    const jane = await givenPerson(t, {
      username: 'jane',
      accountId: owner.accountId,
      permissions: [...PRESETS.owner.api],
    });
    const root = await givenAdministrator(t);
    const answer = await put(root, owner.accountId, owner.userId);
    expect(answer.statusCode, answer.body).toBe(200);
    return { owner, jane, root };
  };
  const WORDS =
    'owner keeps a password as the way back. Choose another user in the account’s settings first, at Single sign-on.';

  it('stays an active user with their rights and people, until another one is chosen', async () => {
    const { owner, jane, root } = await required();
    const night = await givenGroup(t.db, owner.accountId, 'employee', { name: 'Night' });
    const scope = { employeeGroups: [night] };
    const acts = (userId: string) => [
      () => ask(t, root.token, `/user/${userId}`, { scope }, 'PUT'),
      () => ask(t, jane.token, `/account/users/${userId}/scope`, { scope }, 'PUT'),
      () => ask(t, root.token, `/user/${userId}`, { permissions: { api: ['GET_ALL_ALERTS'] } }, 'PUT'),
      () => ask(t, root.token, `/user/${userId}`, { isActive: false }, 'PUT'),
      () => ask(t, root.token, `/user/${userId}`, undefined, 'DELETE'),
    ];
    // Jane’s session is the provider’s, so that she can act.
    await givenLink(t, hill, 'j-1', jane.userId);
    jane.token = (await signOn(t, hill, 'j-1', { device: 'office' })).json().token;
    for (const act of acts(owner.userId)) {
      const answer = await act();
      expect([answer.statusCode, answer.json().message]).toEqual([409, WORDS]);
    }
    const renamed = await ask(t, root.token, `/user/${owner.userId}`, { firstName: 'Olive' }, 'PUT');
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect((await logIn(t, 'owner')).statusCode).toBe(200);

    expect((await put(root, owner.accountId, jane.userId)).statusCode).toBe(200);
    for (const act of acts(owner.userId)) {
      const answer = await act();
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('logs in whatever the case of the id by which they were chosen', async () => {
    const owner = await givenPerson(t, { username: 'owner' });
    const root = await givenAdministrator(t);
    expect((await put(root, owner.accountId, owner.userId.toUpperCase())).statusCode).toBe(200);
    expect((await logIn(t, 'owner')).statusCode).toBe(200);
  });

  it('who was deleted while nothing was required does not keep the settings from being changed', async () => {
    const owner = await givenPerson(t, { username: 'owner' });
    const root = await givenAdministrator(t);
    const path = `/account/settings/${owner.accountId}/single-sign-on`;
    const save = async (more: object) => {
      const { settings } = (await ask(t, root.token, path)).json();
      return ask(t, root.token, path, { settings: { ...settings, ...more } }, 'PUT');
    };
    await givenSettings(t, owner.accountId, { issuer: hill.issuer, passwordUserId: owner.userId });
    expect((await ask(t, root.token, `/user/${owner.userId}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await save({ isRequired: true })).json().issues).toMatchObject([{ path: 'settings.passwordUserId' }]);
    const saved = await save({ linkByEmail: true });
    expect(saved.json().settings).toMatchObject({ linkByEmail: true, passwordUserId: null });
    // A way back that was lost, as by hand in the database: the requirement can still be lifted.
    await givenSettings(t, owner.accountId, {
      ...{ issuer: hill.issuer, isRequired: true, passwordUserId: owner.userId },
    });
    expect((await save({ isRequired: false })).statusCode).toBe(200);
  });

  it('of two who choose and delete at once, one comes too late', async () => {
    const { owner, jane, root } = await required();
    const [chosen, deleted] = await Promise.all([
      put(root, owner.accountId, jane.userId),
      ask(t, root.token, `/user/${jane.userId}`, undefined, 'DELETE'),
    ]);
    expect([chosen.statusCode, deleted.statusCode].filter((status) => status === 200)).toHaveLength(1);
    const lost = await t.db.run(sql`
      select 1 from account a where a.sign_on is not null and not exists (select 1 from app_user u
        where u.account_id = a.account_id and u.user_id::text = a.sign_on ->> 'passwordUserId')`);
    expect(lost).toBe(0);
  });

  it('is not restored away, and nothing else of such a restore happens', async () => {
    const { owner, jane, root } = await required();
    const calls = backupCalls(t, () => root.token);
    const { archive } = await calls.backUp(owner.accountId);
    const late = await givenPerson(t, { username: 'late', accountId: owner.accountId });
    expect((await put(root, owner.accountId, late.userId)).statusCode).toBe(200);
    const { status } = await calls.restore(archive, owner.accountId, 'replace', ['Users']);
    expect(status).toMatchObject({ status: 'Failed' });
    expect(JSON.stringify(status)).toContain('keeps a password');
    expect((await logIn(t, 'late')).statusCode).toBe(200);
    expect((await put(root, owner.accountId, jane.userId)).statusCode).toBe(200);
    expect((await calls.restore(archive, owner.accountId, 'replace', ['Users'])).status).toMatchObject({
      status: 'Successful',
    });
  });

  it('of the administrators can lift the requirement, and is no user whose rights follow a claim', async () => {
    const root = await givenAdministrator(t);
    const helper = await givenAdministrator(t, {
      username: 'helper',
      permissions: ['User.GET', 'Account.GET_SETTINGS'],
    });
    const refused = await put(root, root.accountId, helper.userId);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'helper must be able to change account settings, as the way back.',
    ]);
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    await t.db.run(sql`update sign_on_link set is_mapped = true`);
    const mapped = await put(root, jane.accountId, jane.userId);
    expect([mapped.statusCode, mapped.json().message]).toEqual([
      409,
      'The rights of jane follow a claim. Choose another user as the way back.',
    ]);
  });
});

describe('a user whose rights follow a mapping', () => {
  const mappedJane = async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    await t.db.run(sql`update sign_on_link set is_mapped = true`);
    const createUsers = { claim: 'groups', rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
    await givenSettings(t, jane.accountId, { issuer: hill.issuer, createUsers });
    return jane;
  };

  it('logs in at its provider only: no password, passkey, reset or other log-in goes past the mapping', async () => {
    const jane = await mappedJane();
    const key = await givenPasskey(t, jane, createSoftwareKey({ rpId: 'localhost', origin: 'http://localhost:8080' }));
    expect((await logIn(t, 'jane')).json().message).toBe(LOG_IN_THERE);
    const passkey = await t.ask('/v2/session/passkey', { body: key.sign(await challengeOf(t)) });
    expect(passkey.json().message).toBe(LOG_IN_THERE);
    await t.ask('/v2/session/password-reset', { body: { identity: 'jane' } });
    await t.jobs.drain();
    expect((await mailsOf(t.db)).map(({ text }) => text).join()).not.toContain('/login/password-reset/');

    await linkOwn(t, vale, jane, 'private');
    expect(await refusalOf(t, vale, 'private')).toBe(LOG_IN_THERE);
    await prove(t, jane);
    const removal = `/sign-in/single-sign-on?issuer=${encodeURIComponent(hill.issuer)}`;
    const removed = await ask(t, jane.token, removal, undefined, 'DELETE');
    expect([removed.statusCode, removed.json().message]).toEqual([
      409,
      'Your permissions follow your log-in at Provider hill. Ask an administrator to remove it.',
    ]);

    hill.people.set('j-1', { claims: { groups: ['staff'] } });
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    hill.people.set('j-1', { claims: { groups: [] } });
    expect(await refusalOf(t, hill, 'j-1')).toContain('gives you no access any more');
    expect((await logIn(t, 'jane')).json().message).toBe(LOG_IN_THERE);
  });

  const rightsOf = async ({ userId }: Person) =>
    (
      await t.db.single(
        z.object({ permissions: z.array(z.string()) }),
        sql`select permissions from app_user where user_id = ${userId}`,
      )
    ).permissions;
  const rules = (value: string, preset = 'viewer') => ({ claim: 'groups', rules: [{ value, preset, scope: null }] });
  const save = async (root: Person, accountId: string, settings: object | null) => {
    const whole = settings && { linkByEmail: false, isRequired: false, passwordUserId: null, ...settings };
    const answer = await ask(
      t,
      root.token,
      `/account/settings/${accountId}/single-sign-on`,
      { settings: whole },
      'PUT',
    );
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it.each<[string, () => object | null]>([
    ['without a mapping', () => ({ issuer: hill.issuer, createUsers: null })],
    ['without settings', () => null],
  ])('has nothing of a mapping any more once the account is %s', async (_, settings) => {
    const jane = await mappedJane();
    const root = await givenAdministrator(t);
    hill.people.set('j-1', { claims: { groups: ['staff'] } });
    const { token } = (await signOn(t, hill, 'j-1')).json();
    const arrived = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    await save(root, jane.accountId, settings());
    // At once, and by no way in.
    expect((await t.ask('/v2/session', { token })).statusCode).toBe(401);
    expect((await exchange(t, arrived)).statusCode).toBe(400);
    expect((await logIn(t, 'jane')).json().message).toBe(LOG_IN_THERE);
    await givenLink(t, vale, 'private', jane.userId);
    expect(await refusalOf(t, vale, 'private')).toContain('gives you no access any more');
    expect(await refusalOf(t, hill, 'j-1')).toContain('gives you no access any more');
    expect(await rightsOf(jane)).toEqual([]);
    // The mapping comes back, and with it what it gives.
    await save(root, jane.accountId, { issuer: hill.issuer, createUsers: rules('staff') });
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    expect(await rightsOf(jane)).toEqual([...PRESETS.viewer.api]);
  });

  it('follows the mapping of the provider to which the account moves', async () => {
    const jane = await mappedJane();
    const root = await givenAdministrator(t);
    const { email } = await t.db.single(
      z.object({ email: z.string() }),
      sql`select email from app_user where user_id = ${jane.userId}`,
    );
    hill.people.set('j-1', { claims: { groups: ['staff'] } });
    const { token } = (await signOn(t, hill, 'j-1')).json();
    await save(root, jane.accountId, {
      issuer: vale.issuer,
      linkByEmail: true,
      createUsers: rules('team', 'supervisor'),
    });
    expect((await t.ask('/v2/session', { token })).statusCode).toBe(401);
    expect(await refusalOf(t, hill, 'j-1')).toBe('Log in with Provider vale.');
    expect((await logIn(t, 'jane')).json().message).toBe('Log in with Provider vale.');

    vale.people.set('v-1', { claims: { groups: ['others'], email, email_verified: true } });
    expect(await refusalOf(t, vale, 'v-1')).toContain('gives you no access any more');
    vale.people.set('v-1', { claims: { groups: ['team'], email, email_verified: true } });
    jane.token = (await signOn(t, vale, 'v-1')).json().token;
    expect(await rightsOf(jane)).toEqual([...PRESETS.supervisor.api]);
    // It follows also where the log-in of before is gone, which its user cannot remove.
    await prove(t, jane);
    const issuer = encodeURIComponent(hill.issuer);
    const own = await ask(t, jane.token, `/sign-in/single-sign-on?issuer=${issuer}`, undefined, 'DELETE');
    expect([own.statusCode, own.json().message]).toEqual([
      409,
      'Your permissions follow your log-in at Provider hill. Ask an administrator to remove it.',
    ]);
    const removed = await ask(
      t,
      root.token,
      `/user/${jane.userId}/single-sign-on?issuer=${issuer}`,
      undefined,
      'DELETE',
    );
    expect(removed.json().links).toMatchObject([{ issuer: vale.issuer, isMapped: true }]);
    vale.people.set('v-1', { claims: { groups: [], email, email_verified: true } });
    expect(await refusalOf(t, vale, 'v-1')).toContain('gives you no access any more');
    expect(await rightsOf(jane)).toEqual([]);
  });

  it('follows a mapping that another one takes the place of, by a log-in there from before', async () => {
    const jane = await mappedJane();
    const root = await givenAdministrator(t);
    await givenLink(t, vale, 'v-1', jane.userId);
    await save(root, jane.accountId, { issuer: vale.issuer, createUsers: rules('team', 'supervisor') });
    vale.people.set('v-1', { claims: { groups: ['visitors'] } });
    expect(await refusalOf(t, vale, 'v-1')).toContain('gives you no access any more');
    vale.people.set('v-1', { claims: { groups: ['team'] } });
    expect((await signOn(t, vale, 'v-1')).statusCode).toBe(200);
    expect(await rightsOf(jane)).toEqual([...PRESETS.supervisor.api]);
  });

  it('keeps their session where a rule changes only, until the next log-in', async () => {
    const jane = await mappedJane();
    const root = await givenAdministrator(t);
    hill.people.set('j-1', { claims: { groups: ['staff'] } });
    const { token } = (await signOn(t, hill, 'j-1')).json();
    await save(root, jane.accountId, { issuer: hill.issuer, createUsers: rules('staff', 'supervisor') });
    expect((await t.ask('/v2/session', { token })).statusCode).toBe(200);
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    expect(await rightsOf(jane)).toEqual([...PRESETS.supervisor.api]);
  });

  it('is an ordinary user once an administrator removed the log-in', async () => {
    const jane = await mappedJane();
    const root = await givenAdministrator(t);
    const removal = `/user/${jane.userId}/single-sign-on?issuer=${encodeURIComponent(hill.issuer)}`;
    expect((await ask(t, root.token, removal, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await logIn(t, 'jane')).statusCode).toBe(200);
  });
});

describe('a claim that the provider tells in the user info only', () => {
  /** As a provider that puts the email address into the ID token, but the groups elsewhere. */
  const emailInToken = () =>
    hill.change((claims) => ({
      ...claims,
      email: 'new@orchard.test',
      email_verified: true,
    }));

  it.each([
    ['groups', { groups: ['staff'] }],
    ['realm_access.roles', { realm_access: { roles: ['staff'] } }],
  ])('%s is asked for there', async (claim, told) => {
    const jane = await givenPerson(t);
    const createUsers = { claim, rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
    await givenSettings(t, jane.accountId, { issuer: hill.issuer, createUsers });
    hill.people.set('n', { claims: told });
    emailInToken();
    const { token } = (await signOn(t, hill, 'n')).json();
    expect((await t.ask('/v2/session', { token })).json().username).toBe('new@orchard.test');
    expect((await signOn(t, hill, 'n')).statusCode).toBe(200);
    expect((await trailOf(t.db, jane.accountId)).filter(({ action }) => action === 'user.create')).toHaveLength(1);
  });

  it('does not verify the address of the ID token: another person’s user is not linked', async () => {
    const jane = await givenPerson(t);
    const { email } = await t.db.single(
      z.object({ email: z.string() }),
      sql`select email from app_user where user_id = ${jane.userId}`,
    );
    const createUsers = { claim: 'groups', rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
    await givenSettings(t, jane.accountId, { issuer: hill.issuer, linkByEmail: true, createUsers });
    hill.people.set('m', { claims: { groups: ['visitors'], email: 'm@orchard.test', email_verified: true } });
    hill.change(({ email_verified: _verified, ...claims }) => ({ ...claims, email }));
    expect(await refusalOf(t, hill, 'm')).toContain('No user is linked');
  });

  it('is not asked for where nobody needs it', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    emailInToken();
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    expect(hill.asked).not.toContain('/me');
  });
});

describe('a second factor of the provider', () => {
  const provedAt = async (token: string) =>
    (
      await t.db.single(
        z.object({ at: z.coerce.date().nullable() }),
        sql`select proved_at as at from session where token_hash = sha256(${Buffer.from(token)})`,
      )
    ).at;

  it('that was given hours ago lets in, but proves nothing of now', async () => {
    const jane = await givenPerson(t);
    await givenApp(t, jane);
    await givenLink(t, hill, 'j-1', jane.userId);
    hill.people.set('j-1', { amr: ['pwd', 'mfa'] });
    const visitor = createVisitor();
    const seconds = (ago: number) => Math.floor(Date.now() / 1_000) - ago;
    const tried = async (ago: number | undefined, again = false) => {
      hill.change(({ auth_time: _at, ...claims }) => ({
        ...claims,
        ...(ago !== undefined && { auth_time: seconds(ago) }),
      }));
      const answer = await signOn(t, hill, 'j-1', { visitor, again });
      expect(answer.statusCode, answer.body).toBe(200);
      const { token } = answer.json();
      const change = await ask(t, token, '/sign-in', { isWanted: true }, 'PUT');
      return change.json().errorCode ?? 'done';
    };
    expect(await tried(undefined)).toBe('STEP_UP_REQUIRED');
    expect(await tried(3 * 3_600)).toBe('STEP_UP_REQUIRED');
    expect(await tried(-3_600)).toBe('STEP_UP_REQUIRED');
    expect(await tried(5)).toBe('done');
    expect(await tried(5, true)).toBe('done');
    const { token } = (await signOn(t, hill, 'j-1', { visitor, again: true })).json();
    expect(await provedAt(token)).not.toBeNull();
  });
});
