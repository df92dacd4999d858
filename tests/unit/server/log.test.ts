import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from '#server/platform/log.ts';

function written(write: (log: pino.Logger) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  write(pino(logOptions('trace'), sink));
  return text;
}

test('no secret field reaches the log, at the top or one level down', () => {
  const text = written((log) => {
    log.info({
      token: 'CANARY',
      authorization: 'CANARY',
      request: { headers: { authorization: 'CANARY' }, body: 'CANARY' },
    });
    log.info({ user: { password: 'CANARY', newPassword: 'CANARY' }, syncKey: { key: 'CANARY', secret: 'CANARY' } });
    log.info({
      ticket: 'CANARY',
      app: { seed: 'CANARY' },
      answer: { codes: ['CANARY'] },
      push: { endpoint: 'CANARY' },
    });
    log.info({ mail: { token: 'CANARY' }, session: { token: 'CANARY' }, secretKey: 'CANARY' });
  });
  expect(text).not.toContain('CANARY');
  expect(text.split('\n').filter(Boolean)).toHaveLength(4);
});

test('an error is told by name, message, code and place; rows and parameters that it quotes are not', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    constraint: 'login_name_pkey',
    detail: 'Key (name_key)=(CANARY) already exists.',
    parameters: ['CANARY'],
    where: 'CANARY',
  });
  const line = JSON.parse(written((log) => log.error({ err: new Error('outer', { cause: error }) }, 'failed')));
  expect(line.err).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { code: '23505', constraint: 'login_name_pkey' },
  });
  expect(line.err.stack).toContain('log.test.ts');
  expect(JSON.stringify(line)).not.toContain('CANARY');
});

test('what only looks like an error still says its message', () => {
  const line = JSON.parse(written((log) => log.error({ err: { message: 'no pool', queue: 'mail' } })));
  expect(line.err).toEqual({ message: 'no pool' });
});

test('a line break in a value does not make a second line', () => {
  const text = written((log) => log.info({ name: 'a\r\n{"level":50,"msg":"forged"}' }, 'b\nc'));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
});
