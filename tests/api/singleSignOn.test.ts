import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenEmployer, givenUser } from '../support/factories.ts';
import { createVisitor, startProvider } from '../support/provider.ts';
import { ask, givenAdministrator, givenApp, givenPerson, logIn, mailsOf, prove, trailOf } from '../support/signIn.ts';
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
} from '../support/signOn.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';

// The provider asks the machine what time it is.
vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) });
const hill = await startProvider({ id: 'hill', clientSecret: 'a secret of the hill' });
const vale = await startProvider({
  id: 'vale',
  algorithm: 'RS256',
  clientSecret: 'a secret of the vale',
  clientAuth: 'client_secret_post',
});
const open = await startProvider({ id: 'open', claimsInToken: true });
const t = useTestApp({ env: envOf(hill, vale, open) });
beforeEach(() => {
  for (const provider of [hill, vale, open]) provider.reset();
});
afterAll(async () => {
  for (const provider of [hill, vale, open]) await provider.close();
});

const infoOf = async (token: string) => (await t.ask('/v2/session', { token })).json();
const withoutPassword = async () => givenEmployer(t.db, { accountId: await givenAccount(t.db), username: 'jane' });
const verified = (email: string) => ({ claims: { email, email_verified: true } });

describe('providers', () => {
  it.each([
    ['client_secret_basic and ES256', hill],
    ['client_secret_post and RS256', vale],
    ['a public client, with its claims in the ID token', open],
  ])('a linked user logs in: %s', async (_, provider) => {
    const jane = await givenPerson(t);
    await givenLink(t, provider, 'j-1', jane.userId);
    const answer = await signOn(t, provider, 'j-1');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await infoOf(answer.json().token)).toMatchObject({ userId: jane.userId, username: 'jane' });
    expect(await trailOf(t.db, jane.accountId)).toContainEqual({
      action: 'session.login',
      result: 'ok',
      detail: `single sign-on: Provider ${provider.id}`,
    });
  });

  it('two providers at once: the same identifier at each is another person', async () => {
    const jane = await givenPerson(t);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    await givenLink(t, hill, 'one', jane.userId);
    await givenLink(t, vale, 'one', joe.userId);
    expect(await infoOf((await signOn(t, hill, 'one')).json().token)).toMatchObject({ username: 'jane' });
    expect(await infoOf((await signOn(t, vale, 'one')).json().token)).toMatchObject({ username: 'joe' });
  });

  it('are listed while one of them takes long to answer, with its button', async () => {
    let answer: (() => void) | undefined;
    vale.answers.set('/.well-known/openid-configuration', (_request, response) => {
      answer = () => void response.destroy();
    });
    t.clock.advance(120_000);
    const { providers } = (await t.ask('/v2/session/single-sign-on')).json();
    expect(providers.map(({ isAway }: { isAway: boolean }) => isAway)).toEqual([false, false, false]);
    // The list did not wait for it.
    expect(answer).toBeDefined();
    answer?.();
  });

  it('are listed for the log-in page; one that is away is disabled and nothing else, and comes back after a minute', async () => {
    const list = async () => (await t.ask('/v2/session/single-sign-on')).json().providers;
    expect((await t.ask('/config.json')).json().singleSignOn).toBe('1');
    vale.answers.set('/.well-known/openid-configuration', (_request, response) => void response.destroy());
    t.clock.advance(120_000);
    expect(await list()).toEqual([
      { id: 'hill', name: 'Provider hill', isAway: false },
      { id: 'vale', name: 'Provider vale', isAway: true },
      { id: 'open', name: 'Provider open', isAway: false },
    ]);
    const refused = await t.ask('/v2/session/single-sign-on', { body: { provider: 'vale' } });
    expect([refused.statusCode, refused.json().message]).toEqual([
      503,
      'Provider vale cannot be reached. Try again later.',
    ]);
    await givenPerson(t);
    expect((await logIn(t, 'jane')).statusCode).toBe(200);
    vale.answers.clear();
    expect((await list())[1]).toMatchObject({ isAway: true });
    t.clock.advance(61_000);
    expect((await list())[1]).toMatchObject({ isAway: false });
  });
});

