import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import * as support from '#tests/support/containers.ts';
import { ASKED, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Records that arrive on a locked day and move no figure of it are listed as what came after the lock (docs/reference/corrections.md#locks). */
const t = useTestApp();
const LATER = '2026-11-25T11:00:00Z';

const given = async () => {
  const site = await givenSupervised(t);
  const { _id: kindId } = await support.givenSetup(t, site.accountId, 'container-kinds', support.BIN);
  await site.person('1');
  await site.person('2', { firstName: 'Sipho', lastName: 'Dube' });
  const lock = async () =>
    expect(await site.ask('/period-locks', { from: MONDAY, to: MONDAY })).toMatchObject({ status: 200 });
  const listed = async (): Promise<Exception[]> =>
    (await site.get(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).exceptions;
  const count = (pin: string, time: string, receivedAt = ASKED) =>
    site.work(
      pin,
      [
        {
          units: '350',
          startedAt: new Date(site.at(time)),
          source: `device:${pin}`,
          container: { number: '4711', kindId },
        },
      ],
      new Date(receivedAt),
    );
  return { site, lock, listed, count };
};

test('a punch of an unknown number', async () => {
  const { site, lock, listed } = await given();
  await site.send('998', ['08:00']);
  await lock();
  expect(await listed()).toEqual([]);
  await site.send('999', ['08:00'], LATER);
  const [found, ...more] = await listed();
  expect(more).toEqual([]);
  expect(found).toMatchObject({ kind: 'changed-after-lock', day: MONDAY, employee: null });
  expect(found?.detail).toMatch(
    /^Unknown numbers: PIN 999 matches no employee: 1 record waiting; it came after .+ had locked this day on Wed 25 Nov$/,
  );
  const review = { items: [{ key: found?.key, evidence: found?.evidence }] };
  expect(await site.ask('/exceptions/reviews', review)).toMatchObject({ status: 200 });
  expect(await listed()).toEqual([]);
  // Another record of that number is news.
  await site.send('999', ['17:00'], LATER);
  expect(await listed()).toHaveLength(1);
});

test('a second count of a container', async () => {
  const { lock, listed, count } = await given();
  await count('1', '09:12');
  await lock();
  expect((await listed()).filter(({ kind }) => kind === 'changed-after-lock')).toEqual([]);
  await count('2', '09:40', LATER);
  const [found, ...more] = await listed();
  expect(more).toEqual([]);
  expect(found).toMatchObject({ kind: 'changed-after-lock', employee: { firstName: 'Sipho' } });
  expect(found?.detail).toMatch(
    /^Counted twice: Bin 4711 at 09:40, counted already at 09:12; it does not count; it came/,
  );
});

test('a container that is rejected at delivery', async () => {
  const { site, lock, listed, count } = await given();
  const sync = await support.givenRecorder(t, site, 'D1');
  await count('1', '09:12');
  await lock();
  t.clock.set(LATER);
  const deliver = (recordId: string, more: object) =>
    sync({ deliveries: [{ recordId, container: '4711', at: '2026-11-23T08:00:00.000Z', ...more }] });
  await deliver('d', { verdict: 'reject', reason: 'Bruised' });
  const found = (await listed()).filter(({ kind }) => kind === 'changed-after-lock');
  expect(found).toMatchObject([{ employee: { firstName: 'Thandi' } }]);
  expect(found[0]?.detail).toMatch(/^Rejected at delivery: Bin 4711, .+: Bruised; it came after/);
});
