import { afterAll, beforeEach, expect, vi } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createVisitor, startProvider, type TestProvider } from './provider.ts';
import { ask, prove } from './signIn.ts';
import { linkAt } from './signOnRows.ts';
import { TEST_NOW, type TestApp } from './testApp.ts';

/** Starts the two providers of a test file, which ask the machine what time it is: that of the test's clock. */
export async function useProviders(): Promise<{ hill: TestProvider; vale: TestProvider }> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) });
  const hill = await startProvider({ id: 'hill', clientSecret: 'a secret of the hill' });
  const vale = await startProvider({ id: 'vale', clientSecret: 'a secret of the vale' });
  beforeEach(() => {
    for (const provider of [hill, vale]) provider.reset();
  });
  afterAll(async () => {
    for (const provider of [hill, vale]) await provider.close();
  });
  return { hill, vale };
}

/** The environment of a server that knows these providers. */
export const envOf = (...providers: TestProvider[]) => ({
  PUBLIC_URL: 'http://localhost:8080',
  OIDC_PROVIDERS: JSON.stringify(providers.map(({ settings }) => settings)),
});
const APP = 'http://localhost:8080';
const DEVICE = 'phone';

type Way = { device?: string; visitor?: ReturnType<typeof createVisitor>; again?: boolean };

/** Begins a log-in: the address at the provider. */
export async function begin(t: TestApp, provider: string, { device = DEVICE, again }: Way = {}): Promise<string> {
  const body = { provider, ...(again !== undefined && { again }) };
  const answer = await t.ask('/v2/session/single-sign-on', { body, headers: { 'x-device-id': device } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().url;
}

/** Opens the address to which a provider sent the browser; returns the token in the address that it leads on to. */
export async function comeBack(t: TestApp, callback: string): Promise<string> {
  expect(callback.startsWith(`${APP}/v2/session/single-sign-on/`), callback).toBe(true);
  const answer = await t.ask(callback.slice(APP.length));
  expect(answer.statusCode, answer.body).toBe(303);
  const [, token = ''] =
    /^http:\/\/localhost:8080\/login\/transfer-session\/([\w.-]+)$/.exec(`${answer.headers.location}`) ?? [];
  expect(token, `${answer.headers.location}`).not.toBe('');
  return token;
}

export const exchange = (t: TestApp, webAuthToken: string, device = DEVICE) =>
  t.ask('/v2/session/exchange-web-auth-token', { body: { webAuthToken }, headers: { 'x-device-id': device } });

/** Logs a person in at a provider, from the button to our answer. */
export async function signOn(t: TestApp, provider: TestProvider, login: string, way: Way = {}) {
  const { visitor = createVisitor(), device = DEVICE } = way;
  const callback = await visitor.logIn(await begin(t, provider.id, way), login);
  return exchange(t, await comeBack(t, callback), device);
}

/** Does the same, and returns the words that refuse it. */
export async function refusalOf(t: TestApp, provider: TestProvider, login: string, way: Way = {}): Promise<string> {
  const answer = await signOn(t, provider, login, way);
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  return answer.json().message;
}

/** Links a person at a provider to a user, as if an administrator had. */
export const givenLink = (t: TestApp, { issuer }: Pick<TestProvider, 'issuer'>, subject: string, userId: string) =>
  linkAt(t.db, { issuer, subject, userId, now: t.clock.now() });

/** Sets how an account uses single sign-on, past its checks. */
export const givenSettings = (t: TestApp, accountId: string, settings: Record<string, unknown>) => {
  const whole = { linkByEmail: false, isRequired: false, passwordUserId: null, createUsers: null, ...settings };
  return t.db.run(sql`update account set sign_on = ${JSON.stringify(whole)}::jsonb where account_id = ${accountId}`);
};

/** Links a log-in as the user does, in the user menu. */
export async function linkOwn(
  t: TestApp,
  provider: TestProvider,
  user: { token: string; userId: string },
  login: string,
) {
  await prove(t, user);
  const begun = await ask(t, user.token, '/sign-in/single-sign-on', { provider: provider.id });
  expect(begun.statusCode, begun.body).toBe(200);
  const callback = await createVisitor().logIn(begun.json().url, login);
  const { headers } = await t.ask(callback.slice(APP.length));
  const token = new URL(String(headers.location)).searchParams.get('signOn') ?? '';
  expect(String(headers.location)).toMatch(/^http:\/\/localhost:8080\/login\/options\?signOn=/);
  return ask(t, user.token, '/sign-in/single-sign-on/link', { token });
}
