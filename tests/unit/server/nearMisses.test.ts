import { expect, test } from 'vitest';
import { nearMisses } from '#server/platform/nearMisses.ts';

const KNOWN = ['PORT', 'HOST', 'DATABASE_URL', 'TIME_ZONE', 'API_HOST', 'DATA_DIR'];

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEE_URL', 'DATABASE_URL'],
  ['DATBAASE_URL', 'DATABASE_URL'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['data-dir', 'DATA_DIR'],
  ['Port', 'PORT'],
])('%s is meant to be %s', (name, meant) => {
  expect(nearMisses([name, 'PATH'], KNOWN)).toEqual([{ name, meant }]);
  // If both variables are set, the unknown one belongs to another program.
  expect(nearMisses([name, meant], KNOWN)).toEqual([]);
});

test.each(['PATH', 'HOSTNAME', 'PORTS', 'API_PORT', 'npm_config_host', 'DATABASE', 'HOME', 'DATES_DIRS'])(
  '%s is another program’s',
  (name) => expect(nearMisses([name], KNOWN)).toEqual([]),
);
