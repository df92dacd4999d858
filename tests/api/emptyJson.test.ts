import { expect, test } from 'vitest';
import { givenAdmin } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();
const json = { 'content-type': 'application/json' };

test('a call without a body may be declared as JSON', async () => {
  const { token } = await givenAdmin(t.db);
  const extended = await t.ask('/v2/session/extend', { method: 'POST', token, headers: json });
  expect(extended.statusCode).toBe(200);
  const ended = await t.ask('/v2/session', { method: 'DELETE', token, headers: json });
  expect(ended.json()).toEqual({ ok: true });
});

test('a call that needs a body refuses an empty one', async () => {
  const reply = await t.ask('/v2/session', { method: 'POST', headers: json });
  expect([reply.statusCode, reply.json().errorCode]).toEqual([400, 'VALIDATION_FAILED']);
});

test('broken JSON and prototype games are refused', async () => {
  for (const payload of ['{', '{"__proto__":{"x":1}}']) {
    const reply = await t.app.inject({ url: '/v2/session', method: 'POST', headers: json, payload });
    expect([payload, reply.statusCode]).toEqual([payload, 400]);
  }
});
