import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupBase, backupCalls } from '#tests/support/backupCalls.ts';
import { givenAccount, givenAdmin, givenSession, givenUser, type UserOptions } from '#tests/support/factories.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';
import { useTestApp } from '#tests/support/testApp.ts';
import { forge, unzip } from '#tests/support/zip.ts';

const t = useTestApp();
let token: string;
let accountId: string;
const { start, upload, startRestore, restoreStatus, backUp, restore } = backupCalls(t, () => token);
beforeEach(async () => {
  ({ token } = await givenAdmin(t.db));
  accountId = await givenAccount(t.db);
});

/** Returns the archive with every line of one file changed. */
const withLines = (archive: Buffer, file: string, change: (line: Record<string, unknown>) => object) =>
  forge(archive, (files) => {
    const lines = String(files.get(file)).trimEnd().split('\n');
    files.set(file, Buffer.from(lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('')));
  });
const user = z.object({
  id: z.string(),
  username: z.string(),
  hash: z.string().nullable(),
  permissions: z.array(z.string()),
});
const usersOf = (id: string) =>
  t.db.rows(
    user,
    sql`select user_id::text as id, username, password_hash as hash, permissions from app_user
        where account_id = ${id} order by username`,
  );
const trail = z.object({ actor: z.string(), action: z.string(), target: z.string().nullable() });
const trailOf = (id: string, action: string) =>
  t.db.rows(
    trail,
    sql`select actor, action, target from audit_entry where account_id = ${id} and action = ${action} order by target`,
  );
const without = (...missing: Permission[]) => ADMIN_PERMISSIONS.filter((name) => !missing.includes(name));
const ITEMS = ['Payroll Data', 'Employees', 'Clock Records'];
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;
const givenStaff = (id: string, options: UserOptions = {}) => givenUser(t.db, id, { passwordHash: HASH, ...options });

