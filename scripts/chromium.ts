import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ask, installSystemPackage, run } from './run.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function installed(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  for (const name of NAMES) {
    const path = ask('which', [name]);
    if (path) return path;
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
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
  await installSystemPackage('chromium');
  const packaged = installed();
  if (packaged) return packaged;
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
