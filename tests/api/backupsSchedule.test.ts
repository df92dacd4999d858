import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BackupSchedule } from '#contract/operations/backups.ts';
import { loadInstance } from '#server/operations/instance/load.ts';
import { openInstance } from '#server/operations/instance/open.ts';
import { sql } from '#server/platform/db/db.ts';
import { wordsIn } from '#server/platform/words/words.ts';
import { backupBase, backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenUser } from '../support/factories.ts';
import { fillAccount } from '../support/filledAccount.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp({ env: { METRICS_TOKEN: 'metrics-of-the-test', TIME_ZONE: 'Europe/Brussels' } });
const DAY = 24 * 3_600_000;
const DAILY: BackupSchedule = { frequency: 'daily', weekday: 7, time: '02:00', keep: 2, rehearse: true };
let token: string;
let accountId: string;
let folder: string;
const { start, upload, startRestore, backUp } = backupCalls(t, () => token);
beforeEach(async () => {
  ({ token } = await givenAdmin(t.db));
  accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
  await fillAccount(t.db, accountId, { employees: 3 });
  await givenUser(t.db, accountId, {
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`,
  });
  folder = mkdtempSync(join(tmpdir(), 'tb-copies-'));
  Object.assign(t.services.config, {
    backupCopyDir: join(folder, 'copies'),
    backupMinFreeBytes: 0,
    installationBackup: { ...t.services.config.installationBackup, keep: 2, dir: join(folder, 'installation') },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The server's clock, the scheduler's check of each minute, and the jobs that it sends. */
async function minuteAt(instant: string) {
  t.clock.set(instant);
  await t.jobs.send('backup-schedule', {});
  await t.jobs.drain();
}
/** Logs an administrator in again, because the session has ended after days. */
const admin = async () => {
  const signedIn = await givenAdmin(t.db);
  await t.db.run(sql`update session set created_at = ${t.clock.now()}, expires_at = ${new Date(t.clock.now().getTime() + DAY)}
    where user_id = ${signedIn.userId}`);
  ({ token } = signedIn);
};
const schedule = (body: object = DAILY) => t.ask(`${backupBase(accountId)}/schedule`, { token, method: 'PUT', body });
const told = async () => (await t.ask(`${backupBase(accountId)}/schedule?cacheKey=1`, { token })).json();
const warnings = async () => (await t.ask('/v2/backup-restore/warnings?cacheKey=1', { token })).json();
const made = async () => (await t.ask(`${backupBase(accountId)}/backup?cacheKey=1`, { token })).json().results;
const metrics = async () =>
  (await t.ask('/metrics', { headers: { authorization: 'Bearer metrics-of-the-test' } })).payload
    .split('\n')
    .filter((line) => line.startsWith('tallyboard_backup'));
const rehearsal = () =>
  t.db.rows(
    z.object({ problem: z.string().nullable() }),
    sql`select rehearsal_problem as problem from backup_job where account_id = ${accountId} and rehearsed_at is not null order by started_at`,
  );

describe('automatic backups of an account', () => {
  test('are off until somebody sets a time, in the account’s zone', async () => {
    expect(await told()).toMatchObject({ schedule: { frequency: 'off' }, health: { nextAt: null, warnings: [] } });
    await schedule();
    expect((await told()).health.nextAt).toBe('2026-11-21T00:00:00.000Z');
    await schedule({ ...DAILY, frequency: 'weekly', weekday: 7, time: '23:30' });
    expect((await told()).health.nextAt).toBe('2026-11-22T21:30:00.000Z');
    expect((await schedule({ ...DAILY, keep: 0 })).statusCode).toBe(400);
    await schedule({ ...DAILY, frequency: 'off' });
    await minuteAt('2026-11-23T00:00:00Z');
    await admin();
    expect(await made()).toEqual([]);
  });

  test('are made once per slot with everything in them and copied; the oldest are deleted, but none that somebody requested', async () => {
    await backUp(accountId, { includeEmployees: true });
    await schedule();
    // The disk for the copies was not there when this copy was due.
    const copied = join(folder, 'copies', 'accounts', accountId);
    mkdirSync(copied, { recursive: true });
    writeFileSync(join(copied, '01900000-0000-7000-8000-000000000000.zip'), 'old');
    // A server that was killed while it copied has left this.
    writeFileSync(join(copied, '01900000-0000-7000-8000-000000000001.zip.part'), 'ol');
    for (const day of ['21', '22', '23', '24']) {
      await minuteAt(`2026-11-${day}T00:00:20Z`);
      await minuteAt(`2026-11-${day}T00:01:20Z`);
    }
    await admin();
    const all = await made();
    expect(all.map(({ by, status }: { by: string; status: string }) => `${by.split(' ')[0]} ${status}`)).toEqual([
      'Schedule Successful',
      'Schedule Successful',
      'Uma Successful',
    ]);
    expect(all[0].items).toHaveLength(5);
    expect(readdirSync(join(t.dataDir, 'backups', accountId))).toHaveLength(3);
    const copies = readdirSync(copied).sort();
    expect(copies).toEqual([all[0], all[1]].map(({ backupJobId }) => `${backupJobId}.zip`).sort());
    expect(await told()).toMatchObject({ health: { lastGoodAt: all[0].finished, warnings: [] } });
  });

  test('go with their account, their copies too; later where the disk for copies is not there, and never without a deletion', async () => {
    const [copies, away] = [join(folder, 'copies'), join(folder, 'not-mounted')];
    const restored = uuidv7();
    const deleteAccount = async () =>
      expect((await t.ask(`/v2/account/${accountId}`, { token, method: 'DELETE' })).statusCode).toBe(200);
    await schedule();
    await minuteAt('2026-11-21T00:00:20Z');
    expect(readdirSync(join(copies, 'accounts', accountId))).toHaveLength(1);
    await admin();
    await deleteAccount();
    expect(readdirSync(join(copies, 'accounts'))).toEqual([]);

    accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
    await schedule();
    await minuteAt('2026-11-22T00:00:20Z');
    // An account that was made after the backup from which the installation was restored.
    mkdirSync(join(copies, 'accounts', restored));
    renameSync(copies, away);
    writeFileSync(copies, 'where the disk is mounted');
    await admin();
    await deleteAccount();
    rmSync(copies);
    renameSync(away, copies);
    expect(readdirSync(join(copies, 'accounts')).sort()).toEqual([accountId, restored].sort());
    await t.jobs.send('backup-account-folders', {});
    await t.jobs.drain();
    expect(readdirSync(join(copies, 'accounts'))).toEqual([restored]);
  });

  test('are taken by one of several processes', async () => {
    await schedule();
    t.clock.set('2026-11-21T00:00:30Z');
    const { defineScheduleJob } = await import('#server/operations/backups/scheduler.ts');
    const handlers: (() => Promise<void>)[] = [];
    const recording = {
      ...t.jobs,
      define: (_: string, run: unknown) => void handlers.push(run as () => Promise<void>),
    };
    for (let n = 0; n < 4; n++) defineScheduleJob({ ...t.services, jobs: { ...recording, schedule: () => undefined } });
    await Promise.all(handlers.map((run) => run()));
    await t.jobs.drain();
    await admin();
    expect(await made()).toHaveLength(1);
  });

  test('wait while a restore runs, and are made afterwards', async () => {
    const { archive } = await backUp(accountId);
    await schedule();
    const { restoreJobId } = (await upload(archive, accountId)).json();
    await startRestore(accountId, restoreJobId, { items: ['Employees'], strategy: 'merge' });
    const waiting = t.jobs.waiting.splice(0);
    await minuteAt('2026-11-21T00:00:00Z');
    await admin();
    expect(await made()).toHaveLength(1);
    t.jobs.waiting.push(...waiting);
    await t.jobs.drain();
    await minuteAt('2026-11-21T00:05:00Z');
    expect(await made()).toHaveLength(2);
  });

  test('are rehearsed in a scratch account of which nothing remains', async () => {
    await schedule();
    const accounts = sql`select account_id::text as id from account order by 1`;
    const before = await t.db.rows(z.object({ id: z.string() }), accounts);
    await minuteAt('2026-11-21T00:00:00Z');
    expect(await rehearsal()).toEqual([{ problem: null }]);
    expect(await t.db.rows(z.object({ id: z.string() }), accounts)).toEqual(before);
    expect(await t.db.rows(z.object({ n: z.int() }), sql`select count(*)::int as n from restore_line`)).toEqual([
      { n: 0 },
    ]);
  });

  test('warn when a rehearsal fails, with what could not be restored', async () => {
    // An older version may have left such a row.
    await t.db.run(sql`update standard_time set post_minutes = 2000000000 where account_id = ${accountId}`);
    await schedule();
    await minuteAt('2026-11-21T00:00:00Z');
    await admin();
    const { health } = await told();
    expect(health.warnings).toEqual([
      expect.stringMatching(/^The rehearsal of the last backup failed: .*post_minutes/),
    ]);
    expect((await warnings()).accounts).toEqual([
      { accountId, name: expect.any(String), warnings: health.warnings, words: health.words },
    ]);
  });

  test('warn when they cannot be made or copied, or are old; /metrics shows the age', async () => {
    await schedule();
    writeFileSync(join(folder, 'copies'), 'a file, no directory');
    await minuteAt('2026-11-21T00:00:00Z');
    await admin();
    expect((await told()).health.warnings).toEqual([expect.stringContaining('The copy of the last backup')]);
    rmSync(join(folder, 'copies'));

    Object.assign(t.services.config, { backupMinFreeBytes: Number.MAX_SAFE_INTEGER });
    await minuteAt('2026-11-22T00:00:00Z');
    await admin();
    const { health } = await told();
    expect(health.warnings).toEqual([
      'The backup could not be written: There is not enough room on the disk: 8589934592 MB must stay free.',
    ]);
    expect(health.words.map(wordsIn('es').say)).toEqual([
      'No se pudo escribir la copia de seguridad: No hay espacio suficiente en el disco: 8589934592 MB deben quedar libres.',
    ]);
    expect(readdirSync(join(t.dataDir, 'backups', accountId)).filter((name) => name.startsWith('unfinished'))).toEqual(
      [],
    );

    t.clock.set('2026-11-23T00:00:01Z');
    await admin();
    expect((await told()).health.warnings[0]).toContain('older than twice the interval');
    expect(await metrics()).toContain('tallyboard_backup_age_seconds{of="oldest_account"} 172801');
    expect(await metrics()).toContain('tallyboard_backups_overdue{of="accounts"} 1');
    // Where backups are weekly, the same age is not late.
    await schedule({ ...DAILY, frequency: 'weekly' });
    expect(await metrics()).toContain('tallyboard_backups_overdue{of="accounts"} 0');
  });

  test('nothing is uploaded to a full disk either', async () => {
    const { archive } = await backUp(accountId);
    Object.assign(t.services.config, { backupMinFreeBytes: Number.MAX_SAFE_INTEGER });
    expect((await upload(archive, accountId)).statusCode).toBe(503);
    expect((await start(accountId)).statusCode).toBe(200);
  });
});

describe('automatic backups of the installation', () => {
  const files = () => readdirSync(join(folder, 'installation')).sort();

  test('are made by the running server, readable by its user only, kept and copied; one of them can be restored elsewhere', async () => {
    await backUp(accountId);
    const copied = join(folder, 'copies', 'installation');
    mkdirSync(copied, { recursive: true });
    const { keyId } = t.services.secrets;
    const name = (day: string, id = keyId) => `tallyboard-202611${day}T013000Z-${id}.zip`;
    writeFileSync(join(copied, name('01')), 'of a disk that was away');
    // Two installations may share the disk of copies: each deletes its own.
    writeFileSync(join(copied, name('02', '0123456789abcdef')), 'of another installation');
    writeFileSync(join(copied, 'photo.zip'), 'somebody else’s');
    await minuteAt('2026-11-20T10:00:00Z');
    expect((await warnings()).installation).toEqual({
      lastGoodAt: null,
      nextAt: '2026-11-21T01:30:00.000Z',
      warnings: [],
      words: [],
    });
    for (const day of ['21', '22', '23']) await minuteAt(`2026-11-${day}T01:30:00Z`);
    expect(files()).toEqual([name('22'), name('23')]);
    expect(readdirSync(copied).sort()).toEqual(['photo.zip', name('02', '0123456789abcdef'), ...files()]);
    expect(statSync(join(folder, 'installation', files()[0] ?? '')).mode & 0o077).toBe(0);
    await admin();
    expect((await warnings()).installation.lastGoodAt).toBe('2026-11-23T01:30:00.000Z');
    expect(await metrics()).toContain('tallyboard_backup_age_seconds{of="installation"} 0');
    const { installationBackup } = t.services.config;
    Object.assign(t.services.config, { installationBackup: { ...installationBackup, frequency: 'off' } });
    expect((await metrics()).join()).not.toContain('tallyboard_backup_age_seconds{of="installation"}');
    Object.assign(t.services.config, { installationBackup });

    const elsewhere = { ...t.services.config, databaseUrl: undefined, dataDir: join(folder, 'new') };
    await loadInstance(elsewhere, join(folder, 'installation', files()[1] ?? ''), t.clock.now());
    const { db, close } = await openInstance(elsewhere, { mayBeRunning: false });
    const people = sql`select count(*)::int as n from employee`;
    expect(await db.single(z.object({ n: z.int() }), people)).toEqual({ n: 3 });
    await close();
    // The server starts twice, which takes more than a minute on a busy machine.
  });

  test('warn when they fail, leave nothing half written, and never fill the disk', async () => {
    await minuteAt('2026-11-20T10:00:00Z');
    mkdirSync(join(folder, 'installation', '.tallyboard-backup-dead'), { recursive: true });
    Object.assign(t.services.config, { backupMinFreeBytes: Number.MAX_SAFE_INTEGER });
    await minuteAt('2026-11-21T01:30:00Z');
    await minuteAt('2026-11-22T01:30:00Z');
    await admin();
    const { installation } = await warnings();
    expect(installation.warnings).toEqual([expect.stringContaining('not enough room on the disk')]);
    expect(files().filter((name) => name.endsWith('.zip'))).toEqual([]);
    t.clock.set('2026-11-23T01:30:00Z');
    await admin();
    expect((await warnings()).installation.warnings).toHaveLength(2);
  });
});
