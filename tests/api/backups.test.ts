import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { templateContext } from '#server/intake/terminals/dialects/adms/queue.ts';
import { sql } from '#server/platform/db/db.ts';
import { ALL_ITEMS, backupBase, backupCalls } from '#tests/support/backupCalls.ts';
import { givenAccount, givenAdmin } from '#tests/support/factories.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';
import { HOSTILE_ARCHIVES } from '#tests/support/hostileArchives.ts';
import { useTestApp } from '#tests/support/testApp.ts';
import { type ForgedManifest, forge, unzip } from '#tests/support/zip.ts';
import { givenEmployee } from '../support/factories.work.ts';

const t = useTestApp();
const ITEMS = ['Payroll Data', 'Employees', 'Clock Records', 'Users'];

let token: string;
let accountId: string;
beforeEach(async () => {
  ({ token } = await givenAdmin(t.db));
  accountId = await givenAccount(t.db);
  await fillAccount(t.db, accountId);
});

const base = () => backupBase(accountId);
const calls = backupCalls(t, () => token);
const backUp = (id = accountId, options: object = ALL_ITEMS) => calls.backUp(id, options);
const upload = (archive: Buffer, id = accountId, part = {}) => calls.upload(archive, id, part);
const restore = (archive: Buffer, strategy: 'replace' | 'merge', items = ITEMS, id = accountId) =>
  calls.restore(archive, id, strategy, items);
const count = z.object({ n: z.int() });
const rowsOf = async (table: 'employee' | 'clock_record' | 'piecework_entry' | 'day_fact', id = accountId) => {
  const counts = {
    employee: sql`select count(*)::int as n from employee where account_id = ${id}`,
    clock_record: sql`select count(*)::int as n from clock_record where account_id = ${id}`,
    piecework_entry: sql`select count(*)::int as n from piecework_entry where account_id = ${id}`,
    day_fact: sql`select count(*)::int as n from day_fact where account_id = ${id}`,
  };
  return (await t.db.single(count, counts[table])).n;
};
/** Returns, as one text, everything of the account that its users would miss. */
async function contents(id = accountId): Promise<string> {
  const files = await unzip((await backUp(id)).archive);
  files.delete('manifest.json');
  return [...files].map(([name, text]) => `${name}\n${text}`).join('\n');
}

test('a backup reports its progress, is listed, downloaded under its name and deleted with its file', async () => {
  const { backupJobId, archive } = await backUp();
  const status = (await t.ask(`${base()}/backup/${backupJobId}/status`, { token })).json();
  expect(status).toMatchObject({
    status: 'Successful',
    items: ['Payroll Data', 'Employees', 'Biometric Templates', 'Clock Records', 'Users'],
    failureReason: null,
  });
  expect(status.bytes).toBe(archive.length);
  const download = await t.ask(`${base()}/backup/${backupJobId}/download`, { token });
  expect(download.headers['content-disposition']).toMatch(/^attachment; filename="backup-[\w.-]+\.zip"$/);
  expect((await t.ask(`${base()}/backup?cacheKey=1`, { token })).json().results).toHaveLength(1);
  expect((await t.ask(`${base()}/backup/${backupJobId}`, { token, method: 'DELETE' })).json()).toEqual({ ok: true });
  expect((await t.ask(`${base()}/backup?cacheKey=2`, { token })).json().results).toEqual([]);
  expect(readdirSync(join(t.dataDir, 'backups', accountId))).toEqual([]);
});

test('only the chosen items are in the file, with their counts and checksums', async () => {
  const files = await unzip((await backUp(accountId, { includeClockRecords: true })).archive);
  expect([...files.keys()]).toEqual(['manifest.json', 'data/clock-records.ndjson']);
  const manifest: ForgedManifest = JSON.parse(String(files.get('manifest.json')));
  expect(manifest.items[0]).toMatchObject({ type: 'Clock Records', count: 240 });
  expect((await t.ask(`${base()}/backup/start`, { token, body: {} })).json().errorCode).toBe('VALIDATION_FAILED');
});

test('restored into an empty account and backed up again, every item file is the same to the byte', async () => {
  const { archive } = await backUp();
  const other = await givenAccount(t.db);
  const { status } = await restore(archive, 'merge', ITEMS, other);
  expect(status).toMatchObject({ status: 'Successful', failureReason: null });
  const [before, after] = [await unzip(archive), await unzip((await backUp(other)).archive)];
  for (const name of before.keys())
    if (name !== 'manifest.json') expect(String(after.get(name)), name).toBe(String(before.get(name)));
  expect(await rowsOf('day_fact', other)).toBeGreaterThan(0);
});

