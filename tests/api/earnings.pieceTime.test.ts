import { expect, test } from 'vitest';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenPay, MONDAY, TUESDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Hourly pay of people who do piecework too: paid time outside the union of their entries, as far as these lie within paid time. */
const t = useTestApp();
const WEDNESDAY = '2026-11-11';
const THURSDAY = '2026-11-12';
const ten = { from: '07:00', to: '17:00' };
const entry = (date: string, from: string, to: string) => ({
  ...{ code: `${date} ${from}`, employeeCode: '1', lookup1Code: 'crate', units: '10' },
  ...{ startedAt: `${date}T${from}:00+02:00`, endedAt: `${date}T${to}:00+02:00` },
});
const hourly = ({ windows }: PersonEarnings) =>
  windows.flatMap(({ lines }) =>
    lines.flatMap(({ date, kind, paidClass, ms, amount }) =>
      kind === 'hourly' ? [`${date.slice(8)} ${paidClass} ${(ms ?? 0) / 60_000} ${amount}`] : [],
    ),
  );
async function given(rule?: object) {
  const days = { [MONDAY]: ten, [TUESDAY]: ten, [WEDNESDAY]: ten, [THURSDAY]: ten, '2026-11-15': ten };
  const entries = [
    // All of the overtime after eight hours.
    entry(MONDAY, '15:00', '17:00'),
    // Two hours of it are before the IN, and two entries share half an hour.
    ...[entry(TUESDAY, '05:00', '08:00'), entry(TUESDAY, '07:30', '08:30')],
    // Half of the overtime, and half an hour after the OUT.
    entry(WEDNESDAY, '16:00', '17:30'),
    // Five hours of a Sunday.
    entry('2026-11-15', '07:00', '12:00'),
  ];
  const world = await givenPay(t, { 1: days }, { pieceworkEntries: entries }, { dayLimitMinutes: 480 });
  const { employeeGroups } = await world.ask('/account/groups');
  await world.rate('hourly', '20', { employeeGroupId: employeeGroups[0]._id });
  await world.rate('piece', '1');
  if (rule) await world.rule(rule);
  return world;
}
// 8 h of ordinary time at 20.00 are 160.00, 2 h of overtime at 30.00 are 60.00; an hour and a half is 90 minutes.
const EXACT = [
  '09 ordinary 480 160.00',
  ...['10 ordinary 390 130.00', '10 overtime1 120 60.00'],
  ...['11 ordinary 480 160.00', '11 overtime1 60 30.00'],
  ...['12 ordinary 480 160.00', '12 overtime1 120 60.00'],
  '15 sunday 300 200.00',
];

test('entries take the paid time in which they lie, class by class, and nothing outside it', async () => {
  expect(hourly(await (await given()).person('1'))).toEqual(EXACT);
  expect(hourly(await (await given({ premiumBase: 'greater' })).person('1'))).toEqual(EXACT);
});

test('a rule set of before, and days that were locked before, keep the former rule: all time of entries, in proportion', async () => {
  // 3 h 30 of entries leave 6:30 of 10 h: 5:12 ordinary and 1:18 of overtime.
  const before = await given({});
  await t.db.run(sql`update pay_rule set rule = rule - 'premiumBase' where account_id = ${before.accountId}`);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${before.accountId}`);
  expect(hourly(await before.person('1'))).toContain('10 ordinary 312 104.00');
  const world = await given();
  const lock = await world.ask('/period-locks', { from: '2026-11-01', to: TUESDAY });
  await t.db.run(sql`update period_lock set rules = 3 where account_id = ${world.accountId} and lock_id = ${lock._id}`);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${world.accountId}`);
  const kept = hourly(await world.person('1'));
  expect(kept).toContain('10 ordinary 312 104.00');
  expect(kept).toContain('11 overtime1 60 30.00');
});

test('a corrected time of an entry moves what is paid by the hour', async () => {
  const world = await given();
  await world.sync({ pieceworkEntries: [entry(THURSDAY, '15:30', '16:00')] });
  expect(hourly(await world.person('1'))).toContain('12 overtime1 90 45.00');
});