describe('users of a file', () => {
  test('get new ids where another account has theirs, so that an edit never reaches the other account', async () => {
    const userId = await givenStaff(accountId, { username: 'lena' });
    const session = await givenSession(t.db, accountId, userId);
    const { archive } = await backUp(accountId);
    const renamed = await withLines(archive, 'data/users.ndjson', (line) => ({
      ...line,
      username: 'lena.b',
      email: 'lena@b.test',
    }));
    const other = await givenAccount(t.db);
    expect((await restore(renamed, other, 'merge', ['Users'])).status.status).toBe('Successful');
    const [copy] = await usersOf(other);
    expect(copy?.username).toBe('lena.b');
    expect(copy?.id).not.toBe(userId);
    expect((await t.ask(`/v2/user/${copy?.id}`, { token, method: 'DELETE' })).statusCode).toBe(200);
    expect(await usersOf(other)).toEqual([]);
    expect(await usersOf(accountId)).toMatchObject([{ id: userId, username: 'lena' }]);
    expect((await t.ask('/v2/session', { token: session })).statusCode).toBe(200);
  });

  test('need an administrator who may create users, and for a replace delete them', async () => {
    await givenStaff(accountId, { username: 'lena' });
    const { archive } = await backUp(accountId);
    const other = await givenAccount(t.db);
    for (const [missing, strategy, status] of [
      ['User.CREATE', 'merge', 401],
      ['User.CREATE', 'replace', 401],
      ['User.DELETE', 'replace', 401],
      ['User.DELETE', 'merge', 200],
    ] as const) {
      ({ token } = await givenAdmin(t.db, { permissions: without(missing) }));
      const { restoreJobId } = (await upload(archive, other)).json();
      const body = { items: ['Users'], strategy, acceptForeign: true };
      expect((await startRestore(other, restoreJobId, body)).statusCode, `${missing} ${strategy}`).toBe(status);
    }
  });

  test('are not created by somebody who was deactivated, or lost the right, since the restore was asked for', async () => {
    await givenStaff(accountId, { username: 'lena' });
    const { archive } = await backUp(accountId);
    await t.db.run(sql`delete from app_user where account_id = ${accountId}`);
    await t.db.run(sql`delete from login_name where owner_account_id = ${accountId}`);
    for (const change of [sql`is_active = false`, sql`permissions = array_remove(permissions, 'User.CREATE')`]) {
      const actor = await givenAdmin(t.db);
      ({ token } = actor);
      const { restoreJobId } = (await upload(archive, accountId)).json();
      await startRestore(accountId, restoreJobId, { items: ['Users'], strategy: 'merge' });
      await t.db.run(sql`update app_user set ${change} where user_id = ${actor.userId}`);
      await t.jobs.drain();
      ({ token } = await givenAdmin(t.db));
      expect(await restoreStatus(accountId, restoreJobId)).toMatchObject({
        status: 'Failed',
        failureReason: expect.stringContaining('may not'),
      });
      expect(await usersOf(accountId)).toEqual([]);
    }
  });

  test('of another installation are restored without password, by invitation, and without rights that the actor lacks', async () => {
    await givenStaff(accountId, { username: 'lena', permissions: ['GET_ALL_ALERTS', 'Device.DELETE'] });
    const { archive } = await backUp(accountId);
    const foreign = await withLines(archive, 'data/users.ndjson', (line) => ({
      ...line,
      password_hash: HASH,
      username: 'eve',
      email: 'eve@x.test',
    }));
    const other = await givenAccount(t.db);
    ({ token } = await givenAdmin(t.db, { username: 'root', permissions: without('Device.DELETE') }));
    expect((await restore(foreign, other, 'merge', ['Users'])).status.status).toBe('Successful');
    expect(await usersOf(other)).toMatchObject([{ username: 'eve', hash: null, permissions: ['GET_ALL_ALERTS'] }]);
    const mails = await t.db.rows(
      z.object({ recipient: z.string(), purpose: z.string() }),
      sql`select recipient, purpose from mail where owner_account_id = ${other}`,
    );
    expect(mails).toEqual([{ recipient: 'eve@x.test', purpose: 'invitation' }]);
    expect(await trailOf(other, 'user.create')).toEqual([{ actor: 'root', action: 'user.create', target: 'eve' }]);
  });

  test('whom a replace adds, deletes or restores each have a line in the trail, and keep their own password', async () => {
    await givenStaff(accountId, { username: 'anna' });
    await givenStaff(accountId, { username: 'bert' });
    const { archive } = await backUp(accountId);
    await t.db.run(sql`delete from app_user where username = 'anna'`);
    await t.db.run(sql`delete from login_name where name_key in ('anna', 'anna@example.test')`);
    await t.db.run(sql`update app_user set password_hash = null where username = 'bert'`);
    await givenStaff(accountId, { username: 'carl' });
    expect((await restore(archive, accountId, 'replace', ['Users'])).status.status).toBe('Successful');
    expect(await usersOf(accountId)).toMatchObject([
      { username: 'anna', hash: HASH },
      { username: 'bert', hash: HASH },
    ]);
    expect((await trailOf(accountId, 'user.create')).map(({ target }) => target)).toEqual(['anna']);
    expect((await trailOf(accountId, 'user.update')).map(({ target }) => target)).toEqual(['bert']);
    expect((await trailOf(accountId, 'user.delete')).map(({ target }) => target)).toEqual(['carl']);
  });

  test('have no password hash in the ZIP that could be guessed from', async () => {
    await givenStaff(accountId, { username: 'lena' });
    const { archive } = await backUp(accountId);
    for (const [name, content] of await unzip(archive)) expect(String(content), name).not.toContain('argon2');
    expect(String((await unzip(archive)).get('data/users.ndjson'))).toContain('"password_hash":"s1.');
  });

  test('never become users of the account of the administrators', async () => {
    await givenStaff(accountId, { username: 'lena' });
    const { archive } = await backUp(accountId);
    const { accountId: system } = await givenAdmin(t.db);
    const { restoreJobId } = (await upload(archive, system)).json();
    const body = { items: ['Users'], strategy: 'merge', acceptForeign: true };
    expect((await startRestore(system, restoreJobId, body)).json().errorCode).toBe('VALIDATION_FAILED');
  });
});

test('a file from elsewhere is restored only after that was acknowledged', async () => {
  await fillAccount(t.db, accountId, { employees: 2 });
  const { archive } = await backUp(accountId);
  const other = await givenAccount(t.db);
  const uploaded = (await upload(archive, other)).json();
  expect(uploaded.foreign).toBe(true);
  const body = { items: ['Employees'], strategy: 'merge' };
  expect((await startRestore(other, uploaded.restoreJobId, body)).statusCode).toBe(400);
  expect((await startRestore(other, uploaded.restoreJobId, { ...body, acceptForeign: true })).statusCode).toBe(200);
});

