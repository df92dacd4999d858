import { expect, test } from 'vitest';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { givenAccount } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const NOON = new Date('2026-11-20T12:00:10Z');
const LATER = new Date('2026-11-20T12:00:50Z');
const NEXT = new Date('2026-11-20T12:01:10Z');

async function givenModels() {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const models = createDayModels(t.db);
  const ask = (dataVersion: number, now = NOON, of = accountId) =>
    models.get({ accountId: of, dataVersion, date: '2026-11-20', now });
  return { ask };
}

test('a day is computed once a minute and data version, however many look at once', async () => {
  const { ask } = await givenModels();
  const all = [ask(101), ask(101), ask(101, LATER)];
  expect(new Set(all).size).toBe(1);
  expect((await ask(101)).date).toBe('2026-11-20');
});

test('a change or another minute makes another one, even a minute that has passed before', async () => {
  const { ask } = await givenModels();
  const first = ask(101);
  await first;
  const changed = ask(102);
  expect(changed).not.toBe(first);
  const minute = ask(102, NEXT);
  expect(minute).not.toBe(changed);
  // The device's clock was set back.
  expect(ask(102, NOON)).not.toBe(minute);
});

test('only the newest of an account and date is kept, and a late request with an older version gets it', async () => {
  const { ask } = await givenModels();
  const older = ask(101);
  const newer = ask(102);
  expect(ask(101)).toBe(newer);
  expect(await older).not.toBe(await newer);
});

test('one that failed to load is loaded again', async () => {
  const { ask } = await givenModels();
  const nobody = '01890000-0000-7000-8000-000000000000';
  const failed = ask(101, NOON, nobody);
  await expect(failed).rejects.toThrow();
  const again = ask(101, NOON, nobody);
  expect(again).not.toBe(failed);
  await expect(again).rejects.toThrow();
});

test("a day that took until the next minute to load takes no other account's newer one with it", async () => {
  const other = await givenAccount(t.db, { timeZone: 'UTC' });
  const { ask } = await givenModels();
  const slow = ask(101, LATER);
  const newer = ask(101, NEXT, other);
  await Promise.all([newer, slow]);
  expect(ask(101, NEXT, other)).toBe(newer);
});