test('replace deletes what the file lacks, takes a backup first, and can be undone', async () => {
  const { archive } = await backUp();
  await fillAccount(t.db, accountId, { employees: 0 }).catch(() => undefined);
  await t.db.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active)
    values (${accountId}, gen_random_uuid(), 'PAY', 'NEW', '900', 'New', 'Person', true)`);
  await t.db.run(sql`update employee set last_name = 'Changed' where account_id = ${accountId} and number = '1'`);
  const changed = await contents();
  const { restoreJobId, status } = await restore(archive, 'replace');
  expect(status).toMatchObject({ status: 'Successful', strategy: 'replace' });
  expect(status.safetyBackupJobId).toEqual(expect.any(String));
  const original = await unzip(archive);
  expect(await contents()).toContain(String(original.get('data/employees.ndjson')));
  expect(await rowsOf('employee')).toBe(20);
  const { restoreJobId: undoId } = (
    await t.ask(`${base()}/restore/${restoreJobId}/undo`, { token, method: 'POST' })
  ).json();
  await t.jobs.drain();
  expect((await t.ask(`${base()}/restore/${undoId}/status`, { token })).json().status).toBe('Successful');
  expect(await contents()).toBe(changed);
});

test.each(['replace', 'merge'] as const)(
  'after a %s V2 devices fetch everybody: each row has the version of the restore',
  async (strategy) => {
    const { archive } = await backUp();
    const { version } = await t.db.single(
      z.object({ version: z.int() }),
      sql`select data_version as version from account where account_id = ${accountId}`,
    );
    await restore(archive, strategy);
    const versions = await t.db.rows(
      z.object({ version: z.int() }),
      sql`select changed_version as version from employee where account_id = ${accountId}
        union select changed_version from lookup_entry where account_id = ${accountId}`,
    );
    expect(versions).toEqual([{ version: version + 1 }]);
  },
);

test('merge adds and changes, never deletes, and leaves out records whose number belongs to somebody else, as the rehearsal said', async () => {
  const { archive } = await backUp();
  await t.db.run(sql`delete from clock_record where account_id = ${accountId} and direction = 'out'`);
  await t.db.run(sql`update employee set last_name = 'Changed' where account_id = ${accountId} and number = '1'`);
  await t.db.run(
    sql`update employee set number = '2-old', time_id = null where account_id = ${accountId} and number = '2'`,
  );
  await t.db.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active)
    values (${accountId}, gen_random_uuid(), 'PAY', 'NEW', '2', 'New', 'Two', true)`);
  const { restoreJobId } = (await upload(archive)).json();
  const body = { items: ITEMS, strategy: 'merge' };
  const { items } = (await t.ask(`${base()}/restore/${restoreJobId}/rehearse`, { token, body })).json();
  expect(items.find((item: { type: string }) => item.type === 'Clock Records')).toMatchObject({
    added: 120,
    unchanged: 120,
    deleted: 0,
  });
  expect(items.find((item: { type: string }) => item.type === 'Employees')).toMatchObject({
    added: 0,
    changed: 2,
    deleted: 0,
    conflicts: ['number 2 belongs to another record'],
  });
  await t.ask(`${base()}/restore/${restoreJobId}/start`, { token, body });
  await t.jobs.drain();
  expect(await rowsOf('clock_record')).toBe(240);
  expect(await rowsOf('employee')).toBe(21);
  const names = await t.db.rows(
    z.object({ number: z.string(), name: z.string() }),
    sql`
    select number, last_name as name from employee where account_id = ${accountId} and number in ('1', '2', '2-old') order by number`,
  );
  expect(names).toEqual([
    { number: '1', name: "O'Brien; =1+1" },
    { number: '2', name: 'Two' },
    { number: '2-old', name: "O'Brien; =1+1" },
  ]);
});

test('only one restore of an account runs at a time, and each only once', async () => {
  const { archive } = await backUp();
  const [first, second] = [(await upload(archive)).json(), (await upload(archive)).json()];
  const body = { items: ['Employees'], strategy: 'merge' };
  await t.ask(`${base()}/restore/${first.restoreJobId}/start`, { token, body });
  for (const id of [first.restoreJobId, second.restoreJobId])
    expect((await t.ask(`${base()}/restore/${id}/start`, { token, body })).json().errorCode).toBe('CONFLICT');
});

