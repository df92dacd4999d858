import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recorderOf } from '#server/intake/devices/recorder.ts';
import { dumpInstance } from '#server/operations/instance/dump.ts';
import { loadInstance } from '#server/operations/instance/load.ts';
import { openInstance } from '#server/operations/instance/open.ts';
import type { Config } from '#server/platform/config.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { givenDevice } from '#tests/support/factories.work.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';
import { useTestApp } from '#tests/support/testApp.ts';
import { unzip, zip } from '#tests/support/zip.ts';

const t = useTestApp();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tb-drill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const here = (): Config => ({ ...t.services.config, databaseUrl: t.connectionString, dataDir: t.dataDir });
const newMachine = (name = 'new'): Config => ({
  ...t.services.config,
  databaseUrl: undefined,
  dataDir: join(folder, name),
});

test('the disaster drill: everything of the old machine is on the new one, to the row, including its key and files', async () => {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { name: 'Fruit & Söhne' });
  await givenEmployer(t.db, { accountId });
  await fillAccount(t.db, accountId);
  const body = { includeEmployees: true };
  const { backupJobId } = (await t.ask(`/v2/backup-restore/${accountId}/backup/start`, { token, body })).json();
  await t.jobs.drain();
  writeFileSync(join(t.dataDir, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`, { mode: 0o600 });
  const path = join(folder, 'whole.zip');

  const made = await dumpInstance(here(), path, t.clock.now());
  expect(made.tables.find(({ name }) => name === 'clock_record')?.count).toBe(240);
  await loadInstance(newMachine(), path, t.clock.now());

  const again = await dumpInstance(newMachine(), join(folder, 'again.zip'), t.clock.now());
  expect(again.tables.map(({ name, count }) => [name, count])).toEqual(
    made.tables.map(({ name, count }) => [name, count]),
  );
  const [before, after] = [await unzip(await readFile(path)), await unzip(await readFile(join(folder, 'again.zip')))];
  const sorted = (text: Buffer | undefined) => String(text).split('\n').sort();
  for (const name of before.keys())
    if (name !== 'manifest.json') expect(sorted(after.get(name)), name).toEqual(sorted(before.get(name)));
  expect([...before.keys()]).toContain(`files/backups/${accountId}/${backupJobId}.zip`);
  expect([...before.keys()]).toContain('files/secret.key');
  rmSync(join(t.dataDir, 'secret.key'));
});

test('it is restored into an empty installation only, and a damaged file leaves it empty', async () => {
  await fillAccount(t.db, await givenAccount(t.db), { employees: 3 });
  const path = join(folder, 'whole.zip');
  await dumpInstance(here(), path, t.clock.now());
  await loadInstance(newMachine(), path, t.clock.now());
  await expect(loadInstance(newMachine(), path, t.clock.now())).rejects.toThrow(/empty/);

  const files = await unzip(await readFile(path));
  files.set(
    'tables/employee.ndjson',
    Buffer.from(String(files.get('tables/employee.ndjson')).replace('Thandi', 'Tandhi')),
  );
  await writeFile(join(folder, 'bad.zip'), await zip(files));
  await expect(loadInstance(newMachine('other'), join(folder, 'bad.zip'), t.clock.now())).rejects.toThrow(
    /employee is not what the manifest says/,
  );
  // Not even the schema exists.
  await expect(openInstance(newMachine('other'), { mayBeRunning: false })).rejects.toThrow(/there is no installation/);
  await expect(loadInstance(newMachine('third'), join(folder, 'none.zip'), t.clock.now())).rejects.toThrow(/ENOENT/);
});

test('after a restore every terminal is asked for what it still holds, and its connection log says so', async () => {
  const accountId = await givenAccount(t.db);
  const { deviceId } = await givenDevice(t.db, accountId);
  const access = await givenDevice(t.db, accountId);
  await t.db.run(sql`update device set dialect = 'access' where device_id = ${access.deviceId}`);
  const path = join(folder, 'whole.zip');
  await dumpInstance(here(), path, t.clock.now());
  const { terminalsAsked } = await loadInstance(newMachine(), path, t.clock.now());
  expect(terminalsAsked).toBeGreaterThanOrEqual(2);
  const { db, close } = await openInstance(newMachine(), { mayBeRunning: false });
  for (const asked of [deviceId, access.deviceId])
    expect((await recorderOf(db, { accountId, deviceId: asked }, t.clock.now())).nextStep).toMatch(
      /^Terminal .* has not called/,
    );
  await db.run(sql`update device set first_contact = now(), last_contact = ${t.clock.now()}`);
  for (const asked of [deviceId, access.deviceId])
    expect((await recorderOf(db, { accountId, deviceId: asked }, t.clock.now())).nextStep).toBe(
      'It is asked for everything that it still holds, as after a restore: it sends that at its next contact.',
    );
  await close();
});
