import { defineConfig } from '@lingui/cli';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { saidExtractor } from './build/said.ts';
import { LANGUAGES } from './contract/platform/languages.ts';

/** Lingui's own, for files that use its macros: each file takes Babel 10 ms. */
const macroExtractor: typeof babelExtractor = {
  ...babelExtractor,
  extract: (filename, code, ...rest) =>
    code.includes('@lingui/') ? babelExtractor.extract(filename, code, ...rest) : undefined,
};

/**
 * Lingui's command finds the messages of src, of the contract and of the server, those of the Recorder apart, and writes a catalogue for each language that is
 * translated.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: Object.keys(LANGUAGES),
  catalogs: [
    {
      path: '<rootDir>/words/{locale}',
      include: ['<rootDir>/src', '<rootDir>/contract', '<rootDir>/server'],
      exclude: ['<rootDir>/server/operations/demo'],
    },
    { path: '<rootDir>/recorder/words/{locale}', include: ['<rootDir>/recorder'] },
  ],
  extractors: [saidExtractor, macroExtractor],
  format: formatter({ origins: false }),
  orderBy: 'message',
});
