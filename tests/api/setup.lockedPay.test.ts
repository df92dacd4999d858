import { describe, expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, NONE, RULE, TUESDAY, WEEK, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Figures of locked days stay as payroll has them (docs/reference/corrections.md#locks): an act of people that changes one is refused, whatever field it is of; one that
 * changes none is carried out, also in the week of a lock; a payroll system's is carried out and listed.
 */
const t = useTestApp();
const SUNDAY = '2026-11-15';
const ten = { from: '07:00', to: '17:00', units: { crate: 5 } };

async function given(people: Record<string, Work>, hours: object = { dayLimitMinutes: 480 }, parts: object = {}) {
  const world = await givenPay(t, people, parts, hours);
  await world.rate('piece', '1');
  await world.rate('minimum', '20');
  const lines = async (query = WEEK) => {
    const { rows } = await world.people(query);
    const all: string[] = [];
    for (const { employee } of rows) {
      const { windows }: PersonEarnings = await world.ask(`/pay/people/${employee._id}?${query}`);
      for (const { date, kind, amount } of windows.flatMap((one) => one.lines))
        all.push(`${employee.number} ${date} ${kind} ${amount}`);
    }
    return all.sort();
  };
  const listed = async () => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?${WEEK}`);
    return exceptions.flatMap(({ kind, day }) => (kind === 'changed-after-lock' ? day : []));
  };
  const take = async (sheet: string, rows: string[][]) => {
    const shown = await world.asked('/setup/pasted', { sheet, rows });
    if (shown.status !== 200) return shown;
    const { workbookId, outcomeHash } = shown.body;
    return world.asked(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  const lock = (from: string, to: string) => world.ask('/period-locks', { from, to });
  return { ...world, lines, listed, take, lock };
}
const lockedFrom = (day: string) => ({
  status: 409,
  body: { errorCode: 'PERIOD_LOCKED', message: expect.stringContaining(`${day} was locked by `) },
});

/** A line of an employee is refused by itself. */
const ONE_REFUSED = { status: 400, body: { message: expect.stringContaining('1 line is refused.') } };

test.each([
  ['overtime1Factor', 'Overtime 1 Factor', TUESDAY],
  ['overtime2Factor', 'Overtime 2 Factor', TUESDAY],
  ['sundayFactor', 'Sunday Factor', SUNDAY],
  ['holidayFactor', 'Holiday Factor', MONDAY],
] as const)('%s of a rule of locked days stays, at the screen and in the workbook', async (field, column, day) => {
  const limits = { dayLimitMinutes: 480, dayLimit2Minutes: 540 };
  const holidays = { holidays: [{ code: 'H', name: 'Feast', date: MONDAY }] };
  const { ask, asked, rule, lines, take, lock } = await given({ 1: { [day]: ten } }, limits, holidays);
  await rule({ premiumBase: 'minimum' });
  await lock(MONDAY, SUNDAY);
  const was = await lines();
  expect(was).toEqual(expect.arrayContaining([expect.stringMatching(`1 ${day} premium `)]));
  const { hoursRules } = await ask('/setup/hours-rules');
  const { _id, systemId: _s, owner: _o, isLocked: _l, ...value } = hoursRules[0];
  const changed = { ...value, [field]: 1.9 };
  expect(await asked(`/setup/hours-rules/${_id}?preview=1`, changed, 'PUT')).toMatchObject(lockedFrom(MONDAY));
  expect(await asked(`/setup/hours-rules/${_id}`, changed, 'PUT')).toMatchObject(lockedFrom(MONDAY));
  const limitColumns = ['Ordinary Hours a Day', 'Ordinary Hours a Week', 'Overtime 2 After Hours a Day'];
  const head = ['Time Group', 'From', ...limitColumns, 'Period From', column];
  expect(await take('hoursRules', [head, ['', '', '8', '', '9', '2026-11-01', '1.9']])).toMatchObject(
    lockedFrom(MONDAY),
  );
  expect(await lines()).toEqual(was);
});

test('a factor of locked days that a payroll system sends is taken, and listed', async () => {
  const { sync, rule, lines, listed, lock } = await given({ 1: { [TUESDAY]: ten } });
  const sent = { code: 'R', dayLimitMinutes: 480, periodStart: '2026-11-01' };
  expect(await sync({ hoursRules: [{ ...HOURS_RULE_DEFAULTS, ...sent }] })).toMatchObject({ rejected: [] });
  await rule({ premiumBase: 'minimum' });
  await lock(MONDAY, SUNDAY);
  const was = await lines();
  expect(await listed()).toEqual([]);
  await sync({ hoursRules: [{ ...HOURS_RULE_DEFAULTS, ...sent, overtime1Factor: 2 }] });
  expect(await lines()).not.toEqual(was);
  expect(await listed()).toContain(TUESDAY);
});

test.each([
  ['time id', { timeId: '7777' }, ['Time ID'], ['7777']],
  ['number', { number: '9999' }, [], []],
  ['card', { cards: ['5555'] }, ['Card Numbers'], ['5555']],
])(
  'records of locked days that wait for a %s stay, at the screen and in the workbook',
  async (_, fields, columns, cells) => {
    const { ask, asked, sync, take, lines, lock } = await given({ 1: { [TUESDAY]: ten } });
    const person = { number: '900', firstName: 'Own', lastName: 'Person', activeFrom: '2026-09-01' };
    await ask('/setup/employees', person);
    const at = (time: string) => `${TUESDAY}T${time}:00+02:00`;
    const sent = await sync({
      clockRecords: ['7777', 'card:5555'].flatMap((timeId) => [
        { code: `${timeId} in`, timeId, at: at('07:00') },
        { code: `${timeId} out`, timeId, at: at('16:00') },
      ]),
      pieceworkEntries: [
        { code: 'W', employeeNumber: '9999', lookup1Code: 'crate', units: 500, startedAt: at('08:00') },
      ],
    });
    expect(sent).toMatchObject({ rejected: [] });
    const own = async () =>
      (await ask('/setup/employees')).employees.find((one: { number: string }) => one.number === '900');
    const { _id, basis } = await own();
    const change = { ...person, ...fields, basis };
    const open = await asked(`/setup/employees/${_id}?preview=1`, change, 'PUT');
    expect(open).toMatchObject({ status: 200 });
    await lock(MONDAY, SUNDAY);
    const was = await lines();
    expect(await asked(`/setup/employees/${_id}?preview=1`, change, 'PUT')).toMatchObject(lockedFrom(TUESDAY));
    expect(await asked(`/setup/employees/${_id}`, change, 'PUT')).toMatchObject(lockedFrom(TUESDAY));
    if (columns.length > 0) {
      const head = ['Employee Number', 'First Name', 'Last Name', ...columns];
      expect(await take('employees', [head, ['900', 'Own', 'Person', ...cells]])).toMatchObject(ONE_REFUSED);
    }
    const another = { ...person, number: '901', ...fields };
    expect(await asked('/setup/employees', another)).toMatchObject({
      status: 409,
      body: { errorCode: 'PERIOD_LOCKED' },
    });
    expect(await lines()).toEqual(was);
    // What waits for nothing of a locked day is changed as ever.
    expect(await asked(`/setup/employees/${_id}`, { ...person, timeId: '8888', basis }, 'PUT')).toMatchObject({
      status: 200,
    });
  },
);

/** The week is locked up to Wednesday; somebody worked, and works over, before and after. */
const WEDNESDAY = '2026-11-11';
const THURSDAY = '2026-11-12';
const WORKED = { [MONDAY]: ten, [TUESDAY]: ten, [WEDNESDAY]: ten, [THURSDAY]: ten, '2026-11-13': ten };
const DAYS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  ...{ weekday, isRest: false, startTime: '08:00', endTime: '17:00', breaks: [] },
  ...{ graceMinutes: 5, breakGraceMinutes: 5, preMinutes: 120, postMinutes: 240 },
}));

test.each(['greater', 'regular', 'minimum'] as const)(
  'what begins after a lock within its week is taken where no figure of a locked day changes; base %s',
  async (premiumBase) => {
    const { ask, asked, rule, lines, lock } = await given({ 1: WORKED });
    await rule({ premiumBase });
    const own = await ask('/setup/groups', { kind: 'time', name: 'Own' });
    const late = await ask('/setup/groups', { kind: 'time', name: 'Late' });
    const basisOf = async (id: string) =>
      (await ask('/setup/shifts')).shifts.find(({ timeGroupId }: { timeGroupId: string }) => timeGroupId === id)?.basis;
    const setShift = async (id: string, from: string | null, days = DAYS) =>
      asked(`/setup/shifts/${id}`, { from, days, basis: await basisOf(id) }, 'PUT');
    expect(await setShift(own._id, null)).toMatchObject({ status: 200 });
    expect(await setShift(late._id, null)).toMatchObject({ status: 200 });
    const person = {
      number: '900',
      firstName: 'Own',
      lastName: 'Person',
      activeFrom: '2026-09-01',
      timeGroupId: own._id,
    };
    await ask('/setup/employees', person);
    await lock('2026-11-02', WEDNESDAY);
    const query = `from=2026-11-02&to=${WEDNESDAY}`;
    const was = await lines(query);
    const hours = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, periodStart: '2026-11-01', dayLimitMinutes: 480 };
    const begins = async (fields: object, from = THURSDAY) => {
      const added = await asked('/setup/hours-rules', { ...hours, ...fields, from });
      expect(await lines(query)).toEqual(was);
      if (added.status !== 200) return added.status;
      const { _id, basis } = added.body.hoursRule;
      expect(
        await asked(`/setup/hours-rules/${_id}?basis=${encodeURIComponent(basis)}`, undefined, 'DELETE'),
      ).toMatchObject({
        status: 200,
      });
      return added.status;
    };
    expect(await begins({})).toBe(200);
    expect(await begins({ overtime1Factor: 2 })).toBe(200);
    expect(await begins({}, WEDNESDAY)).toBe(409);
    const shift = DAYS.map((one) => ({ ...one, endTime: '17:30' }));
    expect(await setShift(own._id, THURSDAY, shift)).toMatchObject({ status: 200 });
    expect(await asked('/setup/holidays', { date: '2026-11-14', name: 'Feast', timeGroupId: null })).toMatchObject({
      status: 200,
    });
    const set = { ...RULE, timeGroupId: null, premiumBase, from: THURSDAY };
    expect(await asked('/pay/rules', set)).toMatchObject({ status: 200 });
    expect(await lines(query)).toEqual(was);
    expect((await asked('/pay/rules', { ...set, from: WEDNESDAY })).status).toBe(409);
    const { employees } = await ask('/setup/employees');
    const { _id, basis } = employees.find(({ number }: { number: string }) => number === '900');
    const moved = { employees: [{ _id, basis }], timeGroupId: late._id, from: THURSDAY };
    expect(await asked('/setup/employees/move', moved)).toMatchObject({ status: 200 });
    expect(await lines(query)).toEqual(was);
  },
);

describe('what open days of the week of a lock are paid by', () => {
  const groupsOf = async ({ ask }: Awaited<ReturnType<typeof given>>) => {
    const { _id } = await ask('/setup/groups', { kind: 'employee', name: 'Packers' });
    return _id as string;
  };
  const inGroup = async ({ ask, asked }: Awaited<ReturnType<typeof given>>, fields: object) => {
    const person = { number: '900', firstName: 'Own', lastName: 'Person', activeFrom: '2026-09-01' };
    const { employees } = await ask('/setup/employees');
    const { _id, basis } = employees.find(({ number }: { number: string }) => number === '900');
    return asked(`/setup/employees/${_id}`, { ...person, ...fields, basis }, 'PUT');
  };
  const dear = (from: string, fields: object = {}) => ({ ...NONE, kind: 'piece', amount: '100', from, ...fields });
  const ACTS = {
    'a rate': async (world: Awaited<ReturnType<typeof given>>) => {
      const row = dear(THURSDAY);
      return () => world.asked('/pay/rates', row);
    },
    'a rate that ends': async (world: Awaited<ReturnType<typeof given>>) => {
      await world.ask('/pay/rates', dear(THURSDAY));
      return async () => {
        const { rates } = await world.ask('/pay/rates');
        const { _id, basis } = rates.find(({ amount }: { amount: string }) => Number(amount) === 100);
        return world.asked(`/pay/rates/${_id}?basis=${encodeURIComponent(basis)}`, undefined, 'DELETE');
      };
    },
    'a group': async (world: Awaited<ReturnType<typeof given>>) => {
      const packers = await groupsOf(world);
      await world.ask('/pay/rates', dear('2026-09-01', { employeeGroupId: packers }));
      const fields = { employeeGroupId: packers, employeeGroupFrom: THURSDAY };
      return () => inGroup(world, fields);
    },
    'a pay type': async (world: Awaited<ReturnType<typeof given>>) => {
      const { employeeGroups } = await world.ask('/account/groups');
      await world.ask('/pay/rates', {
        ...dear('2026-09-01', { employeeGroupId: employeeGroups[0]._id }),
        kind: 'hourly',
      });
      const { rows } = await world.people(WEEK);
      const id = rows.find(({ employee }) => employee.number === '900')?.employee._id;
      const setType = (payType: string) => world.asked(`/pay/people/${id}/type`, { payType }, 'PUT');
      await setType('piece');
      return () => setType('hourly');
    },
  };
  const worlds = Object.entries(ACTS).flatMap(([what, act]) =>
    (['greater', 'minimum'] as const).map((base) => ({ what, act, base })),
  );
  test.each(worlds)(
    '$what is refused where a locked day has another premium by it; base $base',
    async ({ act, base }) => {
      const world = await given({ 1: {} });
      const { ask, rule, sync, lines, lock } = world;
      await rule({ premiumBase: base });
      const groups = await ask('/account/groups');
      const person = { number: '900', firstName: 'Own', lastName: 'Person', activeFrom: '2026-09-01' };
      await ask('/setup/employees', { ...person, employeeGroupId: groups.employeeGroups[0]._id });
      const days = Object.keys(WORKED);
      const punches = days.flatMap((day) =>
        ['07:00', '17:00'].map((time) => ({
          code: `${day} ${time}`,
          employeeNumber: '900',
          at: `${day}T${time}:00+02:00`,
        })),
      );
      const pieces = days.map((day) => ({
        code: day,
        employeeNumber: '900',
        lookup1Code: 'crate',
        units: 50,
        startedAt: `${day}T10:00:00+02:00`,
      }));
      expect(await sync({ clockRecords: punches, pieceworkEntries: pieces })).toMatchObject({ rejected: [] });
      const change = await act(world);
      const { _id } = await lock(MONDAY, WEDNESDAY);
      const query = `from=${MONDAY}&to=${WEDNESDAY}`;
      const was = await lines(query);
      const answer = await change();
      expect([answer.status, await lines(query)]).toEqual([base === 'minimum' ? 200 : 409, was]);
      if (base === 'minimum') return;
      expect(answer.body).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
      await ask(`/period-locks/${_id}/reopen`, { reason: 'Wrong pay' });
      expect((await change()).status).toBe(200);
      expect(await lines(query)).not.toEqual(was);
    },
  );
});

test('a rate that a payroll system sends for open days of the week of a lock is taken, and listed', async () => {
  const worked = Object.fromEntries(Object.keys(WORKED).map((day) => [day, { ...ten, units: { crate: 50 } }]));
  const { rule, sync, lines, listed, lock, ask } = await given({ 1: worked });
  await rule({ premiumBase: 'greater' });
  await lock(MONDAY, WEDNESDAY);
  const query = `from=${MONDAY}&to=${WEDNESDAY}`;
  const was = await lines(query);
  const rates = (fields: object = {}) =>
    sync({ rates: [{ code: 'R', kind: 'piece', amount: '100', from: THURSDAY, lookup1Code: 'crate', ...fields }] });
  expect(await rates()).toMatchObject({ rejected: [], counts: { rates: { added: 1 } } });
  expect(await lines(query)).not.toEqual(was);
  expect(await listed()).toEqual([WEDNESDAY, TUESDAY, MONDAY]);
  const { exceptions } = await ask(`/exceptions?${WEEK}`);
  const items = exceptions.map(({ key, evidence }: Exception) => ({ key, evidence }));
  await ask('/exceptions/reviews', { items });
  expect(await listed()).toEqual([]);
  // Sent again, it changes nothing.
  expect(await rates()).toMatchObject({ counts: { rates: { unchanged: 1 } } });
  expect(await listed()).toEqual([]);
});

/** A file's lines are not moved; what is due with a later period is in no file yet (docs/decisions/030-rules-of-locked-days.md). */
test.each([
  ['is refused', null, 409, '0.00'],
  ['is taken where that is due with the next pay period, whose file has it', THURSDAY, 200, '17.55'],
] as const)(
  'a rule set of one person that brings the rest of a week to a locked day %s',
  async (_, weeklyFrom, status, due) => {
    const nine = { from: '07:00', to: '16:00', units: { crate: 150 } };
    const { ask, asked, rate, rule, people } = await givenPay(t, { 1: { [MONDAY]: nine, '2026-11-13': nine } });
    await rate('piece', '3.10', { lookup1: 'crate' });
    await rate('minimum', '28.79');
    const rests = [{ afterMinutes: 240, restMinutes: 20 }];
    await rule({ window: 'workweek', premiumBase: 'minimum', restRate: 'average', rests });
    const lock = async (from: string, to: string): Promise<string> => (await ask('/period-locks', { from, to }))._id;
    const weekly = { payPeriod: 'weekly', periodStart: '2026-11-02', from: weeklyFrom };
    if (weeklyFrom) await ask('/setup/hours-rules', { ...HOURS_RULE_DEFAULTS, timeGroupId: null, ...weekly });
    const lockId = await lock(MONDAY, TUESDAY);
    const preview = (id: string) => ask(`/pay/files/preview?lockId=${id}`);
    const was = await preview(lockId);
    const employeeId = (await people()).rows[0]?.employee._id;
    const own = { ...RULE, timeGroupId: null, employeeId, premiumBase: 'minimum', from: THURSDAY };
    expect((await asked('/pay/rules', own)).status).toBe(status);
    expect(await preview(lockId)).toEqual({ ...was, later: due });
    const next = await lock(THURSDAY, SUNDAY);
    expect((await preview(next)).earlier).toBe(due);
  },
);

test('a pay type that is set again holds for the days of a period that was opened', async () => {
  const { ask, people, person, rate, lock } = await given({ 1: { [MONDAY]: ten, [TUESDAY]: ten } });
  const groups = await ask('/account/groups');
  await rate('hourly', '30', { employeeGroupId: groups.employeeGroups[0]._id });
  const [row] = (await people()).rows;
  const setType = (payType: string) => ask(`/pay/people/${row?.employee._id}/type`, { payType }, 'PUT');
  const kinds = async () => {
    const { windows }: PersonEarnings = await person('1');
    const own = windows.flatMap((one) => one.lines).filter(({ kind }) => kind === 'piece' || kind === 'hourly');
    return [...new Set(own.map(({ date, kind }) => `${date.slice(8)} ${kind}`))].sort();
  };
  await setType('hourly');
  const { _id } = await lock(MONDAY, MONDAY);
  const other = await lock(TUESDAY, TUESDAY);
  await setType('piece');
  await setType('piece');
  expect(await kinds()).toEqual(['09 hourly', '10 hourly']);
  await ask(`/period-locks/${other._id}/reopen`, { reason: 'Wrong pay' });
  await setType('piece');
  expect(await kinds()).toEqual(['09 hourly', '10 piece']);
  await ask(`/period-locks/${_id}/reopen`, { reason: 'Wrong pay' });
  await setType('piece');
  expect(await kinds()).toEqual(['09 piece', '10 piece']);
});

test('a group from a date in locked days is refused at the screen and in the workbook, a later one is not', async () => {
  const { ask, asked, take, lock } = await given({});
  const other = await ask('/setup/groups', { kind: 'employee', name: 'Packers' });
  const { employeeGroups } = await ask('/account/groups');
  const pickers = employeeGroups.find(({ name }: { name: string }) => name === 'Pickers')._id;
  const person = { number: '900', firstName: 'Own', lastName: 'Person', activeFrom: '2026-09-01' };
  await ask('/setup/employees', { ...person, employeeGroupId: pickers });
  const { _id: lockId } = await lock(MONDAY, SUNDAY);
  const change = async (fields: object) => {
    const { employees } = await ask('/setup/employees');
    const { _id, basis } = employees.find(({ number }: { number: string }) => number === '900');
    return asked(`/setup/employees/${_id}`, { basis, ...person, ...fields }, 'PUT');
  };
  const packers = { employeeGroupId: other._id };
  expect(await change({ ...packers, employeeGroupFrom: TUESDAY })).toMatchObject(lockedFrom(TUESDAY));
  const head = ['Employee Number', 'First Name', 'Last Name', 'Employee Group', 'Group and Job From'];
  expect(await take('employees', [head, ['900', 'Own', 'Person', 'Packers', TUESDAY]])).toMatchObject(ONE_REFUSED);
  expect(await change({ ...packers, employeeGroupFrom: '2026-11-16' })).toMatchObject({ status: 200 });
  expect(await change({ employeeGroupFrom: '2026-11-17' })).toMatchObject({ status: 200 });
  expect(await change({ employeeGroupFrom: TUESDAY })).toMatchObject(lockedFrom(TUESDAY));
  await ask(`/period-locks/${lockId}/reopen`, { reason: 'Wrong pay' });
  expect(await change({ employeeGroupFrom: TUESDAY })).toMatchObject({ status: 200 });
});
