import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Units } from '#server/platform/units.ts';
import { givenPay, MONDAY, NONE, type Work } from '#tests/support/payWorld.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Every place that shows a sum of the same people and days shows the same number; what is open is a second one. */
const t = useTestApp();
const HOUR = 3_600_000;
const FRIDAY = '2026-11-13';
const TODAY = '2026-11-20';

const clock = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
/** A day of somebody: nothing, work with or without an OUT, and crates of which some are counted without a punch. */
const day = fc.record({
  from: fc.integer({ min: 24, max: 32 }),
  to: fc.option(fc.integer({ min: 40, max: 76 }), { freq: 5 }),
  crates: fc.integer({ min: 0, max: 90 }),
  isThere: fc.boolean(),
});
const person = fc.record({ days: fc.array(day, { minLength: 6, maxLength: 6 }), isHourly: fc.boolean() });
const worlds = fc.record({
  people: fc.array(person, { minLength: 2, maxLength: 4 }),
  window: fc.constantFrom('day' as const, 'workweek' as const),
  dayLimitMinutes: fc.constantFrom(null, 480),
});
const DATES = [MONDAY, '2026-11-10', '2026-11-11', '2026-11-12', FRIDAY, TODAY];

type Cells = Record<string, string>;
/** Returns the sum of a column of a CSV file. */
const summed = (rows: Cells[], column: string) =>
  rows.reduce((sum, row) => sum.plus(row[column] || 0), new Units(0)).toNumber();

test('paid hours, units and money are one number wherever they are shown', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ people, window, dayLimitMinutes }) => {
      const work = Object.fromEntries(
        people.map(({ days }, nth) => [
          `${nth + 1}`,
          Object.fromEntries(
            days.flatMap(({ from, to, crates, isThere }, place) => {
              const date = DATES[place] ?? MONDAY;
              // Today's shift goes on at noon.
              const out = date === TODAY ? null : to;
              const clocked = isThere ? { from: clock(from), ...(out !== null && { to: clock(out) }) } : {};
              return [[date, { ...clocked, ...(crates > 0 && { units: { crate: crates } }) }] as const];
            }),
          ) as Work,
        ]),
      );
      const world = await givenPay(t, work, {}, { dayLimitMinutes });
      await world.rate('piece', '3.10', { lookup1: 'crate' });
      await world.rate('minimum', '28.79');
      await world.rule({ window });
      const listed = (await world.ask('/setup/employees')).employees as { _id: string; number: string }[];
      const idOf = new Map(listed.map(({ number, _id }) => [number, _id]));
      for (const [nth, { isHourly }] of people.entries()) {
        if (!isHourly) continue;
        const employeeId = idOf.get(`${nth + 1}`) ?? '';
        await world.ask('/pay/rates', { ...NONE, kind: 'hourly', amount: '40', from: '2026-09-01', employeeId });
        await world.ask(`/pay/people/${employeeId}/type`, { payType: 'hourly' }, 'PUT');
      }
      const csv = async (reportType: string, from: string, to: string) => {
        const body = { reportType, exportType: 'csv', dates: { from, to } };
        const answer = await t.ask('/v2/stats/generateReport', { token: world.token, body });
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
        return recordsOf(answer.body);
      };
      const lockId = (await world.ask('/period-locks', { from: MONDAY, to: FRIDAY }))._id;

      for (const [from, to] of [
        [MONDAY, FRIDAY],
        [MONDAY, TODAY],
        [TODAY, TODAY],
      ] as const) {
        const span = `from=${from}&to=${to}`;
        const hours = await world.ask(`/stats/hours?${span}`);
        const roll = await world.ask(`/stats/roll?${span}&rows=100&lastIndex=-1`);
        const pay = await world.people(span);
        const said = `${span}: ${JSON.stringify(work)}`;
        // Paid hours, and beside them what is not settled.
        const paid = hours.totals.paidMs;
        expect([roll.totals.paidMs ?? 0, pay.totals.paidMs], said).toEqual([paid, paid]);
        expect(pay.totals.notSettledMs, said).toBe(hours.totals.unsettledMs);
        const classes = ['ordinaryMs', 'overtimeMs', 'sundayMs', 'holidayMs'] as const;
        expect(
          classes.reduce((sum, key) => sum + pay.totals[key], 0),
          said,
        ).toBe(paid);
        expect(summed(await csv('paid-hours', from, to), 'Paid') * HOUR, said).toBe(paid);
        expect(summed(await csv('paid-hours-period', from, to), 'Paid') * HOUR, said).toBe(paid);
        const earned = await csv('earnings', from, to);
        expect(summed(earned, 'Paid Hours') * HOUR, said).toBe(paid);
        const file = await t.ask(`/v2/stats/roll/file?${span}&exportType=csv&sort=number`, { token: world.token });
        expect(summed(recordsOf(file.body), 'Paid') * HOUR, said).toBe(paid);
        // Units and money.
        const units = new Units(pay.totals.units);
        expect(units.plus(pay.totals.notSettledUnits).toNumber(), said).toBe(Number(roll.totals.units));
        const trend = await world.ask(`/stats/trends/piecework?${span}&by=lookup1`);
        expect(Number(trend.totalUnits), said).toBe(Number(roll.totals.units));
        expect([summed(earned, 'Paid Units'), summed(earned, 'Total Pay')], said).toEqual([
          units.toNumber(),
          Number(pay.totals.total),
        ]);
        const costs = await world.costs(span);
        expect([costs.totals.units, costs.notSettled], said).toEqual([units.toFixed(), pay.totals.notSettled]);
        if (window === 'day') expect(costs.totals.total, said).toBe(pay.totals.total);
        // A person's page, time card and pay.
        for (const { employee, sums } of pay.rows) {
          const one = await world.ask(`/stats/person/${employee._id}?${span}`);
          expect([one.paid?.paidMs ?? 0, one.sums.paidMs ?? 0, one.paid?.unsettledMs ?? 0], said).toEqual([
            sums.paidMs,
            sums.paidMs,
            sums.notSettledMs,
          ]);
          expect((await world.ask(`/pay/people/${employee._id}?${span}`)).sums, said).toEqual(sums);
        }
        if (to !== TODAY) {
          const { status, body } = await world.asked('/pay/files', { lockId, knownLeftOut: 100 });
          const lines = status === 200 ? await linesOf(world.ask, body._id) : [];
          const sumOf = (some: typeof lines, key: 'ms' | 'units' | 'amount') =>
            some.reduce((sum, line) => sum.plus(line[key]), new Units(0)).toNumber();
          const inHours = lines.filter(({ element }) => element.startsWith('hours.'));
          expect(sumOf(inHours, 'ms'), said).toBe(paid - pay.totals.heldMs);
          expect(sumOf(lines, 'amount'), said).toBe(Number(pay.totals.total));
        }
        if (from === TODAY && window === 'day') {
          const today = await world.ask('/pay/today');
          const all = new Units(pay.totals.total).plus(pay.totals.notSettled).toFixed(2);
          expect([today.earned ?? '0.00', Number(today.units)], said).toEqual([all, Number(roll.totals.units)]);
        }
      }
    }),
    { ...runs(3, 8), endOnFailure: true },
  );
});

type FileLine = { element: string; ms: number; units: string; amount: string };
async function linesOf(ask: (path: string) => Promise<{ people: { lines: FileLine[] }[] }>, id: string) {
  return (await ask(`/pay/files/${id}/lines?rows=200`)).people.flatMap(({ lines }) => lines);
}
function recordsOf(text: string): Cells[] {
  // No value of these reports has a comma or a quote.
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((name, nth) => [name, row[nth] ?? ''])));
}
