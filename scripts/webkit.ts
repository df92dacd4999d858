import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, installSystemPackage } from './run.ts';

const LIBRARIES = '/usr/lib';
/** The programs that driving WebKitGTK takes, each with its package in Debian. */
const PROGRAMS = {
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  'dbus-run-session': 'dbus-daemon',
};

/** Returns the path of MiniBrowser, which is installed beside the library, in a folder named after architecture and version. */
function miniBrowser(): string | undefined {
  for (const architecture of readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu')))
    for (const version of readdirSync(join(LIBRARIES, architecture)).filter((name) => name.startsWith('webkit2gtk-')))
      if (readdirSync(join(LIBRARIES, architecture, version)).includes('MiniBrowser'))
        return join(LIBRARIES, architecture, version, 'MiniBrowser');
  return undefined;
}

/** Returns the paths of WebKitGTK's programs: installed ones, else the system's packages where they can be installed; else undefined. */
export async function findWebKit(): Promise<{ driver: string; browser: string } | undefined> {
  for (const [program, name] of Object.entries(PROGRAMS))
    if (!ask('which', [program]) && !(await installSystemPackage(name))) return undefined;
  const driver = ask('which', ['WebKitWebDriver']);
  const browser = miniBrowser();
  return driver && browser ? { driver, browser } : undefined;
}
