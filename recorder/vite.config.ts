import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { versionMeta } from '../build/version.ts';
import { catalogues, words } from '../build/words.ts';

const server = 'http://localhost:8080';

/** The Recorder: an application of its own below /rc/ (docs/decisions), built after the dashboard into dist/rc. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/rc/',
  plugins: [
    words(),
    catalogues(),
    react(),
    versionMeta(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      scope: '/rc/',
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*.{js,css,html,svg,wasm}', 'icons/icon-192.png'] },
      manifest: {
        id: '/rc/',
        start_url: '/rc/',
        scope: '/rc/',
        name: 'Tallyboard Recorder',
        short_name: 'Recorder',
        description: 'Clock in and out and count pieces, offline too.',
        lang: 'en',
        dir: 'ltr',
        display: 'standalone',
        orientation: 'any',
        theme_color: '#087f5b',
        background_color: '#f4f6f8',
        categories: ['business', 'productivity'],
        launch_handler: { client_mode: ['focus-existing', 'auto'] },
        icons: [
          { src: '/rc/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/rc/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/rc/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  build: { modulePreload: false, assetsInlineLimit: 0 },
  server: { port: 4161, proxy: { '/v2': server } },
});
