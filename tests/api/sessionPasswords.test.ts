import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { logIn as logInUser } from '#server/access/session/login.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { changeOwnPassword, processReset } from '#server/access/session/passwords.ts';
import { createSecondStep } from '#server/access/signIn/logIns.ts';
import { sql } from '#server/platform/db/db.ts';
import { tokenHash } from '#server/platform/secrets/secrets.ts';
import { givenAccount, givenAdmin, givenSession, givenUser, type UserOptions } from '../support/factories.ts';
import { RACES } from '../support/races.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const PASSWORD = 'orchard rain at nine';
const OTHER = 'seven green tractors';
const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(PASSWORD);

beforeEach(() => rm(join(t.dataDir, 'outbox'), { recursive: true, force: true }));

const jane = async (options: UserOptions = {}) => {
  const accountId = await givenAccount(t.db, { code: 'orchard', name: 'Orchard Farms' });
  const userId = await givenUser(t.db, accountId, {
    username: 'jane',
    email: 'jane@orchard.test',
    passwordHash,
    ...options,
  });
  return { accountId, userId };
};
const logIn = async (password: string, username = 'jane') =>
  (await t.ask('/v2/session', { body: { username, password } })).statusCode;
const requestReset = (identity: string, options: object = {}) =>
  t.ask('/v2/session/password-reset', { body: { identity }, ...options });
const finalize = (requestId: string, newPassword = OTHER) =>
  t.ask('/v2/session/finalize-reset', { body: { requestId, newPassword } });

/** Returns the mails that would go out, read back as a mail program does; newest last. */
const mails = async () => {
  await t.jobs.drain();
  const folder = join(t.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).sort();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
};
const newestLink = async () => {
  const link = /\/login\/password-reset\/([A-Za-z0-9_-]{43})/.exec((await mails()).at(-1)?.text ?? '');
  if (!link?.[1]) throw new Error('No mail with a link');
  return link[1];
};
const count = async (query: ReturnType<typeof sql>) => (await t.db.single(z.object({ total: z.int() }), query)).total;

it('mails a link that sets a password once and ends every session', async () => {
  const { accountId, userId } = await jane();
  const token = await givenSession(t.db, accountId, userId);
  const before = (await mails()).length;
  expect((await requestReset('Jane@Orchard.test')).json()).toEqual({ ok: true, sent: false });
  const sent = await mails();
  expect(sent).toHaveLength(before + 1);
  expect(sent.at(-1)).toMatchObject({
    to: [{ address: 'jane@orchard.test' }],
    subject: 'Reset your Tallyboard password',
  });
  const link = await newestLink();
  t.clock.advance(1_000);
  expect(sent.at(-1)?.html).toContain(`href="https://tallyboard.test/login/password-reset/${link}"`);

  expect((await finalize(link)).json()).toEqual({ ok: true });
  expect((await t.ask('/v2/session', { token })).json().errorCode).toBe('SESSION_EXPIRED');
  expect(await logIn(PASSWORD)).toBe(401);
  expect(await logIn(OTHER)).toBe(200);
  expect((await finalize(link, 'eight green tractors')).json()).toEqual({
    errorCode: 'INVALID_TOKEN',
    message: 'Invalid Reset Token',
  });
  expect((await mails()).at(-1)?.subject).toBe('Your Tallyboard password was changed');
});

it('answers a reset request alike for everybody, and mails only users who can log in', async () => {
  const { accountId } = await jane();
  await givenUser(t.db, accountId, { username: 'idle', isActive: false, passwordHash });
  await givenUser(t.db, accountId, { username: 'tablet', role: 'device', passwordHash });
  const answers = [];
  for (const identity of ['jane', 'nobody', 'idle', 'tablet', 'nobody@nowhere.test'])
    answers.push(await requestReset(identity));
  for (const answer of answers) {
    expect([answer.statusCode, answer.body]).toEqual([200, answers[0]?.body]);
    expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
  }
  // The answer comes before any look-up, because the work is queued as a job.
  expect(t.jobs.waiting).toHaveLength(5);
  await t.jobs.drain();
  expect(await count(sql`select count(*)::int as total from mail`)).toBe(1);
});

it('stores nothing that was typed into a reset request: it may be a password in the wrong field', async () => {
  await requestReset('orchard rain at nine');
  expect(t.jobs.waiting).toHaveLength(1);
  expect(JSON.stringify(t.jobs.waiting)).not.toContain('orchard');
});

