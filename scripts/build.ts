import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '#server/platform/http/files.ts';
import { run } from './run.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** The inputs of the built files. */
const INPUTS = [
  'src',
  'sw',
  'recorder',
  'contract',
  'public',
  'words',
  'docs/guide',
  'docs/reference',
  'docs/screenshots',
  'build',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];
const MARK = '.inputs';
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the web application, the Recorder and the help when their files are missing or older than their sources. If the build fails, the existing files are
 * kept with a warning; without any it throws.
 */
export async function buildIfStale(): Promise<void> {
  const mark = join(DIST, MARK);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === inputsHash()) return;
  const isBuilt = existsSync(join(DIST, 'index.html'));
  // A release installed without its development packages cannot build.
  if (isBuilt && !existsSync(VITE)) return;
  console.log('Building the web application.');
  try {
    await build();
  } catch (error) {
    if (!isBuilt) throw error;
    console.warn('The web application could not be built: the one of the last build is served.');
  }
}

/** Builds into a new directory and swaps the two, so that a failed build changes nothing; the previous build stays as dist.previous. */
export async function build(): Promise<void> {
  // With the process id: several processes may start at once.
  const fresh = `${DIST}.new-${process.pid}`;
  const hash = inputsHash();
  const builds = [
    [ROOT, fresh],
    [join(ROOT, 'recorder'), join(fresh, 'rc')],
  ] as const;
  for (const [root, outDir] of builds) {
    const options = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
    // Where a test starts the command, its runner's value would build React for development.
    const env = { NODE_ENV: 'production' };
    if ((await run(process.execPath, [VITE, 'build', root, ...options], env)) === 0) continue;
    rmSync(fresh, { recursive: true, force: true });
    throw new Error('the web application could not be built');
  }
  // Here, because a release that is installed has no development packages.
  const { writeHelp } = await import('../build/help/write.ts');
  writeHelp(ROOT, fresh);
  await compress(fresh);
  writeFileSync(join(fresh, MARK), hash);
  if (existsSync(DIST)) {
    rmSync(`${DIST}.previous`, { recursive: true, force: true });
    renameSync(DIST, `${DIST}.previous`);
  }
  renameSync(fresh, DIST);
}

/** Writes FILE.br and FILE.gz at the highest level, so that the server never compresses a file. */
async function compress(directory: string) {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(isCompressible);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const body = readFileSync(path);
      if (body.length < 512) return;
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(body, brotli));
      writeFileSync(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
    }),
  );
}

function inputsHash(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS)
    for (const path of filesOf(join(ROOT, input))) hash.update(path).update(readFileSync(path));
  return hash
    .update(process.env.APP_VERSION ?? '')
    .update(readFileSync(join(ROOT, 'package.json')))
    .digest('hex');
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path];
  }
}

if (import.meta.main) await build();
