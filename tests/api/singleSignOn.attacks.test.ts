import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createVisitor, startProvider } from '../support/provider.ts';
import { ask, givenPerson, prove } from '../support/signIn.ts';
import { begin, comeBack, envOf, exchange, givenLink, refusalOf, signOn } from '../support/signOn.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';

// The provider asks the machine what time it is.
vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) });
const SECRET = 'a secret of the hill';
const hill = await startProvider({ id: 'hill', clientSecret: SECRET });
const vale = await startProvider({ id: 'vale', clientSecret: 'a secret of the vale' });
const t = useTestApp({ env: envOf(hill, vale) });
beforeEach(async () => {
  for (const provider of [hill, vale]) provider.reset();
  // What was read of the providers is read again.
  t.clock.advance(61_000);
  await t.ask('/v2/session/single-sign-on');
  t.clock.advance(-61_000);
});
afterAll(async () => {
  for (const provider of [hill, vale]) await provider.close();
});

const NOT_CHECKED = 'The log-in at Provider hill could not be checked. Try again.';
const CLOCKS =
  'The log-in at Provider hill could not be checked: the clocks of this server and of Provider hill may differ. Tell your administrator.';
const AWAY = 'Provider hill cannot be reached. Try again later.';
const seconds = (offset: number) => Date.parse(TEST_NOW) / 1_000 + offset;
const givenJane = async () => {
  const jane = await givenPerson(t);
  await givenLink(t, hill, 'j-1', jane.userId);
  return jane;
};
const sessions = (userId: string) => t.db.run(sql`select 1 from session where user_id = ${userId}`);

