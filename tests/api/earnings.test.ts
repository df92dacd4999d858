import { describe, expect, test } from 'vitest';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { Units } from '#server/platform/units.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenPay, MONDAY, NONE, RULE, TUESDAY, WEEK, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Earnings through the front door: rates and rules set up, work synced, pay read. */
const t = useTestApp();
const given = (people: Record<string, Work>, parts?: object, hours?: object) => givenPay(t, people, parts, hours);
const OF_HOURS: string[] = ['no-hourly-rate', 'not-priced', 'no-hours-rule'];
const nine = (crates: number) => ({ from: '07:00', to: '16:00', units: { crate: crates } });
const lines = ({ windows }: PersonEarnings) =>
  windows.flatMap((window) => window.lines.map(({ date, kind, amount }) => `${date.slice(8)} ${kind} ${amount}`));

describe('the guarantee', () => {
  test('South Africa, by day: 341.00 and 186.00, top-up 73.11, total 600.11; by week none', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) } });
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    const { _id, basis, ...rule } = await world.rule();
    expect(lines(await world.person('1'))).toEqual(['09 piece 341.00', '10 piece 186.00', '10 top-up 73.11']);
    const { rows, totals, currency } = await world.people();
    expect(currency).toBe('ZAR');
    expect(rows[0]?.sums).toMatchObject({ piece: '527.00', topUp: '73.11', total: '600.11', notSettled: '0.00' });
    expect(totals).toEqual(rows[0]?.sums);
    await world.ask(`/pay/rules/${_id}`, { ...rule, window: 'workweek', basis }, 'PUT');
    expect((await world.people()).totals).toMatchObject({ topUp: '0.00', total: '527.00' });
  });

  test('why: the rate and its date, the units, the hours, the sum of the window', async () => {
    const world = await given({ 1: { [TUESDAY]: nine(60) } });
    await world.rate('piece', '3.10', { lookup1: 'crate', from: '2026-10-01' });
    await world.rate('minimum', '28.79');
    await world.rule();
    const { windows, employee } = await world.person('1');
    expect(employee.number).toBe('1');
    expect(windows).toMatchObject([
      {
        ...{ from: TUESDAY, to: TUESDAY, window: 'day', ruleName: 'South Africa', isSettled: true },
        ...{ guarantee: '259.11', counts: '186.00' },
        days: [{ date: TUESDAY, paidMs: 9 * 3_600_000, minimum: '28.79', open: [] }],
        lines: [
          {
            ...{ kind: 'piece', amount: '186.00', units: '60' },
            rate: { kind: 'piece', amount: '3.1', from: '2026-10-01' },
            pieces: [{ lookup1: 'crates', lookup2: '', units: '60' }],
          },
          { kind: 'top-up', amount: '73.11' },
        ],
      },
    ]);
  });

  test('a rule set of one employee comes before that of their time group, and that one before the rule for everybody, each from its date on', async () => {
    const days = { [MONDAY]: nine(60), [TUESDAY]: nine(60) };
    const world = await given({ 1: days, 2: days, 3: days });
    await world.rate('piece', '3', { lookup1: 'crate' });
    await world.rate('minimum', '30');
    const { rows } = await world.people();
    const idOf = (number: string) => rows.find(({ employee }) => employee.number === number)?.employee._id;
    const { timeGroups } = await world.ask('/account/groups');
    const topUps = async () => (await world.people()).rows.map(({ sums }) => sums.topUp).join(' ');
    // 60 crates are 180.00 a day; 9 hours are 270.00, 10 are 300.00 and 12 are 360.00.
    await world.rule();
    expect(await topUps()).toBe('180.00 180.00 180.00');
    await world.rule({ timeGroupId: timeGroups[0]._id, from: TUESDAY, leastMinutes: 600 });
    expect(await topUps()).toBe('210.00 210.00 210.00');
    const own = await world.rule({ employeeId: idOf('2'), from: TUESDAY, leastMinutes: 720 });
    expect(await topUps()).toBe('210.00 270.00 210.00');
    expect(own).toMatchObject({ employeeId: idOf('2'), timeGroupId: null });
    const refused = async (over: object) => {
      const { status, body } = await world.asked('/pay/rules', { ...RULE, timeGroupId: null, from: TUESDAY, ...over });
      return [status, body.issues?.[0]?.path];
    };
    expect(await refused({ employeeId: idOf('2') })).toEqual([409, 'from']);
    expect(await refused({ employeeId: world.accountId })).toEqual([400, 'employeeId']);
    expect(await refused({ employeeId: idOf('1'), timeGroupId: timeGroups[0]._id })).toEqual([400, 'employeeId']);
    await world.ask('/period-locks', { from: TUESDAY, to: TUESDAY });
    const { status } = await world.asked('/pay/rules', {
      ...RULE,
      timeGroupId: null,
      employeeId: idOf('1'),
      from: MONDAY,
    });
    expect(status).toBe(409);
    const { _id, basis } = own;
    expect((await world.asked(`/pay/rules/${_id}?basis=${basis}`, undefined, 'DELETE')).status).toBe(409);
    expect(await topUps()).toBe('210.00 270.00 210.00');
  });

  test('the rate that names most applies, from its date on', async () => {
    const world = await given({ 1: { [MONDAY]: nine(10), [TUESDAY]: nine(10) } });
    const { employeeGroups } = await world.ask('/account/groups');
    await world.rate('piece', '1');
    await world.rate('piece', '2', { employeeGroupId: employeeGroups[0]._id });
    await world.rate('piece', '3', { lookup1: 'crate', from: TUESDAY });
    expect(lines(await world.person('1'))).toEqual(['09 piece 20.00', '10 piece 30.00']);
  });

  test('hourly pay by class and factor, for people who are paid by the hour', async () => {
    const world = await given({ 1: { '2026-11-14': nine(5), '2026-11-15': { from: '07:00', to: '11:00' } } });
    const { rows } = await world.people();
    const employeeId = rows[0]?.employee._id;
    await world.rate('hourly', '30', { employeeId });
    await world.rate('piece', '1');
    await world.ask(`/pay/people/${employeeId}/type`, { payType: 'hourly' }, 'PUT');
    expect(lines(await world.person('1'))).toEqual(['14 hourly 270.00', '15 hourly 240.00']);
  });
});

