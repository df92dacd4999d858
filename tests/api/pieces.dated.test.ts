import { expect, test } from 'vitest';
import type { DayExplanation } from '#contract/figures/explain.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, TUESDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Lists of pieces that say dates and no times (docs/reference/piecework.md#work-day-of-an-entry). */
const t = useTestApp();
const WEDNESDAY = '2026-11-11';
const LIST = `No,Date,Product,Crates\n1,${TUESDAY},crate,120`;
const SHIFTS: Record<string, [start: string, end: string] | null> = {
  night: ['20:00', '05:00'],
  day: ['07:00', '16:00'],
  none: null,
};

/** A person who works on Monday and Tuesday, by day or from evening to the next morning, paid 3.10 a crate. */
async function given(kind: string, clocked = true) {
  const shift = SHIFTS[kind] ?? null;
  const [start, end] = shift ?? ['07:00', '16:00'];
  const punch = (date: string, time: string) => ({
    ...{ code: `${date} ${time}`, employeeCode: '1', at: `${date}T${time}:00+02:00` },
  });
  const next: Record<string, string> = { [MONDAY]: TUESDAY, [TUESDAY]: WEDNESDAY };
  const world = await givenPay(
    t,
    { 1: {} },
    {
      standardTimes: shift
        ? [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
            ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: start, endTime: end },
          }))
        : [],
      clockRecords: clocked
        ? [MONDAY, TUESDAY].flatMap((date) => [punch(date, start), punch(end < start ? (next[date] ?? '') : date, end)])
        : [],
    },
  );
  await world.rate('piece', '3.1', { lookup1: 'crate' });
  const importing = (csv: string, commit: boolean) =>
    world.ask(`/account/${world.accountId}/import`, { kind: 'piecework', csv, commit });
  const take = (csv = LIST) => importing(csv, true);
  /** The piece pay of the week, by date, with what is open of it. */
  const pay = async () => {
    const { windows } = await world.person('1');
    const open = new Map(windows.flatMap(({ days }) => days.map((day) => [day.date, day.open] as const)));
    return windows.flatMap(({ lines }) =>
      lines.flatMap(({ kind: of, date, amount }) => (of === 'piece' ? [[date, amount, open.get(date)]] : [])),
    );
  };
  const exceptions = async (): Promise<string[]> => {
    const { exceptions: all } = await world.ask(`/exceptions?from=${MONDAY}&to=${WEDNESDAY}`);
    return all.flatMap(({ kind: what, day }: Exception) =>
      what === 'piecework-without-clock' ? [`${what} ${day}`] : [],
    );
  };
  const { rows } = await world.people();
  const why = (date: string): Promise<DayExplanation> =>
    world.ask(`/stats/employee/${rows[0]?.employee._id}/day?referenceDate=${date}`);
  return { ...world, take, pay, exceptions, why };
}

test.each(Object.keys(SHIFTS))('a date without a time is the work day of that date, shift: %s', async (kind) => {
  const { take, pay, exceptions, why } = await given(kind);
  expect(await take()).toMatchObject({ added: 1, lines: [{ read: { startedAt: TUESDAY, endedAt: null } }] });
  expect(await take()).toMatchObject({ added: 0, unchanged: 1 });
  expect(await pay()).toEqual([[TUESDAY, '372.00', []]]);
  expect((await why(MONDAY)).entries).toEqual([]);
  expect((await why(TUESDAY)).entries).toMatchObject([{ date: TUESDAY, units: '120.000', endedAt: null }]);
  expect(await exceptions()).toEqual([]);
});

test('a person who did not clock on that day has piecework without a clock, until a clock-in of the day comes', async () => {
  const { take, pay, exceptions, sync } = await given('night', false);
  await take();
  expect(await pay()).toEqual([[TUESDAY, '372.00', ['piecework-without-clock']]]);
  expect(await exceptions()).toEqual([`piecework-without-clock ${TUESDAY}`]);
  const punches = [`${TUESDAY}T20:00:00+02:00`, `${WEDNESDAY}T05:00:00+02:00`];
  await sync({ clockRecords: punches.map((at) => ({ code: at, employeeCode: '1', at })) });
  expect(await pay()).toEqual([[TUESDAY, '372.00', []]]);
  expect(await exceptions()).toEqual([]);
});

test('a locked day is asked by the date, not by the night that has its midnight', async () => {
  const { take, ask, pay } = await given('night');
  await ask('/period-locks', { from: MONDAY, to: MONDAY });
  const [locked, open] = [`\n1,${MONDAY},crate,10`, `\n1,${TUESDAY},crate,120`];
  const { added, refused, lines } = await take(`No,Date,Product,Crates${locked}${open}`);
  expect([added, refused, lines[0].reason]).toEqual([1, 1, 'This day is locked: re-open it first']);
  expect(await pay()).toEqual([[TUESDAY, '372.00', []]]);
});