test('users are restored as employers with rights that an employer may have, and take nobody’s name', async () => {
  const { token: _ } = await givenAdmin(t.db, { username: 'taken' });
  await t.db.run(sql`insert into app_user (account_id, user_id, username, email, first_name, last_name, role, modules, permissions, search_text)
    values (${accountId}, gen_random_uuid(), 'lena', 'lena@x.test', 'Lena', 'L', 'employer', '{Dashboard}', '{GET_ALL_ALERTS}', ''),
           (${accountId}, gen_random_uuid(), 'taken', 'other@x.test', 'Not', 'You', 'employer', '{Dashboard}', '{}', '')`);
  const crafted = await forge((await backUp()).archive, (files) =>
    files.set(
      'data/users.ndjson',
      Buffer.from(
        String(files.get('data/users.ndjson')).replaceAll('"GET_ALL_ALERTS"', '"GET_ALL_ALERTS", "Account.DELETE"'),
      ),
    ),
  );
  const other = await givenAccount(t.db);
  await t.db.run(sql`delete from app_user where account_id = ${accountId}`);
  expect((await restore(crafted, 'replace', ['Users'], other)).status.status).toBe('Successful');
  const users = await t.db.rows(
    z.object({ username: z.string(), role: z.string(), permissions: z.array(z.string()) }),
    sql`
    select username, role, permissions from app_user where account_id = ${other}`,
  );
  expect(users).toEqual([{ username: 'lena', role: 'employer', permissions: ['GET_ALL_ALERTS'] }]);
});

test('a template moves to another account of the installation and can be opened there, if that stores templates', async () => {
  const { secrets } = t.services;
  const sealed = secrets.seal('finger', templateContext(accountId, '1'));
  await t.db.run(sql`insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at)
    values (${accountId}, gen_random_uuid(), '1', 'FP', '0', ${sealed}, ${t.clock.now()})`);
  const other = await givenAccount(t.db);
  // The file names no employee, as those from before 24 November 2026: it is bound to the holder of the PIN.
  await givenEmployee(t.db, other, { timeId: '1' });
  const { archive } = await backUp();
  const { restoreJobId } = (await upload(archive, other)).json();
  const start = () =>
    t.ask(`/v2/backup-restore/${other}/restore/${restoreJobId}/start`, {
      token,
      body: { items: ['Biometric Templates'], strategy: 'merge', acceptForeign: true },
    });
  const refused = await start();
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('stores no biometric')]);
  await t.db.run(sql`update account set store_templates = true where account_id = ${other}`);
  expect((await start()).statusCode).toBe(200);
  // Switched off while the restore waits for its turn: nothing is stored.
  await t.db.run(sql`update account set store_templates = false where account_id = ${other}`);
  await t.jobs.drain();
  expect(await t.db.run(sql`select 1 from biometric_template where account_id = ${other}`)).toBe(0);
  await t.db.run(sql`update account set store_templates = true where account_id = ${other}`);
  expect((await restore(archive, 'merge', ['Biometric Templates'], other)).status.status).toBe('Successful');
  const moved = await t.db.single(
    z.object({ sealed: z.string() }),
    sql`select sealed from biometric_template where account_id = ${other}`,
  );
  expect(secrets.open(moved.sealed, templateContext(other, '1')).toString()).toBe('finger');
  expect(() => secrets.open(moved.sealed, templateContext(accountId, '1'))).toThrow();
});

test('a job whose process died does not stay In Progress', async () => {
  const { backupJobId } = (await t.ask(`${base()}/backup/start`, { token, body: ALL_ITEMS })).json();
  const { archive } = await backUp();
  const before = await contents();
  const { restoreJobId } = (await upload(archive)).json();
  await t.db.run(
    sql`update restore_job set status = 'In Progress', strategy = 'replace',
          progress = '{"done": 0, "total": 0, "step": "Restoring"}' where restore_job_id = ${restoreJobId}`,
  );
  await t.db.run(sql`update backup_job set status = 'In Progress' where backup_job_id = ${backupJobId}`);
  const folder = join(t.dataDir, 'backups', accountId);
  mkdirSync(join(folder, `unfinished-${backupJobId}`));
  const kept = readdirSync(folder).filter((name) => !name.includes(backupJobId));
  t.clock.advance(16_000);
  // The next request for its status corrects it.
  await t.ask(`${base()}/backup/${backupJobId}/status`, { token });
  await t.jobs.drain();
  expect(readdirSync(folder)).toEqual(kept);
  expect((await t.ask(`${base()}/backup/${backupJobId}/status`, { token })).json()).toMatchObject({
    status: 'Failed',
    failureReason: expect.stringContaining('stopped'),
  });
  expect((await t.ask(`${base()}/restore/${restoreJobId}/status`, { token })).json()).toMatchObject({
    status: 'Failed',
    failureReason: expect.stringContaining('Nothing was changed'),
  });
  expect(await contents()).toBe(before);
});

