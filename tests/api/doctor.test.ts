import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  accountProblems,
  directoryProblems,
  doubtfulSettings,
  missingSettings,
  networkProblems,
} from '#server/operations/doctor/doctor.ts';
import { readConfig } from '#server/platform/config.ts';
import { givenAdmin } from '#tests/support/factories.ts';
import { endProcesses, newFolder, startScript } from '#tests/support/processes.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Settings with which a server starts and which do not work are told in words, by `npm run doctor` and in the log of a start. */

const t = useTestApp();
afterAll(endProcesses);
const file = join(newFolder(), 'file');
writeFileSync(file, '');
const place = { DATA_DIR: newFolder() };

test.each([
  [{}, []],
  [{ PUBLIC_URL: 'https://tally.example' }, []],
  [{ PUBLIC_URL: 'http://localhost:8080' }, []],
  [{ PUBLIC_URL: 'http://tally.example' }, [/^PUBLIC_URL is http/]],
  [{ PUBLIC_URL: 'https://tally.example', RC_URL: 'http://clock.example/' }, [/^RC_URL is http/]],
])('settings %j', (variables, lines) => {
  expect(doubtfulSettings(readConfig({ ...place, ...variables }))).toEqual(
    lines.map((line) => expect.stringMatching(line)),
  );
});

test('what an installation lacks is listed', () => {
  expect(
    missingSettings(readConfig({ ...place, INSTALLATION_BACKUP: 'off' })).map((line) => line.split(' ')[0]),
  ).toEqual(['SMTP_URL', 'INSTALLATION_BACKUP', 'BACKUP_COPY_DIR']);
  const whole = { SMTP_URL: 'smtps://mail.example', BACKUP_COPY_DIR: newFolder() };
  expect(missingSettings(readConfig({ ...place, ...whole }))).toEqual([]);
});

test('a directory that backups cannot be written to', async () => {
  const problems = (variables: object) => directoryProblems(readConfig({ ...place, ...variables }));
  expect(await problems({ BACKUP_COPY_DIR: newFolder() })).toEqual([]);
  expect(await problems({ BACKUP_COPY_DIR: join(file, 'copies') })).toEqual([
    expect.stringMatching(/^BACKUP_COPY_DIR .*file\/copies cannot be written to \(ENOTDIR\)/),
  ]);
  expect(await problems({ INSTALLATION_BACKUP_DIR: file })).toEqual([
    expect.stringMatching(/^INSTALLATION_BACKUP_DIR .*\(EEXIST\)/),
  ]);
  expect(await problems({ INSTALLATION_BACKUP_DIR: file, INSTALLATION_BACKUP: 'off' })).toEqual([]);
});

test('a provider and a mail server that cannot be reached', async () => {
  const away = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'tally', SMTP_URL: 'smtp://127.0.0.1:9' };
  expect(await networkProblems(readConfig({ ...place, ...away }), t.clock)).toEqual([
    expect.stringMatching(/^Single sign-on: the provider sso \(http:\/\/127\.0\.0\.1:9\) cannot be used: /),
    expect.stringMatching(/^SMTP_URL: the mail server takes no mails: .*ECONNREFUSED/),
  ]);
});

test('a new account is backed up every night, unless the operator says otherwise; one without a schedule is told', async () => {
  const { token } = await givenAdmin(t.db);
  const holder = { firstName: 'Ann', lastName: 'Smith', contactNo: '1', emailAddr: 'ann@farm.test' };
  const add = async (code: string) => {
    const body = { code, name: code, holder, timeZone: 'Africa/Johannesburg' };
    const { _id } = (await t.ask('/v2/account', { token, body })).json();
    return (await t.ask(`/v2/backup-restore/${_id}/schedule`, { token })).json();
  };
  const nightly = await add('nightly');
  expect(nightly.schedule).toMatchObject({ frequency: 'daily', time: '02:00', keep: 7, rehearse: true });
  expect(nightly.health.nextAt).toBe('2026-11-21T00:00:00.000Z');
  const before = await accountProblems(t.db);
  Object.assign(t.services.config, { accountBackup: 'off' });
  expect((await add('none')).schedule.frequency).toBe('off');
  Object.assign(t.services.config, { accountBackup: 'daily' });
  expect([before, await accountProblems(t.db)]).toEqual([
    [],
    ['1 account has no automatic backups: set them on Data Management of each.'],
  ]);
});

test('npm run doctor says what it found and ends with 1', async () => {
  const { ended, out, err } = startScript('scripts/doctor.ts', [], {
    DATABASE_URL: t.connectionString,
    DATA_DIR: newFolder(),
    PUBLIC_URL: 'http://tally.example',
  });
  expect(await ended).toBe(1);
  expect(out()).toContainEqual(expect.stringMatching(/^PUBLIC_URL is http/));
  expect(err().at(-1)).toMatch(/^The command failed: \d+ things to look at$/);
});
