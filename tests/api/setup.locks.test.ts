import { describe, expect, test } from 'vitest';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Locks (docs/reference/corrections.md#locks) against all that sets up an account: people are refused, a payroll system's sync is taken and told of. */
const t = useTestApp();

const LOCKED = { from: '2026-11-09', to: '2026-11-13' };
const times = (from: string, start: string) => [
  ['Time Group', 'Days', 'Start', 'End', 'From'],
  ['Day', 'Mon-Fri', start, '16:00', from],
];
const HEAD = ['Employee Number', 'First Name', 'Last Name'];

/** Ann and Bob work days since October, Bob left on 11 November; the week from the 9th is locked. */
async function given() {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.LOCK_PERIOD'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const ask = async (path: string, body?: unknown, method?: 'PUT') =>
    (await t.ask(`/v2${path}`, { token, body, ...(method && { method }) })).json();
  const paste = async (sheet: string, rows: string[][]) => ask('/setup/pasted', { sheet, rows });
  const take = async (sheet: string, rows: string[][]) => {
    const { workbookId, outcomeHash } = await paste(sheet, rows);
    return ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) => {
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
  };
  const lock = () => ask('/period-locks', LOCKED);
  const total = async (day: string) => {
    const { expected, off, total: all } = await ask(`/stats/employee/attendance-status-totals?referenceDate=${day}`);
    return { expected, off, all };
  };
  const changed = async () =>
    (await ask(`/exceptions?from=${LOCKED.from}&to=${LOCKED.to}`)).exceptions.flatMap(
      ({ kind, day, detail }: Record<string, string>) =>
        kind === 'changed-after-lock' ? [`${day} ${detail?.slice(0, 16)}`] : [],
    );
  return { ask, paste, take, sync, lock, total, changed };
}
const people = [
  [...HEAD, 'Time Group', 'Active From', 'Inactive From'],
  ['1001', 'Ann', 'Adams', 'Day', '2026-10-01', ''],
  ['1002', 'Bob', 'Brown', 'Day', '2026-10-01', '2026-11-11'],
];
const refusal = (day: string, who: string) => ({
  errorCode: 'PERIOD_LOCKED',
  message: expect.stringMatching(new RegExp(`^${day} was locked by .+ judged anew for ${who}\\.`)),
});

/** A line of an employee is refused by itself. */
const ONE_REFUSED = { sheets: [{ sheet: 'employees', new: 0, changed: 0, refused: 1 }] };

test('workbook and screens change nothing in a locked week, and everything else', async () => {
  const { ask, paste, take, lock, total, changed } = await given();
  await take('shifts', times('', '07:00'));
  await take('employees', people);
  expect(await lock()).toMatchObject({ from: LOCKED.from });
  const week = ['2026-11-09', '2026-11-11', '2026-11-13'];
  const before = await Promise.all(week.map(total));
  expect(before.map(({ all }) => all)).toEqual([2, 1, 1]);

  const [ann, bob] = (await ask('/setup/employees')).employees;
  const change = ({ _id, basis }: { _id: string; basis: string }, body: object) =>
    ask(`/setup/employees/${_id}`, { ...body, basis }, 'PUT');
  expect(await paste('shifts', times('', '06:00'))).toMatchObject(refusal('2026-11-09', '1001, 1002'));
  expect(await paste('shifts', times('2026-11-12', 'rest'))).toMatchObject(refusal('2026-11-12', '1001'));
  const feast = [
    ['Date', 'Name'],
    ['2026-11-11', 'Feast'],
  ];
  expect(await paste('holidays', feast)).toMatchObject(refusal('2026-11-11', '1001'));
  const night = [
    [...HEAD, 'Time Group', 'Group From'],
    ['1001', 'Ann', 'Adams', 'Night', '2026-11-13'],
  ];
  expect(await paste('employees', night)).toMatchObject(ONE_REFUSED);
  const ends = [
    [...HEAD, 'Inactive From'],
    ['1001', 'Ann', 'Adams', '2026-11-12'],
  ];
  expect(await paste('employees', ends)).toMatchObject(ONE_REFUSED);
  const starts = [
    [...HEAD, 'Active From'],
    ['1003', 'Cleo', 'Clark', '2026-11-13'],
  ];
  expect(await paste('employees', starts)).toMatchObject(ONE_REFUSED);
  expect(await change(ann, { activeFrom: '2026-11-10' })).toMatchObject(refusal('2026-11-09', '1001'));
  expect(await change(bob, { inactiveFrom: '2026-11-12' })).toMatchObject(refusal('2026-11-11', '1002'));
  expect(await Promise.all(week.map(total))).toEqual(before);

  expect(await take('shifts', times('2026-11-14', '06:00'))).toMatchObject({ new: 5 });
  expect(
    await take('employees', [
      [...HEAD, 'Active From'],
      ['1003', 'Cleo', 'Clark', '2026-11-16'],
    ]),
  ).toMatchObject({ new: 1 });
  expect(
    await take('employees', [
      [...HEAD, 'Active From'],
      ['1001', 'Anna', 'Adams', '2026-10-01'],
    ]),
  ).toMatchObject({ changed: 1 });
  expect(await Promise.all(week.map(total))).toEqual(before);
  expect(await changed()).toEqual([]);
});

test('a line of a list that reaches a locked day is refused by itself, and the others are imported without it', async () => {
  const { ask, paste, take, lock, total } = await given();
  await take('shifts', times('', '07:00'));
  await take('employees', people);
  await lock();
  const before = await total('2026-11-12');
  const { workbookId, outcomeHash } = await paste('employees', [
    [...HEAD, 'Phone Number', 'Inactive From'],
    ['1001', 'Ann', 'Adams', '0825550000', '2026-11-12'],
    ['1002', 'Bob', 'Brown', '0825550001', '2026-11-11'],
    ['1003', 'Cleo', 'Clark', '0825550002', ''],
  ]);
  const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=10`);
  expect(lines.map(({ line, number, outcome }: Record<string, string>) => [line, number, outcome])).toEqual([
    [2, '1001', 'refused'],
    [3, '1002', 'changed'],
    [4, '1003', 'new'],
  ]);
  expect(lines[0].reason).toContain('2026-11-12 was locked by ');
  const applied = await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  expect(applied).toMatchObject({ new: 1, changed: 1, leftOut: 1 });
  const { employees } = await ask('/setup/employees');
  expect(employees.map(({ number, phoneNumber }: Record<string, string>) => [number, phoneNumber])).toEqual([
    ['1001', null],
    ['1002', expect.stringContaining('5550001')],
    ['1003', expect.stringContaining('5550002')],
  ]);
  expect(await total('2026-11-12')).toEqual(before);
});

test('a preview from before the lock is refused after it', async () => {
  const { ask, paste, take, lock } = await given();
  await take('shifts', times('', '07:00'));
  await take('employees', people);
  const { workbookId, outcomeHash } = await paste('shifts', times('2026-11-12', '06:00'));
  await lock();
  const answer = await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  expect(answer).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
});

test('a sync that judges a locked day again is accepted; the day shows it, although none of its records differs', async () => {
  const { sync, lock, changed, total } = await given();
  const time = (weekday: number, startTime = '07:00') => ({
    code: `D${weekday}`,
    timeGroupCode: 'D',
    weekday,
    startTime,
    endTime: '16:00',
  });
  const ann = {
    code: 'E1',
    number: '1001',
    firstName: 'Ann',
    lastName: 'Adams',
    timeGroupCode: 'D',
    activeFrom: '2026-10-01',
  };
  await sync({ timeGroups: [{ code: 'D', name: 'Day' }], standardTimes: [time(1), time(2)], employees: [ann] });
  await lock();
  expect(await changed()).toEqual([]);
  await sync({ employees: [{ ...ann, lastName: 'Baker' }] });
  expect(await changed()).toEqual([]);
  await sync({ standardTimes: [time(2, '06:00')] });
  expect(await changed()).toEqual(['2026-11-10 A payroll system']);
  await sync({ employees: [{ ...ann, inactiveFrom: '2026-11-13' }] });
  expect(await changed()).toEqual(['2026-11-13 A payroll system', '2026-11-10 A payroll system']);
  expect(await total('2026-11-13')).toMatchObject({ all: 0 });
});

test('a move after which the first record is of a locked night is refused: they would count a day earlier (13)', async () => {
  const { ask, take, sync, total } = await given();
  await take('shifts', [...times('', '07:00'), ['Night', 'Mon-Fri', '22:00', '06:00', '']]);
  await take('employees', [
    [...HEAD, 'Time ID', 'Time Group'],
    ['1003', 'Cleo', 'Cole', '1003', 'Day'],
  ]);
  await sync({ clockRecords: [{ code: 'C1', timeId: '1003', at: '2026-11-10T02:00:00+02:00', direction: 'in' }] });
  expect([(await total('2026-11-09')).all, (await total('2026-11-10')).all]).toEqual([0, 1]);
  const { groups } = await ask('/setup/groups');
  const night = groups.find(({ name }: { name: string }) => name === 'Night')._id;
  const [{ _id, basis }] = (await ask('/setup/employees')).employees;
  const move = { employees: [{ _id, basis }], timeGroupId: night, from: null };
  const before = await ask('/setup/employees/move?preview=1', move);
  expect(before.rejudged).toMatchObject({ from: '2026-11-09' });
  const lock = await ask('/period-locks', { from: '2026-11-09', to: '2026-11-09' });
  expect(lock).toMatchObject({ from: '2026-11-09' });
  expect(await ask('/setup/employees/move', move)).toMatchObject(refusal('2026-11-09', '1003'));
});

/** A group whose night from Monday has a window that overlaps that of its Tuesday. */
const mixed = (tuesday: string, from = '') => [
  ['Time Group', 'Days', 'Start', 'End', 'From'],
  ['Mixed', 'Mon', '22:00', '06:00', from],
  ['Mixed', 'Tue', tuesday, '20:00', from],
];
const MONDAY = { from: '2026-11-09', to: '2026-11-09' };
const MOVES = [
  ['08:00', '14:00', 'into'],
  ['14:00', '08:00', 'out of'],
] as const;
const RECORDS: [string, string[]][] = [
  ['first record', []],
  ['later record', ['2026-11-06T12:00:00+02:00']],
];

describe.each(MOVES)('Tuesday from %s to %s takes a record of 06:30 %s the night before', (before, after) => {
  test.each(RECORDS)('which a lock refuses: a %s', async (_which, earlier) => {
    const { ask, paste, take, sync, total } = await given();
    await take('shifts', mixed(before));
    await take('employees', [
      [...HEAD, 'Time ID', 'Time Group'],
      ['1003', 'Cleo', 'Cole', '1003', 'Mixed'],
    ]);
    const times = [...earlier, '2026-11-10T06:30:00+02:00'];
    await sync({ clockRecords: times.map((at, n) => ({ code: `C${n}`, timeId: '1003', at, direction: 'in' })) });
    const { rejudged, workbookId, outcomeHash } = await paste('shifts', mixed(after, MONDAY.from));
    expect(rejudged).toEqual({ people: 1, days: 3, from: MONDAY.from, employees: [expect.anything()] });
    const seen = await total(MONDAY.from);
    expect(await ask('/period-locks', MONDAY)).toMatchObject(MONDAY);
    expect(await paste('shifts', mixed(after, MONDAY.from))).toMatchObject(refusal('2026-11-09', '1003'));
    const applied = await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
    expect(applied).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
    const { shifts } = await ask('/setup/shifts');
    const { timeGroupId, basis } = shifts.find(({ name }: { name: string }) => name === 'Mixed');
    const margins = {
      isRest: false,
      breaks: [],
      graceMinutes: 5,
      breakGraceMinutes: 5,
      preMinutes: 120,
      postMinutes: 240,
    };
    const day = { weekday: 2, startTime: after, endTime: '20:00', ...margins };
    const week = { from: '2026-11-10', days: [day], basis };
    expect(await ask(`/setup/shifts/${timeGroupId}`, week, 'PUT')).toMatchObject(refusal('2026-11-09', '1003'));
    expect(await total(MONDAY.from)).toEqual(seen);
  });
});

test('a lock refuses it for one of a hundred people whose hours differ as well', async () => {
  const { ask, paste, take, sync } = await given();
  await take('shifts', mixed('08:00'));
  const others = Array.from({ length: 100 }, (_, n) => [String(2_000 + n), 'Dan', 'Day', '', 'Mixed']);
  await take('employees', [[...HEAD, 'Time ID', 'Time Group'], ['1003', 'Cleo', 'Cole', '1003', 'Mixed'], ...others]);
  await sync({ clockRecords: [{ code: 'C', timeId: '1003', at: '2026-11-10T06:30:00+02:00', direction: 'in' }] });
  expect(await ask('/period-locks', MONDAY)).toMatchObject(MONDAY);
  expect(await paste('shifts', mixed('14:00', MONDAY.from))).toMatchObject(refusal('2026-11-09', '1003'));
  expect(await paste('shifts', mixed('14:00', '2026-11-17'))).toMatchObject({ workbookId: expect.anything() });
});

test('a night that goes on is not locked before its window ends, the day before it is', async () => {
  const { ask, take } = await given();
  await take('shifts', [...times('', '07:00'), ['Night', 'Mon-Fri', '22:00', '06:00', '']]);
  await take('employees', [
    [...HEAD, 'Time Group'],
    ['2001', 'Cy', 'Cole', 'Night'],
  ]);
  const at = (instant: string) => t.clock.advance(Date.parse(instant) - t.clock.now().getTime());
  at('2026-11-20T02:30:00+02:00');
  const lock = (from: string, to: string) => ask('/period-locks', { from, to });
  expect(await lock('2026-11-16', '2026-11-19')).toMatchObject({
    errorCode: 'DATE_OUT_OF_RANGE',
    message: expect.stringMatching(/^The shifts of 2026-11-19 go on until \d\d:\d\d\. Lock that day afterwards\.$/),
  });
  expect(await lock('2026-11-16', '2026-11-18')).toMatchObject({ to: '2026-11-18' });
  at('2026-11-20T12:00:00+02:00');
  expect(await lock('2026-11-19', '2026-11-19')).toMatchObject({ to: '2026-11-19' });
});
