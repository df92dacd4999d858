import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { needOf, openSeed } from '#server/access/signIn/prove.ts';
import { requireNoFactorByOperator, resetOptionsByOperator } from '#server/access/users/operator.ts';
import { dumpInstance } from '#server/operations/instance/dump.ts';
import { sql } from '#server/platform/db/db.ts';
import { createSecrets } from '#server/platform/secrets/secrets.ts';
import { createSoftwareKey } from '../support/authenticator.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenUser } from '../support/factories.ts';
import { beforeNextCommit, beforeNextTransaction } from '../support/moments.ts';
import {
  ask,
  challengeOf,
  givenAdministrator,
  givenApp,
  givenPasskey,
  givenPerson,
  givenRecoveryCodes,
  logIn,
  mailsOf,
  type Person,
  prove,
  requireFactor,
  trailOf,
} from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

const t = useTestApp();
const OPTION_TABLES = ['passkey', 'sign_in', 'recovery_code'] as const;
const counts = async ({ userId }: Pick<Person, 'userId'>) => {
  const { passkeys, apps, codes } = await t.db.single(
    z.object({ passkeys: z.int(), apps: z.int(), codes: z.int() }),
    sql`select (select count(*)::int from passkey where user_id = ${userId}) as passkeys,
          (select count(*)::int from sign_in where user_id = ${userId} and sealed_seed is not null) as apps,
          (select count(*)::int from recovery_code where user_id = ${userId}) as codes`,
  );
  return [passkeys, apps, codes];
};
/** Sets up every kind of factor. */
async function givenAll(person: Person) {
  const app = await givenApp(t, person);
  const key = await givenPasskey(t, person);
  const codes = await givenRecoveryCodes(t, person);
  return { app, key, codes };
}
const passkeyLogIn = (assertion: unknown) =>
  t.ask('/v2/session/passkey', { body: assertion, headers: { 'x-device-id': 'office' } });

it('an administrator sees what is set up and can remove it all: it is mailed and recorded, and the password is enough again', async () => {
  const jane = await givenPerson(t);
  const root = await givenAdministrator(t);
  const { key } = await givenAll(jane);
  const path = `/user/${jane.userId}/sign-in`;
  expect((await ask(t, root.token, path)).json()).toEqual({ passkeys: 1, hasApp: true, recoveryCodes: 8 });
  expect((await ask(t, root.token, path, undefined, 'DELETE')).json()).toEqual({ ok: true });
  expect(await counts(jane)).toEqual([0, 0, 0]);
  expect((await t.ask('/v2/session', { token: jane.token })).json().errorCode).toBe('SESSION_EXPIRED');
  expect((await passkeyLogIn(key.sign(await challengeOf(t)))).statusCode).toBe(401);
  expect((await logIn(t, 'jane')).statusCode).toBe(200);
  const told = (await mailsOf(t.db)).filter(({ text }) => text.includes('were removed by an administrator'));
  expect(told).toMatchObject([{ recipient: 'jane@example.test' }]);
  expect((await trailOf(t.db, jane.accountId)).map(({ action }) => action)).toContain('sign-in.reset');
});

it('not for an administrator with more rights, not for the caller, not for an unknown user', async () => {
  const root = await givenAdministrator(t);
  const clerkId = await givenUser(t.db, root.accountId, {
    role: 'admin',
    username: 'clerk',
    permissions: ['User.UPDATE'],
  });
  const clerk = await givenAdministrator(t, { username: 'clerk2', permissions: ['User.GET', 'User.UPDATE'] });
  await givenApp(t, root);
  const remove = async (token: string, userId: string) =>
    (await ask(t, token, `/user/${userId}/sign-in`, undefined, 'DELETE')).json().errorCode;
  expect(await remove(clerk.token, root.userId)).toBe('PERMISSION_DENIED');
  expect(await remove(root.token, root.userId)).toBe('CONFLICT');
  expect(await remove(root.token, crypto.randomUUID())).toBe('NOT_FOUND');
  expect(await remove(root.token, clerkId)).toBeUndefined();
  expect(await counts(root)).toEqual([0, 1, 0]);
});