describe('the way back', () => {
  it('leads to the page of session transfers, whatever went wrong, with words that lead on', async () => {
    expect(await refusalOf(t, hill, 'nobody')).toBe(
      'No user is linked to this log-in at Provider hill. Give your administrator its identifier: nobody',
    );
    const cancelled = await comeBack(t, await createVisitor().cancel(await begin(t, 'hill')));
    expect((await exchange(t, cancelled)).json()).toMatchObject({
      errorCode: 'INVALID_TOKEN',
      message: 'The log-in at Provider hill was cancelled.',
    });
  });

  it('an inactive user, one of an inactive account and a device user are told that they may not log in', async () => {
    const accountId = await givenAccount(t.db);
    const closed = await givenAccount(t.db, { isActive: false });
    await givenLink(t, hill, 'gone', await givenUser(t.db, accountId, { isActive: false }));
    await givenLink(t, hill, 'closed', await givenUser(t.db, closed));
    await givenLink(t, hill, 'device', await givenUser(t.db, accountId, { role: 'device' }));
    for (const login of ['gone', 'closed', 'device'])
      expect(await refusalOf(t, hill, login), login).toBe('Your user account is not allowed to log in.');
  });

  it('a user who becomes inactive between the provider and our page is refused', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const token = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    await t.db.run(sql`update app_user set is_active = false where user_id = ${jane.userId}`);
    expect((await exchange(t, token)).statusCode).toBe(403);
  });

  it('works once and for a minute', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const visitor = createVisitor();
    const arrived = async () => comeBack(t, await visitor.logIn(await begin(t, 'hill'), 'j-1'));
    const once = await arrived();
    const answers = await Promise.all([exchange(t, once), exchange(t, once), exchange(t, once)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    const late = await arrived();
    t.clock.advance(60_000);
    expect((await exchange(t, late)).json().message).toBe('Invalid session transfer token');
  });

  it('a log-in that took longer than ten minutes says so', async () => {
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'nobody');
    t.clock.advance(600_000);
    expect((await exchange(t, await comeBack(t, callback))).json().message).toBe(
      'Your log-in took too long. Log in again.',
    );
  });
});

