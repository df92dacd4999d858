import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/theme.ts';

/** Mantine's palettes that are used: each has 18 variables in two schemes. */
export const PALETTES = ['dark', 'gray', 'red', 'orange', 'yellow', 'teal', 'indigo'];
const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !PALETTES.includes(name));
/** Of the variables that are no palette's, those that no rule and no component here asks for. */
const UNASKED = /^--mantine-(breakpoint-|primary-color-\d|h[1256]-)|-outline-hover$/;
const isUsed = (variable: string) =>
  !UNASKED.test(variable) && !unused.some((name) => variable.startsWith(`--mantine-color-${name}-`));
const usedOf = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)));

/** `virtual:theme.css`: the theme's variables as a file, because the CSP allows no `<style>` made at run time. */
export function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : null),
    load(requested) {
      if (requested !== id) return null;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariables(merged);
      const all = {
        variables: usedOf({ ...base.variables, ...own.variables }),
        light: usedOf({ ...base.light, ...own.light }),
        dark: usedOf({ ...base.dark, ...own.dark }),
      };
      return convertCssVariables(all, ':root').replace(
        /calc\(([-.\d]+(?:rem|em|px)) \* var\(--mantine-scale\)\)/g,
        '$1',
      );
    },
  };
}
