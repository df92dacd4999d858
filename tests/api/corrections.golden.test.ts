import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The golden cases of docs/reference/corrections.md, by their numbers: 07:00 to 16:00, break 12:00 to 13:00, Mon 23 Nov 2026, asked on the 25th. */

const t = useTestApp();
const MIN = 60_000;
const HOUR = 60 * MIN;

const add = (site: Supervised, employeeId: string, direction: 'in' | 'out', time: string) =>
  ({ do: 'add-punch', employeeId, at: site.at(time), direction }) as const;
const listed = async (site: Supervised): Promise<Exception[]> =>
  (await site.get(`/exceptions?from=2026-11-09&to=2026-11-25`)).exceptions;
const press = async (site: Supervised, kind: Exception['kind'], label: string) => {
  const found = (await listed(site)).find((one) => one.kind === kind);
  const proposal = found?.proposals.find((one) => one.label.startsWith(label));
  if (!proposal) throw new Error(`No ${label} among ${JSON.stringify(found?.proposals)}`);
  const { status, body } = await (proposal.undo.length > 0
    ? site.ask('/corrections/undo', { items: proposal.undo })
    : site.ask('/corrections', { reason: proposal.reason, items: proposal.items }));
  expect([status, body.errorCode, body.message]).toEqual([200, undefined, undefined]);
  return { ...body, done: proposal.done };
};

test('1: a forgotten OUT is added, later or earlier', async () => {
  const site = await givenSupervised(t);
  const [one, two] = [await site.person('1'), await site.person('2')];
  for (const pin of ['1', '2']) await site.send(pin, [['07:00', 'in']]);
  expect(await site.figures(one)).toMatchObject({ hours: '9:00', flags: ['missing-out'] });
  const { effects } = await site.corrected(one, [add(site, one, 'out', '16:10')]);
  expect(effects).toMatchObject([
    { day: MONDAY, before: { clockedMs: 9 * HOUR }, after: { clockedMs: 9 * HOUR + 10 * MIN } },
  ]);
  expect(await site.figures(one)).toMatchObject({ hours: '9:10', flags: [] });
  await site.corrected(two, [add(site, two, 'out', '14:00')]);
  expect(await site.figures(two)).toMatchObject({ hours: '7:00', early: 2 * HOUR, flags: [] });
});

test('2: the record comes after the added punch: overtaken, and undone', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  expect((await press(site, 'missing-out', 'OUT 16:00')).done).toBe('OUT 16:00 added for Thandi Nkosi.');
  t.clock.advance(MIN);
  await site.send('1', [['15:41', 'out']], '2026-11-25T10:00:30Z');
  expect(await site.figures(one)).toMatchObject({ hours: '9:00' });
  await press(site, 'overtaken', 'Use the record');
  expect(await site.figures(one)).toMatchObject({ hours: '8:41', early: 19 * MIN });
  expect((await listed(site)).filter(({ kind }) => kind !== 'absence')).toEqual([]);
});

test('3: an IN of the morning was the OUT of the night', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['2026-11-22 22:30', 'in']]);
  await site.send('1', [
    ['06:40', 'in'],
    ['07:05', 'in'],
    ['16:00', 'out'],
  ]);
  expect(await site.figures(one, '2026-11-22')).toMatchObject({ hours: '0:00', flags: ['missing-out'] });
  expect(await site.figures(one)).toMatchObject({ hours: '9:20' });
  const recordId = await site.recordOf(one, '06:40');
  await site.corrected(one, [{ do: 'replace-punch', recordId, direction: 'out' }]);
  expect(await site.figures(one, '2026-11-22')).toMatchObject({ hours: '8:10', flags: [] });
  expect(await site.figures(one)).toMatchObject({ hours: '8:55', late: 0, flags: [] });
  expect((await site.explain(one)).events[0]).toMatchObject({ at: site.at('07:05') });
});

