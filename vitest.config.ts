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
/** Tests of many generated cases, of 100,000 rows, or of what something costs: measured beside others in `npm test` it would be of these. */
const LONG = named(
  'api/backupsFuzz',
  'api/backupsSchedule',
  'api/bodyCosts*',
  'api/corrections.random',
  'api/correctionsAttacks',
  'api/databaseFaults',
  'api/doubleCalls',
  'api/importCosts',
  'api/oneState',
  'api/oneSum',
  'api/recordsNowhere',
  'api/securityFuzz',
  'api/securityLimits',
  'api/setup.hostile',
  'api/setup.manyLines',
  'api/terminalsFuzz',
  'unit/server/intake/terminals/bodyCosts',
  'unit/server/intake/terminals/cost',
);
/** Tests of whole weeks, many combinations, attacks and bounds: most of the time of all API tests, for what seldom breaks alone. */
const WIDE = named(
  'api/*Attacks',
  'api/*Languages',
  'api/*Nowhere*',
  'api/*Statements',
  'api/accessTenants',
  'api/admission',
  'api/alerts.scheduler',
  'api/alertsMails',
  'api/alertsReports',
  'api/approvals',
  'api/audit?*',
  'api/backups*',
  'api/cards',
  'api/changedHours',
  'api/containers*',
  'api/correctionsNights',
  'api/correctionsPayroll',
  'api/correctionsProposals',
  'api/correctionsWorkDays',
  'api/costlyQuestions',
  'api/earnings.*',
  'api/hourLimits*',
  'api/importBadInput',
  'api/importMeanings',
  'api/keptPeople',
  'api/lateMasterData',
  'api/newPeople',
  'api/olderDays*',
  'api/oldRecords',
  'api/ownDays*',
  'api/paidHours*',
  'api/payByHand*',
  'api/payFiles',
  'api/pieces',
  'api/pieces.dated',
  'api/pieces.lists',
  'api/piecesBulk',
  'api/presentRules',
  'api/privacy?*',
  'api/push',
  'api/quality',
  'api/readingKeys',
  'api/recordFiles*',
  'api/reports*',
  'api/safeSuggestions',
  'api/scope?*',
  'api/security',
  'api/securityBounds',
  'api/securityRequests',
  'api/sessionPasswords',
  'api/setup.dropBack',
  'api/setup.hoursRules',
  'api/setup.limits',
  'api/setup.lists',
  'api/setup.listsHard',
  'api/setup.lock*',
  'api/setup.ownDay',
  'api/setup.payRates',
  'api/setup.properties',
  'api/setup.undo',
  'api/setup.wholeOrNothing',
  'api/setup.workbook',
  'api/signIn',
  'api/signIn.passkeys',
  'api/singleSignOn*',
  'api/teams*',
  'api/terminals?*',
  'api/trends',
  'api/unitsTop',
  'api/unstorable',
  'api/waitingRecords',
);
const SCREENS = ['tests/ui/**/*.test.{ts,tsx}'];
/** The same of screens. */
const WIDE_UI = [
  'accounts',
  'alerts',
  'backups',
  'crew',
  'crewSheet',
  'deviceAlerts',
  'devices',
  'lastFigures',
  'paidHours',
  'payFiles',
  'pieces*',
  'recordFiles',
  'reports',
  'search',
  'settings',
  'singleSignOn',
  'stats',
  'users',
  'workPlans',
].map((name) => `tests/ui/${name}.test.{ts,tsx}`);
/** Tests with a long form; their short one is of `npm test`, unless they are of another tier too. */
const SIZED = globSync('tests/{unit,api}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/support/size.ts'),
);
/** The files of other tiers; where all tiers run (scripts/test.ts), what has a long form runs in that alone. */
const ELSEWHERE = [...PROCESS, ...LONG, ...WIDE, ...(process.env.TEST_ALL ? SIZED : [])];
/** The Recorder's words, by whose figures days are agreed. */
const plugins = [words(), catalogues()];

const seeded = { setupFiles: ['tests/support/seed.setup.ts'] };
/** One database server for all files; those of a worker share its modules and its database: starting both takes longer than most files. */
const api = {
  environment: 'node',
  isolate: false,
  globalSetup: ['tests/support/api.setup.ts'],
  ...seeded,
  ...PATIENCE,
};
/** A window and the packages cost more than most files do; ui.setup.ts gives each file the application's modules anew. */
const ui = { environment: 'jsdom', isolate: false, setupFiles: ['tests/support/ui.setup.ts'], ...PATIENCE };
const long = { ...api, env: { TEST_SIZE: 'long' } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: ELSEWHERE,
          environment: 'node',
          // The files of a worker share its modules: loading them anew takes a third of the time.
          isolate: false,
          ...seeded,
          ...PATIENCE,
        },
      },
      { plugins, test: { name: 'api', include: ['tests/api/**/*.test.ts'], exclude: ELSEWHERE, ...api } },
      { plugins, test: { name: 'wide', include: WIDE, exclude: [...PROCESS, ...LONG, ...SIZED], ...long } },
      { test: { name: 'process', include: PROCESS, ...api } },
      { plugins, test: { name: 'long', include: [...LONG, ...SIZED], exclude: PROCESS, ...long } },
      { plugins, test: { name: 'ui', include: SCREENS, exclude: WIDE_UI, ...ui } },
      { plugins, test: { name: 'wide ui', include: WIDE_UI, ...ui } },
    ],
    // More than the two cores that a small machine has: much of a test is waiting for a process, a lock or a timer.
    maxWorkers: 3,
  },
});
