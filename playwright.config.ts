import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/e2e.builds.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A machine that lands changes may be busy; what passes only the second time is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    // Only the tests of the worker let one in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: await findChromium(), args: CHROMIUM_ARGS },
    screenshot: 'only-on-failure',
    // Recording every test takes a quarter of the whole time.
    trace: 'on-first-retry',
  },
  outputDir: 'test-results',
});
