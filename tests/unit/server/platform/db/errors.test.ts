import { expect, test } from 'vitest';
import {
  asUnavailable,
  asUnavailableServer,
  DatabaseUnavailable,
  isConflict,
  isReadOnly,
  isUnavailable,
} from '#server/platform/db/errors.ts';

const error = (message: string, fields: object) => Object.assign(new Error(message), fields);

test.each([
  ['refused connection', error('', { code: 'ECONNREFUSED', syscall: 'connect' })],
  ['missing socket', error('', { code: 'ENOENT', syscall: 'connect' })],
  ['full disk', error('', { code: '53100' })],
  ['read only because the disk is nearly full', error('', { code: '25006' })],
  ['statement timeout', error('', { code: '57014' })],
  ['server shutting down', error('', { code: '57P01' })],
  ['connection failure class', error('', { code: '08006' })],
  ['broken in mid-air', new Error('Connection terminated unexpectedly')],
  ['pool exhausted', new Error('timeout exceeded when trying to connect')],
  ['all addresses refused', new AggregateError([error('', { code: 'ECONNREFUSED', syscall: 'connect' })])],
  ['already known', new DatabaseUnavailable(new Error('x'))],
])('%s is a database that cannot be asked', (_name, failure) => expect(isUnavailable(failure)).toBe(true));

test.each([
  ['a missing file', error('', { code: 'ENOENT', syscall: 'open' })],
  ['a broken constraint', error('', { code: '23505' })],
  ['a bug', new TypeError('undefined is not a function')],
  ['no error at all', 'text'],
])('%s is not', (_name, failure) => expect(isUnavailable(failure)).toBe(false));

test('what only reads is a full disk of the bundled PostgreSQL, and a standby of a PostgreSQL', () => {
  const only = error('cannot execute INSERT in a read-only transaction', { code: '25006' });
  expect([asUnavailable(only), asUnavailableServer(only)].map(isReadOnly)).toEqual([true, false]);
  expect(asUnavailableServer(only)).toBeInstanceOf(DatabaseUnavailable);
  expect(asUnavailableServer(error('', { code: '23505' }))).toMatchObject({ code: '23505' });
});

test('conflicts may be tried again, a broken unique constraint may not', () => {
  expect([isConflict(error('', { code: '40001' })), isConflict(error('', { code: '40P01' }))]).toEqual([true, true]);
  expect(isConflict(error('', { code: '23505' }))).toBe(false);
});
