import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ask, installSystemPackage, run } from './run.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Chromium without a window: the same engine, but no notifications and no installed applications. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const whichOf = (names: readonly string[]) => names.map((name) => ask('which', [name])).find(Boolean);
const named = () => process.env.CHROMIUM_PATH;

function installed(): string | undefined {
  const path = named();
  if (path) return existsSync(path) ? path : undefined;
  return whichOf(NAMES) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
}

/**
 * Returns the path of a Chromium: an installed one, else Playwright's, else one installed by the system's package manager. Throws with what is
 * missing.
 */
export async function findChromium(): Promise<string> {
  const known = installed();
  if (known) return known;
  await run('npx', ['playwright', 'install', 'chromium']);
  const downloaded = installed();
  if (downloaded) return downloaded;
  await installSystemPackage('chromium', HEADLESS_SHELL);
  const packaged = installed();
  if (packaged) return packaged;
  throw new Error(
    'The end-to-end tests need Chromium and none could be found or installed. Install chromium or Google Chrome, or set CHROMIUM_PATH.',
  );
}

/**
 * Returns the path of Chromium's headless shell, installed by the system's package manager where it can be: it takes a quarter less of a processor than
 * the whole browser, whose path is returned where there is none. CHROMIUM_PATH stands for both.
 */
export async function findHeadlessShell(): Promise<string> {
  // Playwright's workers read its configuration anew, in the environment of the first: nothing is installed, or found missing, twice.
  process.env.HEADLESS_SHELL_PATH ??= await lookForHeadlessShell();
  return process.env.HEADLESS_SHELL_PATH;
}

async function lookForHeadlessShell(): Promise<string> {
  const whole = await findChromium();
  if (named()) return whole;
  if (!whichOf([HEADLESS_SHELL])) await installSystemPackage(HEADLESS_SHELL);
  return whichOf([HEADLESS_SHELL]) ?? whole;
}

/** As root Chromium needs --no-sandbox; the other arguments keep it from looking for online services and from painting in a process of its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];
