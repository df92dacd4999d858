import { defineConfig } from 'vitest/config';

/** Limits that guard against hanging only: on a busy machine some tests take ten times what they take alone. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
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
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          // The files of a worker share its modules and its database: starting both takes longer than most files.
          isolate: false,
          globalSetup: ['tests/support/api.setup.ts'],
          ...PATIENCE,
        },
      },
      {
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
