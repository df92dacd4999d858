import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { MANTINE_MODULES } from './mantineModules.ts';

/**
 * Short class names in what is built. Letters drawn by a hash are what brotli cannot make smaller: shortened, all style sheets together
 * lose a twelfth of their weight. The same class keeps its name from release to release.
 */
const ROOT = join(import.meta.dirname, '..');
const MANTINE = /node_modules[\\/]@mantine[\\/]\w+[\\/].*\.(mjs|css)$/;
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;
const SHORTEST = 'm_0000'.length;

/** Each class by as much of it as no other begins with. */
export function shortened(classes: ReadonlySet<string>): Map<string, string> {
  const short = (one: string) => {
    for (let length = SHORTEST; length < one.length; length += 1) {
      const start = one.slice(0, length);
      if (![...classes].some((other) => other !== one && other.startsWith(start))) return start;
    }
    return one;
  };
  return new Map([...classes].map((one) => [one, short(one)]));
}

let names: Map<string, string> | undefined;

/** A text of Mantine's, or a selector, with its classes as they are built. */
export function withShortClasses(text: string): string {
  names ??= shortened(
    new Set(
      Object.values(MANTINE_MODULES).flatMap((components) =>
        [...components.values()].flatMap((parts) => [...parts.values()]),
      ),
    ),
  );
  const known = names;
  return text.replace(CLASS, (one) => known.get(one) ?? one);
}

/** Mantine's own classes, in its scripts and its sheets alike. */
export function shortClasses(): Plugin {
  return {
    name: 'short-classes',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (MANTINE.test(id) ? { code: withShortClasses(code), map: null } : null),
  };
}

const files = new Map<string, { path: string; classes: string[] }>();

/**
 * The name of a class of one of our own style sheets: three letters that stand for the file, then the place of the class in it, so that the
 * classes of a file look alike. The same on every machine.
 */
export function scopedName(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
  const letters = createHash('sha256').update(path).digest().readUInt32BE(0).toString(36).slice(-3);
  const known = files.get(letters) ?? { path, classes: [] };
  files.set(letters, known);
  if (known.path !== path) throw new Error(`${path} and ${known.path} have the same letters: rename one`);
  if (!known.classes.includes(name)) known.classes.push(name);
  return `_${letters}${known.classes.indexOf(name).toString(36)}`;
}