test('4: a corrected direction is not alternated by rule 5', async () => {
  const site = await givenSupervised(t);
  const [one, two] = [await site.person('1'), await site.person('2')];
  for (const pin of ['1', '2']) await site.send(pin, ['06:58', '07:20', '16:00']);
  expect(await site.figures(one)).toMatchObject({ hours: '0:22', wasted: 7 * HOUR + 40 * MIN });
  await site.corrected(one, [{ do: 'replace-punch', recordId: await site.recordOf(one, '06:58'), direction: 'out' }]);
  expect(await site.figures(one)).toMatchObject({ hours: '8:40', late: 0, flags: ['missing-in'] });
  await site.corrected(two, [{ do: 'void-punch', recordId: await site.recordOf(two, '06:58') }]);
  expect(await site.figures(two)).toMatchObject({ hours: '8:40', late: 20 * MIN, flags: [] });
});

test('5: one punch after the midpoint was the OUT', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', ['16:04']);
  expect(await site.figures(one)).toMatchObject({ late: 9 * HOUR + 4 * MIN, hours: '0:00' });
  await press(site, 'late-or-missing-in', 'It was the OUT');
  expect(await site.figures(one)).toMatchObject({ late: 0, hours: '9:04', flags: [] });
  expect((await site.explain(one)).status).toBe('present');
});

test('6: a forgotten IN is added, and its lateness excused', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['16:05', 'out']]);
  expect(await site.figures(one)).toMatchObject({ hours: '0:00', flags: ['missing-in'] });
  await site.corrected(one, [add(site, one, 'in', '07:12')]);
  expect(await site.figures(one)).toMatchObject({ hours: '8:53', late: 12 * MIN });
  await site.corrected(one, [
    { do: 'excuse', employeeId: one, judgement: 'lateness', kind: 'other', from: MONDAY, to: MONDAY },
  ]);
  expect(await site.figures(one)).toMatchObject({ hours: '8:53', late: 0, wasted: 0 });
  expect(await site.get(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`)).toMatchObject({
    onTime: 1,
    late: 0,
  });
  expect(await site.explain(one)).toMatchObject({
    excusedMs: 12 * MIN,
    excuses: [{ judgement: 'lateness', kind: 'other' }],
  });
});

test('7: in a merged event the corrected punch decides the direction', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [
    ['07:00', 'in'],
    ['16:00:10', 'in'],
  ]);
  expect(await site.figures(one)).toMatchObject({ hours: '9:00', flags: ['missing-out'] });
  await site.corrected(one, [add(site, one, 'out', '16:00:00')]);
  const { events } = await site.explain(one);
  expect(events.map(({ at, direction }) => [at, direction])).toEqual([
    [site.at('07:00'), 'in'],
    [site.at('16:00:10'), 'out'],
  ]);
});

test('8: punches of a PIN one swap away are reassigned to their owner', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1034', { firstName: 'Sipho' });
  await site.person('2000');
  await site.send('1043', ['06:59', '16:02']);
  const totals = () => site.get(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`);
  expect(await totals()).toMatchObject({ present: 0, absent: 2, total: 2 });
  await press(site, 'unmatched-pin', 'Give to Sipho Nkosi (1034)');
  expect(await totals()).toMatchObject({ present: 1, absent: 1, total: 2 });
  expect(await site.figures(one)).toMatchObject({ hours: '9:03', late: 0 });
  // When the PIN is linked later, the correction stays.
  const late = await site.person('1043');
  expect((await site.explain(late)).events).toEqual([]);
});

