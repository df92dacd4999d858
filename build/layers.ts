import type { Plugin } from 'vite';

/**
 * The order of the stylesheets' layers, told in the page before any of them comes: those of Mantine's packages that a later screen
 * brings are linked before the first ones (build/boot.ts) and would lose to them, a picked day to a plain button.
 */
export const LAYERS = '@layer mantine,mantine-later;';

const LATER = /@mantine[\\/](dates|charts)[\\/]styles\.layer\.css/;

export function layers(): Plugin {
  return {
    name: 'layers',
    enforce: 'pre',
    transform: (code, id) => (LATER.test(id) ? code.replaceAll('@layer mantine {', '@layer mantine-later {') : null),
  };
}
