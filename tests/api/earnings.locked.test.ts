import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenEmployer } from '../support/factories.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Locked days are paid to the cent as they were, whatever is set up differently afterwards. */
const t = useTestApp();
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const RULE = {
  ...{ name: 'Rules', scope: 'all', leastMinutes: 240, weekStart: 1, hourlyAtLeastMinimum: false },
  // The regular rate and the average are those of a whole workweek: what is paid later in it moves premiums and rest of its locked days (decision 030).
  ...{ premiumBase: 'minimum', restRate: 'minimum' },
  rests: [{ afterMinutes: 240, restMinutes: 10 }],
};
const HOURS = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, periodStart: '2026-11-01' };
/** Monday to Wednesday are locked; the week and the pay period go on. */
const LOCKED = { from: '2026-11-09', to: '2026-11-11' };
const DAYS = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
const day = fc.constantFrom(
  null,
  '2026-11-02',
  '2026-11-10',
  '2026-11-11',
  '2026-11-12',
  '2026-11-13',
  '2026-11-17',
  '2026-12-01',
);
const dated = day.map((date) => date ?? '2026-10-01');
const window = fc.constantFrom('day', 'workweek', 'period');
const overtime = fc.constantFrom('factors', 'regular');
const nth = fc.nat(5);
const group = fc.constantFrom('', 'Pickers', 'Packers');
/** A change of master data: what is called, with ids of what there is by its number. */
const change = fc.oneof(
  fc.record({ do: fc.constant('type' as const), nth, payType: fc.constantFrom('piece', 'hourly', 'both') }),
  fc.record({
    do: fc.constant('employee' as const),
    nth,
    group,
    job: fc.constantFrom('', 'Driver'),
    time: fc.constantFrom('Day', 'Late'),
    from: day,
  }),
  fc.record({ do: fc.constant('sent' as const), group: fc.constantFrom(null, 'P', 'Q') }),
  fc.record({
    do: fc.constant('rate' as const),
    kind: fc.constantFrom('piece', 'hourly', 'minimum'),
    cents: fc.integer({ min: 1, max: 9_000 }),
    from: dated,
    nth,
  }),
  fc.record({
    do: fc.constant('rate again' as const),
    nth,
    cents: fc.integer({ min: 1, max: 9_000 }),
    from: fc.option(dated),
  }),
  fc.record({ do: fc.constant('no rate' as const), nth }),
  fc.record({ do: fc.constant('rule' as const), window, overtime, from: day, isLate: fc.boolean() }),
  fc.record({ do: fc.constant('no rule' as const), nth }),
  fc.record({
    do: fc.constant('hours' as const),
    from: day,
    payPeriod: fc.constantFrom('monthly', 'weekly'),
    limit: fc.constantFrom(480, 540),
  }),
  fc.record({ do: fc.constant('shift' as const), from: day, start: fc.constantFrom('07:00', '08:00') }),
  fc.record({ do: fc.constant('holiday' as const), date: fc.constantFrom(...DAYS, '2026-11-16') }),
  fc.record({ do: fc.constant('group' as const), nth, name: fc.constantFrom('Pickers', 'Pluckers') }),
  fc.record({ do: fc.constant('lookup' as const), isDeleted: fc.boolean() }),
  fc.record({ do: fc.constant('left' as const), nth, from: day }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

type Settled = { text: string; isSettled: boolean };
/**
 * Returns the lines that moved: settled ones that are gone or new. Those of a window that goes on are in no file and may change until it is over; what a file
 * has stays there while its window is open again.
 */
function moved(before: readonly Settled[], after: readonly Settled[]): string[] {
  const without = (all: readonly Settled[], others: readonly Settled[]) =>
    all.filter(({ text, isSettled }) => isSettled && !others.some((other) => other.text === text));
  return [...without(before, after), ...without(after, before)].map(({ text }) => text);
}

async function given(first: { window: string; overtime: string }) {
  const permissions = [
    ...EMPLOYER_PERMISSIONS,
    'Pay.VIEW',
    'Pay.MANAGE',
    'Setup.MANAGE',
    'Attendance.LOCK_PERIOD',
  ] as const;
  const { accountId, token } = await givenEmployer(t.db, {
    ...{ permissions: [...permissions], account: { allowedSystemIds: ['PAYROLL'] } },
  });
  const asked = async (path: string, body?: unknown, method?: 'PUT' | 'DELETE') => {
    const answer = await t.ask(`/v2${path}`, { token, body, ...(method && { method }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ask = async (path: string, body?: unknown, method?: 'PUT') => {
    const { status, body: answer } = await asked(path, body, method);
    expect(status, JSON.stringify(answer).slice(0, 300)).toBe(200);
    return answer;
  };
  const key = await givenSyncKey(t.db, accountId);
  const sync = (body: object) => t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
  const take = async (sheet: string, rows: string[][]) => {
    const shown = await asked('/setup/pasted', { sheet, rows });
    if (shown.status !== 200) return;
    const { workbookId, outcomeHash } = shown.body;
    await asked(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  };
  const sent = { code: '9', number: '9', firstName: 'Sent', lastName: 'Nine', timeGroupCode: 'DAY' };
  await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    employeeGroups: [
      { code: 'P', name: 'Pickers' },
      { code: 'Q', name: 'Packers' },
    ],
    jobDescriptions: [{ code: 'J', name: 'Driver' }],
    lookups: [{ lookup: 1, entries: [{ code: 'bin', description: 'bins' }] }],
    employees: [{ ...sent, employeeGroupCode: 'P', activeFrom: '2026-09-01' }],
  });
  await take('shifts', [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Day', 'Mon-Sun', '07:00', '16:00'],
    ['Late', 'Mon-Sun', '07:00', '16:00'],
  ]);
  await take('lookups', [
    ['Lookup', 'Code', 'Description'],
    ['1', 'crate', 'Crates'],
  ]);
  const head = [
    'Employee Number',
    'First Name',
    'Last Name',
    'Time Group',
    'Employee Group',
    'Job Description',
    'Active From',
  ];
  await take('employees', [
    head,
    ['1', 'A', 'One', 'Day', 'Pickers', '', '2026-09-01'],
    ['2', 'B', 'Two', 'Late', '', 'Driver', '2026-09-01'],
  ]);
  const numbers = ['1', '2', '9'];
  const worked = numbers.flatMap((employeeNumber, nth) =>
    DAYS.slice(0, 5 - nth).map((date) => ({ employeeNumber, date })),
  );
  const answer = await sync({
    clockRecords: worked.flatMap(({ employeeNumber, date }) =>
      ['07:00', '17:30'].map((at) => ({
        code: employeeNumber + date + at,
        employeeNumber,
        at: `${date}T${at}:00+02:00`,
      })),
    ),
    pieceworkEntries: worked.map(({ employeeNumber, date }, nth) => ({
      ...{ code: employeeNumber + date, employeeNumber, lookup1Code: nth % 3 ? 'crate' : 'bin' },
      ...{ units: 40 + 17 * nth, startedAt: `${date}T08:00:00+02:00`, durationMs: 4 * 3_600_000 },
    })),
  });
  expect(answer.json()).toMatchObject({ rejected: [] });
  await ask('/setup/hours-rules', { ...HOURS, dayLimitMinutes: 540 });
  await ask('/pay/currency', { currency: 'ZAR' }, 'PUT');
  await ask('/pay/rules', { ...RULE, ...first, timeGroupId: null, from: null });
  const { timeGroups, employeeGroups, jobDescriptions } = await ask('/account/groups');
  const late = timeGroups.find(({ name }: { name: string }) => name === 'Late')._id;
  await ask('/pay/rules', { ...RULE, name: 'Late', window: 'day', overtime: 'factors', timeGroupId: late, from: null });
  const rate = (kind: string, amount: string, over: object = {}, from = '2026-10-01') =>
    asked('/pay/rates', { ...NONE, kind, amount, from, ...over });
  const ofGroup = { employeeGroupId: employeeGroups[0]._id };
  for (const [kind, amount, over] of [
    ['piece', '2.13', {}],
    ['piece', '3.07', { lookup1: 'crate' }],
    ['piece', '2.55', ofGroup],
    ['piece', '2.66', { jobDescriptionId: jobDescriptions[0]._id }],
    ['hourly', '31.50', ofGroup],
    ['minimum', '28.79', {}],
    ['minimum', '33.10', { employeeGroupId: employeeGroups[1]._id }],
  ] as const)
    expect((await rate(kind, amount, over)).status).toBe(200);
  const people = async (): Promise<string[]> =>
    (await ask('/pay/people?from=2026-11-01&to=2026-11-19')).rows.map(
      ({ employee }: { employee: { _id: string } }) => employee._id,
    );
  const ids = await people();
  expect(ids).toHaveLength(3);
  /** Returns the lines of pay of the locked days, and whether each is settled. */
  const lines = async () => {
    const all: Settled[] = [];
    for (const id of ids) {
      const { status, body } = await asked(`/pay/people/${id}?from=${LOCKED.from}&to=${LOCKED.to}`);
      // An employee who left before these days has no pay of them.
      if (status === 404) continue;
      expect(status, JSON.stringify(body)).toBe(200);
      const { windows }: PersonEarnings = body;
      for (const { date, kind, amount, isSettled } of windows.flatMap((window) => window.lines))
        all.push({ text: `${id} ${date} ${kind} ${amount}`, isSettled });
    }
    return all;
  };
  const money = (cents: number) => (cents / 100).toFixed(2);
  const pick = <T>(all: readonly T[], nth: number) => all[nth % Math.max(1, all.length)];
  /** Carries out a change, or is refused. */
  const apply = async (one: Change): Promise<unknown> => {
    switch (one.do) {
      case 'type':
        return asked(`/pay/people/${pick(ids, one.nth)}/type`, { payType: one.payType }, 'PUT');
      case 'employee':
        return take('employees', [
          [
            'Employee Number',
            'First Name',
            'Last Name',
            'Time Group',
            'Group From',
            'Employee Group',
            'Job Description',
          ],
          [one.nth % 2 ? '1' : '2', 'A', 'Z', one.time, one.from ?? '', one.group, one.job],
        ]);
      case 'sent':
        return sync({ employees: [{ ...sent, employeeGroupCode: one.group }] });
      case 'rate': {
        const own = one.kind === 'hourly' ? { employeeId: pick(ids, one.nth) } : one.nth % 2 ? ofGroup : {};
        return rate(one.kind, money(one.cents), own, one.from);
      }
      case 'rate again': {
        const found = pick<Record<string, string>>((await ask('/pay/rates')).rates, one.nth);
        const { _id, systemId: _s, owner: _o, isLocked: _l, ...rest } = found ?? {};
        const body = { ...rest, amount: money(one.cents), from: one.from ?? rest.from };
        return asked(`/pay/rates/${_id}`, body, 'PUT');
      }
      case 'no rate': {
        const found = pick<Record<string, string>>((await ask('/pay/rates')).rates, one.nth);
        return asked(`/pay/rates/${found?._id}?basis=${found?.basis}`, undefined, 'DELETE');
      }
      case 'rule': {
        const own = {
          window: one.window,
          overtime: one.overtime,
          from: one.from,
          timeGroupId: one.isLate ? late : null,
        };
        return asked('/pay/rules', { ...RULE, ...own, name: 'Other', leastMinutes: 600 });
      }
      case 'no rule': {
        const found = pick<Record<string, string>>((await ask('/pay/rules')).payRules, one.nth);
        return asked(`/pay/rules/${found?._id}?basis=${found?.basis}`, undefined, 'DELETE');
      }
      case 'hours':
        return asked('/setup/hours-rules', {
          ...HOURS,
          ...{ from: one.from, payPeriod: one.payPeriod, dayLimitMinutes: one.limit, weekLimitMinutes: 2_400 },
        });
      case 'shift':
        return take('shifts', [
          ['Time Group', 'Days', 'Start', 'End', 'From'],
          ['Day', 'Mon-Sun', one.start, '16:00', one.from ?? ''],
        ]);
      case 'holiday':
        return take('holidays', [
          ['Date', 'Name'],
          [one.date, 'Feast'],
        ]);
      case 'group':
        return take('groups', [
          ['Kind', 'Code', 'Name'],
          ['Employee Group', 'Own', one.name],
        ]);
      case 'lookup':
        return take('lookups', [
          ['Lookup', 'Code', 'Description', 'Delete'],
          ['1', 'crate', 'Boxes', one.isDeleted ? 'yes' : ''],
        ]);
      case 'left':
        return take('employees', [
          ['Employee Number', 'First Name', 'Last Name', 'Inactive From'],
          [one.nth % 2 ? '1' : '2', 'A', 'Z', one.from ?? ''],
        ]);
    }
  };
  /** Returns the days of the first employee with the kinds of pay of each. */
  const paid = async () => {
    const { windows }: PersonEarnings = await ask(`/pay/people/${ids[0]}?from=2026-11-09&to=2026-11-13`);
    const kinds = windows.flatMap((window) => window.lines).filter(({ kind }) => kind === 'piece' || kind === 'hourly');
    return [...new Set(kinds.map(({ date, kind }) => `${date.slice(8)} ${kind}`))].sort();
  };
  const holdsFrom = async () => (await ask(`/pay/people/${ids[0]}?from=2026-11-09&to=2026-11-13`)).payTypeFrom;
  return { ask, lines, apply, paid, holdsFrom };
}

const employee = { do: 'employee', nth: 1, group: 'Pickers', job: '', time: 'Day', from: null } as const;
test.each<[string, Change]>([
  ['how somebody is paid', { do: 'type', nth: 0, payType: 'hourly' }],
  ['an employee group', { ...employee, group: 'Packers' }],
  ['an employee group that a payroll system sends', { do: 'sent', group: 'Q' }],
  ['a job', { ...employee, group: '', job: 'Driver' }],
  ['a time group of the same hours and another rule set', { ...employee, time: 'Late', from: '2026-11-10' }],
  ['a time group of another rule set later in the week of a lock', { ...employee, time: 'Late', from: '2026-11-12' }],
  [
    'a rule set later in the week of a lock',
    { do: 'rule', window: 'day', overtime: 'factors', from: '2026-11-12', isLate: false },
  ],
  ['who leaves later in the week of a lock', { do: 'left', nth: 1, from: '2026-11-12' }],
  ['a holiday later in the week of a lock', { do: 'holiday', date: '2026-11-12' }],
])('%s changes nothing that is locked', async (_, one) => {
  const { ask, lines, apply } = await given({ window: 'workweek', overtime: 'regular' });
  await ask('/period-locks', LOCKED);
  const was = await lines();
  await apply(one);
  expect(moved(was, await lines())).toEqual([]);
});

test('a change of pay holds for every day that is not locked, before and after the next lock', async () => {
  const { ask, apply, paid, holdsFrom } = await given({ window: 'day', overtime: 'factors' });
  await apply({ do: 'type', nth: 0, payType: 'piece' });
  await apply({ do: 'rate', kind: 'hourly', cents: 3_000, from: '2026-11-02', nth: 0 });
  expect(await paid()).toEqual(['09 piece', '10 piece', '11 piece', '12 piece', '13 piece']);
  expect(await holdsFrom()).toBeNull();
  await ask('/period-locks', { from: '2026-11-09', to: '2026-11-10' });
  expect(await holdsFrom()).toBe('2026-11-11');
  await apply({ do: 'type', nth: 0, payType: 'hourly' });
  expect(await paid()).toEqual(['09 piece', '10 piece', '11 hourly', '12 hourly', '13 hourly']);
  await ask('/period-locks', { from: '2026-11-11', to: '2026-11-12' });
  await apply({ do: 'type', nth: 0, payType: 'piece' });
  expect(await paid()).toEqual(['09 piece', '10 piece', '11 hourly', '12 hourly', '13 piece']);
  for (const { _id } of (await ask('/period-locks')).results)
    await ask(`/period-locks/${_id}/reopen`, { reason: 'Wrong pay' });
  expect(await holdsFrom()).toBeNull();
  // What was in force stays, until somebody changes it again.
  expect(await paid()).toEqual(['09 piece', '10 piece', '11 hourly', '12 hourly', '13 piece']);
  await apply({ do: 'type', nth: 0, payType: 'hourly' });
  expect(await paid()).toEqual(['09 hourly', '10 hourly', '11 hourly', '12 hourly', '13 hourly']);
});

test('after a lock no change of master data moves an amount of a locked day: it is refused, or pays as before', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ window, overtime }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.array(change, { minLength: 6, maxLength: 12 }),
      async (first, before, after) => {
        const { ask, lines, apply } = await given(first);
        for (const one of before) await apply(one);
        await ask('/period-locks', LOCKED);
        const was = await lines();
        for (const one of after) {
          await apply(one);
          expect(moved(was, await lines()), JSON.stringify(one)).toEqual([]);
        }
        seen += was.length;
      },
    ),
    runs(2, 4),
  );
  expect(seen).toBeGreaterThan(10);
});