it('mails one identity three times an hour at most, without revealing it', async () => {
  await jane();
  for (let i = 0; i < 6; i++) expect((await requestReset('jane')).statusCode).toBe(200);
  await t.jobs.drain();
  expect(await count(sql`select count(*)::int as total from mail where purpose = 'reset'`)).toBe(3);
  expect(await count(sql`select count(*)::int as total from single_use_token`)).toBe(1);
});

it('accepts the newest link only, within the hour', async () => {
  await jane();
  await requestReset('jane');
  const first = await newestLink();
  t.clock.advance(60_000);
  await requestReset('jane');
  const second = await newestLink();
  expect((await finalize(first)).json().errorCode).toBe('INVALID_TOKEN');
  t.clock.advance(3_600_000);
  expect((await finalize(second)).json().errorCode).toBe('INVALID_TOKEN');
});

it('gives one answer for unknown, used, expired and malformed links, ten times an hour', async () => {
  const bad = ['x', 'x'.repeat(43), '../../etc', `${'x'.repeat(42)}'`];
  const answers = [];
  for (let i = 0; i < 10; i++) answers.push(await finalize(bad[i % bad.length] ?? ''));
  for (const answer of answers)
    expect(answer.json()).toEqual({ errorCode: 'INVALID_TOKEN', message: 'Invalid Reset Token' });
  expect((await finalize('x')).statusCode).toBe(429);
});

it('a link that works is refused because of no other one from the same address, nor of weak passwords', async () => {
  await jane();
  await requestReset('jane');
  const link = await newestLink();
  for (let i = 0; i < 11; i++) await finalize('x');
  for (let i = 0; i < 11; i++) expect((await finalize(link, 'weak')).json().errorCode).toBe('VALIDATION_FAILED');
  expect((await finalize(link)).statusCode).toBe(200);
});

it('lets one of two racing uses of a link succeed, each time', async () => {
  const { accountId, userId } = await jane();
  let wins = 0;
  for (let i = 0; i < RACES; i++) {
    const link = `race-${i}-${'x'.repeat(30)}`;
    await t.db.run(sql`
      insert into single_use_token (token_hash, purpose, owner_account_id, user_id, created_at, expires_at)
      values (${tokenHash(link)}, 'reset', ${accountId}, ${userId}, now(), ${new Date(t.clock.now().getTime() + 60_000)})`);
    const pair = await Promise.all([finalize(link, `${OTHER} ${i}`), finalize(link, `${OTHER} ${i}`)]);
    const codes = pair.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 400]);
    wins += codes.filter((code) => code === 200).length;
    // The call that lost the race counts as a wrong attempt.
    t.clock.advance(7 * 60_000);
  }
  expect(wins).toBe(RACES);
});

it('keeps the link valid when the password is refused, with the reason', async () => {
  await jane();
  await requestReset('jane');
  const link = await newestLink();
  for (const weak of ['short', 'password123', 'orchard1234', 'tallyboard1', 'jane jane j'])
    expect((await finalize(link, weak)).json(), weak).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      issues: [{ path: 'newPassword' }],
    });
  expect((await finalize(link)).statusCode).toBe(200);
});

it('keeps links out of the database: neither hash nor waiting mail can be used to log in', async () => {
  await jane();
  await requestReset('jane');
  // The request has been processed, but the mail not sent yet.
  const [request] = t.jobs.waiting.splice(0);
  await processReset(t.services, request?.data);
  const row = await t.db.single(
    z.object({ text: z.string(), html: z.string() }),
    sql`select body_text as text, body_html as html from mail`,
  );
  expect(row.text + row.html).not.toContain('password-reset');
  const link = await newestLink();
  expect((await finalize(link)).statusCode).toBe(200);
  expect(await count(sql`select count(*)::int as total from mail where is_sealed and body_text <> ''`)).toBe(0);
});

