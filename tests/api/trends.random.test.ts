import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { PersonTrend, Roll } from '#contract/figures/people.ts';
import type { AttendanceEntry, AttendanceTotals, PieceworkGroup } from '#contract/figures/stats.ts';
import type { AttendanceTrend, PieceworkTrend } from '#contract/figures/trends.ts';
import type { Usual } from '#contract/figures/usual.ts';
import { DAY_PINS, givenWorld, step, take, type World, ZONE } from '#tests/support/dayWorlds.ts';
import { givenHoliday } from '#tests/support/factories.work.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * Random worlds over a change of clocks: after each delivery, correction, excuse and change of who works where, each day
 * of a trend, of the roll and of a person is what that day's own calls say, for everybody and for crews; what is usual is what a slow
 * oracle says.
 */

const t = useTestApp();
/** Clocks go back on the 25th; the last days are today and the day before it. */
const SPANS = [
  ['2026-10-23', '2026-10-26'],
  ['2026-11-24', '2026-11-25'],
] as const;

const QUIET = Array.from({ length: 7 }, () => ({ do: 'describe', code: 'A' }) as const);

/** Compares the answers for ranges with the calls for each of their days. */
async function check({ site, night, crew, deviceId, lookup }: World, said: string) {
  for (const filters of [
    '',
    `&employeeGroups=${crew}`,
    `&timeGroups=${night}`,
    `&devices=${deviceId}&lookup1=${lookup}`,
  ])
    for (const [from, to] of SPANS) {
      const range = `from=${from}&to=${to}${filters}`;
      const attendance: AttendanceTrend = await site.get(`/stats/trends/attendance?${range}`);
      const piecework: PieceworkTrend = await site.get(`/stats/trends/piecework?${range}`);
      const roll: Roll = await site.get(`/stats/roll?${range}`);
      const expected = new Map<string, { cells: string[]; clockedMs: number; late: number }>();
      for (const [
        nth,
        { date, silentDevices, unfinished, lateTimeMs, irregularBreakTimeMs, ...counts },
      ] of attendance.days.entries()) {
        const of = `?referenceDate=${date}${filters}`;
        const totals: AttendanceTotals = await site.get(`/stats/employee/attendance-status-totals${of}`);
        const wasted = await site.get(`/stats/time-wasted/totals${of}`);
        expect([{ excused: 0, ...totals }, wasted], `${said}: ${of}`).toMatchObject([
          counts,
          { lateTimeMs, irregularBreakTimeMs },
        ]);
        expect(silentDevices).toBe(totals.devices.silent);
        const { groups }: { groups: PieceworkGroup[] } = await site.get(`/stats/piecework/total-units/by-lookup1${of}`);
        expect(piecework.days[nth]?.groups, `${said}: ${of}`).toEqual(
          groups.map(({ code, description, totalUnits }) => ({ code, description, units: totalUnits })),
        );
        const { entries }: { entries: AttendanceEntry[] } = await site.get(
          `/stats/employee/by-attendance-status/total${of}`,
        );
        for (const entry of entries) {
          const own = expected.get(entry.employee.number) ?? {
            cells: Array<string>(attendance.days.length).fill('-'),
            clockedMs: 0,
            late: 0,
          };
          const letter = entry.late
            ? 'L'
            : entry.status === 'off' && entry.excused
              ? 'E'
              : { present: 'P', absent: 'A', pending: 'N', unverified: 'U', off: 'O' }[entry.status];
          own.cells[nth] = letter;
          own.clockedMs += entry.clockedMs ?? 0;
          own.late += entry.late ? 1 : 0;
          expected.set(entry.employee.number, own);
        }
      }
      const rows = new Map(
        roll.rows.map(({ employee, cells, sums: { clockedMs, late } }) => [
          employee.number,
          { cells: cells?.map(([letter = '']) => letter), clockedMs, late },
        ]),
      );
      expect(rows, `${said}: ${range}`).toEqual(new Map([...expected].sort(([a], [b]) => (a < b ? -1 : 1))));
      if (filters !== '') continue;
      const {
        rows: [first],
      } = roll;
      if (!first) continue;
      const person: PersonTrend = await site.get(`/stats/person/${first.employee._id}?from=${from}&to=${to}`);
      expect([person.days.map(({ cell }) => cell).reverse(), person.sums]).toEqual([first.cells, first.sums]);
    }
}

