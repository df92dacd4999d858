import { defineConfig } from '@lingui/cli';

/** Lingui's command finds the messages of src, and writes a catalogue for each language that is translated. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: '<rootDir>/src/words/{locale}', include: ['<rootDir>/src'] }],
  orderBy: 'message',
});
