import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, headlessShellPath } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/e2e.builds.ts',
  // Ten times what a test takes: nothing depends on how busy the machine is.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // More than cores: much of a test is waiting.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    // Without a graphics card, what moves all the time takes a third of a processor; a11y.keyboard lets it move.
    contextOptions: { reducedMotion: 'reduce' },
    // Only the tests of the worker let one in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: headlessShellPath() ?? '', args: CHROMIUM_ARGS },
    screenshot: 'only-on-failure',
  },
  outputDir: 'test-results',
});
