import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/theme.ts';

/** `virtual:theme.css`: the theme's variables as a file, because the content security policy allows no `<style>` made at run time. */
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
        variables: { ...base.variables, ...own.variables },
        light: { ...base.light, ...own.light },
        dark: { ...base.dark, ...own.dark },
      };
      return convertCssVariables(all, ':root');
    },
  };
}
