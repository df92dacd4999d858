import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

// One place for deliveries of many records.
const t = useTestApp({ env: { DATABASE_INGEST_CONNECTIONS: '2' } });
const line = (pin: number) => `${pin}\t2026-11-20 09:00:00\t0\t1\t\t0\t0\n`;

it('a single punch is stored while a history waits for its turn, and the history after it', async () => {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const post = async (lines: number, from: number) => {
    const payload = Array.from({ length: lines }, (_, n) => line(from + n)).join('');
    const url = `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`;
    return (await t.app.inject({ method: 'POST', url, payload })).body.trim();
  };
  const other = Promise.withResolvers<void>();
  const before = t.services.bulk.run(new AbortController().signal, () => other.promise);
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

it('a history whose terminal stopped waiting frees its place in the queue', async () => {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`;
  const history = (from: number) => Array.from({ length: 300 }, (_, n) => line(from + n)).join('');
  const take = vi.spyOn(t.services.bulk, 'run');
  const other = Promise.withResolvers<void>();
  const before = t.services.bulk.run(new AbortController().signal, () => other.promise);
  const terminal = new AbortController();
  const givenUp = fetch(url, { method: 'POST', body: history(1_000), signal: terminal.signal }).catch(() => 'given up');
  await expect.poll(() => take.mock.calls.length).toBe(2);
  terminal.abort();
  expect(await givenUp).toBe('given up');
  const [gone] = take.mock.calls[1] ?? [];
  await expect.poll(() => gone?.aborted).toBe(true);
  other.resolve();
  await before;
  expect(await (await fetch(url, { method: 'POST', body: history(2_000) })).text()).toContain('OK: 300');
  const stored = await t.db.rows(
    z.object({ n: z.int() }),
    sql`select count(*)::int as n from clock_record where account_id = ${accountId}`,
  );
  expect(stored).toEqual([{ n: 300 }]);
});