describe('what is not settled', () => {
  test('a missing OUT, units without a rate and pay below 0 are totalled apart', async () => {
    const world = await given({
      1: { [MONDAY]: { from: '07:00', units: { crate: 10 } }, [TUESDAY]: nine(10) },
      2: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 10, Pinklady: 12 } } },
      3: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: -3 } } },
    });
    await world.rate('piece', '3', { lookup1: 'crate' });
    const { rows, totals, unpriced } = await world.people();
    expect(rows.map(({ sums, open }) => [sums.total, sums.notSettled, ...open])).toEqual([
      ['30.00', '30.00', 'missing-punch'],
      ['0.00', '30.00', 'no-piece-rate'],
      ['0.00', '0.00', 'pay-below-zero'],
    ]);
    expect(totals).toMatchObject({ total: '30.00', notSettled: '60.00' });
    expect(unpriced).toEqual([{ lookup1: 'Pinkladys', lookup2: '', units: '12' }]);
  });

  test('Shared and Team counts are refused for piece pay where output must be individual, with the reason, and paid elsewhere', async () => {
    const counted = (code: string, product: string, counting?: string) => ({
      ...{ code, employeeCode: '1', lookup1Code: product, units: '4', startedAt: `${MONDAY}T11:00:00+02:00`, counting },
    });
    const world = await given({ 1: { [MONDAY]: nine(10), [TUESDAY]: nine(10) }, 2: { [MONDAY]: nine(10) } });
    const pieceworkEntries = [counted('a', 'bin', 'shared'), counted('b', 'Pinklady', 'team'), counted('c', 'bin')];
    expect(await world.sync({ pieceworkEntries })).toMatchObject({ rejected: [] });
    await world.rate('piece', '2');
    const { _id, basis, ...rule } = await world.rule();
    const totals = async (query?: string) =>
      (await world.people(query)).rows.map(({ sums, open }) => [sums.total, sums.notSettled, ...open]);
    expect(await totals()).toEqual([
      ['64.00', '0.00'],
      ['20.00', '0.00'],
    ]);
    expect((await world.ask(`/exceptions?${WEEK}`)).counts['shared-output']).toBeUndefined();
    await world.ask(`/pay/rules/${_id}`, { ...rule, individualOutput: true, basis }, 'PUT');
    expect(await totals()).toEqual([
      ['20.00', '20.00', 'shared-output'],
      ['20.00', '0.00'],
    ]);
    // Nor is it paid within a filter by product.
    const [{ entries }] = (await world.ask('/account/lookups')).lookups;
    const bin = entries.find(({ code }: { code: string }) => code === 'bin');
    expect(await totals(`${WEEK}&lookup1=${bin._id}`)).toEqual([['0.00', '0.00', 'shared-output']]);
    // Hours are of whole days, and are not shown as those of a product.
    expect((await world.ask(`/pay/people?${WEEK}&lookup1=${bin._id}`)).isOfProducts).toBe(true);
    expect((await world.ask(`/pay/people?${WEEK}`)).isOfProducts).toBe(false);
    expect((await world.people()).unpriced).toEqual([
      { lookup1: 'Pinkladys', lookup2: '', units: '4' },
      { lookup1: 'bins', lookup2: '', units: '8' },
    ]);
    const { exceptions } = await world.ask(`/exceptions?${WEEK}`);
    expect(
      exceptions.flatMap(({ kind, day, employee, detail }: Exception) =>
        kind === 'shared-output' ? [[day, employee?.number, detail]] : [],
      ),
    ).toEqual([[MONDAY, '1', 'Not payable by the piece: 4 Pinklady, 8 bin']]);
  });

  test('a punch with a PIN that nobody has opens the day of who has no hours on it, not that of who has', async () => {
    const punch = { code: 'X', timeId: '999', at: `${MONDAY}T07:00:00+02:00` };
    const world = await given({ 1: { [MONDAY]: nine(10) }, 2: { [MONDAY]: { units: { crate: 5 } } } }, {});
    await world.sync({ clockRecords: [punch] });
    await world.rate('piece', '3');
    expect((await world.people()).rows.map(({ sums, open }) => [sums.total, sums.notSettled, ...open])).toEqual([
      ['30.00', '0.00'],
      ['0.00', '15.00', 'unmatched-pin', 'piecework-without-clock'],
    ]);
  });

  test('a lock counts what the list counts, pay in doubt as well, for who sees pay; others lock by their own number', async () => {
    const world = await given({
      1: { [MONDAY]: { from: '07:00', units: { crate: -3 } } },
      2: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 10, Pinklady: 12 } }, [TUESDAY]: nine(10) },
      3: { [TUESDAY]: { from: '07:00', to: '16:00' } },
    });
    await world.rate('piece', '3', { lookup1: 'crate' });
    const { rows } = await world.people();
    const hourly = rows.find(({ employee }) => employee.number === '3');
    await world.ask(`/pay/people/${hourly?.employee._id}/type`, { payType: 'hourly' }, 'PUT');
    const { counts } = await world.ask(`/exceptions?${WEEK}`);
    expect(counts).toMatchObject({ 'pay-below-zero': 1, 'no-piece-rate': 1, 'no-hourly-rate': 1 });
    const { toFix, toDecide } = await world.ask(`/exceptions/counts?${WEEK}`);
    const { token } = await givenEmployer(t.db, {
      ...{ accountId: world.accountId, permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD'] },
    });
    const lock = (knownOpen: number, by?: string) =>
      world.asked('/period-locks', { from: MONDAY, to: '2026-11-15', knownOpen }, undefined, by);
    expect(await lock(toFix - 1)).toMatchObject({ status: 409 });
    expect(await lock(toFix - 4, token)).toMatchObject({ status: 409 });
    const locked = await lock(toFix - 3, token);
    expect(locked).toMatchObject({ status: 200, body: { toFix: toFix - 3, toDecide } });
    await world.ask(`/period-locks/${locked.body._id}/reopen`, { reason: 'Pay' });
    expect(await lock(toFix)).toMatchObject({ status: 200, body: { toFix, toDecide } });
  });

  test('pay below 0 and units without a rate are exceptions of who sees pay; others hear nothing of them, not even a number', async () => {
    const world = await given({
      1: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: -3 } } },
      2: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 10, Pinklady: 12 } }, [TUESDAY]: nine(10) },
      3: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: -3 } } },
    });
    const days = `/exceptions?${WEEK}`;
    const counts = `/exceptions/counts?${WEEK}`;
    const isOfPay = ({ kind }: { kind: string }) => kind === 'pay-below-zero' || kind === 'no-piece-rate';
    const before = await world.ask(counts);
    expect((await world.ask(days)).exceptions.filter(isOfPay)).toEqual([]);
    await world.rate('piece', '3', { lookup1: 'crate' });
    const { rows } = await world.people();
    await world.rate('hourly', '30', { employeeId: rows[2]?.employee._id });
    await world.ask(`/pay/people/${rows[2]?.employee._id}/type`, { payType: 'hourly' }, 'PUT');
    const { exceptions, counts: seen } = await world.ask(days);
    expect(
      exceptions
        .filter(isOfPay)
        .map(({ kind, day, employee, detail }: Exception) => [kind, day, employee?.number, detail]),
    ).toEqual([
      ['pay-below-zero', MONDAY, '1', 'Units below 0, which are paid 0: -3 crate'],
      ['no-piece-rate', MONDAY, '2', 'Not priced: 12 Pinklady'],
    ]);
    expect([seen['pay-below-zero'], seen['no-piece-rate']]).toEqual([1, 1]);
    expect((await world.ask(counts)).toFix).toBe(before.toFix + 2);
    const { token } = await givenEmployer(t.db, { accountId: world.accountId, permissions: [...EMPLOYER_PERMISSIONS] });
    const other = async (path: string) => (await world.asked(path, undefined, undefined, token)).body;
    expect(await other(counts)).toEqual(before);
    expect(JSON.stringify(await other(days))).not.toMatch(/pay-below-zero|no-piece-rate|priced|paid/);
    await world.ask('/exceptions/reviews', {
      items: exceptions
        .filter(isOfPay)
        .map(({ key, evidence }: { key: string; evidence: string }) => ({ key, evidence })),
    });
    expect((await world.ask(counts)).toFix).toBe(before.toFix);
  });

  test('hours without a rate, hours that are not priced and days without an hours rule are exceptions too, with where to mend them', async () => {
    const hours = { from: '07:00', to: '16:00' };
    const world = await given({
      1: { [MONDAY]: hours },
      2: { [MONDAY]: hours, [TUESDAY]: nine(10) },
      3: { [MONDAY]: { ...hours, units: { crate: 10 } }, [TUESDAY]: hours },
      4: { [MONDAY]: hours },
      5: { '2026-11-12': hours },
    });
    const listed = async () =>
      (await world.ask(`/exceptions?${WEEK}`)).exceptions.flatMap(
        ({ kind, day, employee, detail, proposals }: Exception) =>
          OF_HOURS.includes(kind)
            ? [[employee?.number, day.slice(8), kind, detail, proposals[0]?.opens].join(' | ')]
            : [],
      );
    expect(await listed()).toEqual([]);
    await world.rate('piece', '3', { lookup1: 'crate' });
    const { rows } = await world.people();
    const idOf = (number: string) => rows.find(({ employee }) => employee.number === number)?.employee._id;
    await world.ask(`/pay/people/${idOf('1')}/type`, { payType: 'hourly' }, 'PUT');
    await world.ask(`/pay/people/${idOf('4')}/type`, { payType: 'piece' }, 'PUT');
    await world.rate('hourly', '30', { employeeId: idOf('3'), from: TUESDAY });
    const priced = 'Not priced: 9 h without an hourly rate';
    const expected = [
      `1 | 09 | no-hourly-rate | ${priced} | rates`,
      `5 | 12 | not-priced | ${priced} or piecework | rates`,
      `2 | 09 | not-priced | ${priced} or piecework | rates`,
    ];
    expect(await listed()).toEqual(expected);
    expect((await world.people()).unpricedHours).toEqual({ ms: 27 * 3_600_000, people: 3 });
    // What the exceptions say is what the pay says.
    const open = (await world.people()).rows.map((row) => [row.employee.number, ...row.open].join(' '));
    expect(open.sort()).toEqual(['1 no-hourly-rate', '2 not-priced', '3', '4', '5 not-priced']);
    const { token } = await givenEmployer(t.db, { accountId: world.accountId, permissions: [...EMPLOYER_PERMISSIONS] });
    const { text } = await world.asked(`/exceptions?${WEEK}`, undefined, undefined, token);
    expect(text).not.toMatch(/no-hourly-rate|not-priced|no-hours-rule|rates|priced/);
    const { hoursRules } = await world.ask('/setup/hours-rules');
    await world.ask(`/setup/hours-rules/${hoursRules[0]._id}?basis=${hoursRules[0].basis}`, undefined, 'DELETE');
    expect(await listed()).toEqual(['1 | 09 | no-hours-rule | Not priced: no hours rule is in force | hours-rules']);
    await world.rule();
    expect((await listed()).map((line: string) => line.slice(0, 22))).toEqual([
      '5 | 12 | no-hours-rule',
      '2 | 10 | no-hours-rule',
      '3 | 10 | no-hours-rule',
      '1 | 09 | no-hours-rule',
      '2 | 09 | no-hours-rule',
      '3 | 09 | no-hours-rule',
      '4 | 09 | no-hours-rule',
    ]);
  });

  test('an open day leaves the own pay of the other days of its workweek settled, and the top-up of the week open', async () => {
    const world = await given({ 1: { [MONDAY]: { from: '07:00', units: { crate: 10 } }, [TUESDAY]: nine(10) } });
    await world.rate('piece', '3');
    await world.rate('minimum', '28.79');
    await world.rule({ window: 'workweek' });
    // Tuesday: 9 h x 28.79 = 259.11 guaranteed, 2 x 30.00 count, so that 199.11 of a top-up are open beside Monday's 30.00.
    const { totals } = await world.people();
    expect(totals).toMatchObject({ piece: '30.00', topUp: '0.00', total: '30.00', notSettled: '229.11' });
    expect([totals.units, totals.notSettledUnits]).toEqual(['10', '10']);
    expect(await world.costs()).toMatchObject({ totals: { total: '30.00', units: '10' }, notSettled: '229.11' });
    expect((await world.people(`from=${TUESDAY}&to=${TUESDAY}`)).totals).toMatchObject({
      total: '30.00',
      notSettled: '199.11',
    });
    const [window] = (await world.person('1')).windows;
    expect(window?.isSettled).toBe(false);
    expect(window?.days.map(({ date, isSettled }: { date: string; isSettled: boolean }) => [date, isSettled])).toEqual(
      expect.arrayContaining([
        [MONDAY, false],
        [TUESDAY, true],
      ]),
    );
    const lockId = (await world.ask('/period-locks', { from: MONDAY, to: TUESDAY }))._id;
    const file = await world.ask('/pay/files', { lockId, knownLeftOut: 1 });
    const [{ lines: handed }] = (await world.ask(`/pay/files/${file._id}/lines`)).people;
    expect(
      handed.map((line: { date: string; element: string; amount: string }) => [line.date, line.element, line.amount]),
    ).toEqual([
      [TUESDAY, 'hours.ordinary', '0.00'],
      [TUESDAY, 'piece', '30.00'],
    ]);
  });

  test('hours of a day whose units are open are held back with its money; hours that have no rate are payroll’s to price', async () => {
    const world = await given({
      1: { [MONDAY]: { from: '07:00', to: '16:00', units: { Pinklady: 12 } }, [TUESDAY]: nine(10) },
      2: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: -3 } } },
      3: { [MONDAY]: { from: '07:00', to: '16:00' } },
      4: { [TUESDAY]: { units: { crate: 5 } } },
    });
    await world.rate('piece', '3', { lookup1: 'crate' });
    const { rows, totals } = await world.people();
    const H = 3_600_000;
    expect(rows.map(({ sums, open }) => [sums.paidMs / H, sums.heldMs / H, sums.notSettledMs, ...open])).toEqual([
      [18, 9, 0, 'no-piece-rate'],
      [9, 9, 0, 'pay-below-zero'],
      [9, 0, 0, 'not-priced'],
      [0, 0, 0, 'piecework-without-clock'],
    ]);
    const lockId = (await world.ask('/period-locks', { from: MONDAY, to: TUESDAY }))._id;
    const file = await world.ask('/pay/files', { lockId, knownLeftOut: 4 });
    const { people } = await world.ask(`/pay/files/${file._id}/lines`);
    const inHours = people.flatMap(
      (one: { employee: { number: string }; lines: { date: string; element: string; ms: number }[] }) =>
        one.lines
          .filter(({ element }) => element.startsWith('hours.'))
          .map(({ date, ms }) => [one.employee.number, date, ms / H]),
    );
    expect(inHours).toEqual([
      ['1', TUESDAY, 9],
      ['3', MONDAY, 9],
    ]);
    expect(totals.paidMs - totals.heldMs).toBe(18 * H);
    // 5 crates that were missing arrive, -3 + 5 = 2: what was held back follows.
    const late = { code: 'late', employeeCode: '2', lookup1Code: 'crate', units: '5' };
    await world.sync({ pieceworkEntries: [{ ...late, startedAt: `${MONDAY}T11:00:00+02:00` }] });
    const delta = await world.ask('/pay/files', { lockId, knownLeftOut: 4 });
    const [{ lines: later }] = (await world.ask(`/pay/files/${delta._id}/lines`)).people;
    expect(
      later.map((line: { element: string; ms: number; amount: string }) => [line.element, line.ms / H, line.amount]),
    ).toEqual([
      ['hours.ordinary', 9, '0.00'],
      ['piece', 0, '6.00'],
    ]);
  });
});

