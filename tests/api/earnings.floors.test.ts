import { expect, test } from 'vitest';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import type { CodedLine, PayFile } from '#contract/money/payFiles.ts';
import { givenPay, MONDAY, TUESDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Floors of Sundays and holidays (E6a): each amount by hand. The minimum is 28.79, a crate 3.10. */
const t = useTestApp();
const [WEDNESDAY, THURSDAY, SUNDAY] = ['2026-11-11', '2026-11-12', '2026-11-15'];
const HOLIDAYS = [WEDNESDAY, THURSDAY].map((date) => ({ code: date, name: 'Holiday', date, timeGroupCode: null }));
const FLOORS = {
  sunday: { ordinaryHours: false, wages: 1 },
  holiday: { ordinaryHours: false, wages: 2 },
  holidayOff: true,
};
const worked = (from: string, to: string, crate?: number) => ({ from, to, ...(crate && { units: { crate } }) });
const linesOf = ({ windows }: PersonEarnings) =>
  windows.flatMap(({ lines }) => lines.map(({ date, kind, amount }) => `${date.slice(-2)} ${kind} ${amount}`));

async function given(people: Parameters<typeof givenPay>[1], parts = {}) {
  const world = await givenPay(t, people, { holidays: HOLIDAYS, ...parts });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  const rule = { name: 'Farm', timeGroupId: null, from: null, leastMinutes: 240, floors: FLOORS };
  const stored = await world.rule(rule);
  return { ...world, stored, paidByThePiece: () => paidByThePiece(world) };
}
async function paidByThePiece({ ask }: Pick<Awaited<ReturnType<typeof givenPay>>, 'ask'>) {
  const [first] = (await ask('/setup/employees')).employees;
  await ask(`/pay/people/${first._id}/type`, { payType: 'piece' }, 'PUT');
}
const LONG_WEEK = {
  [WEDNESDAY]: worked('07:00', '12:00', 5),
  [SUNDAY]: worked('08:00', '11:00', 5),
};

test('holidays and Sundays by the hours of the shift: in pay, sums, costs and the report', async () => {
  const { person, people, costs } = await given({ 1: LONG_WEEK, 2: {} });
  // The week came to 259.11 by 8 h, of which premiums are; the ordinary wage is 9 h x 28.79.
  expect(linesOf(await person('1'))).toEqual([
    ...['11 piece 15.50', '11 top-up 128.45', '11 premium 161.94', '11 floor 212.33', '12 holiday-off 259.11'],
    ...['15 piece 15.50', '15 top-up 99.66', '15 premium 97.17', '15 floor 46.78'],
  ]);
  expect(linesOf(await person('2'))).toEqual(['11 holiday-off 259.11', '12 holiday-off 259.11']);
  const { totals } = await people();
  expect(totals).toMatchObject({ floor: '259.11', holidayOff: '777.33', total: '1554.66', notSettled: '0.00' });
  expect((await costs()).totals.total).toBe('1554.66');
});

test('without a shift on the date the hours are the average of the four weeks before', async () => {
  const standardTimes = [1, 2, 3, 4, 5, 6].map((weekday) => ({
    ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '07:00', endTime: '16:00' },
  }));
  const short = { ...LONG_WEEK, '2026-10-17': worked('07:00', '16:00'), '2026-11-02': worked('07:00', '13:00') };
  const { person } = await given({ 1: { ...short, '2026-11-03': worked('07:00', '15:00') } }, { standardTimes });
  // 6 and 8 h: 7 h x 28.79 = 201.53, less than what the Sunday came to; 17 October is before the four weeks.
  const lines = linesOf(await person('1'));
  expect(lines.filter((line) => line.startsWith('15'))).toEqual([
    '15 piece 15.50',
    '15 top-up 99.66',
    '15 premium 97.17',
  ]);
  expect(lines).toContain('12 holiday-off 259.11');
});

test('without standard times who worked on the weekday twice in four weeks would have been expected', async () => {
  const wednesdays = { '2026-10-28': worked('07:00', '13:00'), '2026-11-04': worked('07:00', '15:00') };
  const { person, people } = await given(
    { 1: wednesdays, 2: { '2026-11-04': worked('07:00', '15:00') } },
    { standardTimes: [] },
  );
  expect(linesOf(await person('1'))).toEqual(['11 holiday-off 201.53']);
  expect((await people()).rows.map(({ employee }) => employee.number)).toEqual(['1']);
});

