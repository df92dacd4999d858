import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './build/manifest.ts';
import { themeCss } from './build/themeCss.ts';
import { schemaHash, versionMeta } from './build/version.ts';

const server = 'http://localhost:8080';

/** Packages whose files outlive our releases: their chunks, and so the precache, stay as they are. */
const group = (name: string, test: RegExp, priority: number) => ({ name, test, priority });

export default defineConfig({
  define: { __SCHEMA_HASH__: JSON.stringify(schemaHash) },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    themeCss(),
    versionMeta(),
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            group('react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/, 50),
            group(
              'charts',
              /node_modules[\\/](recharts|@mantine[\\/]charts|d3-|victory-vendor|@reduxjs|redux|immer|reselect|es-toolkit|decimal\.js-light|react-redux|eventemitter3)/,
              40,
            ),
            group('dates', /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/, 40),
            group('zod', /node_modules[\\/]zod[\\/]/, 40),
            group(
              'tanstack',
              /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core)[\\/]/,
              30,
            ),
          ],
        },
      },
    },
  },
  server: { port: 4160, proxy: { '/v2': server, '/iclock': server, '/config.json': server } },
});