describe('a row of a file', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['biometric-templates', 'kind', { kind: 'FP PIN=1\nC:EVIL1:SHELL id' }],
    ['biometric-templates', 'kind', { kind: 'USERINFO' }],
    ['biometric-templates', 'time_id', { time_id: '1\tPri=14' }],
    ['payroll-data', 'post_minutes', { post_minutes: 2_000_000_000 }],
    ['payroll-data', 'pre_minutes', { pre_minutes: -1 }],
    ['payroll-data', 'grace_minutes', { grace_minutes: 721 }],
    ['payroll-data', 'breaks', { breaks: [{ startTime: 'ab:cd', endTime: '12:00' }] }],
    ['payroll-data', 'start_time', { start_time: '99:99' }],
    ['payroll-data', 'code', { code: ' with blanks ' }],
    ['employees', 'number', { number: '1\u0000' }],
    ['employees', 'first_name', { first_name: 'x'.repeat(101) }],
    ['employees', 'time_id', { time_id: '1\tPri=14' }],
    ['clock-records', 'at', { at: '0000-01-01T00:00:00Z' }],
    ['clock-records', 'source', { source: 'x\u0000' }],
    ['clock-records', 'time_id', { time_id: 'x'.repeat(25) }],
    ['users', 'email', { email: 'not an address' }],
    ['users', 'username', { username: 'two words' }],
  ])('of %s passes the same rules as what is sent: %s', async (file, field, change) => {
    await fillAccount(t.db, accountId, { employees: 2, punchesEach: 2 });
    await givenStaff(accountId);
    await t.db.run(sql`insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at)
      values (${accountId}, gen_random_uuid(), '1', 'FINGERTMP', '0', ${t.services.secrets.seal('finger', 'x')}, ${t.clock.now()})`);
    const { archive } = await backUp(accountId);
    const crafted = await withLines(archive, `data/${file}.ndjson`, (line) =>
      field in line ? { ...line, ...change } : line,
    );
    const reply = await upload(crafted, accountId);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain(`: ${field}`);
  });

  test('may hold a template of any size that a terminal sends', async () => {
    const sealed = t.services.secrets.seal('x'.repeat(200_000), 'x');
    await t.db.run(sql`insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at)
      values (${accountId}, gen_random_uuid(), '1', 'BIOPHOTO', '0', ${sealed}, ${t.clock.now()})`);
    await t.db.run(sql`update account set store_templates = true where account_id = ${accountId}`);
    const { archive } = await backUp(accountId);
    expect((await restore(archive, accountId, 'replace', ['Biometric Templates'])).status.status).toBe('Successful');
  });
});

