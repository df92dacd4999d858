import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** The files that a built application loads, screen by screen, read from its files as a browser would. */
export type Screen = 'login' | 'dashboard' | 'manage';

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, one = '']) => one);
const sheetsOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, one = '']) => one);

/** The files that the guard of index.html asks for before the application runs (build/shell.ts). */
function partsOf(html: string): Record<string, string[]> {
  const parts = /id="screen-files">(\{.*?\})</.exec(html)?.[1];
  if (!parts) throw new Error('index.html names no parts');
  return JSON.parse(parts);
}

/** The bytes of a file after brotli: of what the build compressed the file that is sent. */
function sentWeight(path: string): number {
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(path), { params }).length;
}

/** The words of a language other than English, of which a device keeps one. */
const isWords = (name: string) => name.startsWith('words-');

export function openBuild(directory: string) {
  const read = (path: string) => readFileSync(join(directory, path));
  const html = read('index.html').toString('utf8');
  const parts = partsOf(html);

  /** Returns files with everything that they import statically. */
  function closure(paths: readonly string[], seen = new Set<string>()): Set<string> {
    for (const path of paths) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (!path.endsWith('.js')) continue;
      const code = read(path).toString('utf8');
      const imports = [...code.matchAll(/(?:from|import)"\.\/([\w.~$-]+\.js)"/g)].map(([, name]) => `/assets/${name}`);
      closure(imports, seen);
    }
    return seen;
  }

  const entry = [...scriptsOf(html), ...sheetsOf(html)];
  const screens: Record<Screen, string[]> = {
    login: [...closure([...entry, ...(parts.login ?? [])])],
    dashboard: [...closure([...entry, ...(parts.employer ?? []), ...(parts.charts ?? [])])],
    manage: [...closure([...entry, ...(parts.manage ?? [])])],
  };
  const assets = readdirSync(join(directory, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const pathsOf = (isOne: (name: string) => boolean) => assets.filter(isOne).map((name) => `/assets/${name}`);
  const all = pathsOf((name) => !isWords(name));
  const weights = new Map<string, number>();
  const weightOf = (path: string) => {
    const known = weights.get(path);
    if (known !== undefined) return known;
    const weight = sentWeight(join(directory, path));
    weights.set(path, weight);
    return weight;
  };
  return {
    html,
    screens,
    /** The files of a section that a dashboard has not loaded. */
    above: (section: 'trends' | 'people') =>
      [...closure(all.filter((path) => path.includes(`/${section}-`)))].filter(
        (path) => !screens.dashboard.includes(path),
      ),
    all,
    words: pathsOf(isWords),
    text: (path: string) => read(path).toString('utf8'),
    /** Returns the brotli bytes of the files with this ending. */
    weigh: (paths: readonly string[], end: '.js' | '.css') =>
      paths.filter((path) => path.endsWith(end)).reduce((sum, path) => sum + weightOf(path), 0),
    weightOf,
  };
}

/** The files of the Recorder's build and their brotli bytes: what the first screen waits for, what reads pictures, what is kept for offline. */
export function openRecorderBuild(directory: string) {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const weightOf = (path: string) => sentWeight(join(directory, path));
  const entry = [...scriptsOf(html), ...sheetsOf(html)].map((path) => path.replace('/rc/', ''));
  // Including what the script imports statically.
  const imported = entry.flatMap((path) =>
    [...readFileSync(join(directory, path), 'utf8').matchAll(/from"\.\/([^"]+\.js)"/g)].map(
      ([, one = '']) => `assets/${one}`,
    ),
  );
  const first = [...new Set([...entry, ...imported])];
  const kept = [...readFileSync(join(directory, 'sw.js'), 'utf8').matchAll(/"url":"([^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  const weigh = (paths: readonly string[]) => paths.reduce((sum, path) => sum + weightOf(path), 0);
  return {
    first: ['index.html', ...first],
    decoder: kept.filter((path) => /decode\.worker|\.wasm$/.test(path)),
    kept,
    weigh,
  };
}
