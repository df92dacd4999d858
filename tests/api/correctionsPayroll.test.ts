import { expect, test } from 'vitest';
import type { CorrectionChange } from '#contract/figures/corrections.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenGroup, givenStandardTimes } from '#tests/support/factories.work.ts';
import { cellsOfCsv } from '#tests/support/hostileCells.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The work of a supervisor before payroll (docs/reference/corrections.md): weeks of absence, reports of part of an excuse, clocks ahead, one's own rows. */

const t = useTestApp();
const TUESDAY = '2026-11-24';
const listed = async (site: Supervised, kind: Exception['kind'], days = ''): Promise<Exception[]> =>
  (await site.get(`/exceptions${days}`)).exceptions.filter((one: Exception) => one.kind === kind);
const excuse = (employeeId: string, from: string, to: string): CorrectionChange => ({
  do: 'excuse',
  employeeId,
  judgement: 'absence',
  kind: 'sick-leave',
  from,
  to,
});
const ledger = (site: Supervised, from: string, to = from) =>
  site.get(`/corrections?from=${from}&to=${to}&startRow=0&endRow=50`);

test('the absences of one person are excused in one act, and an excused day only once', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.person('2');
  const absences = (await listed(site, 'absence')).filter(({ employee }) => employee?.number === '1');
  expect(absences.length).toBeGreaterThan(4);
  const items = absences.map(({ day, basis }) => ({ day, basis, change: excuse(one, day, day) }));
  const { body } = await site.ask('/corrections', { items: [...items, ...items.slice(0, 1)] });
  const outcomes = body.results.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual([...items.map(() => 'applied'), 'conflict']);
  expect(new Set((await listed(site, 'absence')).map(({ employee }) => employee?.number))).toEqual(new Set(['2']));
});

test('the report of corrections lists an excuse that began before its days, once', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  const { results } = await site.corrected(one, [excuse(one, '2026-11-16', '2026-11-25')]);
  const report = async (from: string, to: string) => {
    const body = { reportType: 'corrections', dates: { from, to }, exportType: 'csv' };
    return cellsOfCsv((await t.ask('/v2/stats/generateReport', { token: site.token, body })).body).filter((cells) =>
      cells.some((cell) => cell.startsWith('Absence excused')),
    );
  };
  expect((await report('2026-11-16', TUESDAY)).map(([date]) => date)).toEqual(['2026-11-16']);
  t.clock.advance(1_000);
  expect((await report(MONDAY, TUESDAY)).map(([date]) => date)).toEqual([MONDAY]);
  const [made] = (await site.get('/stats/exports')).results;
  await site.undo([results[0]?.correctionId]);
  const changes = (await site.get(`/stats/exports/${made._id}/changes`)).results;
  expect(changes).toMatchObject([{ day: MONDAY, number: '1', field: 'Undone', before: '' }]);
});

test('a punch of a clock ahead that was set aside is in the ledger of the day on which it arrived, and can be undone', async () => {
  const site = await givenSupervised(t);
  await site.person('1');
  await site.send('1', [['2027-01-15 07:00', 'in']], '2026-11-24T09:00:00Z');
  await site.send('999', [['2027-01-15 07:00', 'in']], '2026-11-24T09:00:00Z');
  const found = await listed(site, 'future-clock');
  expect(found).toHaveLength(2);
  for (const { proposals } of found) {
    const { reason, items } = proposals.find(({ label }) => label === 'Does not count') ?? {};
    expect(await site.ask('/corrections', { reason, items })).toMatchObject({ status: 200 });
  }
  expect(await listed(site, 'future-clock')).toEqual([]);
  const { results } = await ledger(site, TUESDAY);
  expect(results).toMatchObject([{ do: 'void-punch' }, { do: 'void-punch' }]);
  for (const { _id } of results) expect(await site.undo([_id])).toMatchObject({ status: 200 });
  expect(await listed(site, 'future-clock')).toHaveLength(2);
});

test('nobody leaves exceptions of their own day as they are', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.person('2');
  for (const pin of ['1', '2']) await site.send(pin, [['07:00', 'in']]);
  const own = await site.other(CORRECTS, one);
  const [first, second] = (await listed(site, 'missing-out')).map(({ key, evidence }) => ({ key, evidence }));
  expect(await site.ask('/exceptions/reviews', { items: [second, first] }, own)).toMatchObject({
    status: 409,
    body: { errorCode: 'OWN_RECORD', message: 'You cannot correct your own day.' },
  });
  expect(await listed(site, 'missing-out')).toHaveLength(2);
  expect(await site.ask('/exceptions/reviews', { items: [second] }, own)).toMatchObject({ status: 200 });
  expect(await listed(site, 'missing-out')).toHaveLength(1);
});