const NIGHTS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '22:00', endTime: '06:00' },
}));
const nightOf = (date: string, from: string, to: string) => {
  const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  return [`${date}T${from}`, `${next}T${to}`].map((at) => ({ code: at, employeeCode: '1', at: `${at}:00+02:00` }));
};
const feast = (...dates: string[]) => dates.map((date) => ({ code: date, name: 'Holiday', date, timeGroupCode: null }));
// 8 h x 28.79 = 230.32: of class holiday double, and a floor of two wages.
test.each<[string, string[], object[], object, string[]]>([
  [
    'the night before it, of which the greater part is the holiday: worked',
    [WEDNESDAY],
    nightOf(TUESDAY, '22:00', '06:00'),
    { standardTimes: NIGHTS },
    ['10 top-up 230.32', '10 premium 230.32'],
  ],
  [
    'its own night, of which the greater part is the next day: not worked',
    [WEDNESDAY],
    nightOf(WEDNESDAY, '22:00', '06:00'),
    { standardTimes: NIGHTS },
    ['11 top-up 230.32', '11 holiday-off 230.32'],
  ],
  [
    'both nights: worked once',
    [WEDNESDAY],
    [...nightOf(TUESDAY, '22:00', '06:00'), ...nightOf(WEDNESDAY, '22:00', '06:00')],
    { standardTimes: NIGHTS },
    ['10 top-up 230.32', '10 premium 230.32', '11 top-up 230.32'],
  ],
  [
    'the night between two holidays is of one',
    [TUESDAY, WEDNESDAY],
    nightOf(TUESDAY, '22:00', '06:00'),
    { standardTimes: NIGHTS },
    ['10 top-up 230.32', '10 premium 230.32', '11 holiday-off 230.32'],
  ],
])('a holiday and nights, %s', async (_, dates, clockRecords, parts, lines) => {
  const { person, people, paidByThePiece } = await given(
    { 1: {} },
    { holidays: feast(...dates), clockRecords, ...parts },
  );
  await paidByThePiece();
  expect(linesOf(await person('1'))).toEqual(lines);
  // The same where the night before is not asked for.
  const query = `from=${WEDNESDAY}&to=${SUNDAY}`;
  const since = lines.filter((line) => !line.startsWith('10'));
  const isListed = (await people(query)).rows.length > 0;
  expect(isListed ? linesOf(await person('1', query)) : []).toEqual(since);
});

test('hours that are cut at midnight: a holiday is worked by its part of the night before', async () => {
  const standardTimes = NIGHTS.map((one) => ({ ...one, startTime: '20:00', endTime: '04:00' }));
  const clockRecords = nightOf(TUESDAY, '20:00', '04:00');
  const world = await givenPay(
    t,
    { 1: {} },
    { holidays: feast(WEDNESDAY), standardTimes, clockRecords },
    { isWhole: false },
  );
  await world.rate('minimum', '28.79');
  await world.rule({ name: 'Farm', floors: FLOORS });
  await paidByThePiece(world);
  expect(linesOf(await world.person('1'))).toEqual(['10 top-up 230.32', '10 premium 115.16', '10 floor 115.16']);
});

test('pieces in a week without hours: the holiday is paid by the minimum, and everybody is answered', async () => {
  const { person, people, costs } = await given({ 1: { [MONDAY]: { units: { crate: 90 } } }, 2: {} });
  expect(linesOf(await person('1'))).toEqual([
    ...['09 piece 279.00', '11 holiday-off 259.11', '12 holiday-off 259.11'],
  ]);
  expect((await people()).rows).toHaveLength(2);
  expect((await costs()).totals.total).toBeDefined();
});

test('pieces without a punch are work of a holiday and of a Sunday', async () => {
  const standardTimes = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '07:00', endTime: '16:00' },
  }));
  const units = { units: { crate: 20 } };
  const { person, paidByThePiece } = await given({ 1: { [WEDNESDAY]: units, [SUNDAY]: units } }, { standardTimes });
  await paidByThePiece();
  // At least four hours of work: 115.16. The holiday is twice 9 h x 28.79, the Sunday once.
  expect(linesOf(await person('1'))).toEqual([
    ...['11 piece 62.00', '11 top-up 53.16', '11 floor 403.06', '12 holiday-off 259.11'],
    ...['15 piece 62.00', '15 top-up 53.16', '15 floor 143.95'],
  ]);
});

