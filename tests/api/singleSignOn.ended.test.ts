import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createVisitor, startProvider } from '../support/provider.ts';
import { ask, givenAdministrator, givenApp, givenPerson, prove } from '../support/signIn.ts';
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
const t = useTestApp({ env: envOf(hill) });
beforeEach(() => hill.reset());
afterAll(() => hill.close());

const live = async (token: string) => (await t.ask('/v2/session', { token })).statusCode;
const removal = `single-sign-on?issuer=${encodeURIComponent(hill.issuer)}`;
const linkedJane = async () => {
  const jane = await givenPerson(t);
  await givenLink(t, hill, 'j-1', jane.userId);
  return jane;
};
const arrived = async () => comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));

describe('a link that was removed', () => {
  it('lets nobody in who had come back from the provider already', async () => {
    const root = await givenAdministrator(t);
    const jane = await linkedJane();
    const token = await arrived();
    expect((await ask(t, root.token, `/user/${jane.userId}/${removal}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await exchange(t, token)).statusCode).toBe(400);
  });

  it('lets nobody in whose second factor was still missing', async () => {
    const root = await givenAdministrator(t);
    const jane = await linkedJane();
    const app = await givenApp(t, jane);
    const { ticket } = (await signOn(t, hill, 'j-1')).json().secondFactor;
    expect((await ask(t, root.token, `/user/${jane.userId}/${removal}`, undefined, 'DELETE')).statusCode).toBe(200);
    const headers = { 'x-device-id': 'phone' };
    const passed = await t.ask('/v2/session/second-factor', { token: ticket, body: { code: app.code() }, headers });
    expect(passed.statusCode).toBe(410);
  });

  it('by its user lets nobody in either', async () => {
    const jane = await linkedJane();
    const token = await arrived();
    await prove(t, jane);
    expect((await ask(t, jane.token, `/sign-in/${removal}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await exchange(t, token)).statusCode).toBe(400);
  });
});

it('a link that was begun in a session that ended meanwhile leads back with words', async () => {
  const jane = await givenPerson(t);
  await prove(t, jane);
  const begun = await ask(t, jane.token, '/sign-in/single-sign-on', { provider: 'hill' });
  const callback = await createVisitor().logIn(begun.json().url, 'j-1');
  await t.ask('/v2/session', { method: 'DELETE', token: jane.token });
  const answer = await t.ask(callback.slice('http://localhost:8080'.length));
  expect(answer.statusCode, answer.body).toBe(303);
  expect(answer.headers.location).toMatch(/^http:\/\/localhost:8080\/login\/options\?signOn=/);
});

it('a session that was transferred to a phone ends with the provider’s, as the one it continues', async () => {
  await linkedJane();
  const { token } = (await signOn(t, hill, 'j-1')).json();
  const made = await ask(t, token, '/session/web-auth-token', {});
  expect(made.statusCode, made.body).toBe(200);
  const phone = (await exchange(t, made.json().webAuthToken, 'another')).json().token;
  expect(await live(phone)).toBe(200);
  const now = Date.parse(TEST_NOW) / 1_000;
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = { iss: hill.issuer, aud: hill.clientId, iat: now, exp: now + 120, jti: 'one', events, sub: 'j-1' };
  const told = await t.app.inject({
    method: 'POST',
    url: '/v2/session/single-sign-on/hill/log-out',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: await hill.sign(claims) }).toString(),
  });
  expect(told.statusCode).toBe(200);
  expect([await live(token), await live(phone)]).toEqual([401, 401]);
});

it('a log-in that follows the mapping is not replaced by its user with one that does not', async () => {
  const jane = await linkedJane();
  await t.db.run(sql`update sign_on_link set is_mapped = true`);
  const createUsers = { claim: 'sub', rules: [{ value: 'j-1', preset: 'viewer', scope: null }] };
  await givenSettings(t, jane.accountId, { issuer: hill.issuer, createUsers });
  const linked = await linkOwn(t, hill, jane, 'private');
  expect(linked.statusCode, linked.body).toBe(409);
  expect(await refusalOf(t, hill, 'private')).toContain('No user is linked');
  expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
});
