import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { z } from 'zod';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { createSoftwareKey, type SoftwareKey } from './authenticator.ts';
import { givenAccount, givenAdmin, givenEmployer, type UserOptions } from './factories.ts';
import type { TestApp } from './testApp.ts';

export const PASSWORD = 'orchard rain at nine';
const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(PASSWORD);

/** A user with PASSWORD who is signed in by the password alone. */
export type Person = { accountId: string; userId: string; username: string; token: string };

export async function givenPerson(t: TestApp, options: UserOptions & { accountId?: string } = {}): Promise<Person> {
  const username = options.username ?? 'jane';
  const accountId = options.accountId ?? (await givenAccount(t.db, { code: 'orchard' }));
  return { username, ...(await givenEmployer(t.db, { passwordHash, ...options, accountId, username })) };
}
export async function givenAdministrator(t: TestApp, options: UserOptions = {}): Promise<Person> {
  const username = options.username ?? 'root';
  return { username, ...(await givenAdmin(t.db, { passwordHash, ...options, username })) };
}

/** The headers of one device's browser. */
const headers = { 'x-device-id': 'office' };
export const logIn = (t: TestApp, username: string, more: Record<string, unknown> = {}) =>
  t.ask('/v2/session', { body: { username, password: PASSWORD, ...more }, headers });

export const confirmByPassword = async (t: TestApp, { token }: Pick<Person, 'token'>) => {
  const answer = await t.ask('/v2/session/step-up', { token, headers, body: { password: PASSWORD } });
  expect(answer.statusCode, answer.body).toBe(200);
};

/** A browser's call with a session or ticket. */
export const ask = (t: TestApp, token: string, path: string, body?: unknown, method?: 'POST' | 'PUT' | 'DELETE') =>
  t.ask(`/v2${path}`, { token, headers, ...(method && { method }), ...(body !== undefined && { body }) });

export const challengeOf = async (t: TestApp) =>
  (await t.ask('/v2/session/passkey-challenge', { method: 'POST' })).json().challenge as string;

/** Makes a passkey for a session that may: it has a fresh proof, or the user has no factor yet. */
export async function givenPasskey(t: TestApp, person: Person, key: SoftwareKey = createSoftwareKey()) {
  await prove(t, person);
  const options = await ask(t, person.token, '/sign-in/passkey-options', { isShared: false });
  expect(options.statusCode, options.body).toBe(200);
  const added = await ask(t, person.token, '/sign-in/passkeys', key.make(options.json()));
  expect(added.statusCode, added.body).toBe(200);
  return key;
}

/** Sets up an authenticator app; returns a function that makes its codes. */
export async function givenApp(t: TestApp, person: Person) {
  await prove(t, person);
  const started = await ask(t, person.token, '/sign-in/totp', undefined, 'POST');
  expect(started.statusCode, started.body).toBe(200);
  const codeAt = appOf(started.json().secret);
  const code = codeAt(t.clock.now());
  const confirmed = await ask(t, person.token, '/sign-in/totp/confirm', { code });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  // The code of the set-up is used up; the next one is valid half a minute later.
  t.clock.advance(30_000);
  return { secret: started.json().secret as string, code: () => codeAt(t.clock.now()), codeAt };
}
export const appOf = (secret: string) => {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return (at: Date) => app.generate({ timestamp: at.getTime() });
};

export const givenRecoveryCodes = async (t: TestApp, { token }: Person): Promise<string[]> =>
  (await ask(t, token, '/sign-in/recovery-codes', undefined, 'POST')).json().codes;

/** Gives the session a fresh proof, as after a log-in with a factor. */
export const prove = (t: TestApp, { userId }: Pick<Person, 'userId'>) =>
  t.db.run(sql`update session set proved_at = ${t.clock.now()} where user_id = ${userId}`);
export const forgetProof = (t: TestApp, { userId }: Pick<Person, 'userId'>) =>
  t.db.run(sql`update session set proved_at = null where user_id = ${userId}`);
export const requireFactor = (db: Db, accountId: string) =>
  db.run(sql`update account set require_second_factor = true where account_id = ${accountId}`);

const mail = z.object({ recipient: z.string(), text: z.string() });
export const mailsOf = (db: Db) => db.rows(mail, sql`select recipient, body_text as text from mail order by mail_id`);
const entry = z.object({ action: z.string(), result: z.string(), detail: z.string().nullable() });
export const trailOf = (db: Db, accountId: string) =>
  db.rows(
    entry,
    sql`select action, result, detail from audit_entry where account_id = ${accountId} order by audit_entry_id`,
  );