test('a backup whose process died shows as failed once its file is deleted, and not before', async () => {
  const { backupJobId } = (await t.ask(`${base()}/backup/start`, { token, body: ALL_ITEMS })).json();
  t.jobs.waiting.length = 0;
  await t.db.run(sql`update backup_job set progress = '{"done": 9, "total": 9, "step": "Packing"}'
    where backup_job_id = ${backupJobId}`);
  // A folder stands where the file should be, so it cannot be removed as a file.
  const file = join(t.dataDir, 'backups', accountId, `${backupJobId}.zip`);
  mkdirSync(file, { recursive: true });
  t.clock.advance(16_000);
  const status = async () => (await t.ask(`${base()}/backup/${backupJobId}/status`, { token })).json();
  await t.jobs.send('backup-sweep', {});
  await expect(t.jobs.drain()).rejects.toThrow();
  expect(await status()).toMatchObject({ status: 'In Progress' });
  rmSync(file, { recursive: true });
  writeFileSync(file, 'whole');
  await t.jobs.drain();
  expect(await status()).toMatchObject({ status: 'Failed' });
  expect(existsSync(file)).toBe(false);
});

test('a backup waits for its turn for as long as necessary', async () => {
  const { backupJobId } = (await t.ask(`${base()}/backup/start`, { token, body: ALL_ITEMS })).json();
  const own = t.jobs.waiting.splice(0);
  t.clock.advance(3_600_000);
  await t.jobs.send('backup-sweep', {});
  await t.jobs.drain();
  const status = async () => (await t.ask(`${base()}/backup/${backupJobId}/status`, { token })).json();
  expect(await status()).toMatchObject({ status: 'In Progress', progress: { step: 'Waiting' } });
  t.jobs.waiting.push(...own);
  await t.jobs.drain();
  expect(await status()).toMatchObject({ status: 'Successful' });
});

test('a rehearsal counts what is added, changed, left and deleted', async () => {
  const { archive } = await backUp();
  await t.db.run(sql`delete from clock_record where account_id = ${accountId} and extract(day from at) in (11, 12)`);
  await t.db.run(
    sql`update clock_record set means = 'nfc' where account_id = ${accountId} and extract(day from at) = 13`,
  );
  await t.db.run(sql`
    insert into clock_record (account_id, clock_record_id, at, direction, source, received_at)
    select ${accountId}, gen_random_uuid(), '2026-11-09T05:00:00Z', 'in', 'device:other', '2026-11-09T05:00:00Z' from generate_series(1, 7) n`);
  const { restoreJobId } = (await upload(archive)).json();
  const body = { items: ['Clock Records'], strategy: 'replace' };
  const reply = await t.ask(`${base()}/restore/${restoreJobId}/rehearse`, { token, body });
  expect(reply.json()).toEqual({
    items: [{ type: 'Clock Records', added: 80, changed: 40, unchanged: 120, deleted: 7, conflicts: [] }],
  });
});

test('a rehearsal says how many records of removed days would come back (docs/reference/records.md#how-long-records-are-stored)', async () => {
  const { archive } = await backUp();
  const old = sql`account_id = ${accountId} and at < '2026-11-13'::timestamp at time zone (select time_zone from account where account_id = ${accountId})`;
  const { n } = await t.db.single(count, sql`select count(*)::int as n from clock_record where ${old}`);
  expect(n).toBeGreaterThan(0);
  await t.db.run(sql`delete from clock_record where ${old}`);
  const { restoreJobId } = (await upload(archive)).json();
  const rehearsed = async (item: string) =>
    (
      await t.ask(`${base()}/restore/${restoreJobId}/rehearse`, { token, body: { items: [item], strategy: 'merge' } })
    ).json();
  expect(await rehearsed('Clock Records')).not.toHaveProperty('returning');
  await t.db.run(sql`update account set records_from = '2026-11-17' where account_id = ${accountId}`);
  expect(await rehearsed('Clock Records')).toMatchObject({ returning: n });
  expect(await rehearsed('Employees')).not.toHaveProperty('returning');
});