describe('the job of an entry decides its rate', () => {
  const entry = (code: string, units: number, jobDescriptionCode?: string) => ({
    ...{ code, employeeCode: '1', lookup1Code: 'crate', units, startedAt: `${MONDAY}T11:00:00+02:00` },
    ...(jobDescriptionCode && { jobDescriptionCode }),
  });
  async function givenJobs(entries: object[]) {
    const jobDescriptions = ['J1', 'J2'].map((code) => ({ code, name: code }));
    const world = await given({ 1: { [MONDAY]: { from: '07:00', to: '16:00' } } }, { jobDescriptions });
    await world.sync({
      employees: [
        {
          ...{ code: '1', number: '1', firstName: 'A1', lastName: 'Ama', timeGroupCode: 'DAY' },
          ...{ employeeGroupCode: 'G', jobDescriptionCode: 'J2', activeFrom: '2026-09-01' },
        },
      ],
      pieceworkEntries: entries,
    });
    const groups = (await world.ask('/account/groups')).jobDescriptions;
    const idOf = (code: string) => groups.find((one: { code: string }) => one.code === code)._id;
    await world.rate('piece', '2');
    await world.rate('piece', '5', { jobDescriptionId: idOf('J1') });
    return world;
  }

  test('an entry marked J1 of somebody whose job is J2 is paid J1’s rate, their others by their own job', async () => {
    const world = await givenJobs([entry('a', 10, 'J1'), entry('b', 3)]);
    expect(lines(await world.person('1')).sort()).toEqual(['09 piece 50.00', '09 piece 6.00']);
    expect((await world.costs()).totals).toMatchObject({ units: '13', direct: '56.00' });
  });

  test('an entry whose job is not J1 is not paid by the J1 of its employee; a job that nobody set up has the rate for all', async () => {
    const world = await givenJobs([entry('a', 10, 'J2'), entry('b', 10, 'GONE')]);
    expect(lines(await world.person('1'))).toEqual(['09 piece 40.00']);
  });

  test('a changed job of pieces in bulk changes the money', async () => {
    const world = await givenJobs([entry('a', 10)]);
    expect((await world.people()).totals.piece).toBe('20.00');
    const choice = { from: MONDAY, to: MONDAY, lookup1Code: 'crate' };
    const order = { reason: 'wrong-count', choice, change: { do: 'change', jobDescriptionCode: 'J1' } };
    const { basis } = await world.ask('/corrections/pieces/preview', order);
    await world.ask('/corrections/pieces', { ...order, basis });
    expect((await world.people()).totals.piece).toBe('50.00');
  });
});

