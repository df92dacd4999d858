import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, installSystemPackage } from './run.ts';

const LIBRARIES = '/usr/lib';
/** The programs that driving WebKitGTK takes, each with Debian's package of it. */
const PROGRAMS = {
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  'dbus-run-session': 'dbus-daemon',
};

/** MiniBrowser stands beside the library, in a folder by architecture and version. */
function miniBrowser(): string | undefined {
  for (const architecture of readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu')))
    for (const version of readdirSync(join(LIBRARIES, architecture)).filter((name) => name.startsWith('webkit2gtk-')))
      if (readdirSync(join(LIBRARIES, architecture, version)).includes('MiniBrowser'))
        return join(LIBRARIES, architecture, version, 'MiniBrowser');
  return undefined;
}

/** The programs of WebKitGTK: installed ones, else the system's packages where they can be installed; undefined where they cannot be had. */
export async function findWebKit(): Promise<{ driver: string; browser: string } | undefined> {
  for (const [program, name] of Object.entries(PROGRAMS))
    if (!ask('which', [program]) && !(await installSystemPackage(name))) return undefined;
  const driver = ask('which', ['WebKitWebDriver']);
  const browser = miniBrowser();
  return driver && browser ? { driver, browser } : undefined;
}
