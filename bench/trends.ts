import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { CrewFilters } from '#contract/platform/filters.ts';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { createAttendanceOfDays } from '#server/figures/trends/dayFigures.ts';
import type { DaysAsked } from '#server/figures/trends/judgedDays.ts';
import { createOneState } from '#server/figures/trends/oneState.ts';
import { readPeople } from '#server/figures/trends/range.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { openPunching, openReader } from './support/calls.ts';
import { FIGURES, givenCrowd, givenPastDays } from './support/crowd.ts';
import { cpuOf, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';
import { quantile } from './support/vitals.ts';

/**
 * Measures trends of 90 days: before any day is stored, in a process with nothing in memory, unchanged, after a punch of
 * today and after a new employee; the roll of 31 days; a person; and the dashboard's latency beside people who look at 90 days, as a ratio to idle.
 * Day facts are written as a rebuild would write them.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = 90;
const LOOKERS = 10;
const LOOKS_EVERY_MS = 3_000;
/** How long the dashboard is looked at with and without them, in turns, and how often. */
const PHASE_MS = 8_000;
const PHASES = 3;
const PUNCHING = 40;
const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, token, serial } = await givenCrowd(db, PEOPLE);
  await db.run(sql`update employee set received_at = now() - interval '200 days' where account_id = ${accountId}`);
  await givenPastDays(db, accountId, DAYS, { in: '10 minutes', out: '23 hours' });
  const [crew, half] = [newId(), newId()];
  await db.run(sql`insert into work_group (account_id, group_id, kind, system_id, code, name)
    values (${accountId}, ${crew}, 'employee', 'PAY', 'CREW', 'Crew'), (${accountId}, ${half}, 'job', 'PAY', 'HALF', 'Half')`);
  await db.run(sql`update employee set employee_group_id = case when number::int % 40 = 0 then ${crew}::uuid end,
    job_description_id = case when number::int % 2 = 0 then ${half}::uuid end where account_id = ${accountId}`);
  await db.run(sql`analyze`);
  const date = (days: number) => new Date(systemClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const read = openReader(rig.origin);
  const ask = (path: string, etag?: string) => read(path, token, etag);
  // The days before have facts alone: a punch of an employee who has no records yet would have yesterday made anew.
  const punch = openPunching(rig.origin, serial, { people: PEOPLE, turns: PUNCHING });
  for (let n = 0; n < PUNCHING; n++) await punch();
  // The first state keys of a terminal start a recalculation, whose job does not run here; until it is done, no day would be kept up to date.
  await db.run(sql`update account set recalculating_since = null where account_id = ${accountId}`);
  const range = `from=${date(DAYS - 1)}&to=${date(0)}`;
  const attendance = `stats/trends/attendance?${range}`;
  const rows: Row[] = [];
  const measure = async (what: string, work: () => Promise<unknown>) => {
    let ms = 0;
    const cpu = await cpuOf(async () => {
      ms = await timed(work);
    });
    rows.push({ what, ms: rounded(ms, 0), 'CPU ms': rounded(cpu, 0) });
  };
  await ask(FIGURES[0] ?? '');
  await measure('attendance, 90 days, cold', () => ask(attendance));
  const asked: DaysAsked = { accountId, timeZone: 'UTC', dataVersion: 0, now: systemClock.now() };
  const [first, last] = [date(DAYS - 1), date(3)];
  const trendElsewhere = async (filters: CrewFilters) => {
    const figures = createAttendanceOfDays();
    const oneState = createOneState(db, createDayModels(db), { atOnce: 1 });
    return oneState(asked, async (state) =>
      figures(state, asked, { from: first, to: last }, await readPeople(state.db, { accountId, scope: null }, filters)),
    );
  };
  await measure('87 past days, of everybody, in another process', () => trendElsewhere({}));
  await measure('of a crew of 125, in another process', () => trendElsewhere({ employeeGroups: [crew] }));
  await measure('of a crew of 2,500, in another process', () => trendElsewhere({ jobDescriptions: [half] }));
  await measure('piecework, 90 days, after it', () => ask(`stats/trends/piecework?${range}`));
  await punch();
  await measure('today’s totals after a punch', () => ask(FIGURES[0] ?? ''));
  await measure('attendance after a punch', () => ask(attendance));
  await punch();
  await ask(FIGURES[0] ?? '');
  await measure('piecework after a punch', () => ask(`stats/trends/piecework?${range}`));
  const etag = (await ask(attendance)).etag;
  await measure('attendance, unchanged', () => ask(attendance, etag));
  await measure('roll, 31 days, first 100 rows', () => ask(`stats/roll?from=${date(30)}&to=${date(0)}`));
  await measure('roll, sorted by units', () => ask(`stats/roll?from=${date(30)}&to=${date(0)}&sort=-units`));
  await measure('usual, first', () => ask('stats/usual'));
  await punch();
  await measure('usual, after a punch', () => ask('stats/usual'));
  await measure('attendance of a crew of 125', () => ask(`${attendance}&employeeGroups=${crew}`));
  await measure('attendance of a crew of 2,500', () => ask(`${attendance}&jobDescriptions=${half}`));
  const [{ id } = { id: '' }] = await db.rows(
    z.object({ id: z.string() }),
    sql`select employee_id as id from employee where account_id = ${accountId} and number = '7'`,
  );
  await measure('a person, 31 days', () => ask(`stats/person/${id}?from=${date(30)}&to=${date(0)}`));
  await measure('a person, 90 days', () => ask(`stats/person/${id}?${range}`));
  await db.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, time_id, time_group_id, received_at)
    select account_id, gen_random_uuid(), 'PAY', 'new', 'new', 'New', 'One', true, activity, 'new', time_group_id, now()
    from employee where account_id = ${accountId} and number = '7'`);
  await punch();
  await ask(FIGURES[0] ?? '');
  await measure('attendance after a new employee', () => ask(attendance));
  printTable(`Trends of ${PEOPLE} people over ${DAYS} days`, rows);

  /** How long each look at the dashboard took, ten to a punch; meanwhile so many others look at 90 days, every three seconds each. */
  const looks = async (lookers: number) => {
    const end = performance.now() + PHASE_MS;
    const others = Array.from({ length: lookers }, async (_, nth) => {
      await pause((nth * LOOKS_EVERY_MS) / lookers);
      while (performance.now() < end) {
        await ask(attendance);
        await pause(LOOKS_EVERY_MS);
      }
    });
    const times: number[] = [];
    for (let n = 0; performance.now() < end; n++) {
      if (n % 10 === 0) await punch();
      times.push(await timed(() => ask(FIGURES[n % FIGURES.length] ?? '')));
    }
    await Promise.all(others);
    return times;
  };
  const idle: number[] = [];
  const busy: number[] = [];
  for (let phase = 0; phase < PHASES; phase++) {
    idle.push(...(await looks(0)));
    busy.push(...(await looks(LOOKERS)));
  }
  const [before, beside] = [quantile(idle, 0.95), quantile(busy, 0.95)];
  console.log(
    `\nDashboard p95: idle ${rounded(before)} ms, beside ${LOOKERS} people at 90 days ${rounded(beside)} ms, ratio ${rounded(beside / before, 2)}`,
  );
} finally {
  await rig.close();
}