test('left as it is twice is left once: one undo lists it again, and what a second press left besides stays', async () => {
  const site = await givenSupervised(t);
  for (const pin of ['1', '2']) {
    await site.person(pin);
    await site.send(pin, [['07:00', 'in']]);
  }
  const toFix = async () => (await site.get('/exceptions/counts')).toFix;
  const [first, second] = (await listed(site, 'missing-out')).map(({ key, evidence }) => ({ key, evidence }));
  const leave = async (...items: unknown[]): Promise<string> => {
    const { status, body } = await site.ask('/exceptions/reviews', { items });
    expect(status).toBe(200);
    return body.actId;
  };
  const all = await toFix();
  const act = await leave(first);
  expect([await toFix(), await leave(first), await toFix()]).toEqual([all - 1, act, all - 1]);
  const both = await leave(first, second, second);
  expect(await toFix()).toBe(all - 2);
  expect((await site.ask(`/exceptions/reviews/${act}/undo`, {})).status).toBe(200);
  expect((await listed(site, 'missing-out')).map(({ key }) => key)).toEqual([first?.key]);
  expect((await site.ask(`/exceptions/reviews/${both}/undo`, {})).status).toBe(200);
  expect(await toFix()).toBe(all);
  // After an undo it is left anew.
  expect(await leave(first)).not.toBe(act);
  expect(await toFix()).toBe(all - 1);
});

test('inactive-clocked: a night’s punches and piecework are set aside; left as it is, it comes back with another record', async () => {
  const site = await givenSupervised(t, { start: '22:00', end: '06:00' });
  await site.person('1', { inactiveFrom: '2026-11-10' });
  await site.send('1', [
    ['22:00', 'in'],
    [`${TUESDAY} 06:00`, 'out'],
  ]);
  await site.work('1', [{ startedAt: new Date(site.at('22:30')) }]);
  const [found] = await listed(site, 'inactive-clocked');
  await site.ask('/exceptions/reviews', { items: [{ key: found?.key, evidence: found?.evidence }] });
  expect(await listed(site, 'inactive-clocked')).toEqual([]);
  await site.work('1', [{ startedAt: new Date(site.at('23:30')) }]);
  const [again] = await listed(site, 'inactive-clocked');
  expect(again?.day).toBe(MONDAY);
  const { reason, items } = again?.proposals.find(({ label }) => label === 'Does not count') ?? {};
  expect(items).toHaveLength(4);
  expect((await site.ask('/corrections', { reason, items })).status).toBe(200);
  expect(await listed(site, 'inactive-clocked')).toEqual([]);
});

test('excused-present that was left as it is comes back with another punch', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.corrected(one, [excuse(one, MONDAY, MONDAY)]);
  await site.send('1', ['07:30'], ASKED);
  const [found] = await listed(site, 'excused-present');
  await site.ask('/exceptions/reviews', { items: [{ key: found?.key, evidence: found?.evidence }] });
  expect(await listed(site, 'excused-present')).toEqual([]);
  await site.send('1', ['16:00'], ASKED);
  expect(await listed(site, 'excused-present')).toHaveLength(1);
});

test('an undo that would bring an unmatched record back to a locked day is refused', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1034');
  await site.send('1043', ['07:00']);
  const [found] = await listed(site, 'unmatched-pin');
  const [item] = found?.proposals.find(({ items }) => items.length > 0)?.items ?? [];
  const change = { ...item?.change, at: site.at(`${TUESDAY} 07:00`) };
  const applied = await site.ask('/corrections', { reason: 'wrong-person', items: [{ ...item, change }] });
  expect(applied).toMatchObject({ status: 200 });
  expect((await site.explain(one, TUESDAY)).events).toHaveLength(1);
  expect((await site.ask('/period-locks', { from: MONDAY, to: MONDAY })).status).toBe(200);
  expect(await site.undo([applied.body.results[0].correctionId])).toMatchObject({
    body: { errorCode: 'PERIOD_LOCKED' },
  });
});

test('somebody in a time group whose hours nobody set up is listed, until they are, and stays away once left', async () => {
  const site = await givenSupervised(t);
  const timeGroupId = await givenGroup(t.db, site.accountId, 'time', { name: 'Dya' });
  await site.person('1', { timeGroupId });
  await site.person('2', { timeGroupId });
  const found = await listed(site, 'no-shift');
  expect(found.map(({ employee, detail, proposals }) => [employee?.number, detail, proposals[0]?.label])).toEqual([
    ['1', 'Active on a shift without hours: nothing is expected', 'Assign a shift'],
    ['2', 'Active on a shift without hours: nothing is expected', 'Assign a shift'],
  ]);
  expect(await listed(site, 'no-time-group')).toEqual([]);
  await site.ask('/exceptions/reviews', { items: [{ key: found[0]?.key, evidence: found[0]?.evidence }] });
  expect((await listed(site, 'no-shift')).map(({ employee }) => employee?.number)).toEqual(['2']);
  await givenStandardTimes(t.db, site.accountId, timeGroupId, { weekdays: [1] });
  t.clock.advance(60_000);
  expect(await listed(site, 'no-shift')).toEqual([]);
});

test('somebody without a time group who was left as they are is not listed again, whatever days are asked for', async () => {
  const site = await givenSupervised(t);
  await site.person('1', { timeGroupId: null });
  const [found] = await listed(site, 'no-time-group');
  await site.ask('/exceptions/reviews', { items: [{ key: found?.key, evidence: found?.evidence }] });
  expect(await listed(site, 'no-time-group')).toEqual([]);
  t.clock.advance(4 * 86_400_000);
  expect(await listed(site, 'no-time-group', '?from=2026-11-29&to=2026-11-29')).toEqual([]);
});