describe('an ID token', () => {
  it.each<[string, (claims: JWTPayload) => JWTPayload, string]>([
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' }), NOT_CHECKED],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => claims, NOT_CHECKED],
    ['for another audience', (claims) => ({ ...claims, aud: 'another' }), NOT_CHECKED],
    ['for two, whose party is another', (claims) => ({ ...claims, aud: ['tallyboard', 'x'], azp: 'x' }), NOT_CHECKED],
    ['of another issuer', (claims) => ({ ...claims, iss: vale.issuer }), NOT_CHECKED],
    ['without a subject', ({ sub: _sub, ...claims }) => claims, NOT_CHECKED],
    ['with an endless subject', (claims) => ({ ...claims, sub: 'x'.repeat(256) }), NOT_CHECKED],
    ['that expired two minutes ago', (claims) => ({ ...claims, exp: seconds(-120) }), CLOCKS],
    ['of the future', (claims) => ({ ...claims, iat: seconds(300), exp: seconds(4_000) }), CLOCKS],
    ['that is valid later', (claims) => ({ ...claims, nbf: seconds(300) }), CLOCKS],
    ['of yesterday that has not expired', (claims) => ({ ...claims, iat: seconds(-86_400) }), CLOCKS],
  ])('%s lets nobody in', async (_, change, words) => {
    const jane = await givenJane();
    const before = await sessions(jane.userId);
    hill.change(change);
    expect(await refusalOf(t, hill, 'j-1')).toBe(words);
    expect(await sessions(jane.userId)).toBe(before);
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each<[string, (idToken: string) => string | Promise<string>]>([
    ['with the algorithm none', (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['with None', (token) => `${part({ alg: 'None' })}.${token.split('.')[1]}.`],
    [
      'signed with the client secret (HS256)',
      (token) => {
        const signed = `${part({ alg: 'HS256' })}.${token.split('.')[1]}`;
        return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
      },
    ],
    ['without its signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['whose claims were changed', (token) => token.replace(/\.[^.]+\./, `.${part({ sub: 'j-1' })}.`)],
    ['that is none', () => 'no token'],
    [
      'signed with a key that is not the provider’s, under the name of one that is',
      async (token) => {
        const key = await hill.newKey('first');
        return hill.sign(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()), {}, key);
      },
    ],
    [
      'that brings its key along',
      async (token) => {
        const key = await hill.newKey('brought');
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
        return hill.sign(claims, { jwk: key.jwk as never, jku: `${vale.issuer}/jwks` }, key);
      },
    ],
  ])('%s lets nobody in', async (_, make) => {
    await givenJane();
    hill.spoilWith(make);
    expect(await refusalOf(t, hill, 'j-1')).toBe(NOT_CHECKED);
    expect(vale.asked).not.toContain('/jwks');
  });

  it.each([-55, 55])('whose clock is off by %i seconds lets in', async (offset) => {
    await givenJane();
    t.clock.advance(offset * 1_000);
    const answer = await signOn(t, hill, 'j-1');
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('of a provider whose clock is five minutes ahead says that clocks differ', async () => {
    await givenJane();
    hill.change((claims) => ({ ...claims, iat: seconds(300), exp: seconds(3_900) }));
    expect(await refusalOf(t, hill, 'j-1')).toBe(CLOCKS);
  });

  it('of an old log-in is no answer to the wish for a new one', async () => {
    await givenJane();
    hill.change((claims) => ({ ...claims, auth_time: seconds(-3_600) }));
    expect(await refusalOf(t, hill, 'j-1', { again: true })).toMatch(/could not be checked/);
    hill.change((claims) => ({ ...claims, auth_time: seconds(3_600) }));
    expect(await refusalOf(t, hill, 'j-1', { again: true })).toMatch(/could not be checked/);
    // Google and Entra ID do so, unless they are told to say it.
    hill.change(({ auth_time: _time, ...claims }) => claims);
    expect(await refusalOf(t, hill, 'j-1', { again: true })).toBe(
      'Provider hill does not say when you logged in there, which confirms who you are. Tell your administrator.',
    );
  });

  it('signed with a new key is taken once the provider shows the key; with one that it shows no more, not', async () => {
    await givenJane();
    const second = await hill.newKey('second');
    hill.spoilWith((token) =>
      hill.sign(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()), {}, second),
    );
    expect(await refusalOf(t, hill, 'j-1')).toBe(NOT_CHECKED);
    hill.answers.set('/jwks', (_request, response) => {
      const { d: _d, ...shown } = second.jwk;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [shown] }));
    });
    // The key set is read again at once for an unknown key, but not for each of many.
    vi.setSystemTime(Date.now() + 2_000);
    expect((await signOn(t, hill, 'j-1')).statusCode).toBe(200);
    hill.spoilWith((token) => token);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await refusalOf(t, hill, 'j-1')).toBe(NOT_CHECKED);
    vi.setSystemTime(new Date(TEST_NOW));
  });
});

describe('an answer', () => {
  it('of one provider at the address of the other is refused (mix-up), and neither code is sent to the wrong one', async () => {
    await givenJane();
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    const crossed = callback.replace('/hill/callback', '/vale/callback');
    vale.asked.length = 0;
    hill.asked.length = 0;
    const token = await comeBack(t, crossed);
    expect((await exchange(t, token)).json().message).toBe(
      'The log-in at Provider vale could not be checked. Try again.',
    );
    expect([...vale.asked, ...hill.asked]).not.toContain('/token');
  });

  it('that names another issuer (RFC 9207) is refused before the code is sent', async () => {
    await givenJane();
    const callback = new URL(await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    expect(callback.searchParams.get('iss')).toBe(hill.issuer);
    callback.searchParams.set('iss', vale.issuer);
    hill.asked.length = 0;
    expect((await exchange(t, await comeBack(t, callback.href))).json().message).toBe(NOT_CHECKED);
    callback.searchParams.delete('iss');
    expect((await exchange(t, await comeBack(t, callback.href))).json().message).toBe(NOT_CHECKED);
    expect(hill.asked).not.toContain('/token');
  });

  it('that is replayed lets in once', async () => {
    await givenJane();
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    expect((await exchange(t, await comeBack(t, callback))).statusCode).toBe(200);
    expect((await exchange(t, await comeBack(t, callback))).json().message).toBe(NOT_CHECKED);
  });

  it('that is replayed lets in once where the provider takes its code as often as it comes', async () => {
    await givenJane();
    let idToken = '';
    hill.spoilWith((one) => {
      idToken = one;
      return one;
    });
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    expect((await exchange(t, await comeBack(t, callback))).statusCode).toBe(200);
    const answers = {
      '/token': () => ({ access_token: 'again', token_type: 'Bearer', id_token: idToken }),
      '/me': () => ({ sub: 'j-1' }),
    };
    for (const [path, answer] of Object.entries(answers))
      hill.answers.set(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
      });
    hill.asked.length = 0;
    const before = await t.db.run(sql`select 1 from session`);
    expect((await exchange(t, await comeBack(t, callback))).json().message).toBe(NOT_CHECKED);
    expect(hill.asked).toContain('/token');
    expect(await t.db.run(sql`select 1 from session`)).toBe(before);
  });

  it('with the code of another log-in is refused: the verifier of PKCE is another', async () => {
    await givenJane();
    const [one, other] = [createVisitor(), createVisitor()];
    const mine = new URL(await one.logIn(await begin(t, 'hill'), 'j-1'));
    const theirs = new URL(await other.logIn(await begin(t, 'hill'), 'j-1'));
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect((await exchange(t, await comeBack(t, mine.href))).json().message).toBe(NOT_CHECKED);
  });

  it.each([
    ['another state', 'A'.repeat(200)],
    ['no state', ''],
    ['a state of another kind that we sealed', 'failure'],
    ['a state of another version of the server', 'version'],
  ])('with %s belongs to no user', async (_, state) => {
    await givenJane();
    const callback = new URL(await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    const failure = await comeBack(t, await createVisitor().cancel(await begin(t, 'hill')));
    const version = t.services.secrets.seal(JSON.stringify({ provider: 'hill' }), 'single sign-on state');
    callback.searchParams.set('state', { failure, version }[state] ?? state);
    expect((await exchange(t, await comeBack(t, callback.href))).json().message).toBe(NOT_CHECKED);
  });

  it('that is garbage leads to words and nowhere else (open redirects)', async () => {
    const paths = [
      '/v2/session/single-sign-on/hill/callback?state=x&redirect=https://evil.test&next=//evil.test',
      '/v2/session/single-sign-on/https:%2F%2Fevil.test/callback',
      '/v2/session/single-sign-on/nobody/callback?code=1&state=2',
      '/v2/session/single-sign-on/hill/callback?code=1&code=2&state=1&state=2',
      `/v2/session/single-sign-on/hill/callback?state=${'x'.repeat(5_000)}`,
      '/v2/session/single-sign-on/hill/callback?error=%0d%0aset-cookie:x',
    ];
    for (const path of paths) {
      const { statusCode, headers } = await t.ask(path, {
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      });
      expect(statusCode, path).toBe(303);
      expect(String(headers.location), path).toMatch(/^http:\/\/localhost:8080\/login\/transfer-session\/[\w.-]+$/);
    }
  });

  it('in another browser than began the log-in opens no session (session fixation)', async () => {
    const jane = await givenJane();
    const before = await sessions(jane.userId);
    // The attacker logs in as themselves and hands the address over, or opens one that somebody else began.
    const token = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill', { device: 'attacker' }), 'j-1'));
    expect((await exchange(t, token, 'victim')).json().message).toBe('Invalid session transfer token');
    expect(await sessions(jane.userId)).toBe(before);
    expect((await exchange(t, token, 'attacker')).statusCode).toBe(200);
  });

  it('cannot link a log-in to another user, session or browser than began it', async () => {
    const jane = await givenPerson(t);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    await prove(t, jane);
    const begun = await ask(t, jane.token, '/sign-in/single-sign-on', { provider: 'hill' });
    const callback = await createVisitor().logIn(begun.json().url, 'evil');
    const { headers } = await t.ask(callback.slice('http://localhost:8080'.length));
    const token = new URL(String(headers.location)).searchParams.get('signOn') ?? '';
    // As a log-in it opens nothing.
    expect((await exchange(t, token)).json().message).toBe('Invalid session transfer token');
    await prove(t, joe);
    expect((await ask(t, joe.token, '/sign-in/single-sign-on/link', { token })).json().errorCode).toBe('INVALID_TOKEN');
    expect(await t.db.run(sql`select 1 from sign_on_link`)).toBe(0);
  });
});

describe('a provider', () => {
  const away = (path: string, answer: Parameters<typeof hill.answers.set>[1]) => hill.answers.set(path, answer);
  it.each<[string, Parameters<typeof hill.answers.set>[1], string]>([
    ['hangs up', (_request, response) => void response.destroy(), AWAY],
    ['answers 503', (_request, response) => void response.writeHead(503).end(), AWAY],
    [
      'answers 500 with a page',
      (_request, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<p>'),
      AWAY,
    ],
    ['answers without an end', (_request, response) => void endless(response), AWAY],
    [
      'redirects elsewhere',
      (_request, response) => void response.writeHead(302, { location: vale.issuer }).end(),
      NOT_CHECKED,
    ],
    [
      'answers no JSON',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      NOT_CHECKED,
    ],
    [
      'refuses our secret',
      (_request, response) =>
        void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      NOT_CHECKED,
    ],
  ])('that %s in the middle of a log-in is told so', async (_, answer, words) => {
    await givenJane();
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    vale.asked.length = 0;
    away('/token', answer);
    expect((await exchange(t, await comeBack(t, callback))).json().message).toBe(words);
    expect(vale.asked).toEqual([]);
  });

  it('that never answers holds a log-in eight seconds', async () => {
    await givenJane();
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    const over = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    away('/token', () => over.abort(new DOMException('', 'TimeoutError')));
    expect((await exchange(t, await comeBack(t, callback))).json().message).toBe(AWAY);
    expect(over.signal.aborted).toBe(true);
    expect(new Set(limit.mock.calls.flat())).toEqual(new Set([8_000]));
    limit.mockRestore();
  });

  it('whose keys cannot be read is away', async () => {
    await givenJane();
    t.clock.advance(61_000);
    vi.setSystemTime(Date.now() + 61_000);
    away('/jwks', (_request, response) => void response.destroy());
    expect(await refusalOf(t, hill, 'j-1')).toBe(AWAY);
    vi.setSystemTime(new Date(TEST_NOW));
  });

  it.each([
    ['token_endpoint', 'http://127.0.0.1:1/token'],
    ['token_endpoint', 'http://169.254.169.254/latest/meta-data'],
    ['jwks_uri', 'http://10.0.0.1/jwks'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['userinfo_endpoint', 'https://user:secret@127.0.0.1/me'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'http://login.example/authorize'],
    ['end_session_endpoint', 'data:text/html,x'],
    ['issuer', 'https://another.example'],
  ])(
    'whose description says that its %s is %s is not used: the server calls configured hosts only (SSRF)',
    async (name, address) => {
      const described = await (await fetch(`${hill.issuer}/.well-known/openid-configuration`)).json();
      away('/.well-known/openid-configuration', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...described, [name]: address }));
      });
      t.clock.advance(122_000);
      vi.setSystemTime(Date.now() + 122_000);
      const answer = await t.ask('/v2/session/single-sign-on', { body: { provider: 'hill' } });
      expect([answer.statusCode, answer.json().message]).toEqual([503, AWAY]);
      vi.setSystemTime(new Date(TEST_NOW));
    },
  );

  it('is asked no more by an address that brings many wrong answers', async () => {
    const callback = `/v2/session/single-sign-on/hill/callback`;
    const begun = new URL(await begin(t, 'hill'));
    const wrong = `${callback}?code=guess&iss=${encodeURIComponent(hill.issuer)}&state=${begun.searchParams.get('state')}`;
    hill.asked.length = 0;
    for (let i = 0; i < 52; i++) await t.ask(wrong);
    expect(hill.asked.filter((path) => path === '/token')).toHaveLength(50);
  });

  it('is asked by everybody else behind an address where many cancel, find it away or use a way back twice', async () => {
    await givenJane();
    const cancelled = await createVisitor().cancel(await begin(t, 'hill'));
    for (let i = 0; i < 51; i++) await comeBack(t, cancelled);
    const used = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-1'));
    expect((await exchange(t, used)).statusCode).toBe(200);
    for (let i = 0; i < 31; i++) await exchange(t, used);
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    away('/token', (_request, response) => void response.destroy());
    for (let i = 0; i < 51; i++) await comeBack(t, callback);
    hill.answers.clear();
    expect((await exchange(t, await comeBack(t, callback))).statusCode).toBe(200);
  });
});

function endless(response: import('node:http').ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => response.write(' '.repeat(64 * 1_024), (error) => !error && setImmediate(more));
  more();
}