test('entries of seconds take what they last together, and not a minute each', async () => {
  const scan = (from: number, seconds: number) => {
    const at = (second: number) => new Date(Date.parse(`${MONDAY}T06:00:00Z`) + second * 1000).toISOString();
    return { ...entry(MONDAY, `08:00 ${from}`, '08:00'), startedAt: at(from), endedAt: at(from + seconds) };
  };
  const paid = async (entries: object[]) => {
    const world = await givenPay(t, { 1: { [MONDAY]: ten } }, { pieceworkEntries: entries });
    const { employeeGroups } = await world.ask('/account/groups');
    await world.rate('hourly', '20', { employeeGroupId: employeeGroups[0]._id });
    await world.rate('piece', '1');
    return hourly(await world.person('1'));
  };
  const sixty = (from: number, seconds: number) =>
    Array.from({ length: 60 }, (_, nth) => scan(nth * 60 + from, seconds));
  // Of ten hours: 60 times 20 s over a full minute are 20 minutes, 60 times 40 s within one are 40; a second is none.
  expect(await paid(sixty(50, 20))).toEqual(['09 ordinary 580 193.33']);
  expect(await paid(sixty(10, 40))).toEqual(['09 ordinary 560 186.67']);
  expect(await paid([scan(59, 1)])).toEqual(['09 ordinary 600 200.00']);
});

test('an entry that goes on after its day takes the paid time of the days into which it reaches', async () => {
  const world = await given();
  expect(hourly(await world.person('1'))).toEqual(EXACT);
  const startedAt = `${TUESDAY}T16:00:00+02:00`;
  const goingOn = { ...entry(TUESDAY, '16:00', '17:00'), endedAt: `${THURSDAY}T08:00:00+02:00` };
  await world.sync({ pieceworkEntries: [goingOn] });
  const before = [EXACT[0], '10 ordinary 390 130.00', '10 overtime1 60 30.00'];
  const after = ['12 overtime1 120 60.00', '15 sunday 300 200.00'];
  expect(hourly(await world.person('1'))).toEqual([...before, '12 ordinary 420 140.00', ...after]);
  // Ended on Wednesday after all, it takes nothing of Thursday.
  const { employee } = await world.person('1');
  const day = await world.ask(`/stats/employee/${employee._id}/day?referenceDate=${TUESDAY}`);
  const entries: { entryId: string; startedAt: string }[] = day.entries;
  const recordId = entries.find(({ startedAt: at }) => Date.parse(at) === Date.parse(startedAt))?.entryId;
  const change = { do: 'replace-entry', recordId, endedAt: `${WEDNESDAY}T08:00:00+02:00` };
  const item = { day: TUESDAY, basis: day.basis, change };
  await world.ask('/corrections', { reason: 'other', note: 'Ended', items: [item] });
  const wednesday = ['11 ordinary 420 140.00', '11 overtime1 60 30.00'];
  expect(hourly(await world.person('1'))).toEqual([...before, ...wednesday, '12 ordinary 480 160.00', ...after]);
});

test('a correction by which an entry takes other time of a locked day is refused; its units are not time', async () => {
  const world = await given();
  const goingOn = { ...entry(TUESDAY, '16:00', '17:00'), endedAt: `${THURSDAY}T08:00:00+02:00` };
  await world.sync({ pieceworkEntries: [goingOn] });
  const before = hourly(await world.person('1'));
  const { employee } = await world.person('1');
  const correct = async (change: object, path = '/corrections') => {
    const day = await world.ask(`/stats/employee/${employee._id}/day?referenceDate=${TUESDAY}`);
    const entries: { entryId: string; startedAt: string; endedAt: string | null }[] = day.entries;
    const recordId = entries.find(
      ({ endedAt }) => endedAt && Date.parse(endedAt) > Date.parse(`${WEDNESDAY}T00:00Z`),
    )?.entryId;
    const items = [{ day: TUESDAY, basis: day.basis, change: { recordId, ...change } }];
    return world.asked(path, { reason: 'other', note: 'Ended', items });
  };
  await world.ask('/period-locks', { from: '2026-11-13', to: '2026-11-13' });
  const sooner = { do: 'replace-entry', endedAt: `${WEDNESDAY}T08:00:00+02:00` };
  expect((await correct(sooner, '/corrections/preview')).status).toBe(200);
  await world.ask('/period-locks', { from: THURSDAY, to: THURSDAY });
  const refused = { status: 409, body: { errorCode: 'PERIOD_LOCKED' } };
  for (const endedAt of [`${THURSDAY}T10:00:00+02:00`, `${WEDNESDAY}T08:00:00+02:00`, '2026-11-13T08:00:00+02:00'])
    expect(await correct({ do: 'replace-entry', endedAt })).toMatchObject(refused);
  expect(await correct({ do: 'void-entry' })).toMatchObject(refused);
  expect(hourly(await world.person('1'))).toEqual(before);
  expect((await correct({ do: 'replace-entry', units: '11' })).status).toBe(200);
  expect(hourly(await world.person('1'))).toEqual(before);
});
