import { expect, test } from 'vitest';
import type { PayFile } from '#contract/money/payFiles.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenPay, MONDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payroll files that are asked for twice: at once, or again because an answer was lost. */
const t = useTestApp();

async function given() {
  const world = await givenPay(t, { 1: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 110 } } } });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rule();
  const { _id: lockId } = await world.ask('/period-locks', { from: MONDAY, to: '2026-11-15' });
  const make = async (key?: string) => {
    const headers = key === undefined ? undefined : { 'idempotency-key': key };
    const answer = await t.ask('/v2/pay/files', { token: world.token, body: { lockId }, ...(headers && { headers }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const files = async (): Promise<(PayFile & { events: object[] })[]> => (await world.ask('/pay/files')).files;
  return { ...world, make, files };
}

test('of two people who make a file of one lock at once, one makes it and the other is told', async () => {
  const { make, files } = await given();
  const answers = await Promise.all([make(), make()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
    /^(Another payroll file was made just now. Try again|Nothing has changed since the last file)\.$/,
  );
  expect(await files()).toHaveLength(1);
});

test('a file whose answer was lost is the same when it is asked for again with its key, and is made once', async () => {
  const { make, files } = await given();
  const key = 'a-key-of-a-browser';
  const atOnce = await Promise.all([make(key), make(key)]);
  const again = await make(key);
  expect(again.status).toBe(200);
  expect(await files()).toEqual([{ ...again.body, events: [] }]);
  // Asked while the first is under way, it has the same answer or is told so.
  for (const { status, body } of atOnce)
    if (status === 200) expect(body).toEqual(again.body);
    else expect(body.message).toBe('The first request with this idempotency key is still running.');
});

test('taken twice at once it is taken once, at one moment', async () => {
  const { make, files, accountId } = await given();
  const { body: made } = await make();
  const token = await givenSyncKey(t.db, accountId, { rights: 'fetch' });
  const take = () => t.ask(`/v2/payroll/payroll/periods/${made._id}/taken`, { token, body: { hash: made.hash } });
  const answers = await Promise.all([take(), take(), take()]);
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  const [file] = await files();
  expect(file?.events).toHaveLength(1);
});

test('a key whose system the account no longer allows fetches nothing, and takes nothing', async () => {
  const { make, files, accountId } = await given();
  const { body: made } = await make();
  const token = await givenSyncKey(t.db, accountId, { rights: 'both' });
  await t.db.run(sql`update account set allowed_system_ids = '{}' where account_id = ${accountId}`);
  for (const [path, body] of [
    ['periods'],
    [`periods/${made._id}/lines`],
    [`periods/${made._id}/taken`, { hash: made.hash }],
  ] as [string, object?][]) {
    const answer = await t.ask(`/v2/payroll/PAYROLL/${path}`, { token, body });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'SYSTEM_NOT_ALLOWED']);
  }
  expect((await files())[0]?.events).toEqual([]);
});
