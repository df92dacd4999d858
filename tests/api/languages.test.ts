import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Db, sql } from '#server/platform/db/db.ts';
import { wordsOfUser } from '#server/platform/words/recipients.sql.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { forge, unzip } from '../support/zip.ts';

/** The language of a user, which is the account's until they choose one. */
const t = useTestApp();
const languageOfUser = async (db: Db, accountId: string, userId: string | null = null) =>
  (await wordsOfUser(db, { accountId, userId })).language;
const choose = (token: string, language: unknown) =>
  t.ask('/v2/session/language', { method: 'PUT', token, body: { language } });
const session = async (token: string) => {
  const { language, ownLanguage } = (await t.ask('/v2/session', { token })).json();
  return { language, ownLanguage };
};
const setAccount = (token: string, accountId: string, body: object) =>
  t.ask(`/v2/account/settings/${accountId}`, { method: 'PUT', token, body });

test('is recorded where it becomes another one', async () => {
  const { accountId, token } = await givenEmployer(t.db);
  for (const language of ['es', 'es', null, null]) expect((await choose(token, language)).statusCode).toBe(200);
  const entries = await t.db.rows(
    z.object({ detail: z.string() }),
    sql`select detail from audit_entry where account_id = ${accountId} and action = 'user.update' order by detail`,
  );
  expect(entries.map(({ detail }) => detail)).toEqual(['language: es', 'language: the account’s']);
});

test('is English, then the account’s, then one’s own, on every device; of nobody else', async () => {
  const admin = await givenAdmin(t.db);
  const { accountId, userId, token } = await givenEmployer(t.db);
  const colleague = await givenEmployer(t.db, { accountId });
  expect(await session(token)).toEqual({ language: 'en', ownLanguage: null });
  expect((await setAccount(admin.token, accountId, { language: 'es' })).json()).toMatchObject({ language: 'es' });
  expect(await session(token)).toEqual({ language: 'es', ownLanguage: null });
  expect((await choose(token, 'pt')).json()).toEqual({ language: 'pt' });
  const tablet = await givenSession(t.db, accountId, userId);
  for (const own of [token, tablet]) expect(await session(own)).toEqual({ language: 'pt', ownLanguage: 'pt' });
  expect(await session(colleague.token)).toEqual({ language: 'es', ownLanguage: null });
  // Other settings leave it as it is.
  await setAccount(admin.token, accountId, { correctionDays: 20 });
  expect(await session(colleague.token)).toEqual({ language: 'es', ownLanguage: null });
  expect((await choose(token, null)).json()).toEqual({ language: 'es' });
  expect(await session(token)).toEqual({ language: 'es', ownLanguage: null });
});

test('administrators have one as well', async () => {
  const admin = await givenAdmin(t.db);
  expect((await choose(admin.token, 'fr')).statusCode).toBe(200);
  expect(await session(admin.token)).toEqual({ language: 'fr', ownLanguage: 'fr' });
  expect(await languageOfUser(t.db, admin.accountId, admin.userId)).toBe('fr');
});

test('what is no language is refused, and nothing is stored', async () => {
  const admin = await givenAdmin(t.db);
  const { token, accountId } = await givenEmployer(t.db);
  for (const wrong of ['de', 'EN', 'es-MX', '', 1, undefined, ['es']])
    expect((await choose(token, wrong)).statusCode, String(wrong)).toBe(400);
  expect((await setAccount(admin.token, accountId, { language: null })).statusCode).toBe(400);
  expect(await session(token)).toEqual({ language: 'en', ownLanguage: null });
});

test('is in the trail', async () => {
  const admin = await givenAdmin(t.db);
  const { token, accountId, userId } = await givenEmployer(t.db);
  await choose(token, 'af');
  await setAccount(admin.token, accountId, { language: 'fr' });
  const trail = await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=9`, { token: admin.token });
  expect(trail.json().results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'user.update', targetId: userId, detail: 'language: af' }),
      expect.objectContaining({ action: 'account.settings', detail: 'language' }),
    ]),
  );
});

test('of a mail: the user’s, else the account’s, English where this version does not know it', async () => {
  const { accountId, userId, token } = await givenEmployer(t.db);
  const stranger = await givenEmployer(t.db);
  await choose(stranger.token, 'af');
  await t.db.run(sql`update account set language = 'es' where account_id = ${accountId}`);
  expect(await languageOfUser(t.db, accountId)).toBe('es');
  expect(await languageOfUser(t.db, accountId, userId)).toBe('es');
  expect(await languageOfUser(t.db, accountId, stranger.userId)).toBe('es');
  await choose(token, 'pt');
  expect(await t.db.tenant(accountId, (tx) => languageOfUser(tx, accountId, userId))).toBe('pt');
  // What a later version wrote.
  await t.db.run(sql`update app_user set language = 'xx' where user_id = ${userId}`);
  expect(await languageOfUser(t.db, accountId, userId)).toBe('en');
  expect(await session(token)).toEqual({ language: 'en', ownLanguage: null });
  expect(await languageOfUser(t.db, crypto.randomUUID(), userId)).toBe('en');
});

test('returns with a backup of the users', async () => {
  const admin = await givenAdmin(t.db);
  const { backUp, restore } = backupCalls(t, () => admin.token);
  const accountId = await givenAccount(t.db);
  const [ann, ben] = [await givenEmployer(t.db, { accountId }), await givenEmployer(t.db, { accountId })];
  await choose(ann.token, 'es');
  const { archive } = await backUp(accountId);
  await t.db.run(sql`update app_user set language = 'fr' where account_id = ${accountId}`);
  await restore(archive, accountId, 'replace', ['Users']);
  const languages = await t.db.rows(
    z.object({ id: z.string(), language: z.string().nullable() }),
    sql`select user_id::text as id, language from app_user where account_id = ${accountId}`,
  );
  expect(new Map(languages.map(({ id, language }) => [id, language]))).toEqual(
    new Map([
      [ann.userId, 'es'],
      [ben.userId, null],
    ]),
  );
});

test('a merge adds users with theirs, and leaves those who are there; a file from before languages leaves all', async () => {
  const admin = await givenAdmin(t.db);
  const { backUp, restore } = backupCalls(t, () => admin.token);
  const accountId = await givenAccount(t.db);
  const [ann, ben] = [await givenEmployer(t.db, { accountId }), await givenEmployer(t.db, { accountId })];
  await choose(ann.token, 'es');
  await choose(ben.token, 'af');
  const { archive } = await backUp(accountId);
  const languages = async () => {
    const schema = z.object({ id: z.string(), language: z.string().nullable() });
    const stored = sql`select user_id::text as id, language from app_user where account_id = ${accountId}`;
    const found = new Map((await t.db.rows(schema, stored)).map(({ id, language }) => [id, language]));
    return [found.get(ann.userId), found.get(ben.userId)];
  };
  await choose(ann.token, 'pt');
  await t.db.run(sql`delete from app_user where user_id = ${ben.userId}`);
  await restore(archive, accountId, 'merge', ['Users']);
  expect(await languages()).toEqual(['pt', 'af']);
  const older = await forge(archive, (files) => {
    for (const [name, content] of files)
      files.set(name, Buffer.from(String(content).replaceAll(/, "language" : (?:"\w+"|null)/g, '')));
  });
  expect(String([...(await unzip(older)).values()])).not.toContain('"language"');
  await restore(older, accountId, 'replace', ['Users']);
  expect(await languages()).toEqual(['pt', 'af']);
});