test('an unknown PIN leaves the pay of a holiday open: whoever has it worked', async () => {
  const punches = (timeId: string) =>
    ['07:00', '16:00'].map((at) => ({ code: `${timeId} ${at}`, timeId, at: `${WEDNESDAY}T${at}:00+02:00` }));
  const { people, sync } = await given({ 1: {} });
  expect((await people()).totals).toMatchObject({ total: '518.22', notSettled: '0.00' });
  await sync({ clockRecords: punches('9999') });
  const { totals, rows } = await people();
  // The other holiday waits for the average of the same week.
  expect(totals).toMatchObject({ total: '0.00', notSettled: '518.22' });
  expect(rows[0]?.open).toContain('unmatched-pin');
});

test('a file has the lines with their own elements; a late punch on the holiday takes its pay back', async () => {
  const { ask, asked, sync, stored } = await given({
    1: { [MONDAY]: worked('07:00', '16:00', 110), [TUESDAY]: worked('07:00', '16:00', 110) },
  });
  const lock = await ask('/period-locks', { from: MONDAY, to: SUNDAY });
  const { _id: ruleId, ...rule } = stored;
  const without = { ...rule, floors: { ...FLOORS, holidayOff: false } };
  expect(await asked(`/pay/rules/${ruleId}`, without, 'PUT')).toMatchObject({
    ...{ status: 409, body: { errorCode: 'PERIOD_LOCKED' } },
  });
  const file: PayFile = await ask('/pay/files', { lockId: lock._id, knownLeftOut: 0 });
  const own = async ({ _id }: PayFile) => {
    const { people } = await ask(`/pay/files/${_id}/lines`);
    return people.flatMap(({ lines }: { lines: CodedLine[] }) =>
      lines.map(({ date, element, ms, rate, amount }) =>
        [date.slice(-2), element, ms / 3_600_000, rate, amount].join(' '),
      ),
    );
  };
  // 682.00 by 18 h = 37.8889; 9 h of it.
  expect((await own(file)).slice(-2)).toEqual(['11 holiday-off 9 37.8889 341.00', '12 holiday-off 9 37.8889 341.00']);
  await sync({
    clockRecords: ['07:00', '12:00'].map((time) => ({
      ...{ code: time, employeeCode: '1', at: `${WEDNESDAY}T${time}:00+02:00` },
    })),
    pieceworkEntries: [
      {
        ...{ code: 'late', employeeCode: '1', lookup1Code: 'crate', units: 5 },
        startedAt: `${WEDNESDAY}T10:00:00+02:00`,
      },
    ],
  });
  // 697.50 by 23 h = 30.3261: 9 h of it are 272.93. Of Wednesday twice that less 15.50, 128.45 and 179.55.
  const delta: PayFile = await ask('/pay/files', { lockId: lock._id, knownLeftOut: 0 });
  expect(await own(delta)).toEqual([
    ...['11 hours.holiday 5  0.00', '11 piece 0 3.1 15.50', '11 top-up 0  128.45', '11 premium 5 35.9109 179.55'],
    ...['11 floor 0  222.37', '11 holiday-off -9 37.8889 -341.00'],
    ...['12 holiday-off 9 30.3261 272.93', '12 holiday-off -9 37.8889 -341.00'],
  ]);
});

test('a rule keeps its floors where a change does not name them, and has none without a base of premiums', async () => {
  const { stored, asked, ask, rule } = await given({ 1: {} });
  const { _id, basis, floors, ...fields } = stored;
  expect(floors).toEqual(FLOORS);
  const changed = await ask(`/pay/rules/${_id}`, { ...fields, basis, leastMinutes: 0 }, 'PUT');
  expect(changed).toMatchObject({ leastMinutes: 0, floors: FLOORS });
  for (const wrong of [{ wages: -1 }, { wages: 11 }, { wages: '1' }, {}])
    expect(
      (
        await asked(
          `/pay/rules/${_id}`,
          { ...fields, basis: changed.basis, floors: { ...FLOORS, sunday: wrong } },
          'PUT',
        )
      ).status,
    ).toBe(400);
  expect(rule).toBeDefined();
});
