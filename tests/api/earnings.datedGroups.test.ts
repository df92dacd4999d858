import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import { givenPay, type Work } from '../support/payWorld.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** An employee group and a job description decide rates from a date on: who moves is paid by the former ones for the days before. */
const t = useTestApp();
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const FRIDAY = '2026-11-20';
const SPAN = `from=${DAYS[0]}&to=${FRIDAY}`;
const WORK: Work = Object.fromEntries(
  DAYS.map((date) => [date, { from: '07:00', to: '16:00', units: { crate: 10 } }] as const),
);

/** One person of group G and job D, and another without either; 10 crates a day: 10.00, in group G 20.00, in H 30.00, with job D in no group 40.00. */
async function given() {
  t.clock.set(`${FRIDAY}T20:00:00Z`);
  const world = await givenPay(
    t,
    { '1': WORK, '2': WORK },
    {
      employeeGroups: ['G', 'H'].map((code) => ({ code, name: code })),
      jobDescriptions: [{ code: 'D', name: 'Driver' }],
    },
  );
  const { employeeGroups, jobDescriptions } = await world.ask('/account/groups');
  await world.rate('piece', '1.00');
  await world.rate('piece', '2.00', { employeeGroupId: employeeGroups[0]._id });
  await world.rate('piece', '3.00', { employeeGroupId: employeeGroups[1]._id });
  await world.rate('piece', '4.00', { jobDescriptionId: jobDescriptions[0]._id });
  await world.rule();
  const employee = (number: string, fields: object) => ({
    ...{ code: number, number, firstName: `A${number}`, lastName: 'Ama', timeGroupCode: 'DAY', ...fields },
  });
  const send = (number: string, fields: object) => world.sync({ employees: [employee(number, fields)] });
  expect((await send('2', { employeeGroupCode: null, employeeGroupFrom: null })).rejected).toEqual([]);
  const { rows } = await world.people(SPAN);
  const idOf = (number: string) => rows.find((row) => row.employee.number === number)?.employee._id ?? '';
  /** The whole units of money that each day's crates earn, by day. */
  const earned = async (number: string) => {
    const { windows }: PersonEarnings = await world.ask(`/pay/people/${idOf(number)}?${SPAN}`);
    const lines = windows.flatMap((window) => window.lines).filter(({ kind }) => kind === 'piece');
    return DAYS.map((date) => Number(lines.find((line) => line.date === date)?.amount ?? 0));
  };
  return { ...world, send, earned, idOf };
}

test('who moves is paid by the former group for the days before: from a date, from today without one, or always', async () => {
  const { send, earned } = await given();
  expect(await earned('1')).toEqual([20, 20, 20, 20, 20]);
  await send('1', { employeeGroupCode: 'H', employeeGroupFrom: '2026-11-18' });
  expect(await earned('1')).toEqual([20, 20, 30, 30, 30]);
  await send('1', { employeeGroupCode: 'G' });
  expect(await earned('1')).toEqual([20, 20, 30, 30, 20]);
  // The same group with another date corrects that of the move, with and without the group; the same date changes nothing.
  await send('1', { employeeGroupCode: 'G', employeeGroupFrom: '2026-11-19' });
  expect(await earned('1')).toEqual([20, 20, 30, 20, 20]);
  expect(await send('1', { employeeGroupCode: 'G', employeeGroupFrom: '2026-11-19' })).toMatchObject({
    counts: { employees: { unchanged: 1, changed: 0 } },
  });
  await send('1', { employeeGroupFrom: '2026-11-20' });
  expect(await earned('1')).toEqual([20, 20, 30, 30, 20]);
  expect(await send('1', {})).toMatchObject({ counts: { employees: { unchanged: 1, changed: 0 } } });
  await send('1', { employeeGroupCode: null, jobDescriptionCode: 'D', employeeGroupFrom: '2026-11-17' });
  expect(await earned('1')).toEqual([20, 40, 40, 40, 40]);
  await send('1', { employeeGroupCode: 'H', employeeGroupFrom: null });
  expect(await earned('1')).toEqual([40, 40, 40, 40, 40]);
});

test('the first group of an employee holds always, and a date is taken for it too', async () => {
  const { send, earned } = await given();
  expect(await earned('2')).toEqual([10, 10, 10, 10, 10]);
  await send('2', { employeeGroupCode: 'G' });
  expect(await earned('2')).toEqual([20, 20, 20, 20, 20]);
  await send('2', { employeeGroupCode: null, employeeGroupFrom: null });
  await send('2', { employeeGroupCode: 'G', employeeGroupFrom: '2026-11-19' });
  expect(await earned('2')).toEqual([10, 10, 10, 20, 20]);
});

test('a move into a locked period leaves its days as they are', async () => {
  const { send, earned, ask } = await given();
  await ask('/period-locks', { from: '2026-11-16', to: '2026-11-17' });
  await send('1', { employeeGroupCode: 'H', employeeGroupFrom: '2026-11-16' });
  expect(await earned('1')).toEqual([20, 20, 30, 30, 30]);
  await send('1', { employeeGroupCode: null, employeeGroupFrom: '2026-11-19' });
  expect(await earned('1')).toEqual([20, 20, 30, 10, 10]);
  await send('1', { employeeGroupCode: 'G', employeeGroupFrom: null });
  expect(await earned('1')).toEqual([20, 20, 20, 20, 20]);
});

test('moves, ways of being paid and locks in any order pay each day by what held on it', async () => {
  const from = fc.constantFrom(null, ...DAYS);
  const step = fc.oneof(
    fc.record({ do: fc.constant('move' as const), group: fc.constantFrom('G', 'H', null), from }),
    fc.record({ do: fc.constant('type' as const), payType: fc.constantFrom('piece', 'hourly', 'both') }),
    fc.record({ do: fc.constant('lock' as const), day: fc.constantFrom(...DAYS) }),
  );
  const worth = { G: 20, H: 30, none: 10 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const { send, earned, asked, ask, idOf } = await given();
      // What holds on each day, in the most obvious way: a table.
      const days = ['2026-11-15', ...DAYS].map((date) => ({
        ...{ date, group: 'G' as 'G' | 'H' | null, payType: 'both', isLocked: false },
      }));
      for (const one of steps) {
        const present = days.at(-1)?.group ?? null;
        if (one.do === 'lock') {
          const { status } = await asked('/period-locks', { from: one.day, to: one.day });
          // Days before a lock are not opened by it: a change holds after the last lock alone.
          if (status === 200) for (const day of days) if (day.date <= one.day) day.isLocked = true;
        } else if (one.do === 'type') {
          await ask(`/pay/people/${idOf('1')}/type`, { payType: one.payType }, 'PUT');
          for (const day of days) if (!day.isLocked) day.payType = one.payType;
        } else {
          await send('1', { employeeGroupCode: one.group, employeeGroupFrom: one.from });
          // A date alone corrects that of the last move: the days before it have the group that they had before that.
          const former = days.findLast(({ group }) => group !== present);
          if (present === one.group && !former) continue;
          for (const day of days.filter(({ isLocked }) => !isLocked))
            if (one.from === null || day.date >= one.from) day.group = one.group;
            else if (present === one.group && former && day.date > former.date) day.group = former.group;
        }
        const expected = days.slice(1).map(({ group, payType }) => (payType === 'hourly' ? 0 : worth[group ?? 'none']));
        expect(await earned('1'), JSON.stringify(one)).toEqual(expected);
      }
    }),
    runs(3, 8),
  );
});
