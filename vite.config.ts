import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { boot } from './build/boot.ts';
import { layers } from './build/layers.ts';
import { manifest } from './build/manifest.ts';
import { themeCss } from './build/themeCss.ts';
import { schemaHash, versionMeta } from './build/version.ts';

const server = 'http://localhost:8080';

/**
 * Chunks of packages whose files outlive our releases: the precache, and what an upgrade downloads, stay as they are. Only what is
 * named goes in, never what it imports: else charts and dates would take half of Mantine with them to every page.
 */
const group = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false });

export default defineConfig({
  define: { __SCHEMA_HASH__: JSON.stringify(schemaHash) },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    themeCss(),
    layers(),
    versionMeta(),
    boot(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2,png}'],
        globIgnores: ['screenshots/**', 'icons/*-512.png', 'icons/apple-touch-icon.png'],
      },
    }),
  ],
  build: {
    // Every browser that runs this knows module preloads.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            group('react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/),
            group('router', /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/),
            group('query', /node_modules[\\/]@tanstack[\\/](react-query|query-core|query-persist-client-core)[\\/]/),
            // With the one file that sets it up, which is to run before anything uses it.
            group('zod', /node_modules[\\/]zod[\\/]|src[\\/]api[\\/]quietZod\.ts$/),
            group(
              'charts',
              /node_modules[\\/](recharts|@mantine[\\/]charts|d3-|victory-vendor|@reduxjs|redux|immer|reselect|es-toolkit|decimal\.js-light|react-redux|eventemitter3)/,
            ),
            group('dates', /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/),
            { name: 'ui', test: /node_modules[\\/]@mantine[\\/]/, tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: { port: 4160, proxy: { '/v2': server, '/iclock': server, '/config.json': server } },
});
