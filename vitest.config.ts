import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { catalogues, words } from './build/words.ts';

/** Limits that guard against hanging only: on a busy machine some tests take ten times what they take alone. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

const named = (...names: string[]) => names.map((name) => `tests/${name}.test.ts`);
/** Tests that start servers, commands or jobs as processes of their own. */
const PROCESS = named(
  'api/bundled',
  'api/bundledServer',
  'api/commands',
  'api/dbMigrationKill',
  'api/demo',
  'api/instance',
  'api/instanceSnapshot',
  'api/jobs',
  'api/mailTls',
  'api/office',
  'api/package',
  'api/partition',
  'api/proxy',
  'api/startErrors',
  'api/stopping',
  'api/upgrade',
);
/** Tests of many generated cases, or of 100,000 rows. */
const LONG = named(
  'api/backupsFuzz',
  'api/backupsSchedule',
  'api/corrections.random',
  'api/correctionsAttacks',
  'api/databaseFaults',
  'api/importCosts',
  'api/securityFuzz',
  'api/securityLimits',
  'api/setup.hostile',
  'api/setup.manyLines',
  'api/terminalsFuzz',
);
/** Tests of whole weeks, many combinations, attacks and bounds: a quarter of the time of all API tests, for what seldom breaks alone. */
const WIDE = named(
  'api/admission',
  'api/alertsMails',
  'api/alertsReports',
  'api/backups',
  'api/backupsReferences',
  'api/correctionsNights',
  'api/earnings.bounds',
  'api/earnings.locked',
  'api/earnings.scope',
  'api/keptPeople',
  'api/olderDays',
  'api/payFilesAttacks',
  'api/privacyErase',
  'api/recordFiles',
  'api/reportLanguages',
  'api/reports.exports',
  'api/reportsSums',
  'api/scopeSilence',
  'api/scopeWork',
  'api/securityBounds',
  'api/setup.limits',
  'api/setup.locksRandom',
  'api/setup.properties',
  'api/setup.workbook',
  'api/terminalsMakesWeek',
  'api/terminalsReplay',
  'api/terminalsWeek',
);
/** Tests of `npm test` that have a long form too. */
const SIZED = globSync('tests/{unit,api}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/support/size.ts'),
);

/** One database server for all files; those of a worker share its modules and its database: starting both takes longer than most files. */
const api = { environment: 'node', isolate: false, globalSetup: ['tests/support/api.setup.ts'], ...PATIENCE };
const long = { ...api, env: { TEST_SIZE: 'long' } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [words(), catalogues()],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // The files of a worker share its modules: loading them anew takes a third of the time.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // Of the Recorder, by whose figures days are agreed.
        plugins: [words(), catalogues()],
        test: { name: 'api', include: ['tests/api/**/*.test.ts'], exclude: [...PROCESS, ...LONG, ...WIDE], ...api },
      },
      { test: { name: 'wide', include: WIDE, ...long } },
      { test: { name: 'process', include: PROCESS, ...api } },
      {
        plugins: [words(), catalogues()],
        test: { name: 'long', include: [...LONG, ...SIZED], exclude: [...PROCESS, ...WIDE], ...long },
      },
      {
        plugins: [words(), catalogues()],
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A window and the packages cost more than most files do; ui.setup.ts gives each file the application's modules anew.
          isolate: false,
          setupFiles: ['tests/support/ui.setup.ts'],
          ...PATIENCE,
        },
      },
    ],
    // More than the two cores that a small machine has: much of a test is waiting for a process, a lock or a timer.
    maxWorkers: 3,
  },
});