test('9: an excused absence is off, until they punch after all', async () => {
  const site = await givenSupervised(t);
  const people: string[] = [];
  for (let i = 1; i <= 9; i++) people.push(await site.person(`${i}`));
  await site.person('10', { timeGroupId: null });
  for (let i = 1; i <= 7; i++) await site.send(`${i}`, ['07:00', '16:00']);
  const totals = () => site.get(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`);
  expect(await totals()).toMatchObject({ present: 7, absent: 2, off: 1, expected: 9, total: 10 });
  const eighth = people[7] ?? '';
  await site.corrected(eighth, [
    { do: 'excuse', employeeId: eighth, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
  ]);
  expect(await totals()).toMatchObject({ present: 7, absent: 1, off: 2, excused: 1, expected: 8 });
  await site.send('8', ['07:30', '16:00'], '2026-11-25T09:00:00Z');
  expect(await totals()).toMatchObject({ present: 8, absent: 1, off: 1, expected: 9 });
  expect(await site.figures(eighth)).toMatchObject({ late: 30 * MIN });
  await press(site, 'excused-present', 'Undo the excuse');
  expect((await listed(site)).filter(({ kind }) => kind === 'excused-present')).toEqual([]);
});

test('10: a voided record alternates the days after it as far as it can', async () => {
  const site = await givenSupervised(t, null);
  const one = await site.person('1');
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  for (const day of days) await site.send('1', [`${day} 07:00`, `${day} 17:00`]);
  const hours = async () => {
    const all: string[] = [];
    for (const day of days) all.push(await site.clocked(one, day));
    return all;
  };
  expect(await hours()).toEqual(['10:00', '10:00', '10:00', '10:00', '10:00']);
  const recordId = await site.recordOf(one, '2026-11-16 07:00', '2026-11-16');
  const { effects } = await site.corrected(one, [{ do: 'void-punch', recordId }], '2026-11-16');
  expect(effects.map(({ day }) => day)).toEqual(days);
  expect(await hours()).toEqual(['14:00', '14:00', '14:00', '14:00', '0:00']);
  expect(await site.figures(one, '2026-11-20')).toMatchObject({ flags: ['missing-out'] });
});

test('11: a wrong count is replaced, an entry voided, units added', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  const entry = (units: string, from: string, to: string) => ({
    units,
    startedAt: new Date(site.at(from)),
    endedAt: new Date(site.at(to)),
  });
  await site.work('1', [entry('40', '08:00', '10:00'), entry('20', '09:00', '11:00')]);
  const best = async () =>
    (await site.get(`/stats/piecework/top-10?referenceDate=${MONDAY}`)).performers[0]?.performance;
  expect(await best()).toBe(20);
  const [first, second] = [await site.recordOf(one, '08:00'), await site.recordOf(one, '09:00')];
  const { results } = await site.corrected(one, [{ do: 'replace-entry', recordId: first, units: '34' }]);
  expect(await best()).toBe(18);
  await site.corrected(one, [{ do: 'void-entry', recordId: second }]);
  expect(await best()).toBe(17);
  expect(await site.get(`/stats/piecework/total-time-by-category?referenceDate=${MONDAY}`)).toMatchObject({
    totalTimeMs: 2 * HOUR,
  });
  const { results: rows } = await site.get(`/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=10`);
  await site.undo(rows.map(({ _id }: { _id: string }) => _id).filter((id: string) => id !== results[0]?.correctionId));
  await site.undo([results[0]?.correctionId]);
  expect(await best()).toBe(20);
  const untimed = { endedAt: null, durationMs: null, lookup1Code: null, lookup2Code: null };
  await site.corrected(one, [
    { do: 'add-entry', employeeId: one, units: '5', startedAt: site.at('09:30'), ...untimed },
  ]);
  expect(await best()).toBe(21.67);
});

test('12: a night of a locked day is locked, until the period is opened again', async () => {
  const site = await givenSupervised(t, { start: '22:00', end: '06:00', weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const one = await site.person('1');
  await site.send('1', [['2026-11-15 21:50', 'in']]);
  const lock = await site.ask('/period-locks', { from: '2026-11-01', to: '2026-11-15' });
  expect(lock.status).toBe(200);
  const out = add(site, one, 'out', '2026-11-16 06:05');
  expect(await site.correct(one, [out], '2026-11-15')).toMatchObject({
    status: 409,
    body: { errorCode: 'PERIOD_LOCKED' },
  });
  expect(await site.ask(`/period-locks/${lock.body._id}/reopen`, { reason: 'A night was forgotten' })).toMatchObject({
    status: 200,
  });
  await site.corrected(one, [out], '2026-11-15');
  expect(await site.clocked(one, '2026-11-15')).toBe('8:15');
});