test('the staged lines of a restore that has ended are deleted, even if the server stopped before it could', async () => {
  const { archive } = await backUp();
  const { restoreJobId } = (await upload(archive)).json();
  const lines = async () =>
    (await t.db.single(count, sql`select count(*)::int as n from restore_line where account_id = ${accountId}`)).n;
  await t.db.run(
    sql`update restore_job set status = 'Failed', finished_at = now() where restore_job_id = ${restoreJobId}`,
  );
  expect(await lines()).toBeGreaterThan(250);
  await t.jobs.send('backup-sweep', {});
  await t.jobs.drain();
  expect(await lines()).toBe(0);
});

test('the file of an upload is deleted once it has been checked, even if the server stopped before it could', async () => {
  const { archive } = await backUp();
  const { restoreJobId } = (await upload(archive)).json();
  const arriving = crypto.randomUUID();
  await t.db.run(sql`insert into restore_job (account_id, restore_job_id, started_at, started_by, status, heartbeat_at)
    values (${accountId}, ${arriving}, ${t.clock.now()}, 'Ann', 'Not Started', ${t.clock.now()})`);
  const folder = join(t.dataDir, 'uploads', accountId);
  const forgotten = crypto.randomUUID();
  for (const id of [restoreJobId, arriving, forgotten]) writeFileSync(join(folder, `${id}.zip`), archive);
  await t.jobs.send('backup-sweep', {});
  await t.jobs.drain();
  expect(readdirSync(folder)).toEqual([`${arriving}.zip`]);
  const body = { items: ['Employees'], strategy: 'merge' };
  expect((await t.ask(`${base()}/restore/${restoreJobId}/rehearse`, { token, body })).statusCode).toBe(200);
});

test('a restore can be started although an earlier job of the account died a moment ago', async () => {
  const { archive } = await backUp();
  const { backupJobId } = (await t.ask(`${base()}/backup/start`, { token, body: ALL_ITEMS })).json();
  t.jobs.waiting.length = 0;
  await t.db.run(sql`update backup_job set progress = '{"done": 0, "total": 0, "step": "Reading"}'
    where backup_job_id = ${backupJobId}`);
  const { restoreJobId } = (await upload(archive)).json();
  const start = () =>
    t.ask(`${base()}/restore/${restoreJobId}/start`, { token, body: { items: ['Employees'], strategy: 'merge' } });
  expect((await start()).statusCode).toBe(409);
  t.clock.advance(16_000);
  expect((await start()).statusCode).toBe(200);
});

test('a backup that was given up is not made any more', async () => {
  const { backupJobId } = (await t.ask(`${base()}/backup/start`, { token, body: ALL_ITEMS })).json();
  await t.db.run(sql`update backup_job set status = 'Failed' where backup_job_id = ${backupJobId}`);
  await t.jobs.drain();
  expect((await t.ask(`${base()}/backup/${backupJobId}/status`, { token })).json()).toMatchObject({ status: 'Failed' });
  expect(existsSync(join(t.dataDir, 'backups', accountId, `${backupJobId}.zip`))).toBe(false);
});

test('hostile archives are refused with their reason, and change nothing', async () => {
  const { archive } = await backUp();
  const before = await contents();
  const answers: string[] = [];
  for (const [name, make, says] of HOSTILE_ARCHIVES) {
    const reply = await upload(await make(archive));
    expect([400, 413, 415], name).toContain(reply.statusCode);
    expect(reply.json().message, name).toMatch(says);
    answers.push(name);
  }
  expect(answers.length).toBeGreaterThanOrEqual(30);
  expect(await contents()).toBe(before);
  expect((await t.ask(`${base()}/restore?cacheKey=1`, { token })).json().results).toEqual([]);
  expect(readdirSync(join(t.dataDir, 'uploads', accountId))).toEqual([]);
  expect((await upload(archive, accountId, { type: 'text/plain', name: 'a.txt' })).json().message).toBe(
    'File type not supported. Only ZIP files are supported.',
  );
});
