import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import { dumpInstance } from '#server/operations/instance/dump.ts';
import { loadInstance } from '#server/operations/instance/load.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { UNLIMITED } from '../support/limits.ts';
import { askAll, givenRelease, RELEASE_ENVIRONMENT, type Release, restoreOwnBackup } from '../support/release.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';

/**
 * An installation of every released version is opened by this one, brought up to its schema, and says what it said before.
 * RELEASE=write keeps one of this version: do it once, when a version is released, and never again for the same.
 */
const FIXTURES = join(import.meta.dirname, '../fixtures');
const releases = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.zip'))
  .map((name) => name.replace(/\.zip$/, ''));
const t = useTestApp({ env: RELEASE_ENVIRONMENT });
const folder = mkdtempSync(join(tmpdir(), 'tb-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(process.env.RELEASE === 'write')('keeps an installation of this version', async () => {
  const { version } = t.services.config;
  const kept = await givenRelease(t);
  const said = await askAll((url, options) => t.ask(url, options), kept);
  const config = { ...t.services.config, databaseUrl: t.connectionString };
  await dumpInstance(config, join(FIXTURES, `${version}.zip`), t.clock.now());
  writeFileSync(join(FIXTURES, `${version}.json`), `${JSON.stringify({ ...kept, said }, null, 1)}\n`);
});

it.each(releases)('an installation of %s goes on with this version as if nothing had been', async (version) => {
  const kept: Release & { said: Record<string, unknown> } = JSON.parse(
    readFileSync(join(FIXTURES, `${version}.json`), 'utf8'),
  );
  const dataDir = join(folder, version);
  const config = { ...readConfig({ ...RELEASE_ENVIRONMENT, DATA_DIR: dataDir }), rateLimits: UNLIMITED };
  await loadInstance(config, join(FIXTURES, `${version}.zip`), new Date(TEST_NOW));
  const log = pino({ level: 'silent' });
  const database = await openDatabase(config, log);
  const jobs = createInProcessJobs();
  const { db, connectionString } = database;
  const clock = { now: () => new Date(TEST_NOW) };
  const app = await buildApp(composeServices({ config, clock, db, connectionString, jobs, log }));
  try {
    const ask: typeof t.ask = (url, { method, token, body, headers = {} } = {}) =>
      app.inject({
        url,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...headers, ...(token && { authorization: token }) },
        ...(body !== undefined && { payload: body as object }),
      });
    // A later version may answer additional fields.
    const said = version === '0.1.0' ? asJudgedNow(kept.said) : asPaidNow(kept.said);
    expect(await askAll(ask, kept)).toMatchObject(said);
    await restoreOwnBackup(app, jobs, kept);
    const { 'POST /v2/stats/generateReport': report } = await askAll(ask, kept);
    expect(said).toMatchObject({ 'POST /v2/stats/generateReport': report });
  } finally {
    await app.close();
    await database.close();
  }
});

/**
 * Applies to what 0.1.0 said what has changed on purpose: who was first received on the 20th and has no record is in no number of the 19th (docs/reference/attendance.md#who-counts), where
 * 0.1.0 called them absent; `GET /stats/exceptions` is gone; a device's `held` punches are `quarantine` now, with their networks; attendance reports end with Corrected and Excused;
 * the next step of a device names the person to send a code to.
 */
const asJudgedNow = ({
  'GET /v2/stats/exceptions?referenceDate=2026-11-20': _gone,
  ...said
}: Record<string, unknown>): object =>
  JSON.parse(
    JSON.stringify(said)
      .replace(/2026-11-19,6,Ann 6,(?:(?!\\r\\n).)*,Absent,(?:(?!\\r\\n).)*\\r\\n/g, '')
      .replaceAll('"held":0,', '')
      .replaceAll('send it to somebody who has it', 'send it to the person who has it')
      .replaceAll(',Remarks\\r\\n', ',Remarks,Corrected,Excused\\r\\n')
      .replace(/(2026-11-\d\d,\d,Ann (?:(?!\\r\\n).)*)\\r\\n/g, '$1,,\\r\\n'),
  );

/**
 * Applies to what 0.2.0 said what has changed on purpose: the pay of Ann 0, who clocked while inactive, waits for that.
 */
const asPaidNow = (said: Record<string, unknown>): object =>
  JSON.parse(JSON.stringify(said), (_, value) =>
    value?.employee?.number === '0' && value.open?.includes('not-over')
      ? { ...value, open: ['inactive-clocked', ...value.open] }
      : value,
  );

it('there is an installation of every version that was released', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)\]?/gm)].map(([, version]) => version);
  expect(releases).toEqual(expect.arrayContaining(released));
});
