import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ask, installSystemPackage, run } from './run.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Chromium without a window: the same engine, but no notifications and no installed applications. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const whichOf = (names: readonly string[]) => names.map((name) => ask('which', [name])).find(Boolean);
const named = () => process.env.CHROMIUM_PATH;

/** Returns the path of an installed Chromium: CHROMIUM_PATH, the system's, else Playwright's; undefined without one. Installs nothing. */
export function chromiumPath(): string | undefined {
  const path = named();
  if (path) return existsSync(path) ? path : undefined;
  return whichOf(NAMES) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
}

/**
 * Returns the path of Chromium's headless shell, which takes a quarter less of a processor than the whole browser; where there is none, or
 * CHROMIUM_PATH is set, that of Chromium. Installs nothing.
 */
export const headlessShellPath = () => (named() ? undefined : whichOf([HEADLESS_SHELL])) ?? chromiumPath();

/**
 * Returns the path of a Chromium; where there is none, says so and installs one: Playwright's, else the system's package. For commands that need a
 * browser, never for configurations. Throws with what is missing.
 */
export async function findChromium(): Promise<string> {
  const known = chromiumPath();
  if (known) return known;
  console.log('This needs Chromium, and none is installed: trying Playwright’s, then the system’s package.');
  await run('npx', ['playwright', 'install', 'chromium']);
  if (!chromiumPath()) await installSystemPackage('chromium', HEADLESS_SHELL);
  const installed = chromiumPath();
  if (installed) return installed;
  throw new Error(
    'The end-to-end tests need Chromium and none could be found or installed. Install chromium or Google Chrome, or set CHROMIUM_PATH.',
  );
}

/** As root Chromium needs --no-sandbox; the other arguments keep it from looking for online services and from painting in a process of its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];