it('the operator removes options and a requirement; both are recorded', async () => {
  const jane = await givenPerson(t);
  await givenAll(jane);
  await requireFactor(t.db, jane.accountId);
  const given = { config: t.services.config, now: t.clock.now() };
  expect(await resetOptionsByOperator(t.db, 'JANE', given)).toBe('jane');
  expect(await counts(jane)).toEqual([0, 0, 0]);
  expect((await logIn(t, 'jane')).json().secondFactor.need).toBe('enrol');
  expect(await requireNoFactorByOperator(t.db, 'Orchard', t.clock.now())).toBe('orchard');
  expect((await logIn(t, 'jane')).statusCode).toBe(200);
  await expect(resetOptionsByOperator(t.db, 'nobody', given)).rejects.toThrow('there is no user nobody.');
  await expect(requireNoFactorByOperator(t.db, 'none', t.clock.now())).rejects.toThrow('there is no account none.');
  const actions = (await trailOf(t.db, jane.accountId)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['sign-in.reset', 'account.settings']));
});

describe('at the same moment', () => {
  it.each([
    ['before it is set up', beforeNextTransaction, 401],
    ['while it is set up', beforeNextCommit, 200],
  ])('a reset %s leaves no passkey', async (_, at, status) => {
    const jane = await givenPerson(t);
    await prove(t, jane);
    const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
    const given = { config: t.services.config, now: t.clock.now() };
    const reset = at(t.services.db, () => resetOptionsByOperator(t.db, jane.username, given));
    const made = await ask(t, jane.token, '/sign-in/passkeys', createSoftwareKey().make(options));
    await reset;
    expect([made.statusCode, await t.db.run(sql`select 1 from passkey`)], made.body).toEqual([status, 0]);
  });

  it.each<[string, (jane: Person) => ReturnType<typeof ask>, number]>([
    ['the start of an app', ({ token }) => ask(t, token, '/sign-in/totp', undefined, 'POST'), 410],
    ['a new passkey', ({ token }) => ask(t, token, '/sign-in/passkey-options', { isShared: false }), 410],
    ['a proof', ({ token }) => ask(t, token, '/session/step-up', { code: 'AAAA-BBBB' }), 401],
  ])('who is deleted before %s is told so', async (_, begin, status) => {
    const root = await givenAdministrator(t);
    const jane = await givenPerson(t);
    await prove(t, jane);
    const deletion = beforeNextTransaction(t.services.db, () =>
      t.ask(`/v2/user/${jane.userId}`, { method: 'DELETE', token: root.token }),
    );
    const answer = await begin(jane);
    expect([(await deletion).statusCode, answer.statusCode], answer.body).toEqual([200, status]);
  });
});

it('deleting a user or an account deletes its options', async () => {
  const root = await givenAdministrator(t);
  const jane = await givenPerson(t);
  const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
  for (const person of [jane, joe]) await givenAll(person);
  // One log-in waits for its second factor.
  for (const person of [jane, joe]) expect((await logIn(t, person.username)).statusCode).toBe(401);
  expect((await ask(t, root.token, `/user/${joe.userId}`, undefined, 'DELETE')).statusCode).toBe(200);
  expect([await counts(joe), await counts(jane)]).toEqual([
    [0, 0, 0],
    [1, 1, 8],
  ]);
  const gone = await ask(t, root.token, `/account/${jane.accountId}`, { code: 'orchard' }, 'DELETE');
  expect(gone.statusCode, gone.body).toBe(200);
  for (const table of [...OPTION_TABLES, 'sign_in_ticket'])
    expect(await t.db.run({ ...sql`select 1 from app_user`, text: `select 1 from ${table}` }), table).toBe(0);
});