it('never takes a link’s host from the request', async () => {
  await jane();
  const forged = ['evil.test', 'evil.test:443', 'tallyboard.test@evil.test', 'evil.test#tallyboard.test', '127.0.0.1'];
  const names = ['host', 'x-forwarded-host', 'x-forwarded-server', 'forwarded', 'origin'];
  for (const value of forged)
    for (const name of names) {
      t.clock.advance(3_600_000);
      await requestReset('jane', { headers: { [name]: name === 'forwarded' ? `host=${value}` : value } });
      await t.jobs.drain();
    }
  const sent = (await mails()).filter(({ subject }) => subject?.startsWith('Reset'));
  expect(sent.length).toBeGreaterThanOrEqual(25);
  for (const { text = '', html = '' } of sent) {
    expect(`${text}${html}`).not.toContain('evil.test');
    for (const [address] of `${text}${html}`.matchAll(/https?:\/\/[^/\s"<]+/g))
      expect(address).toBe('https://tallyboard.test');
  }
});

it('changes the user’s own password: this session stays, the others end, a mail is sent', async () => {
  const { accountId, userId } = await jane({ mustChangePassword: true });
  const [here, there] = [await givenSession(t.db, accountId, userId), await givenSession(t.db, accountId, userId)];
  const secret = (await t.ask('/v2/session', { token: here })).json();
  expect(secret.mustChangePassword).toBe(true);
  t.clock.advance(1_000);
  const change = (currentPassword: string, newPassword = OTHER) =>
    t.ask('/v2/session/change-password', { token: here, body: { currentPassword, newPassword } });
  expect((await change('not the one')).json()).toMatchObject({ issues: [{ path: 'currentPassword' }] });
  expect((await change(PASSWORD, 'too short')).statusCode).toBe(400);
  expect((await change(PASSWORD)).json()).toEqual({ ok: true });
  const info = (await t.ask('/v2/session', { token: here })).json();
  expect(info.mustChangePassword).toBe(false);
  // What the browser stored under the old secret can no longer be decrypted.
  expect(info.cacheSecret).not.toBe(secret.cacheSecret);
  expect((await t.ask('/v2/session', { token: there })).json().errorCode).toBe('SESSION_EXPIRED');
  expect([await logIn(PASSWORD), await logIn(OTHER)]).toEqual([401, 200]);
  expect((await mails()).at(-1)).toMatchObject({ to: [{ address: 'jane@orchard.test' }] });
});

it('guesses of the current password are throttled as log-ins are', async () => {
  const { accountId, userId } = await jane();
  const token = await givenSession(t.db, accountId, userId);
  const codes = [];
  for (let i = 0; i < 6; i++)
    codes.push(
      (
        await t.ask('/v2/session/change-password', {
          token,
          body: { currentPassword: `guess ${i}`, newPassword: OTHER },
        })
      ).statusCode,
    );
  expect(codes).toEqual([400, 400, 400, 400, 400, 429]);
});

/** Checks a password, during which an administrator sets another one. */
async function changedMeanwhile(userId: string) {
  const { token } = await givenAdmin(t.db);
  const hasher = createPasswordHasher(LOWEST_HASH_COST);
  const verify: typeof hasher.verify = async (...checked) => {
    const found = await hasher.verify(...checked);
    const reply = await t.ask(`/v2/user/${userId}`, { token, method: 'PUT', body: { newPassword: OTHER } });
    expect(reply.statusCode).toBe(200);
    return found;
  };
  return { ...hasher, verify };
}

it('a log-in with the old password opens nothing when the password is changed while it is checked', async () => {
  const { userId } = await jane();
  const attempt = { username: 'jane', password: PASSWORD, browserId: 'b', address: '127.0.0.1', now: t.clock.now() };
  await expect(
    logInUser(t.services, await changedMeanwhile(userId), createSecondStep(t.services), attempt),
  ).rejects.toMatchObject({
    errorCode: 'INVALID_CREDENTIALS',
  });
  expect(await count(sql`select count(*)::int as total from session where user_id = ${userId}`)).toBe(0);
});

it('a user who changes their password by the old one does not undo what an administrator set meanwhile', async () => {
  const { accountId, userId } = await jane();
  const token = await givenSession(t.db, accountId, userId);
  const caller = await t.services.authenticate.user(token, t.clock.now());
  const changing = {
    currentPassword: PASSWORD,
    newPassword: 'a third one of them',
    address: '::1',
    now: t.clock.now(),
  };
  await expect(changeOwnPassword(t.services, await changedMeanwhile(userId), caller, changing)).rejects.toMatchObject({
    errorCode: 'VALIDATION_FAILED',
  });
  expect([await logIn('a third one of them'), await logIn(OTHER)]).toEqual([401, 200]);
});

it('a user who was logged out by another device while changing the password changes nothing', async () => {
  const { accountId, userId } = await jane();
  const token = await givenSession(t.db, accountId, userId);
  const caller = await t.services.authenticate.user(token, t.clock.now());
  const hasher = createPasswordHasher(LOWEST_HASH_COST);
  const verify: typeof hasher.verify = async (...checked) => {
    const found = await hasher.verify(...checked);
    expect(await logIn(PASSWORD)).toBe(200);
    return found;
  };
  const changing = { currentPassword: PASSWORD, newPassword: OTHER, address: '::1', now: t.clock.now() };
  await expect(changeOwnPassword(t.services, { ...hasher, verify }, caller, changing)).rejects.toMatchObject({
    errorCode: 'SESSION_EXPIRED',
  });
  expect(await logIn(PASSWORD)).toBe(200);
});
