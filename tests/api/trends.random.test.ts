import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CorrectionChange } from '#contract/corrections.ts';
import type { AttendanceEntry, AttendanceTotals, PieceworkGroup } from '#contract/stats.ts';
import type { AttendanceTrend, PersonTrend, PieceworkTrend, Roll } from '#contract/trends.ts';
import type { Usual } from '#contract/usual.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { sql } from '#server/db/db.ts';
import {
  givenDevice,
  givenEmployee,
  givenGroup,
  givenHoliday,
  givenLookup,
  givenStandardTimes,
} from '#tests/support/factories.work.ts';
import { givenSupervised, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * Random worlds over a change of clocks (spec/trends.md, Tests): after each delivery, correction, excuse and change of who works where, each day
 * of a trend, of the roll and of a person is what that day's own calls say, for everybody and for crews; what is usual is what a slow
 * oracle says.
 */

const t = useTestApp();
/** Clocks go back on the 25th; the last days are today and the day before it. */
const SPANS = [
  ['2026-10-23', '2026-10-26'],
  ['2026-11-24', '2026-11-25'],
] as const;
const DAYS = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-11-24', '2026-11-25'] as const;
const ZONE = 'Europe/Berlin';
const DAY_PINS = ['1001', '1002', '1003', '1004'] as const;
/** The last one works at night. */
const PINS = [...DAY_PINS, '1005'] as const;

const pin = fc.constantFrom(...PINS);
const day = fc.constantFrom(...DAYS);
const at = fc
  .tuple(day, fc.integer({ min: 0, max: 24 * 12 - 1 }))
  .map(
    ([date, five]) =>
      `${date} ${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`,
  );
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('shift' as const), pin, day, late: fc.integer({ min: 0, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('punch' as const), pin: fc.constantFrom(...PINS, '1009'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      pin,
      at,
      code: fc.constantFrom('A', 'B', 'C'),
      units: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  fc.record({ do: fc.constant('add' as const), pin, at, direction: fc.constantFrom('in', 'out') }),
  fc.record({ do: fc.constant('void' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('excuse' as const), pin, day, judgement: fc.constantFrom('absence', 'lateness') }),
  fc.record({ do: fc.constant('undo' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('arrive' as const), day }),
  fc.record({ do: fc.constant('leave' as const), pin, day }),
  fc.record({ do: fc.constant('move' as const), pin, day }),
  fc.record({ do: fc.constant('crew' as const), pin }),
  fc.record({ do: fc.constant('holiday' as const), day }),
  fc.record({ do: fc.constant('silence' as const), at }),
  fc.record({ do: fc.constant('describe' as const), code: fc.constantFrom('A', 'B') }),
  fc.record({ do: fc.constant('recalculate' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type World = Awaited<ReturnType<typeof givenWorld>>;
async function givenWorld() {
  const site = await givenSupervised(t, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const { accountId } = site;
  await t.db.run(sql`update account set time_zone = ${ZONE} where account_id = ${accountId}`);
  const night = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, night, {
    ...{
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: '22:00',
      end: '06:00',
      breaks: [{ startTime: '02:00', endTime: '02:30' }],
    },
  });
  const crew = await givenGroup(t.db, accountId, 'employee');
  const { deviceId } = await givenDevice(t.db, accountId, {
    description: 'Gate B',
    lastContact: '2026-10-25T03:00:00Z',
  });
  const lookup = await givenLookup(t.db, accountId, 1, 'A');
  const people = new Map<string, string>();
  for (const [nth, number] of PINS.entries())
    people.set(
      number,
      await site.person(number, {
        ...{ timeGroupId: nth === 4 ? night : site.group, employeeGroupId: nth % 2 === 0 ? crew : null },
      }),
    );
  await t.db.run(
    sql`insert into device_employee (account_id, device_id, employee_id) values (${accountId}, ${deviceId}, ${people.get('1003')})`,
  );
  return { site, people, night, crew, deviceId, lookup };
}

/** Master data as another process of the same installation writes it: nothing is told here. */
async function write(site: Supervised, statement: ReturnType<typeof sql>) {
  await t.db.run(statement);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
}

async function take({ site, people, night, crew, deviceId }: World, one: Step) {
  const { accountId } = site;
  const idOf = (number: string) => people.get(number) ?? '';
  const correct = async (change: CorrectionChange, employeeId: string, of: string) =>
    site.ask('/corrections', { reason: 'other', note: 'At random', items: await site.items(employeeId, [change], of) });
  switch (one.do) {
    case 'shift':
      await site.send(one.pin, [`${one.day} 07:${String(one.late).padStart(2, '0')}`, `${one.day} 16:00`]);
      return;
    case 'punch':
      await site.send(one.pin, [one.at]);
      return;
    case 'work': {
      const startedAt = new Date(site.at(one.at));
      const entry = {
        startedAt,
        endedAt: new Date(startedAt.getTime() + 2_400_000),
        units: `${one.units / 1_000}`,
        lookup1Code: one.code,
      };
      await site.work(one.pin, [entry]);
      return;
    }
    case 'add':
      await correct(
        { do: 'add-punch', employeeId: idOf(one.pin), at: site.at(one.at), direction: one.direction },
        idOf(one.pin),
        one.at.slice(0, 10),
      );
      return;
    case 'void': {
      const rows = await t.db.rows(
        z.object({ id: z.string(), owner: z.string(), day: z.string() }),
        sql`select clock_record_id as id, employee_id as owner, (at at time zone ${ZONE})::date::text as day from clock_record
          where account_id = ${accountId} and employee_id is not null order by at, id`,
      );
      const raw = rows[one.nth % Math.max(1, rows.length)];
      if (raw) await correct({ do: 'void-punch', recordId: raw.id }, raw.owner, raw.day);
      return;
    }
    case 'excuse':
      await correct(
        {
          do: 'excuse',
          employeeId: idOf(one.pin),
          judgement: one.judgement,
          kind: 'leave',
          from: one.day,
          to: one.day,
        },
        idOf(one.pin),
        one.day,
      );
      return;
    case 'undo': {
      const { results } = await site.get('/corrections?from=2026-10-20&to=2026-11-25&startRow=0&endRow=100');
      const standing = results.filter(({ undone }: { undone: unknown }) => !undone);
      if (standing.length > 0) await site.undo([standing[one.nth % standing.length]._id]);
      return;
    }
    case 'arrive': {
      const number = String(2_000 + people.size);
      people.set(
        number,
        await givenEmployee(t.db, accountId, { number, timeGroupId: site.group, receivedAt: `${one.day}T12:00:00Z` }),
      );
      await write(site, sql`select 1`);
      return;
    }
    case 'leave':
      await write(
        site,
        sql`update employee set deleted_at = ${`${one.day}T12:00:00Z`} where account_id = ${accountId} and number = ${one.pin}`,
      );
      return;
    case 'move': {
      const groups = JSON.stringify([
        { from: null, timeGroupId: site.group },
        { from: one.day, timeGroupId: night },
      ]);
      await write(
        site,
        sql`update employee set time_groups = ${groups}, time_group_id = ${night} where account_id = ${accountId} and number = ${one.pin}`,
      );
      return;
    }
    case 'crew':
      await write(
        site,
        sql`update employee set employee_group_id = case when employee_group_id is null then ${crew}::uuid end
        where account_id = ${accountId} and number = ${one.pin}`,
      );
      return;
    case 'holiday':
      await givenHoliday(t.db, accountId, one.day);
      await write(site, sql`select 1`);
      return;
    case 'silence':
      await write(
        site,
        sql`update device set last_contact = ${site.at(one.at)} where account_id = ${accountId} and device_id = ${deviceId}`,
      );
      return;
    case 'describe':
      await write(
        site,
        sql`update lookup_entry set description = description || '!' where account_id = ${accountId} and code = ${one.code}`,
      );
      return;
    case 'recalculate':
      await t.db.tenant(accountId, (tx) => deriveOver(tx, accountId, null, { from: '2026-10-20', to: '2026-11-27' }));
      await write(site, sql`select 1`);
      return;
  }
}

/** Compares ranges with the calls of each of their days. */
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
      const world = await givenWorld();
      for (const [nth, one] of steps.entries()) {
        await take(world, one);
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
      numRuns: Number(process.env.TRENDS_RUNS ?? 2),
      ...(process.env.TRENDS_SEED && { seed: Number(process.env.TRENDS_SEED) }),
    },
  );
}, 300_000);

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
/** A wall time of the account as an instant. */
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
        const { site } = await givenWorld();
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
        // The words of the specification, each day looked at for itself.
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
    { numRuns: Number(process.env.TRENDS_RUNS ?? 5) },
  );
}, 300_000);

/** An instant as `send` takes it. */
const utc = (iso: string) => {
  const local = new Date(Date.parse(iso) + 2 * 3_600_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
};
