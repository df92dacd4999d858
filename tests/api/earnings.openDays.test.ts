import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenPay, MONDAY, TUESDAY, WEEK } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Each reason for which a day's pay is not settled: it holds the piece and hourly lines and the hours of that day, and of no other. */
const t = useTestApp();
const nine = { from: '07:00', to: '16:00' };
const entry = (date: string, over: object = {}) => ({
  ...{ code: `E ${date}`, employeeCode: '1', lookup1Code: 'crate', units: '10' },
  ...{ startedAt: `${date}T08:00:00+02:00`, endedAt: `${date}T10:00:00+02:00` },
  ...over,
});

async function given(parts: { monday?: object; entry?: object | null } = {}) {
  const monday = { ...nine, ...parts.monday };
  const own = parts.entry === null ? [] : [entry(MONDAY, parts.entry)];
  const world = await givenPay(
    t,
    { 1: { [MONDAY]: monday, [TUESDAY]: nine } },
    { pieceworkEntries: [...own, entry(TUESDAY)] },
  );
  await world.rate('piece', '3', { lookup1: 'crate' });
  const { employeeGroups } = await world.ask('/account/groups');
  await world.rate('hourly', '20', { employeeGroupId: employeeGroups[0]._id });
  const changed = () =>
    t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${world.accountId}`);
  const pay = async (query = WEEK) => {
    const { windows, sums } = await world.person('1', query);
    const settled = windows.flatMap(({ days }) => days.filter(({ isSettled }) => isSettled).map(({ date }) => date));
    const open = windows.flatMap(({ days }) => days.filter(({ date }) => date === MONDAY).flatMap((day) => day.open));
    return { sums, settled, open };
  };
  /** The dates of a file that is made of the locked week, with its hours and its money. */
  const handed = async () => {
    const lockId = (await world.ask('/period-locks', { from: MONDAY, to: '2026-11-15' }))._id;
    const { leftOut } = await world.ask(`/pay/files/preview?lockId=${lockId}`);
    const { _id } = await world.ask('/pay/files', { lockId, knownLeftOut: leftOut });
    const { people } = await world.ask(`/pay/files/${_id}/lines`);
    const dates = people.flatMap(({ lines }: { lines: { date: string }[] }) => lines.map(({ date }) => date));
    return { leftOut, dates: [...new Set(dates)] };
  };
  return { ...world, changed, pay, handed };
}
type World = Awaited<ReturnType<typeof given>>;

const record = (world: World, standing: string) =>
  t.db.run(sql`insert into clock_record (account_id, clock_record_id, employee_id, at, direction, source, record_id, received_at, standing)
    select account_id, ${randomUUID()}, employee_id, ${`${MONDAY}T12:00:00+02:00`}::timestamptz, 'auto', 'device:x@10.0.0.0/24', 'held',
      ${`${MONDAY}T12:00:00+02:00`}::timestamptz, ${standing}
    from clock_record where account_id = ${world.accountId} limit 1`);
const dispute = (world: World) =>
  t.db.run(sql`insert into own_day_act (account_id, act_id, employee_id, day, wrong, shown, shown_checksum, office_checksum, at, device_id,
      source, record_id, received_at)
    select account_id, ${randomUUID()}, employee_id, ${MONDAY}::date, 'hours', '{"in": null, "out": null, "pieces": []}', 'a', 'b', now(),
      ${randomUUID()}, 'device:x', 'act', now()
    from clock_record where account_id = ${world.accountId} limit 1`);

const CASES: [reason: string, parts: Parameters<typeof given>[0], change?: (world: World) => Promise<unknown>][] = [
  ['missing-punch', { monday: { to: undefined } }],
  [
    'missing-punch',
    { monday: { from: undefined } },
    // An OUT without an IN.
    (world) =>
      t.db.run(
        sql`update clock_record set direction = 'out' where account_id = ${world.accountId} and at < ${`${TUESDAY}T00:00:00+02:00`}::timestamptz`,
      ),
  ],
  [
    'unmatched-pin',
    { monday: { from: undefined, to: undefined } },
    (world) => world.sync({ clockRecords: [{ code: 'X', timeId: '999', at: `${MONDAY}T07:00:00+02:00` }] }),
  ],
  [
    'piecework-without-clock',
    { entry: { startedAt: `${MONDAY}T17:00:00+02:00`, endedAt: `${MONDAY}T18:00:00+02:00` } },
  ],
  ['no-piece-rate', { entry: { lookup1Code: 'bin' } }],
  ['pay-below-zero', { entry: { units: '-3' } }],
  [
    'unverified-time',
    {},
    (world) =>
      t.db.run(
        sql`update clock_record set clock = 'unverified' where account_id = ${world.accountId} and at = ${`${MONDAY}T07:00:00+02:00`}::timestamptz`,
      ),
  ],
  [
    'unverified-time',
    {},
    (world) =>
      t.db.run(
        sql`update piecework_entry set clock = 'unverified' where account_id = ${world.accountId} and started_at < ${`${TUESDAY}T00:00:00+02:00`}::timestamptz`,
      ),
  ],
  ['held-record', {}, (world) => record(world, 'quarantined')],
  ['held-record', {}, (world) => record(world, 'future-clock')],
  ['dispute', {}, dispute],
  [
    'inactive-clocked',
    {},
    (world) =>
      world.sync({
        employees: [
          { code: '1', number: '1', firstName: 'A1', lastName: 'Ama', timeGroupCode: 'DAY', activeFrom: TUESDAY },
        ],
      }),
  ],
];
test.each(CASES)('%s holds its day, by name, and no other', async (reason, parts, change) => {
  const world = await given(parts);
  await change?.(world);
  await world.changed();
  const { sums, settled, open } = await world.pay();
  expect(open).toContain(reason);
  expect(settled).toEqual([TUESDAY]);
  // 10 crates at 3.00, and 7 of 9 hours at 20.00.
  expect(sums).toMatchObject({ piece: '30.00', hourly: '140.00', total: '170.00' });
  expect(await world.handed()).toEqual({ leftOut: 1, dates: [TUESDAY] });
});

test('a reason that was left as it is no longer holds the day, and holds it again once that is undone', async () => {
  const world = await given();
  await dispute(world);
  await world.changed();
  const { exceptions } = await world.ask(`/exceptions?${WEEK}`);
  const [found] = exceptions.filter(({ kind }: Exception) => kind === 'dispute');
  const { actId } = await world.ask('/exceptions/reviews', {
    items: [{ key: found.key, evidence: found.evidence, note: 'Talked about it' }],
  });
  expect((await world.pay()).settled).toEqual([MONDAY, TUESDAY]);
  await world.ask(`/exceptions/reviews/${actId}/undo`, {});
  expect((await world.pay()).settled).toEqual([TUESDAY]);
});

test('piecework without a clock that was left as it is waits again once that is undone', async () => {
  const world = await given({ entry: { startedAt: `${MONDAY}T17:00:00+02:00`, endedAt: `${MONDAY}T18:00:00+02:00` } });
  const { exceptions } = await world.ask(`/exceptions?${WEEK}`);
  const [found] = exceptions.filter(({ kind }: Exception) => kind === 'piecework-without-clock');
  const { actId } = await world.ask('/exceptions/reviews', { items: [{ key: found.key, evidence: found.evidence }] });
  expect((await world.pay()).settled).toEqual([MONDAY, TUESDAY]);
  await world.ask(`/exceptions/reviews/${actId}/undo`, {});
  expect((await world.pay()).settled).toEqual([TUESDAY]);
});

test('a filter by product says the same of a day as all of it', async () => {
  const world = await given({ monday: { to: undefined } });
  const [{ entries }] = (await world.ask('/account/lookups')).lookups;
  const crate = entries.find(({ code }: { code: string }) => code === 'crate');
  expect((await world.people(`${WEEK}&lookup1=${crate._id}`)).totals).toMatchObject({
    ...{ piece: '30.00', total: '30.00', notSettled: '30.00' },
  });
});

test('hours of an account without a currency are held back as well', async () => {
  const world = await given();
  await t.db.run(sql`update account set currency = null where account_id = ${world.accountId}`);
  await dispute(world);
  await world.changed();
  expect(await world.handed()).toEqual({ leftOut: 1, dates: [TUESDAY] });
});

test('a day that is not settled has no paid hours on any screen, as in every sum', async () => {
  const world = await givenPay(t, { 1: { [MONDAY]: { from: '07:00' } } });
  await world.sync({
    clockRecords: ['12:00', '13:00'].map((time) => ({
      code: time,
      employeeCode: '1',
      at: `${MONDAY}T${time}:00+02:00`,
    })),
  });
  await world.rate('minimum', '10');
  await world.rule();
  const { employee, sums, windows } = await world.person('1');
  const day = windows.flatMap(({ days }) => days).find(({ date }) => date === MONDAY);
  const ofPay = { inSums: sums.paidMs, ofDay: day?.paidMs, besideIt: day?.notSettledMs };
  expect(ofPay).toEqual({ inSums: 0, ofDay: 0, besideIt: 5 * HOUR });
  const trend = await world.ask(`/stats/person/${employee._id}?${WEEK}`);
  const ofPerson = trend.days.find(({ date }: { date: string }) => date === MONDAY).attendance.paid;
  expect(ofPerson).toMatchObject({ paidMs: 0, ordinaryMs: 0, unsettledMs: 8 * HOUR, isSettled: false });
  expect(trend.paid).toMatchObject({ paidMs: 0, unsettledMs: 8 * HOUR });
  const why = await world.ask(`/stats/employee/${employee._id}/day?referenceDate=${MONDAY}`);
  expect(why.paid).toMatchObject({ paidMs: 0, ordinaryMs: 5 * HOUR, unsettledMs: 3 * HOUR });
  const { exceptions } = await world.ask(`/exceptions?${WEEK}`);
  const { items } = exceptions.flatMap(({ proposals = [] }: Exception) => proposals)[0];
  const { effects } = await world.ask('/corrections/preview', { reason: 'forgot-to-clock', items });
  const paid = effects.map(({ before, after }: { before: { paidMs: number }; after: { paidMs: number } }) => [
    before.paidMs,
    after.paidMs,
  ]);
  expect(paid).toEqual([[0, 8 * HOUR]]);
});
const HOUR = 3_600_000;