describe('who it is', () => {
  const given = async (email: string, options: Parameters<typeof givenPerson>[1] = {}) => {
    const person = await givenPerson(t, { email, ...options });
    await givenSettings(t, person.accountId, { issuer: hill.issuer, linkByEmail: true });
    return person;
  };

  it('a verified email address links its one user, once, and the user is told', async () => {
    await given('jane@orchard.test');
    hill.people.set('j-1', verified('Jane@Orchard.test'));
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    expect((await mailsOf(t.db)).map(({ text }) => text).join()).toContain(
      'Your log-in at Provider hill was linked to your user, because it has your email address.',
    );
    // From now on the link counts, not the address.
    hill.people.set('j-1', { claims: {} });
    const { token } = (await signOn(t, hill, 'j-1')).json();
    hill.people.set('j-2', verified('jane@orchard.test'));
    expect(await refusalOf(t, hill, 'j-2')).toContain('No user is linked');
    expect((await ask(t, token, '/sign-in/single-sign-on')).json().links).toMatchObject([{ subject: 'j-1' }]);
  });

  it.each([
    ['is not verified', { claims: { email: 'jane@orchard.test', email_verified: false } }],
    ['comes without a word', { claims: { email: 'jane@orchard.test' } }],
    ['is another one', verified('jane@orchard.test.evil')],
  ])('an email address that %s links nobody', async (_, person) => {
    await given('jane@orchard.test');
    hill.people.set('j-1', person);
    expect(await refusalOf(t, hill, 'j-1')).toContain('No user is linked');
  });

  it('an email address that two active users have links neither, also where only one account asks for it', async () => {
    await given('jane@orchard.test');
    const other = await givenAccount(t.db);
    const twin = await givenUser(t.db, other, { username: 'twin' });
    await t.db.run(sql`update app_user set email = 'JANE@orchard.test' where user_id = ${twin}`);
    hill.people.set('j-1', verified('jane@orchard.test'));
    expect(await refusalOf(t, hill, 'j-1')).toContain('No user is linked');
    await t.db.run(sql`update app_user set is_active = false where user_id = ${twin}`);
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
  });

  it.each([
    ['inactive', { isActive: false }],
    ['a device', { role: 'device' as const }],
  ])('the email address of a user who is %s links nobody', async (_, options) => {
    await given('jane@orchard.test', options);
    hill.people.set('j-1', verified('jane@orchard.test'));
    expect(await refusalOf(t, hill, 'j-1')).toContain('No user is linked');
  });

  it('an account that trusts another provider, or does not link by address, links nobody', async () => {
    const jane = await given('jane@orchard.test');
    vale.people.set('j-1', verified('jane@orchard.test'));
    expect(await refusalOf(t, vale, 'j-1')).toContain('No user is linked');
    await givenSettings(t, jane.accountId, { issuer: hill.issuer });
    hill.people.set('j-1', verified('jane@orchard.test'));
    expect(await refusalOf(t, hill, 'j-1')).toContain('No user is linked');
  });

  it('a user links a log-in while logged in, after a proof, and removes it', async () => {
    const jane = await givenPerson(t);
    const unproved = await ask(t, jane.token, '/sign-in/single-sign-on', { provider: 'hill' });
    expect(unproved.json().errorCode).toBe('STEP_UP_REQUIRED');
    const linked = await linkOwn(t, hill, jane, 'j-1');
    expect(linked.statusCode, linked.body).toBe(200);
    const { token } = (await signOn(t, hill, 'j-1')).json();
    await prove(t, jane);
    const path = `/sign-in/single-sign-on?issuer=${encodeURIComponent(hill.issuer)}`;
    expect((await ask(t, token, path, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await ask(t, token, path, undefined, 'DELETE')).statusCode).toBe(404);
    expect(await refusalOf(t, hill, 'j-1')).toContain('No user is linked');
  });

  it('a log-in that is another user’s is linked to nobody else', async () => {
    const jane = await givenPerson(t);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    await givenLink(t, hill, 'j-1', jane.userId);
    expect((await linkOwn(t, hill, joe, 'j-1')).json()).toMatchObject({ errorCode: 'ALREADY_EXISTS' });
    expect(await infoOf((await signOn(t, hill, 'j-1')).json().token)).toMatchObject({ username: 'jane' });
  });

  it('the only way in stays', async () => {
    const jane = await withoutPassword();
    await givenLink(t, hill, 'j-1', jane.userId);
    await prove(t, jane);
    const path = `/sign-in/single-sign-on?issuer=${encodeURIComponent(hill.issuer)}`;
    expect((await ask(t, jane.token, path, undefined, 'DELETE')).json().message).toBe(
      'This is your only way in. Set a password first.',
    );
  });

  it('an administrator links and removes a log-in of a user, whose sessions then end', async () => {
    const root = await givenAdministrator(t);
    const jane = await givenPerson(t);
    const path = `/user/${jane.userId}/single-sign-on`;
    const body = { provider: 'hill', subject: 'j-1' };
    expect((await ask(t, root.token, path, body)).json().links).toMatchObject([{ subject: 'j-1', linkedBy: 'root' }]);
    expect((await ask(t, root.token, path, body)).statusCode).toBe(409);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    const other = await ask(t, root.token, `/user/${joe.userId}/single-sign-on`, body);
    expect(other.json().errorCode).toBe('ALREADY_EXISTS');
    const { token } = (await signOn(t, hill, 'j-1')).json();
    const removal = `${path}?issuer=${encodeURIComponent(hill.issuer)}`;
    expect((await ask(t, root.token, removal, undefined, 'DELETE')).json().links).toEqual([]);
    expect((await t.ask('/v2/session', { token })).statusCode).toBe(401);
    expect((await ask(t, root.token, removal, undefined, 'DELETE')).statusCode).toBe(404);
    expect((await trailOf(t.db, jane.accountId)).map(({ detail }) => detail)).toContain(
      'single sign-on linked: Provider hill',
    );
  });

  it('an administrator with fewer rights links nothing to one with more, nor anybody to themselves', async () => {
    const root = await givenAdministrator(t);
    const clerk = await givenAdministrator(t, { username: 'clerk', permissions: ['User.GET', 'User.UPDATE'] });
    const body = { provider: 'hill', subject: 'j-1' };
    expect((await ask(t, clerk.token, `/user/${root.userId}/single-sign-on`, body)).statusCode).toBe(401);
    expect((await ask(t, clerk.token, `/user/${clerk.userId}/single-sign-on`, body)).statusCode).toBe(409);
  });

  it('links go with their user', async () => {
    const root = await givenAdministrator(t);
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    await signOn(t, hill, 'j-1');
    expect((await ask(t, root.token, `/user/${jane.userId}`, undefined, 'DELETE')).statusCode).toBe(200);
    const left = await t.db.single(z.object({ n: z.int() }), sql`select count(*)::int as n from sign_on_link`);
    expect(left.n).toBe(0);
  });
});

describe('a second factor', () => {
  it('of the account is asked for after the provider, and the session is the provider’s', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    await givenLink(t, hill, 'j-1', jane.userId);
    const answer = await signOn(t, hill, 'j-1');
    expect(answer.json().errorCode).toBe('SECOND_FACTOR_REQUIRED');
    const { ticket } = answer.json().secondFactor;
    const passed = await t.ask('/v2/session/second-factor', {
      token: ticket,
      body: { code: app.code() },
      headers: { 'x-device-id': 'phone' },
    });
    expect(passed.statusCode, passed.body).toBe(200);
    expect(await t.db.run(sql`select 1 from sign_on_session where issuer = ${hill.issuer} and subject = 'j-1'`)).toBe(
      1,
    );
  });

  it.each([['amr', { amr: ['pwd', 'mfa'] }]])(
    'of the provider counts where %s says so, and a new log-in there is a proof',
    async (_, person) => {
      const jane = await givenPerson(t);
      await givenApp(t, jane);
      await givenLink(t, hill, 'j-1', jane.userId);
      hill.people.set('j-1', person);
      const answer = await signOn(t, hill, 'j-1', { again: true });
      expect(answer.statusCode, answer.body).toBe(200);
      const proof = await ask(t, answer.json().token, '/sign-in', { isWanted: true }, 'PUT');
      expect(proof.statusCode, proof.body).toBe(200);
    },
  );

  it('a person without a factor confirms who they are by logging in there once more', async () => {
    const jane = await withoutPassword();
    await givenLink(t, hill, 'j-1', jane.userId);
    const first = (await signOn(t, hill, 'j-1')).json().token;
    const start = (token: string) => ask(t, token, '/sign-in/single-sign-on', { provider: 'vale' });
    expect((await start(first)).json().errorCode).toBe('STEP_UP_REQUIRED');
    const again = (await signOn(t, hill, 'j-1', { again: true })).json().token;
    expect((await start(again)).statusCode).toBe(200);
  });
});