it('a backup of an account contains no factor; a restore that replaces its users removes and adds none', async () => {
  const root = await givenAdministrator(t);
  const jane = await givenPerson(t);
  const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
  const calls = backupCalls(t, () => root.token);
  const { key, app } = await givenAll(jane);
  const { archive } = await calls.backUp(jane.accountId);
  const written = [...(await unzip(archive)).values()].join('\n');
  for (const secret of [key.id, app.secret]) expect(written).not.toContain(secret);
  expect(written).not.toMatch(/has_factor|sealed_seed|public_key/);
  const jim = await givenPerson(t, { username: 'jim', accountId: jane.accountId });
  await givenAll(jim);
  await givenAll(joe);
  const [hers, his] = await Promise.all(['jane', 'jim'].map((username) => logIn(t, username)));
  await calls.restore(archive, jane.accountId, 'replace', ['Users']);
  expect([await counts(jane), await counts(joe), await counts(jim)]).toEqual([
    [1, 1, 8],
    [1, 1, 8],
    [0, 0, 0],
  ]);
  // In the middle of their second step meanwhile: whoever is still there is told that it is over, by mail too.
  const goOn = (answer: typeof hers) =>
    ask(t, answer?.json().secondFactor.ticket, '/session/second-factor', { code: app.code() });
  const late = await goOn(hers);
  expect([late.statusCode, late.json().message]).toEqual([410, 'Your log-in took too long. Log in again.']);
  expect((await goOn(his)).json().errorCode).toBe('SESSION_EXPIRED');
  await t.services.jobs.send('sign-in.clean', {});
  await t.jobs.drain();
  const left = (await mailsOf(t.db)).filter(({ text }) => text.includes('did not show a second factor'));
  expect(left.map(({ recipient }) => recipient)).toEqual(['jane@example.test']);
  for (const username of ['jane', 'joe'])
    expect((await logIn(t, username)).json().errorCode, username).toBe('SECOND_FACTOR_REQUIRED');
  expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(200);
  expect((await passkeyLogIn(key.sign(await challengeOf(t)))).statusCode).toBe(200);
});

it('the backup of the whole installation contains them all', async () => {
  await givenAll(await givenPerson(t));
  const folder = mkdtempSync(join(tmpdir(), 'tb-whole-'));
  const path = join(folder, 'whole.zip');
  const config = { ...t.services.config, databaseUrl: t.connectionString, dataDir: t.dataDir };
  const { tables } = await dumpInstance(config, path, t.clock.now());
  const held = Object.fromEntries(tables.map(({ name, count }) => [name, count]));
  expect(held).toMatchObject({ passkey: 1, sign_in: 1, recovery_code: 8 });
  expect((await readFile(path)).length).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

it('with another SECRET_KEY the app’s codes fail; passkeys and recovery codes work', async () => {
  const jane = await givenPerson(t);
  const { app, key, codes } = await givenAll(jane);
  const foreign = createSecrets(Buffer.alloc(32, 9));
  const sealed = foreign.seal(app.secret, `authenticator app:${jane.accountId}:${jane.userId}`);
  await t.db.run(sql`update sign_in set sealed_seed = ${sealed}`);
  expect(openSeed(t.services.secrets, jane, sealed)).toBeUndefined();
  expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(400);
  expect((await logIn(t, 'jane', { code: codes[0] })).statusCode).toBe(200);
  expect((await passkeyLogIn(key.sign(await challengeOf(t)))).statusCode).toBe(200);
});

it('no secret, code, ticket or credential reaches a mail, the trail or a stored idempotent answer', async () => {
  const jane = await givenPerson(t);
  const { app, key, codes } = await givenAll(jane);
  const { ticket } = (await logIn(t, 'jane')).json().secondFactor;
  await prove(t, jane);
  const headers = { 'idempotency-key': 'only-once' };
  const again = () => t.ask('/v2/sign-in/recovery-codes', { method: 'POST', token: jane.token, headers });
  const answer = await again();
  const fresh = answer.json().codes;
  expect(fresh, answer.body).toHaveLength(8);
  const rows: unknown[] = [];
  for (const table of [
    'mail',
    'audit_entry',
    'idempotency_key',
    'throttle',
    'sign_in',
    'sign_in_ticket',
    'recovery_code',
  ])
    rows.push(await t.db.rows(z.any(), { ...sql`select 1`, text: `select * from ${table}` }));
  const kept = JSON.stringify(rows);
  for (const secret of [app.secret, key.id, ticket, ...codes, ...fresh]) expect(kept).not.toContain(secret);
});

it('a factor that cannot be used is still asked for, and never set up again by the password alone', () => {
  const standing = { isRequired: false, isWanted: false, hasFactor: false } as Parameters<typeof needOf>[0];
  expect(needOf(standing)).toBeUndefined();
  expect(needOf({ ...standing, isRequired: true })).toBe('enrol');
  expect(needOf({ ...standing, isRequired: true, hasFactor: true })).toBe('prove');
  expect(needOf({ ...standing, isWanted: true, hasFactor: true })).toBe('prove');
  expect(needOf({ ...standing, hasFactor: true })).toBeUndefined();
});
