import { existsSync } from 'node:fs';
import { ask, installSystemPackage } from './run.ts';

function installed(): string | undefined {
  const named = process.env.FIREFOX_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return ask('which', ['firefox-esr']) || ask('which', ['firefox']) || undefined;
}

/** Returns the path of a Firefox: an installed one, else the system's package where it can be installed; else undefined. */
export async function findFirefox(): Promise<string | undefined> {
  const known = installed();
  if (known) return known;
  await installSystemPackage('firefox-esr');
  return installed();
}
