import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JWTPayload } from 'jose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { createVisitor, startProvider } from '../support/provider.ts';
import { givenPerson, trailOf } from '../support/signIn.ts';
import { begin, comeBack, envOf, exchange, givenLink, signOn } from '../support/signOn.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';

// The provider asks the machine what time it is.
vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) });
/** Passes what the provider tells on to our server, which has no socket here. */
const relay = createServer((request, response) => {
  void text(request).then(async (payload) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: request.url ?? '',
      payload,
      headers: { 'content-type': String(request.headers['content-type']) },
    });
    response.writeHead(answer.statusCode).end(answer.body);
  });
});
await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
const backChannel = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/v2/session/single-sign-on/hill/log-out`;
const hill = await startProvider({ id: 'hill', clientSecret: 'a secret of the hill', backChannel });
const vale = await startProvider({ id: 'vale', clientSecret: 'a secret of the vale' });
const t = useTestApp({ env: envOf(hill, vale) });
beforeEach(() => {
  for (const provider of [hill, vale]) provider.reset();
});
afterAll(async () => {
  for (const provider of [hill, vale]) await provider.close();
  relay.close();
});

const live = async (token: string) => (await t.ask('/v2/session', { token })).statusCode;
const now = Date.parse(TEST_NOW) / 1_000;
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const claimsOf = (more: JWTPayload): JWTPayload => ({
  ...{ iss: hill.issuer, aud: hill.clientId, iat: now, exp: now + 120, jti: 'one', events: EVENTS },
  ...more,
});
const tell = (logoutToken: string, provider = 'hill') =>
  t.app.inject({
    method: 'POST',
    url: `/v2/session/single-sign-on/${provider}/log-out`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: logoutToken }).toString(),
  });
const sidOf = async (token: string) => {
  const row = await t.db.single(
    z.object({ sid: z.string() }),
    sql`select o.sid from sign_on_session o join session s using (session_id) where encode(s.token_hash, 'hex') = ${hash('sha256', token)}`,
  );
  return row.sid;
};

describe('log-out', () => {
  it('of ours leads on to the provider’s, which comes back to the log-in page; one after a time-out does not', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const visitor = createVisitor();
    const { token } = (await signOn(t, hill, 'j-1', { visitor })).json();
    const { next } = (await t.ask('/v2/session', { method: 'DELETE', token })).json();
    expect(next.startsWith(`${hill.issuer}/session/end?`)).toBe(true);
    expect(new URL(next).searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:8080/login');
    const page = await visitor.ask(next);
    expect(page.status, await page.clone().text()).toBe(200);
    const again = (await signOn(t, hill, 'j-1', { visitor })).json().token;
    const timedOut = await t.ask('/v2/session?reason=timeout', { method: 'DELETE', token: again });
    expect(timedOut.json()).toEqual({ ok: true });
  });

  it('names no long ID token in the address, which servers would refuse', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const groups = Array.from({ length: 200 }, (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`);
    hill.change((claims) => ({ ...claims, groups }));
    const { token } = (await signOn(t, hill, 'j-1')).json();
    const { next } = (await t.ask('/v2/session', { method: 'DELETE', token })).json();
    expect(next.length).toBeLessThan(6_000);
    expect(new URL(next).searchParams.get('client_id')).toBe(hill.clientId);
  });

  it('does not wait long for a provider that is away, and ends our session all the same', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const { token } = (await signOn(t, hill, 'j-1')).json();
    t.clock.advance(61_000);
    let isAsked = false;
    let isGivenUp = false;
    hill.answers.set('/.well-known/openid-configuration', (_request, response) => {
      isAsked = true;
      response.once('close', () => {
        isGivenUp = true;
      });
    });
    expect((await t.ask('/v2/session', { method: 'DELETE', token })).json()).toEqual({ ok: true });
    // It is still waited for, in the background.
    expect([isAsked, isGivenUp]).toEqual([true, false]);
    expect(await live(token)).toBe(401);
    t.clock.advance(61_000);
  });

  it('at the provider ends the session that began there, told by the provider itself, and no other', async () => {
    const jane = await givenPerson(t);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    await givenLink(t, hill, 'j-1', jane.userId);
    await givenLink(t, hill, 'j-2', joe.userId);
    const visitor = createVisitor();
    const { token } = (await signOn(t, hill, 'j-1', { visitor })).json();
    const other = (await signOn(t, hill, 'j-2', { device: 'another' })).json().token;
    const page = await (await visitor.ask(`${hill.issuer}/session/end`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const form = new URLSearchParams({ xsrf, logout: 'yes' });
    await visitor.ask(`${hill.issuer}/session/end/confirm`, { method: 'POST', body: form });
    await vi.waitFor(async () => expect(await live(token)).toBe(401), { timeout: 5_000 });
    expect(await live(other)).toBe(200);
    expect(await trailOf(t.db, jane.accountId)).toContainEqual({
      action: 'session.logout',
      result: 'ok',
      detail: 'single sign-on: Provider hill',
    });
  });

  it('names a session (sid) or everything of a person (sub)', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    await givenLink(t, vale, 'j-1', jane.userId);
    const [one, two] = [(await signOn(t, hill, 'j-1')).json().token, (await signOn(t, hill, 'j-1')).json().token];
    const atVale = (await signOn(t, vale, 'j-1')).json().token;
    expect((await tell(await hill.sign(claimsOf({ sid: await sidOf(one) }), { typ: 'logout+jwt' }))).statusCode).toBe(
      200,
    );
    expect([await live(one), await live(two), await live(atVale)]).toEqual([401, 200, 200]);
    expect((await tell(await hill.sign(claimsOf({ sub: 'j-1' })))).statusCode).toBe(200);
    expect([await live(two), await live(atVale)]).toEqual([401, 200]);
  });

  it('ends also what waits to become a session', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const token = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    await tell(await hill.sign(claimsOf({ sub: 'j-1' })));
    expect((await exchange(t, token)).statusCode).toBe(400);
  });

  it.each<[string, () => Promise<string>]>([
    ['without a session and a person', () => hill.sign(claimsOf({}))],
    ['with a nonce, as an ID token has', () => hill.sign(claimsOf({ sub: 'j-1', nonce: 'x' }))],
    [
      'that is an ID token',
      () => hill.sign({ iss: hill.issuer, aud: hill.clientId, sub: 'j-1', iat: now, exp: now + 60 }),
    ],
    ['for another audience', () => hill.sign(claimsOf({ sub: 'j-1', aud: 'x' }))],
    ['of another issuer', () => hill.sign(claimsOf({ sub: 'j-1', iss: vale.issuer }))],
    ['signed by another provider', () => vale.sign(claimsOf({ sub: 'j-1' }))],
    ['of yesterday', () => hill.sign(claimsOf({ sub: 'j-1', iat: now - 86_400, exp: now + 60 }))],
    ['of the future', () => hill.sign(claimsOf({ sub: 'j-1', iat: now + 600, exp: now + 900 }))],
    ['that has expired', () => hill.sign(claimsOf({ sub: 'j-1', exp: now - 120 }))],
    ['that is none', async () => 'no token'],
    ['without a signature', async () => (await hill.sign(claimsOf({ sub: 'j-1' }))).replace(/[^.]+$/, '')],
  ])('a log-out token %s ends nothing', async (_, make) => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const { token } = (await signOn(t, hill, 'j-1')).json();
    expect((await tell(await make())).statusCode).toBe(400);
    expect(await live(token)).toBe(200);
  });

  it('wrong log-out tokens keep no right one from ending a session, of a provider behind the same address', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const { token } = (await signOn(t, hill, 'j-1')).json();
    for (let i = 0; i < 50; i++) expect((await tell('no token')).statusCode).toBe(400);
    expect((await tell('no token')).statusCode).toBe(429);
    expect((await tell(await hill.sign(claimsOf({ sub: 'j-1' })))).statusCode).toBe(200);
    expect(await live(token)).toBe(401);
  });

  it('a form without a token, one that is too long, and JSON are refused; other calls take no form', async () => {
    const url = '/v2/session/single-sign-on/hill/log-out';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = (payload: string, headers = form, to = url) =>
      t.app.inject({ method: 'POST', url: to, payload, headers });
    expect((await ask('x=1')).statusCode).toBe(400);
    expect((await ask(`logout_token=${'x'.repeat(20_000)}`)).statusCode).toBe(413);
    expect((await ask('logout_token=x', form, '/v2/session')).statusCode).toBe(415);
    expect((await ask('logout_token=x', form, '/v2/session/single-sign-on')).statusCode).toBe(415);
    expect((await ask('logout_token=x', form, '/v2/session/single-sign-on/nobody/log-out')).statusCode).toBe(404);
  });
});
