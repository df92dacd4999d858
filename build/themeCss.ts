import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme, typography } from '../src/theme.ts';

/** The palettes that the application uses: each adds 18 variables in two colour schemes. A test finds others. */
export const PALETTES = ['dark', 'gray', 'red', 'orange', 'yellow', 'teal', 'indigo'] as const;
const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !PALETTES.some((palette) => palette === name));
const used = (variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) => !unused.some((palette) => name.startsWith(`--mantine-color-${palette}-`)),
    ),
  );

/** `virtual:theme.css`: the theme's variables as a file, because the content security policy allows no `<style>` made at run time. */
export function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : null),
    load(requested) {
      if (requested !== id) return null;
      const merged = mergeMantineTheme(DEFAULT_THEME, { ...theme, ...typography });
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariables(merged);
      const all = {
        variables: used({ ...base.variables, ...own.variables }),
        light: used({ ...base.light, ...own.light }),
        dark: used({ ...base.dark, ...own.dark }),
      };
      return convertCssVariables(all, ':root');
    },
  };
}