describe('backups and restores of one account', () => {
  const restoring = { items: ['Employees'], strategy: 'merge' };
  beforeEach(() => fillAccount(t.db, accountId, { employees: 3 }).then(() => undefined));

  test('exclude each other: no backup beside a restore, no restore beside a backup', async () => {
    const { archive } = await backUp(accountId);
    const { restoreJobId } = (await upload(archive, accountId)).json();
    expect((await startRestore(accountId, restoreJobId, restoring)).statusCode).toBe(200);
    expect((await start(accountId)).statusCode).toBe(409);
    await t.jobs.drain();
    expect((await start(accountId)).statusCode).toBe(200);
    const second = (await upload(archive, accountId)).json();
    expect((await startRestore(accountId, second.restoreJobId, restoring)).statusCode).toBe(409);
  });

  test('of several simultaneous requests one succeeds: one restore starts, the others are refused', async () => {
    const { archive } = await backUp(accountId);
    for (let round = 0; round < 5; round++) {
      const uploads = [];
      for (let n = 0; n < 4; n++) uploads.push((await upload(archive, accountId)).json());
      const answers = await Promise.all([
        ...uploads.map(({ restoreJobId }) => startRestore(accountId, restoreJobId, restoring)),
        start(accountId, { includeEmployees: true }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort(), `round ${round}`).toEqual([200, 409, 409, 409, 409]);
      await t.jobs.drain();
      t.clock.advance(1_000);
    }
  });

  test('a backup whose process slept through the start of a restore fails: it would show both states', async () => {
    const { archive } = await backUp(accountId);
    const { backupJobId } = (await start(accountId)).json();
    await t.db.run(sql`update backup_job set progress = '{"done": 0, "total": 0, "step": "Reading"}'
      where backup_job_id = ${backupJobId}`);
    const asleep = t.jobs.waiting.splice(0);
    t.clock.advance(16_000);
    const { restoreJobId } = (await upload(archive, accountId)).json();
    expect((await startRestore(accountId, restoreJobId, restoring)).statusCode).toBe(200);
    await t.jobs.drain();
    t.jobs.waiting.push(...asleep);
    await t.jobs.drain();
    const { status } = (await t.ask(`${backupBase(accountId)}/backup/${backupJobId}/status`, { token })).json();
    expect(status).toBe('Failed');
  });

  test('of simultaneous uploads, five at most wait', async () => {
    const { archive } = await backUp(accountId);
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(archive, accountId)));
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    const waiting = (await t.ask(`${backupBase(accountId)}/restore?cacheKey=1`, { token })).json().results;
    expect(waiting.length).toBeLessThanOrEqual(5);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await upload(archive, accountId)).statusCode).toBe(200);
  });

  describe('whose figures cannot be calculated', () => {
    const withoutFacts = async (work: () => Promise<unknown>) => {
      await t.db.run(sql`alter table day_fact rename to day_fact_away`);
      await work().finally(() => t.db.run(sql`alter table day_fact_away rename to day_fact`));
    };

    test('change nothing: one derivation is tried before the data is swapped in', async () => {
      const { archive } = await backUp(accountId);
      await t.db.run(sql`update employee set last_name = 'Today' where account_id = ${accountId}`);
      const { restoreJobId } = (await upload(archive, accountId)).json();
      await startRestore(accountId, restoreJobId, { items: ITEMS, strategy: 'replace' });
      await withoutFacts(() => t.jobs.drain());
      expect(await restoreStatus(accountId, restoreJobId)).toMatchObject({
        status: 'Failed',
        failureReason: expect.stringContaining('Nothing was changed'),
      });
      const name = sql`select distinct last_name as name from employee where account_id = ${accountId}`;
      expect(await t.db.rows(z.object({ name: z.string() }), name)).toEqual([{ name: 'Today' }]);
    });

    test('end as Failed and say that the data is in place, when that shows only later', async () => {
      const { archive } = await backUp(accountId);
      const { restoreJobId } = (await upload(archive, accountId)).json();
      await startRestore(accountId, restoreJobId, { items: ITEMS, strategy: 'replace' });
      t.jobs.waiting.length = 0;
      await t.db.run(sql`update restore_job set swapped_at = started_at, progress = null
        where restore_job_id = ${restoreJobId}`);
      await withoutFacts(async () => {
        for (let minute = 0; minute < 3; minute++) {
          expect(await restoreStatus(accountId, restoreJobId)).toMatchObject({ status: 'In Progress' });
          t.clock.advance(60_000);
          await t.jobs.send('backup-sweep', {});
          await t.jobs.drain();
        }
      });
      expect(await restoreStatus(accountId, restoreJobId)).toMatchObject({
        status: 'Failed',
        failureReason: expect.stringContaining('The data was restored'),
      });
    });

    test('and nothing else stays In Progress for ever', async () => {
      const { archive } = await backUp(accountId);
      const { restoreJobId } = (await upload(archive, accountId)).json();
      await startRestore(accountId, restoreJobId, restoring);
      t.jobs.waiting.length = 0;
      t.clock.advance(25 * 3_600_000);
      await t.jobs.send('backup-sweep', {});
      await t.jobs.drain();
      const status = sql`select status from restore_job where restore_job_id = ${restoreJobId}`;
      expect(await t.db.rows(z.object({ status: z.string() }), status)).toEqual([{ status: 'Failed' }]);
    });
  });
});

test('a file made in an impossible year stops no phone', async () => {
  const { archive } = await backUp(accountId);
  for (const madeAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-11-20T10:00:00+23:00']) {
    const crafted = await forge(
      archive,
      () => {},
      (manifest) => Object.assign(manifest, { madeAt }),
    );
    expect([madeAt, (await upload(crafted, accountId)).json().errorCode]).toEqual([madeAt, 'INVALID_BACKUP']);
  }
});