test('each day of a trend, of the roll and of a person is that day’s own, whatever happens, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      const world = await givenWorld(t);
      for (const [nth, one] of steps.entries()) {
        await take(t, world, one);
        if (nth % 4 === 3)
          await check(
            world,
            steps
              .slice(0, nth + 1)
              .map((each) => JSON.stringify(each))
              .join('\n'),
          );
      }
    }),
    {
      ...runs(1, 2),
      // A device that was out of use when a day was judged is brought back to a contact of that day, as the undo of a restore does.
      examples: [[[...QUIET, { do: 'silence', at: '2026-11-24 00:00' }]]],
    },
  );
});

const WEEKS = ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'] as const;
const arrival = fc.record({
  week: fc.constantFrom(...WEEKS),
  pin: fc.constantFrom(...DAY_PINS),
  minute: fc.integer({ min: 6 * 60, max: 12 * 60 }),
});
const done = fc.record({
  week: fc.constantFrom(...WEEKS),
  pin: fc.constantFrom(...DAY_PINS),
  minute: fc.integer({ min: 7 * 60, max: 12 * 60 }),
  thousandths: fc.integer({ min: 1, max: 9_999 }),
});
/** Returns the instant of a wall time in the account's zone. */
const instant = (date: string, minute: number) =>
  Temporal.PlainDateTime.from(`${date}T00:00`).add({ minutes: minute }).toZonedDateTime(ZONE).epochMilliseconds;

test('usual is the median of the same minute of the last four such days, over a change of clocks and holidays', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 6, maxLength: 20 }),
      fc.array(done, { maxLength: 12 }),
      fc.subarray([...WEEKS], { maxLength: 2 }),
      fc.integer({ min: 6 * 60, max: 13 * 60 }),
      async (arrivals, work, holidays, minute) => {
        const { site } = await givenWorld(t);
        for (const { week, pin: who, minute: of } of arrivals)
          await site.send(
            who,
            [new Date(instant(week, of)).toISOString()].map((iso) => utc(iso)),
          );
        for (const { week, pin: who, minute: of, thousandths } of work)
          await site.work(who, [
            {
              startedAt: new Date(instant(week, of) - 1_200_000),
              endedAt: new Date(instant(week, of)),
              units: `${thousandths / 1_000}`,
            },
          ]);
        for (const date of holidays) await givenHoliday(t.db, site.accountId, date);
        t.clock.set(new Date(instant('2026-11-29', minute)).toISOString());
        // The oracle follows the wording of the specification and computes each day separately.
        const days = WEEKS.toReversed().filter(
          (date) => !holidays.includes(date) && arrivals.some(({ week }) => week === date),
        );
        const last = days.slice(0, 4);
        const median = (values: number[]) => {
          const sorted = values.toSorted((a, b) => a - b);
          const middle = sorted.length / 2;
          return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
        };
        const present = last.map((date) => {
          const firsts = DAY_PINS.map((who) =>
            Math.min(
              ...arrivals.filter(({ week, pin: own }) => week === date && own === who).map(({ minute: of }) => of),
            ),
          );
          return firsts.filter((first) => first <= minute).length;
        });
        const units = last.map((date) =>
          work
            .filter(({ week, minute: of }) => week === date && of <= minute)
            .reduce((sum, one) => sum + one.thousandths, 0),
        );
        const usual: Usual = await site.get('/stats/usual');
        const isSaid = last.length >= 2;
        expect(usual).toMatchObject({
          days: last,
          present: isSaid ? Math.round(median(present)) : null,
          units: isSaid ? median(units) / 1_000 : null,
        });
      },
    ),
    runs(2, 5),
  );
});

/** Returns an instant in the form that `send` takes. */
const utc = (iso: string) => {
  const local = new Date(Date.parse(iso) + 2 * 3_600_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
};
