import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // Properties take a while beside a busy process.
          testTimeout: 30_000,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          testTimeout: 180_000,
        },
      },
    ],
    // More than the two cores that a small machine has: much of a test is waiting for a process, a lock or a timer.
    maxWorkers: 3,
  },
});