test('a correction of the count keeps its date, one that says a time takes it away, and each is undone', async () => {
  const { take, why, ask, pay } = await given('night');
  await take();
  const { entries = [], basis, employee } = await why(TUESDAY);
  const [entry] = entries;
  const correct = async (change: object, day = TUESDAY) => {
    const items = [
      { day, basis: (await why(day)).basis, change: { do: 'replace-entry', recordId: entry?.entryId, ...change } },
    ];
    const { act } = await ask('/corrections', { reason: 'wrong-count', items });
    return act;
  };
  expect([basis, employee.number]).toEqual([expect.any(String), '1']);
  await correct({ units: '100' });
  expect(await pay()).toEqual([[TUESDAY, '310.00', []]]);
  const { corrections = [] } = await why(TUESDAY);
  expect(corrections.map(({ was, is }) => [was, is])).toEqual([['120 units', '100 units']]);
  const undo = async () => {
    const [last] = (await why(TUESDAY)).corrections ?? [];
    return ask('/corrections/undo', { items: [{ correctionId: last?._id, basis: last?.basis }] });
  };
  await undo();
  expect(await pay()).toEqual([[TUESDAY, '372.00', []]]);
  await correct({ startedAt: `${TUESDAY}T00:00:00+02:00` });
  expect(await pay()).toEqual([[MONDAY, '372.00', []]]);
});

test('a list that writes midnight after each date says no time', async () => {
  const { take, pay } = await given('night');
  await take(`No,Date,Product,Crates\n1,${TUESDAY} 00:00:00,crate,120\n1,${MONDAY} 00:00:00,crate,10`);
  expect(await pay()).toEqual([
    [MONDAY, '31.00', []],
    [TUESDAY, '372.00', []],
  ]);
});

test('work from evening to morning under one date is of one night, of at most 16 hours', async () => {
  const { take, pay } = await given('night');
  const { lines } = await take(
    `No,Date,Start,End,Product,Crates\n1,${TUESDAY},20:00,05:00,crate,120\n1,${TUESDAY},07:00,06:00,crate,1`,
  );
  expect(lines.map(({ outcome, read }: { outcome: string; read?: object }) => [outcome, read])).toEqual([
    ['added', { units: '120', startedAt: `${TUESDAY} 20:00`, endedAt: `${WEDNESDAY} 05:00`, durationMs: null }],
    ['refused', undefined],
  ]);
  expect(await pay()).toEqual([[TUESDAY, '372.00', []]]);
});

test('a column whose only time is midnight says no time, in one line too; another time in it makes midnight a time', async () => {
  const { take, pay } = await given('night');
  await take(`No,Started At,Product,Crates\n1,${TUESDAY} 00:00,crate,9`);
  expect(await pay()).toEqual([[TUESDAY, '27.90', []]]);
  await take(`No,Started At,Product,Crates\n1,${TUESDAY} 00:00,crate,10\n1,${TUESDAY} 21:00,crate,20`);
  expect(await pay()).toEqual([
    [MONDAY, '31.00', []],
    [TUESDAY, '89.90', []],
  ]);
});

test('a date on which the person does not count is noted at its line', async () => {
  const { take, sync } = await given('night');
  await sync({ employees: [{ code: '1', number: '1', firstName: 'A1', lastName: 'Ama', inactiveFrom: WEDNESDAY }] });
  const NOTE = 'The employee does not count on this day: stored, in no figure';
  const rows = ['2026-08-31', WEDNESDAY, `${WEDNESDAY} 02:00`, `${WEDNESDAY} 21:00`, TUESDAY];
  const { added, lines } = await take(`No,Date,Product,Crates${rows.map((at) => `\n1,${at},crate,9`).join('')}`);
  expect([added, lines.map(({ reason }: { reason: string | null }) => reason)]).toEqual([
    5,
    [NOTE, NOTE, null, NOTE, null],
  ]);
});

test('a date with its day of the week and no year is the last such day', async () => {
  const { take } = await given('day');
  const { lines } = await take('No,Date,Product,Crates\n1,Mon 9 Nov,crate,10\n1,"Tue, 10-Nov",crate,10');
  expect(lines.map(({ read }: { read?: { startedAt: string } }) => read?.startedAt)).toEqual([MONDAY, TUESDAY]);
});

test('“Why?” has an entry on its work day alone', async () => {
  const { take, why, ask } = await given('night');
  await take(`No,Date,Product,Crates\n1,${TUESDAY} 00:30,crate,50\n1,${TUESDAY} 21:00,crate,60`);
  const unitsOn = async (day: string) => {
    const { entries = [], setAside = [] } = await why(day);
    return [entries.map(({ units }) => units), setAside.map(({ what }) => what)];
  };
  expect([await unitsOn(MONDAY), await unitsOn(TUESDAY)]).toEqual([
    [['50.000'], []],
    [['60.000'], []],
  ]);
  const { basis, entries = [] } = await why(MONDAY);
  const change = { do: 'void-entry', recordId: entries[0]?.entryId };
  await ask('/corrections', { reason: 'wrong-list', items: [{ day: MONDAY, basis, change }] });
  expect([await unitsOn(MONDAY), await unitsOn(TUESDAY)]).toEqual([
    [[], ['50 units']],
    [['60.000'], []],
  ]);
});
