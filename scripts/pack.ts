import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';
import { buildIfStale } from './build.ts';
import { run } from './run.ts';

/**
 * `npm run release`: makes tallyboard-VERSION.tgz, here or in the folder that is named, which runs without a build and without development packages. Node refuses to strip types below
 * node_modules, so the package has the same files as JavaScript, with every path as it is here: Node's own stripping leaves each line where it was.
 */
const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, '.tmp/package');
/** The commands (scripts/tallyboard.ts), and the server that they start as a process. */
const ENTRIES = [
  ...['tallyboard', 'start', 'demo', 'backup', 'users', 'key', 'audit', 'partition', 'doctor'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'server/main.ts',
];
/** Files that the package reads at run time. */
const READ = ['server/platform/db/migrations/*.sql', 'words/*.po'];
const COPIED = ['dist', 'docs', 'deploy', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', '.env.example'];
/** A path to a source in a text: an import, a worker or a process. */
const SOURCE = /(['"])((?:\.{1,2}|#contract|#server|server)\/[\w./-]+)\.ts\1/g;

const versions = z.record(z.string(), z.string());
const manifest = z
  .looseObject({ version: z.string(), dependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

await buildIfStale();
rmSync(OUT, { recursive: true, force: true });
const packages = new Set<string>();
const pending = [...ENTRIES];
for (const path of pending) for (const found of written(path)) if (!pending.includes(found)) pending.push(found);
for (const path of globSync(READ, { cwd: ROOT, exclude: ['words/en.po'] })) copied(path);
for (const path of COPIED) copied(path);
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifestOf(), null, 2)}\n`);
chmodSync(join(OUT, 'scripts/tallyboard.js'), 0o755);
const [destination = ROOT] = process.argv.slice(2);
process.exitCode = await run('npm', ['pack', OUT, '--pack-destination', destination, '--loglevel', 'error']);

/** Writes one source as JavaScript and returns the sources that it names. */
function written(path: string): string[] {
  const text = stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8'));
  const target = join(OUT, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  const isCommand = path === 'scripts/tallyboard.ts';
  writeFileSync(target, `${isCommand ? '#!/usr/bin/env node\n' : ''}${text.replaceAll(SOURCE, '$1$2.js$1')}`);
  for (const name of importsOf(path, text))
    if (/^(?!node:)[a-z@]/.test(name)) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...text.matchAll(SOURCE)].flatMap(([, , named = '']) => {
    const source = named.startsWith('.') ? join(dirname(path), named) : named.replace(/^#/, '');
    // What builds the web application needs development packages, and is not called where it is built.
    return source.startsWith('build/') ? [] : [`${normalize(source)}.ts`];
  });
}

/** Returns what a module imports, by name: statically, and dynamically where it says a literal. */
function importsOf(path: string, text: string): string[] {
  const { staticImports, dynamicImports } = parseSync(path, text).module;
  const literals = dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => /^'([^']+)'$/.exec(text.slice(start, end))?.[1] ?? [],
  );
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...literals];
}

function copied(path: string) {
  cpSync(join(ROOT, path), join(OUT, path), { recursive: true });
}

/** Returns the package's manifest: of the dependencies those that its files import, in the versions that the tests ran on. */
function manifestOf() {
  const { version, dependencies, optionalDependencies, description, license, engines } = manifest;
  const named = [...packages].sort().map((name) => {
    const exact = dependencies[name];
    if (exact === undefined) throw new Error(`${name} is imported and is no dependency`);
    return [name, exact];
  });
  return {
    ...{ name: 'tallyboard', version, description, license, type: 'module', engines },
    bin: { tallyboard: 'scripts/tallyboard.js' },
    imports: { '#contract/*': './contract/*', '#server/*': './server/*' },
    dependencies: Object.fromEntries(named),
    optionalDependencies,
  };
}
