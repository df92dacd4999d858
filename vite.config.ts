import { basename } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { groups } from './build/chunks.ts';
import { manifest } from './build/manifest.ts';
import { shell } from './build/shell.ts';
import { themeCss } from './build/themeCss.ts';
import { schemaHash, versionMeta } from './build/version.ts';
import { catalogues, words } from './build/words.ts';

const server = `http://localhost:${process.env.PORT ?? 8080}`;

export default defineConfig({
  define: { __SCHEMA_HASH__: JSON.stringify(schemaHash) },
  plugins: [
    words(),
    catalogues(),
    tanstackRouter({
      ...{ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' },
      // The log-in page is in the first file: what would load it from another is only words there.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/login/' ? [] : undefined) },
    }),
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
      // Of the icons the page needs none, the installing browser asks for the large ones itself.
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png}'],
        // The worker answers every navigation with index.html.
        globIgnores: ['login.html', 'screenshots/**', 'icons/*-512.png', 'icons/apple-touch-icon.png'],
      },
    }),
    // Last: it moves what the others put into the page.
    shell(),
  ],
  css: {
    // A class is named after its file, whose names differ (unit/build/styles): a hash and a line in each cost 1.4 kB of what is installed.
    modules: { generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}` },
    // What `composes` takes from another file comes without its source, of which Vite warns.
    postcss: {
      plugins: [
        {
          postcssPlugin: 'with-sources',
          OnceExit(root) {
            root.walkDecls((declaration) => {
              declaration.source ??= root.source;
            });
          },
        },
      ],
    },
  },
  build: {
    // The browsers that the README names; tests/e2e/browsers.spec.ts holds what is built against their data.
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // Browsers before Safari 17 know no module preload: there the files come when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Which file a module goes into is what the groups say: a lazy component may also be a part of another.
      checks: { ineffectiveDynamicImport: false },
      output: {
        entryFileNames: 'assets/app-[hash].js',
        // Known by its name to the worker, which keeps one (sw/languages.ts).
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.endsWith('.po') ? 'words-' : ''}[name]-[hash].js`,
        codeSplitting: { groups },
      },
    },
  },
  server: { port: 4160, proxy: { '/v2': server, '/iclock': server, '/config.json': server, '/help': server } },
});
