import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { findChromium } from '../../scripts/chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The project's own build. */
export const BUILT = join(ROOT, 'dist');
/** Two releases that differ only in their version. */
export const OLD = '1.9.0';
export const NEW = '1.10.0';

export const buildDirectory = (version: string) => join(ROOT, '.tmp/e2e', version);

/** Finds a browser, builds the project where its sources are newer, and makes both releases of that build; Playwright's global setup. */
export default async function prepare() {
  await findChromium();
  await buildIfStale();
  for (const version of [OLD, NEW]) makeRelease(version);
}

/**
 * Copies the build as a build of another version would be: the version is in the pages alone (build/version.ts, tests/e2e/weight.spec.ts), and
 * their checksums are in the lists of their workers.
 */
function makeRelease(version: string) {
  const directory = buildDirectory(version);
  const inputs = readFileSync(join(BUILT, '.inputs'), 'utf8');
  const mark = join(directory, '.inputs');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === inputs) return;
  rmSync(directory, { recursive: true, force: true });
  // Without the compressed files, of which the two pages' and workers' would be of another version.
  cpSync(BUILT, directory, { recursive: true, filter: (path) => !/\.(br|gz|inputs)$/.test(path) });
  for (const folder of [directory, join(directory, 'rc')]) {
    const [page, worker] = [join(folder, 'index.html'), join(folder, 'sw.js')];
    const before = readFileSync(page, 'utf8');
    const after = ofVersion(before, version);
    writeFileSync(page, after);
    writeFileSync(worker, replaced(readFileSync(worker, 'utf8'), checksum(before), checksum(after)));
  }
  const login = join(directory, 'login.html');
  writeFileSync(login, ofVersion(readFileSync(login, 'utf8'), version));
  writeFileSync(mark, inputs);
}

const ofVersion = (page: string, version: string) => page.replace(/(?<=<meta name="version" content=")[^"]+/, version);

/** As the worker's list has it: MD5, hex. */
const checksum = (page: string) => createHash('md5').update(page).digest('hex');
function replaced(text: string, before: string, after: string): string {
  if (!text.includes(before)) throw new Error(`The worker does not list the page with the checksum ${before}`);
  return text.replace(before, after);
}
