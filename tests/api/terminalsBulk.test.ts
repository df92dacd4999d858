import { expect, it } from 'vitest';
import { givenAccount } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const line = (pin: number) => `${pin}\t2026-11-20 09:00:00\t0\t1\t\t0\t0\n`;

it('R-03: a single punch is stored while a history waits for its turn, and the history after it', async () => {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const post = async (lines: number, from: number) => {
    const payload = Array.from({ length: lines }, (_, n) => line(from + n)).join('');
    const url = `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`;
    return (await t.app.inject({ method: 'POST', url, payload })).body.trim();
  };
  const other = Promise.withResolvers<void>();
  const before = t.services.bulk.take(null, () => other.promise);
  let isStored = false;
  const history = post(300, 1_000).finally(() => {
    isStored = true;
  });
  expect(await post(1, 1)).toBe('OK: 1');
  expect(isStored).toBe(false);
  other.resolve();
  await before;
  expect(await history).toBe('OK: 300');
});
