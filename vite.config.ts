import { readFileSync } from 'node:fs';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cssVariables, theme } from './src/theme.ts';

const packageVersion: string = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).version;
const version = process.env.APP_VERSION ?? packageVersion;

/** `virtual:theme.css`: the theme's variables as a file, because the CSP allows no `<style>` made at run time. */
function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : null),
    load(requested) {
      if (requested !== id) return null;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariables(merged);
      return convertCssVariables(
        {
          variables: { ...base.variables, ...own.variables },
          light: { ...base.light, ...own.light },
          dark: { ...base.dark, ...own.dark },
        },
        ':root',
      );
    },
  };
}

const server = 'http://localhost:8080';

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: './src/routes', generatedRouteTree: './src/routeTree.gen.ts', quoteStyle: 'single' }),
    react(),
    themeCss(),
  ],
  build: {
    rolldownOptions: {
      output: {
        // A release that only changes our code leaves these files, and so the precache, as they are.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 50 },
            { name: 'charts', test: /node_modules[\\/](recharts|@mantine[\\/]charts|d3-|victory-vendor|@reduxjs|redux|immer|reselect|es-toolkit|decimal\.js-light|react-redux|eventemitter3|use-sync-external-store)/, priority: 40 },
            { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/, priority: 40 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 40 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core)[\\/]/, priority: 30 },
          ],
        },
      },
    },
  },
  server: { port: 4160, proxy: { '/v2': server, '/iclock': server, '/config.json': server } },
});
