import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * The order of the stylesheets' layers, told in the page before any of them comes: the first page's sheet stands in the body
 * (build/boot.ts), after whatever a later screen links, so that without layers a tab or a picked day would lose to the plain button
 * that it is made of.
 */
export const LAYERS = '@layer mantine,mantine-area,mantine-later;';

/** The components whose sheets a file of ours imports. */
const componentsOf = (name: string) =>
  new Set(
    Array.from(
      readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8').matchAll(/core\/styles\/(\w+)\.layer\.css/g),
      ([, component]) => component,
    ),
  );

/** The layer of one of Mantine's stylesheets; undefined for what is none of them. */
export function layerOf(id: string): string | undefined {
  if (/@mantine[\\/](dates|charts)[\\/]styles\.layer\.css/.test(id)) return 'mantine-later';
  const component = /@mantine[\\/]core[\\/]styles[\\/](\w+)\.layer\.css/.exec(id)?.[1];
  if (!component) return undefined;
  if (componentsOf('styles.forms.ts').has(component)) return 'mantine-later';
  return componentsOf('styles.area.ts').has(component) ? 'mantine-area' : 'mantine';
}

export function layers(): Plugin {
  return {
    name: 'layers',
    enforce: 'pre',
    transform(code, id) {
      const layer = layerOf(id);
      return layer ? code.replaceAll('@layer mantine {', `@layer ${layer} {`) : null;
    },
  };
}
