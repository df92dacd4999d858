import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import * as support from '#tests/support/containers.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { NONE } from '#tests/support/payWorld.ts';
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
  const count = (pin: string, time: string, receivedAt = ASKED, units = '350') =>
    site.work(
      pin,
      [
        {
          units,
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

test.each([
  ['is counted and taken back', { before: [], units: '350', opposite: '-350', isListed: false }],
  // It is counted at another time than before the lock.
  ['is taken back and counted again', { before: ['350'], units: '-350', opposite: '350', isListed: true }],
])('a container that %s after two files: the next one has it, whether its day is listed or not', async (_, one) => {
  const { before, units, opposite, isListed } = one;
  const { site, listed, count } = await given();
  const payer = await site.other([...CORRECTS, 'Attendance.LOCK_PERIOD', 'Pay.VIEW', 'Pay.MANAGE']);
  const ask = async (path: string, body?: object) => {
    const answer = await site.ask(path, body, payer);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  await t.ask('/v2/pay/currency', { method: 'PUT', token: payer, body: { currency: 'ZAR' } });
  await ask('/pay/rates', { ...NONE, kind: 'piece', amount: '1', from: '2026-09-01' });
  await site.send('1', ['07:00', '16:00']);
  await site.work('1', [{ units: '1000', startedAt: new Date(site.at('08:00')) }], new Date(ASKED));
  for (const own of before) await count('1', '08:30', ASKED, own);
  const { _id: lockId } = await ask('/period-locks', { from: MONDAY, to: MONDAY });
  const preview = () => ask(`/pay/files/preview?lockId=${lockId}`);
  const make = async () => (await ask('/pay/files', { lockId, knownLeftOut: 0 })).total;
  await make();
  await count('1', '09:12', LATER, units);
  expect([(await listed()).length, (await preview()).total]).toEqual([1, `${units}.00`]);
  expect(await make()).toBe(`${units}.00`);
  await count('1', '09:20', LATER, opposite);
  expect((await listed()).length).toBe(isListed ? 1 : 0);
  expect(await preview()).toMatchObject({ isDelta: true, people: 1, lines: 1, total: `${opposite}.00` });
  expect(await make()).toBe(`${opposite}.00`);
  const { files } = await ask('/pay/files');
  const { people } = await ask(`/pay/files/${files[0]._id}/lines`);
  const ofUnits = people.flatMap(({ lines }: { lines: { element: string; units: string }[] }) =>
    lines.map((line) => `${line.element} ${line.units}`),
  );
  expect(ofUnits).toEqual([`piece ${opposite}`]);
  expect((await preview()).lines).toBe(0);
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
