import { expect, test } from 'vitest';
import type { CorrectionEffect } from '#contract/figures/corrections.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAdmin } from '../support/factories.ts';
import { givenPaid, period, span, WEEK } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Time that is paid by an approval (docs/reference/paid-hours.md#breaks): a break worked through, time before the shift. */
const t = useTestApp();
const H = 3_600_000;
const LUNCH = [{ startTime: '12:00', endTime: '13:00', paid: false }];
const MONDAY = '2026-11-09';

/** One person's week from 06:30 to 16:00, with an unpaid hour that nobody clocks. */
async function givenWeek() {
  const world = await givenPaid(t, { 1: span(WEEK, '06:30', '16:00') }, {}, LUNCH);
  await world.rule({ weekLimitMinutes: 40 * 60 });
  const { rows } = await world.hours(period);
  const employeeId = rows[0]?.employee._id ?? '';
  const why = (day: string) => world.ask(`/stats/employee/${employeeId}/day?referenceDate=${day}`);
  const item = async (what: string, day = MONDAY) => ({
    day,
    basis: (await why(day)).basis,
    change: { do: 'approve', employeeId, what, day },
  });
  const approve = async (what: string, day = MONDAY, path = '/corrections') =>
    world.ask(path, { items: [await item(what, day)] });
  const undo = async (day = MONDAY) => {
    const { results } = await world.ask(`/corrections?from=${day}&to=${day}&startRow=0&endRow=10`);
    const items = results.flatMap(({ _id, basis }: { _id: string; basis: string | null }) =>
      basis === null ? [] : [{ correctionId: _id, basis }],
    );
    return world.ask('/corrections/undo', { items });
  };
  return { ...world, employeeId, why, item, approve, undo };
}

test.each([
  [
    'worked-through',
    { paidMs: 41 * H, takenOffMs: 4 * H, earlyMs: 2.5 * H, overtime1Ms: H },
    { paidMs: 9 * H, takenOffMs: 0 },
    'Worked through',
  ],
  [
    'early',
    { paidMs: 40.5 * H, takenOffMs: 5 * H, earlyMs: 2 * H, overtime1Ms: H / 2 },
    { paidMs: 8.5 * H, earlyMs: 0 },
    'Time before the shift',
  ],
])('%s: the preview is what is done, and its undoing restores every figure', async (what, sums, day, words) => {
  const { approve, undo, hours, why, ask, employeeId } = await givenWeek();
  const [before, ledger] = [await hours(period), await why(MONDAY)];
  expect(before.totals).toMatchObject({ paidMs: 40 * H, overtime1Ms: 0, takenOffMs: 5 * H });
  const preview = await approve(what, MONDAY, '/corrections/preview');
  expect(await hours(period)).toEqual(before);
  const made = await approve(what);
  expect(made).toMatchObject({ results: [{ outcome: 'applied' }] });
  expect(made.effects).toEqual(preview.effects);
  expect(made.effects.map((one: CorrectionEffect) => [one.day, one.before.paidMs, one.after.paidMs])).toEqual([
    [MONDAY, 8 * H, day.paidMs],
  ]);
  expect((await hours(period)).totals).toMatchObject(sums);
  expect(await why(MONDAY)).toMatchObject({
    paid: day,
    corrections: [{ do: 'approve', is: words, reason: 'Approved', excuseKind: null }],
  });
  const roll = await ask('/stats/roll?from=2026-11-09&to=2026-11-13');
  expect(JSON.stringify(roll.rows)).toContain('P*');
  expect(await approve(what)).toMatchObject({ errorCode: 'ALREADY_EXISTS' });
  expect(await undo()).toMatchObject({ results: [{ outcome: 'applied' }] });
  expect(await hours(period)).toEqual(before);
  expect((await why(MONDAY)).paid).toEqual(ledger.paid);
  expect(await ask(`/stats/person/${employeeId}?from=${MONDAY}&to=${MONDAY}`)).toMatchObject({
    days: [{ attendance: { paid: { paidMs: 8 * H } } }],
  });
});

test('both together, and in any order', async () => {
  const { approve, hours } = await givenWeek();
  await approve('early');
  await approve('worked-through');
  expect((await hours(period)).totals).toMatchObject({ paidMs: 41.5 * H });
});

test('refused: a locked day, one whose week has a locked day, a day too old or still to come, and a day that changed', async () => {
  const { approve, item, ask, sync, hours } = await givenWeek();
  const stale = await item('early');
  await sync({ clockRecords: [{ code: 'late', employeeCode: '1', at: '2026-11-09T16:30:00+02:00' }] });
  expect(await ask('/corrections', { items: [stale] })).toMatchObject({ errorCode: 'CONFLICT' });
  expect(await approve('early', '2026-09-10')).toMatchObject({ errorCode: 'DATE_OUT_OF_RANGE' });
  const tomorrow = await item('early');
  const ahead = { ...tomorrow, day: '2026-11-21', change: { ...tomorrow.change, day: '2026-11-21' } };
  expect(await ask('/corrections', { items: [ahead] })).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
  await ask('/period-locks', { from: '2026-11-13', to: '2026-11-13' });
  const before = await hours(period);
  expect(await approve('early', '2026-11-13')).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
  expect(await approve('early', MONDAY)).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
  expect(await approve('early', MONDAY, '/corrections/preview')).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
  expect(await hours(period)).toEqual(before);
});

test('undoing is refused as well once a later day of the week is locked', async () => {
  const { approve, undo, ask, hours } = await givenWeek();
  await approve('worked-through');
  const before = await hours(period);
  await ask('/period-locks', { from: '2026-11-13', to: '2026-11-13' });
  expect(await undo()).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
  expect(await hours(period)).toEqual(before);
});

test('an approval needs no reason, and no note', async () => {
  const { ask, item } = await givenWeek();
  expect(await ask('/corrections', { note: 'Rush order', items: [await item('worked-through')] })).toMatchObject({
    results: [{ outcome: 'applied' }],
  });
});

test('an approval is in a backup, with a lock and the days before it, and restored with the same hours', async () => {
  const { approve, hours, ask, accountId, why } = await givenWeek();
  await approve('worked-through');
  await approve('early');
  await ask('/period-locks', { from: '2026-11-12', to: '2026-11-13' });
  const [before, paid] = [await hours(period), (await why(MONDAY)).paid];
  const { token } = await givenAdmin(t.db);
  const { backUp, restore } = backupCalls(t, () => token);
  const { archive } = await backUp(accountId);
  const items = ['Payroll Data', 'Employees', 'Clock Records'];
  expect((await restore(archive, accountId, 'replace', items)).status).toMatchObject({ status: 'Successful' });
  t.clock.advance(60_000);
  expect((await hours(period)).rows.map(({ sums }) => sums)).toEqual(before.rows.map(({ sums }) => sums));
  expect((await why(MONDAY)).paid).toEqual(paid);
});
