import { describe, expect, it } from 'vitest';
import { ADMIN_PERMISSIONS } from '#contract/platform/permissions.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { givenAccount, givenAdmin, givenSession, givenUser, type SignedIn } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const PASSWORD = 'orchard rain at nine';
const NEW = 'seven green tractors';
const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(PASSWORD);
const update = ({ token }: SignedIn, userId: string, body: object) =>
  t.ask(`/v2/user/${userId}`, { token, method: 'PUT', body });
const create = ({ token }: SignedIn, accountId: string, username: string) =>
  t.ask('/v2/user', {
    token,
    body: { accountId, firstName: 'A', lastName: 'B', username, email: `u${Math.random()}@names.test` },
  });
const trail = async ({ token }: SignedIn, accountId: string) =>
  (await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=50`, { token })).json().results;

describe('a user’s own password and email address', () => {
  it('change by the present password only: a borrowed session cannot', async () => {
    const admin = await givenAdmin(t.db, { passwordHash, email: 'chief@system.test' });
    for (const change of [{ newPassword: NEW }, { email: 'thief@evil.test' }])
      for (const currentPassword of [undefined, NEW]) {
        const answer = await update(admin, admin.userId, { ...change, currentPassword });
        expect([answer.statusCode, answer.json().issues]).toEqual([
          400,
          [{ path: 'currentPassword', message: 'The current password is incorrect.' }],
        ]);
      }
    t.clock.advance(3_600_000);
    // Neither the same address in other case nor another name is a change of address.
    expect((await update(admin, admin.userId, { email: 'Chief@system.test', lastName: 'C' })).statusCode).toBe(200);
    const elsewhere = await givenSession(t.db, admin.accountId, admin.userId);
    const own = { newPassword: NEW, currentPassword: PASSWORD };
    expect((await update(admin, admin.userId, own)).statusCode).toBe(200);
    expect((await t.ask('/v2/session', { token: admin.token })).json().mustChangePassword).toBe(false);
    expect((await t.ask('/v2/session', { token: elsewhere })).statusCode).toBe(401);
  });

  it('can be guessed no more often here than where users change their password', async () => {
    const admin = await givenAdmin(t.db, { passwordHash });
    const codes = [];
    for (let i = 0; i < 4; i++)
      codes.push((await update(admin, admin.userId, { newPassword: NEW, currentPassword: `guess ${i}` })).statusCode);
    for (let i = 0; i < 3; i++) {
      const body = { currentPassword: `guess ${i}`, newPassword: NEW };
      codes.push((await t.ask('/v2/session/change-password', { token: admin.token, body })).statusCode);
    }
    expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429]);
    const right = { newPassword: NEW, currentPassword: PASSWORD };
    expect((await update(admin, admin.userId, right)).statusCode).toBe(429);
  });
});

describe('there is always an administrator who can manage users', () => {
  const stripped = { permissions: { api: ['Account.GET'] } };

  it('when two restrict, deactivate or delete each other at once, one is refused', async () => {
    const remove = ({ token }: SignedIn, userId: string) => t.ask(`/v2/user/${userId}`, { token, method: 'DELETE' });
    const ways = [
      (who: SignedIn, whom: string) => update(who, whom, stripped),
      (who: SignedIn, whom: string) => update(who, whom, { isActive: false }),
      remove,
    ];
    for (const one of ways)
      for (const other of ways) {
        const [a, b] = [await givenAdmin(t.db), await givenAdmin(t.db)];
        const codes = (await Promise.all([one(a, b.userId), other(b, a.userId)])).map(({ statusCode }) => statusCode);
        expect(codes.filter((code) => code === 200)).toHaveLength(1);
        const left = (
          await t.ask('/v2/user?startRow=0&endRow=9', { token: codes[0] === 200 ? a.token : b.token })
        ).json();
        const managing = left.users.filter(
          ({ isActive, permissions }: { isActive: boolean; permissions: { api: string[] } }) =>
            isActive && permissions.api.includes('User.UPDATE'),
        );
        expect(managing).toHaveLength(1);
        await t.db.tx(async (tx) => void (await tx.run({ text: 'truncate app_user cascade', values: [] } as never)));
      }
  });

  it('the last of them cannot be restricted or removed by one who manages no users', async () => {
    const chief = await givenAdmin(t.db);
    const others = ADMIN_PERMISSIONS.filter((name) => name !== 'User.UPDATE');
    const clerk = await givenAdmin(t.db, { permissions: others });
    // A user with more permissions cannot be deleted by another; of two equal ones, one always remains.
    expect((await t.ask(`/v2/user/${chief.userId}`, { token: clerk.token, method: 'DELETE' })).statusCode).toBe(401);
    const second = await givenAdmin(t.db);
    expect((await update(chief, second.userId, stripped)).statusCode).toBe(200);
    expect((await update(chief, chief.userId, stripped)).json().errorCode).toBe('CONFLICT');
  });
});

describe('names that cannot be told apart', () => {
  it('are refused: invisible characters, mixed alphabets, and names that look like another’s', async () => {
    const admin = await givenAdmin(t.db, { username: 'admin' });
    const accountId = await givenAccount(t.db);
    await givenUser(t.db, accountId, { username: 'scope' });
    const refused = [
      ...['admin\u200b', 'ad\u00admin', '\u2060admin', 'admin\u3164', 'admin\u034f', 'admin\u{e0061}', '\u202enimda'],
      ...['аdmin', 'admіn', 'adminι', 'ад-min', 'admin\u2800'],
    ];
    for (const name of refused) {
      const answer = (await create(admin, accountId, name)).json();
      expect([name, answer.errorCode, answer.issues?.[0]?.path]).toEqual([name, 'VALIDATION_FAILED', 'username']);
      expect((await update(admin, admin.userId, { username: name })).statusCode).toBe(400);
    }
    // Each name is in one script (Cyrillic, Greek, full width), and looks like one that is taken.
    for (const name of ['ѕсоре', 'ЅСОРЕ', 'ｓｃｏｐｅ'])
      expect([name, (await create(admin, accountId, name)).json().errorCode]).toEqual([name, 'ALREADY_EXISTS']);
    for (const name of ['józef', 'Ольга', 'Ιωάννα', '佐藤ひろ', '김민준', 'محمد', 'o’neil_2', 'anna-maria.k'])
      expect([name, (await create(admin, accountId, name)).statusCode]).toEqual([name, 200]);
  });

  it('of two who take look-alikes at once, one is refused', async () => {
    const admin = await givenAdmin(t.db);
    const accountId = await givenAccount(t.db);
    const codes = await Promise.all(['cope', 'соре'].map((name) => create(admin, accountId, name)));
    expect(codes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

it('the trail keeps who acted when the name is changed: ids, and old and new name', async () => {
  const admin = await givenAdmin(t.db, { username: 'chief' });
  const { accountId, userId } = admin;
  await update(admin, userId, { username: 'mallory' });
  t.clock.advance(1_000);
  const created = (await create(admin, accountId, 'victim')).json();
  t.clock.advance(1_000);
  await update(admin, userId, { username: 'chief' });
  const entries = await trail(admin, accountId);
  expect(entries.map(({ actorId }: { actorId: string }) => actorId)).toEqual([userId, userId, userId]);
  const [back, made, renamed] = entries;
  expect(renamed).toMatchObject({ actor: 'chief', targetId: userId, detail: 'username: chief → mallory' });
  expect(made).toMatchObject({ actor: 'mallory', target: 'victim', targetId: created._id });
  expect(back).toMatchObject({ actor: 'mallory', targetId: userId, detail: 'username: mallory → chief' });
  const check = (await t.ask(`/v2/audit/by-account/${accountId}/check`, { token: admin.token })).json();
  expect(check).toMatchObject({ entries: 3, problem: null });
});
