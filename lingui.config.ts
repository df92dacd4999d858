import { defineConfig } from '@lingui/cli';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import { saidExtractor } from './build/said.ts';

/** Lingui's command finds the messages of src, of the contract and of the server, and writes a catalogue for each language that is translated. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/words/{locale}',
      include: ['<rootDir>/src', '<rootDir>/contract', '<rootDir>/server'],
      exclude: ['<rootDir>/server/demo'],
    },
  ],
  extractors: [saidExtractor, babelExtractor],
  orderBy: 'message',
});