describe('piecework without a clock', () => {
  test('is not settled: it has no guarantee and is in no file, until a punch comes or somebody reviews it', async () => {
    const world = await given({ 1: { [MONDAY]: { units: { crate: 20 } }, [TUESDAY]: nine(60) } });
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    await world.rule();
    const { rows } = await world.people();
    expect(rows[0]).toMatchObject({
      open: ['piecework-without-clock'],
      sums: { piece: '186.00', topUp: '73.11', notSettled: '62.00' },
    });
    const { exceptions } = await world.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`);
    const [found] = exceptions.filter(({ kind }: Exception) => kind === 'piecework-without-clock');
    await world.ask('/exceptions/reviews', { items: [{ key: found.key, evidence: found.evidence }] });
    expect((await world.people()).rows[0]).toMatchObject({ open: [], sums: { piece: '248.00', notSettled: '0.00' } });
    // One more entry is not what was reviewed.
    await world.sync({
      pieceworkEntries: [
        { code: 'more', employeeCode: '1', lookup1Code: 'crate', units: 1, startedAt: `${MONDAY}T11:00:00+02:00` },
      ],
    });
    expect((await world.people()).rows[0]?.open).toEqual(['piecework-without-clock']);
    await world.sync({
      clockRecords: ['07:00', '16:00'].map((time) => ({
        ...{ code: time, employeeCode: '1', at: `${MONDAY}T${time}:00+02:00` },
      })),
    });
    expect((await world.people()).rows[0]).toMatchObject({ open: [], sums: { notSettled: '0.00' } });
  });

  test('is settled where no rule asks for hours, and where the hours rule pays the time of piecework', async () => {
    const people = { 1: { [MONDAY]: { units: { crate: 20 } } } };
    const later = await givenPay(t, people, {}, { from: TUESDAY });
    const byWork = await givenPay(t, people, {}, { paysWorkingTime: true });
    for (const world of [later, byWork]) {
      await world.rate('piece', '3.10', { lookup1: 'crate' });
      expect((await world.people()).rows[0]).toMatchObject({ open: [], sums: { piece: '62.00' } });
    }
  });
});

test('an employee who earned nothing has an answer without windows; one of another account is not found', async () => {
  const world = await given({ 1: { [MONDAY]: nine(10) }, 2: {} });
  await world.rate('piece', '1');
  const { employees } = await world.ask('/setup/employees');
  const idOf = (number: string) => employees.find((one: { number: string }) => one.number === number)._id;
  expect(await world.ask(`/pay/people/${idOf('2')}?${WEEK}`)).toMatchObject({ windows: [], sums: { total: '0.00' } });
  expect((await world.asked(`/pay/people/${world.accountId}?${WEEK}`)).status).toBe(404);
});

test('who is paid both ways has all paid time by the hour, but that of entries; one without a time takes none', async () => {
  const world = await given({ 1: { [MONDAY]: nine(10) } });
  await world.rate('piece', '3.00', { lookup1: 'crate' });
  await world.rate('hourly', '30.00', { employeeGroupId: (await world.ask('/account/groups')).employeeGroups[0]._id });
  await world.rule();
  // 10 x 3.00, and 9 h x 30.00.
  expect(lines(await world.person('1'))).toEqual(['09 piece 30.00', '09 hourly 270.00']);
});

test('the cost of a part of a window is that part’s pay', async () => {
  const SUNDAY = '2026-11-15';
  const world = await given({
    1: { [MONDAY]: { from: '07:00', to: '15:00' }, [SUNDAY]: { from: '07:00', to: '15:00' } },
  });
  const { rows } = await world.people();
  await world.rate('hourly', '30', { employeeId: rows[0]?.employee._id });
  await world.rule({ window: 'workweek' });
  for (const date of [MONDAY, SUNDAY]) {
    const query = `from=${date}&to=${date}`;
    const pay = (await world.people(query)).totals.total;
    expect([date, pay]).toEqual([date, date === MONDAY ? '240.00' : '480.00']);
    expect((await world.costs(query)).totals.total).toBe(pay);
  }
});

test('money in is money out: the costs of products are the lines, whatever is grouped', async () => {
  const world = await given({
    1: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 50, bin: 3 } }, [TUESDAY]: nine(61) },
    2: { [MONDAY]: nine(7), [TUESDAY]: { from: '07:00', to: '12:20', units: { bin: 1 } } },
  });
  await world.rate('piece', '3.33', { lookup1: 'crate' });
  await world.rate('piece', '7.77', { lookup1: 'bin' });
  await world.rate('minimum', '28.79');
  await world.rule();
  const [{ totals }, costs] = [await world.people(), await world.costs()];
  const sum = costs.rows.reduce((all, { total }) => all.plus(total), new Units(0));
  expect(sum.toFixed(2)).toBe(totals.total);
  expect(costs.totals.total).toBe(totals.total);
  expect(costs.rows.map(({ lookup1, units }) => [lookup1.code, units])).toEqual([
    ['crate', '118'],
    ['bin', '4'],
  ]);
});

test('a correction changes the pay, and its undoing restores the cent', async () => {
  const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) } });
  await world.rate('piece', '3.10');
  await world.rate('minimum', '28.79');
  await world.rule();
  const before = await world.people();
  const { rows } = before;
  const employeeId = rows[0]?.employee._id;
  const basis = async () => (await world.ask(`/stats/employee/${employeeId}/day?referenceDate=${TUESDAY}`)).basis;
  const change = {
    ...{ do: 'add-entry', employeeId, units: '40', startedAt: `${TUESDAY}T11:00:00+02:00`, endedAt: null },
    ...{ durationMs: null, lookup1Code: 'crate', lookup2Code: null },
  };
  const { results } = await world.ask('/corrections', {
    reason: 'wrong-count',
    items: [{ day: TUESDAY, basis: await basis(), change }],
  });
  expect((await world.people()).totals).toMatchObject({ piece: '651.00', topUp: '0.00' });
  const [{ correctionId }] = results;
  await world.ask('/corrections/undo', { items: [{ correctionId, basis: await basis() }] });
  expect((await world.people()).totals).toEqual(before.totals);
});

describe('rates and rules as they are set up', () => {
  test('bad input is refused by name and place', async () => {
    const world = await given({});
    const refused = async (over: object) => {
      const { status, body } = await world.asked('/pay/rates', {
        ...NONE,
        kind: 'piece',
        amount: '1',
        from: MONDAY,
        ...over,
      });
      return [
        status,
        ...(body.issues ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
      ];
    };
    expect(await refused({ amount: '0' })).toEqual([400, 'amount: More than 0']);
    expect(await refused({ amount: '-3' })).toEqual([400, 'amount: An amount, such as 3.40']);
    expect(await refused({ amount: '1234567890123' })).toEqual([400, 'amount: At most 12 digits']);
    expect(await refused({ amount: '0.00001' })).toEqual([400, 'amount: At most 4 decimals']);
    expect(await refused({ lookup1: 'pear' })).toEqual([400, 'lookup1: There is no such entry']);
    expect(await refused({ kind: 'hourly' })).toEqual([400, 'employeeId: For an employee or an employee group']);
    expect(await refused({ kind: 'minimum', lookup1: 'crate' })).toEqual([400, 'lookup1: Not of a minimum']);
    await world.rate('piece', '1', { from: MONDAY });
    expect(await refused({ amount: '2' })).toEqual([
      409,
      'from: There is a rate for the same work and people from that date already.',
    ]);
  });

  test('nothing changes what is locked: rates, minimums, rules and the currency', async () => {
    const world = await given({ 1: { [MONDAY]: nine(10) } });
    const rate = await world.rate('piece', '3');
    await world.rule();
    await world.ask('/period-locks', { from: MONDAY, to: MONDAY });
    const locked = '2026-11-09 to 2026-11-09 was locked by';
    for (const [path, body, method] of [
      ['/pay/rates', { ...NONE, kind: 'piece', amount: '4', from: '2026-11-02', lookup1: 'crate' }, 'POST'],
      ['/pay/rates', { ...NONE, kind: 'minimum', amount: '4', from: MONDAY }, 'POST'],
      [`/pay/rates/${rate._id}`, { ...NONE, kind: 'piece', amount: '4', from: '2026-11-20', basis: rate.basis }, 'PUT'],
      [`/pay/rates/${rate._id}?basis=${rate.basis}`, undefined, 'DELETE'],
      ['/pay/rules', { ...RULE, timeGroupId: null, from: MONDAY }, 'POST'],
    ] as const) {
      const { status, text } = await world.asked(path, body, method);
      expect([status >= 400, text], path).toEqual([true, expect.stringContaining(locked)]);
    }
    expect((await world.asked('/pay/currency', { currency: 'USD' }, 'PUT')).status).toBe(409);
    await world.rate('piece', '4', { from: TUESDAY });
  });

  test('a payroll system syncs rates and minimums: what it owns is locked here', async () => {
    const world = await given({ 1: { [TUESDAY]: nine(60) } });
    const parts = {
      rates: [{ code: 'R', amount: 3.1, from: '2026-01-01', lookup1Code: 'crate', employeeGroupCode: 'G' }],
      minimums: [{ code: 'M', amount: '28.79', from: '2026-01-01' }],
    };
    expect(await world.sync(parts)).toMatchObject({
      counts: { rates: { added: 1 }, minimums: { added: 1 } },
      rejected: [],
    });
    expect(await world.sync(parts)).toMatchObject({ counts: { rates: { unchanged: 1 }, minimums: { unchanged: 1 } } });
    await world.rule();
    expect((await world.people()).totals.total).toBe('259.11');
    const { rates } = await world.ask('/pay/rates');
    expect(rates).toMatchObject([{ isLocked: true }, { isLocked: true }]);
    const { status } = await world.asked(`/pay/rates/${rates[0]._id}?basis=${rates[0].basis}`, undefined, 'DELETE');
    expect(status).toBe(409);
    expect(
      (await world.sync({ rates: [{ code: 'X', amount: 3, from: MONDAY, lookup1Code: 'none' }] })).rejected,
    ).toEqual([{ part: 'rates', code: 'X', reason: 'lookup1: There is no such entry' }]);
  });
});

test('what if 3.40: the days as they were, at another amount; who gains, and what stays a top-up', async () => {
  const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) }, 2: { [MONDAY]: nine(10) } });
  const { _id } = await world.rate('piece', '3.10');
  await world.rate('minimum', '28.79');
  await world.rule();
  const answer = await world.ask(`/pay/what-if?rateId=${_id}&amount=3.40`);
  // 374.00, and 204.00 with a top-up of 55.11; the second one has the guarantee either way.
  expect(answer).toMatchObject({
    ...{ currency: 'ZAR', gain: 1, lose: 0 },
    before: { total: '859.22', topUp: '301.22', notSettled: '0.00' },
    after: { total: '892.22', topUp: '280.22', notSettled: '0.00' },
    people: [{ employee: { number: '1' }, before: '600.11', after: '633.11' }],
  });
  expect((await world.people()).totals.total).toBe('859.22');
  const { token } = await givenEmployer(t.db, { accountId: world.accountId, permissions: ['Pay.MANAGE'] });
  const path = `/pay/what-if?rateId=${_id}&amount=3.40`;
  expect((await world.asked(path, undefined, undefined, token)).status).toBe(401);
});

describe('the base of premiums', () => {
  const SUNDAY = '2026-11-15';
  const sunday = { from: '07:00', to: '12:00', units: { crate: 5 } };
  /** A rule set as it was made before there was a base. */
  const withFormerRule = async (people: Record<string, Work>) => {
    const world = await given(people, {}, { dayLimitMinutes: 480, overtime1Factor: 1.5, sundayFactor: 2 });
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    const { _id } = await world.rule();
    await t.db.tenant(world.accountId, (tx) =>
      tx.run(sql`update pay_rule set rule = rule - 'premiumBase' where pay_rule_id = ${_id}`),
    );
    // As a change of anything of the account is noticed.
    await world.sync({ employeeGroups: [{ code: 'X', name: 'X' }] });
    const { payRules } = await world.ask('/pay/rules');
    return { ...world, former: payRules[0] };
  };
  const worked = { [MONDAY]: { from: '07:00', to: '17:00', units: { crate: 40 } }, [SUNDAY]: sunday };
  const isByLaw = ['09 piece 124.00', '09 top-up 163.90', '09 premium 28.79'];
  const sundayByLaw = ['15 piece 15.50', '15 top-up 128.45', '15 premium 143.95'];

  test('a new rule set guarantees all hours and has premiums, named by class, hours, base and factor', async () => {
    const world = await given({ 1: worked }, {}, { dayLimitMinutes: 480, overtime1Factor: 1.5, sundayFactor: 2 });
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    expect(await world.rule()).toMatchObject({ premiumBase: 'greater' });
    const person = await world.person('1');
    expect(lines(person)).toEqual([...isByLaw, ...sundayByLaw]);
    // 431.85 by 15 h is 28.79.
    expect(person.windows[0]?.lines.at(-1)).toMatchObject({
      ...{ kind: 'premium', paidClass: 'overtime1', ms: 2 * 3_600_000, factor: 1.5, perHour: '28.79', base: 'regular' },
    });
    expect((await world.people()).totals).toMatchObject({ topUp: '292.35', premium: '172.74', total: '604.59' });
    const { rows } = await world.costs();
    expect(rows.map(({ total }) => total)).toEqual(['604.59']);
  });

  test('one of before keeps its results, also when it is changed, until a base is chosen', async () => {
    const { former, ...world } = await withFormerRule({ 1: worked });
    const was = ['09 piece 124.00', '09 top-up 106.32', '15 piece 15.50', '15 top-up 128.45'];
    expect(former.premiumBase).toBeUndefined();
    expect(lines(await world.person('1'))).toEqual(was);
    const { _id, basis, ...rule } = former;
    const renamed = await world.ask(`/pay/rules/${_id}`, { ...rule, name: 'Renamed', basis }, 'PUT');
    expect(renamed.premiumBase).toBeUndefined();
    expect(lines(await world.person('1'))).toEqual(was);
    const chosen = { ...rule, premiumBase: 'greater', basis: renamed.basis };
    const { basis: next, premiumBase: _, ...kept } = await world.ask(`/pay/rules/${_id}`, chosen, 'PUT');
    expect(lines(await world.person('1'))).toEqual([...isByLaw, ...sundayByLaw]);
    // Who leaves the base out of a change takes it from nobody.
    const { _id: _own, ...fields } = kept;
    expect(await world.ask(`/pay/rules/${_id}`, { ...fields, basis: next }, 'PUT')).toMatchObject({
      premiumBase: 'greater',
    });
  });

  test('a copy of it from a date on has one: the days before stay as they were', async () => {
    const { former, ...world } = await withFormerRule({ 1: worked });
    const { _id, basis, ...rule } = former;
    await world.ask('/pay/rules', { ...rule, from: SUNDAY, premiumBase: 'greater' });
    expect(lines(await world.person('1'))).toEqual(['09 piece 124.00', '09 top-up 106.32', ...sundayByLaw]);
  });

  test('what changes: the last 90 days by it and by a base, of who may see pay; nothing is stored', async () => {
    const { former, ...world } = await withFormerRule({ 1: worked, 2: { [MONDAY]: nine(110) } });
    const path = `/pay/rules/${former._id}/what-if?premiumBase=greater`;
    const before = (await world.people()).totals;
    // Of the second one 9 h, of which 1 h is overtime: 341.00 by 9 h x 0.5 is 18.94.
    expect(await world.ask(path)).toMatchObject({
      ...{ currency: 'ZAR', gain: 2, lose: 0 },
      before: { total: '715.27', topUp: '234.77', notSettled: '0.00' },
      after: { total: '964.53', topUp: '292.35', notSettled: '0.00' },
      people: [
        { employee: { number: '1' }, before: '374.27', after: '604.59' },
        { employee: { number: '2' }, before: '341.00', after: '359.94' },
      ],
    });
    expect((await world.people()).totals).toEqual(before);
    const { token } = await givenEmployer(t.db, { accountId: world.accountId, permissions: ['Pay.MANAGE'] });
    expect((await world.asked(path, undefined, undefined, token)).status).toBe(401);
    const other = await given({});
    expect((await other.asked(path)).status).toBe(404);
    expect((await world.asked(path.replace('greater', 'most'))).status).toBe(400);
  });

  test('a premium that needs the whole week is not settled while a later day of it is open, nor is its file line made', async () => {
    const missing = { from: '07:00', units: { crate: 90 } };
    const world = await given(
      { 1: { [MONDAY]: { from: '07:00', to: '17:00', units: { crate: 100 } }, [TUESDAY]: missing } },
      ...[{}, { dayLimitMinutes: 480, overtime1Factor: 1.5 }],
    );
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    const { _id, basis, ...rule } = await world.rule();
    expect((await world.people()).rows[0]?.open).toEqual(['missing-punch', 'week-open']);
    // Monday's own pay is settled, its premium is not.
    expect((await world.people()).totals.total).toBe('310.00');
    await world.ask(`/pay/rules/${_id}`, { ...rule, premiumBase: 'minimum', basis }, 'PUT');
    expect((await world.people()).rows[0]?.open).toEqual(['missing-punch']);
    // 310.00 and 2 h x 28.79 x 0.5.
    expect((await world.people()).totals.total).toBe('338.79');
  });
});

test('a rule is tested on a payslip that is typed, by the same rules, and nothing is stored', async () => {
  const world = await given({});
  const none = { overtime1: 0, sunday: 0, holiday: 0, unitMinutes: null };
  const body = {
    ...{ rule: RULE, payType: 'piece', pieceRate: '3.10', hourlyRate: null, minimum: '28.79' },
    ...{ overtimeFactor: 1.5, sundayFactor: 2, holidayFactor: 2 },
    days: [
      { ...none, date: TUESDAY, ordinary: 540, units: '60' },
      { ...none, date: MONDAY, ordinary: 540, units: '110' },
    ],
  };
  expect(await world.ask('/pay/test', body)).toMatchObject({
    ...{ total: '600.11', guarantee: '518.22', open: [] },
    sums: {
      piece: '527.00',
      'top-up': '73.11',
      hourly: '0.00',
      rest: '0.00',
      premium: '0.00',
      floor: '0.00',
      'holiday-off': '0.00',
    },
    lines: [{ amount: '341.00' }, { amount: '186.00' }, { amount: '73.11' }],
  });
  expect((await world.ask('/pay/rates')).rates).toEqual([]);
  const [worked, other] = body.days;
  const refused = async (over: object) => (await world.asked('/pay/test', { ...body, ...over })).body.issues;
  expect(await refused({ days: [{ ...worked, isHolidayOff: true }], ordinaryMinutes: 540 })).toMatchObject([
    { path: 'days.0.isHolidayOff' },
  ]);
  const off = { ...none, date: MONDAY, ordinary: 0, units: null, isHolidayOff: true };
  expect(await refused({ days: [other && { ...other, date: TUESDAY }, off] })).toMatchObject([
    { path: 'ordinaryMinutes' },
  ]);
});

test('a user with a scope sees the pay of their people, as everybody does under that filter; others are not there', async () => {
  const world = await given({ 1: { [MONDAY]: nine(110) }, 2: { [MONDAY]: nine(60) } });
  await world.rate('piece', '3.10');
  await world.sync({
    employeeGroups: [{ code: 'H', name: 'Hands' }],
    employees: [{ code: '2', number: '2', firstName: 'A2', lastName: 'Ama', employeeGroupCode: 'H' }],
  });
  const { employeeGroups } = await world.ask('/account/groups');
  const scope = { employeeGroups: [employeeGroups.find(({ name }: { name: string }) => name === 'Hands')._id] };
  const { rows } = await world.people();
  const { token } = await givenEmployer(t.db, {
    ...{ accountId: world.accountId, scope, permissions: ['Pay.VIEW', 'Pay.MANAGE'] },
  });
  const own = (path: string) => world.asked(path, undefined, undefined, token);
  const filtered = await world.people(`${WEEK}&employeeGroups=${scope.employeeGroups[0]}`);
  expect((await own(`/pay/people?${WEEK}`)).body).toEqual(filtered);
  expect(filtered.totals.total).toBe('186.00');
  expect((await own(`/pay/cost?${WEEK}`)).body.totals.total).toBe('186.00');
  expect((await own(`/pay/people/${rows[0]?.employee._id}?${WEEK}`)).status).toBe(404);
  expect((await own(`/pay/people/${rows[1]?.employee._id}?${WEEK}`)).status).toBe(200);
  expect((await own('/pay/rates')).status).toBe(403);
});

test('somebody without Pay.VIEW sees no amount in any answer, not even in an error', async () => {
  const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) } });
  await world.rate('piece', '3.17');
  await world.rule();
  const { token } = await givenEmployer(t.db, {
    accountId: world.accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
  });
  const [employee] = (await world.people()).rows;
  for (const path of ['people', `people/${employee?.employee._id}`, 'cost', 'today', 'rates', 'rules']) {
    const { status, text } = await world.asked(`/pay/${path}?${WEEK}`, undefined, undefined, token);
    expect([status, text]).toEqual([401, expect.not.stringMatching(/\d\.\d\d|3\.17/)]);
  }
  for (const path of [`/people?${WEEK}`, `/stats/hours?${WEEK}`, '/setup', '/setup/employees']) {
    const { text } = await world.asked(path, undefined, undefined, token);
    expect(text).not.toMatch(/3\.17|payType|348\.7|538\.9/);
  }
});
