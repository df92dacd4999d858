import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PersonTrend, Roll } from '#contract/figures/people.ts';
import type { Performer } from '#contract/figures/stats.ts';
import type { AttendanceTrend, PieceworkTrend } from '#contract/figures/trends.ts';
import type { Usual } from '#contract/figures/usual.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { loadDayModel } from '#server/figures/stats/loadDay.ts';
import { cellOf, createJudgedDays } from '#server/figures/trends/judgedDays.ts';
import { defineJudging } from '#server/figures/trends/judgingJob.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { backupCalls } from '#tests/support/backupCalls.ts';
import { givenAdmin, givenSession, givenUser } from '#tests/support/factories.ts';
import {
  givenEmployee,
  givenGroup,
  givenHoliday,
  givenLookup,
  givenStandardTimes,
} from '#tests/support/factories.work.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';
import { ASKED, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { givenSite } from '#tests/support/site.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();
const local = (date: string, time: string) => `${date}T${time.length === 5 ? `${time}:00` : time}+02:00`;
let serial = 0;

/** A site with two crews, a signed-in user, and a device that is in contact the whole year. */
async function givenCrews() {
  const site = await givenSite(t, {
    lastContact: '2026-12-31T00:00:00Z',
    session: { createdAt: '2026-09-01T00:00:00Z', ttlSeconds: 400 * 86_400 },
  });
  const crew = () => givenGroup(t.db, site.accountId, 'employee');
  return { ...site, crews: [await crew(), await crew()] };
}
type Site = Awaited<ReturnType<typeof givenCrews>>;
const givenPeople = async (site: Site, count: number) => {
  const ids = [];
  for (let n = 1; n <= count; n++)
    ids.push(await site.person(String(n), { employeeGroupId: site.crews[n % 2] ?? null }));
  return ids;
};
type Work = { pin: number; from: string; to?: string; units: string; lookup1?: string };
/** Punches by PIN at instants, and piecework, as the gate sends them. */
const send = (
  site: Site,
  receivedAt: string,
  punches: readonly [pin: number, at: string][],
  work: readonly Work[] = [],
) =>
  t.db.tenant(site.accountId, (tx) =>
    storeRecords(tx, {
      accountId: site.accountId,
      receivedAt: new Date(receivedAt),
      clockRecords: punches.map(([pin, at]) => ({
        at: new Date(at),
        direction: 'auto' as const,
        timeId: String(pin),
        deviceId: site.deviceId,
        source: `device:${site.deviceId}`,
      })),
      pieceworkEntries: work.map(({ pin, from, to, units, lookup1 }) => ({
        recordId: `w${++serial}`,
        source: `device:${site.deviceId}`,
        deviceId: site.deviceId,
        timeId: String(pin),
        units,
        startedAt: new Date(from),
        ...(to && { endedAt: new Date(to) }),
        ...(lookup1 && { lookup1Code: lookup1 }),
      })),
    }),
  );
async function get<T>(site: { token: string }, path: string): Promise<T> {
  const reply = await t.ask(`/v2/stats/${path}`, { token: site.token });
  expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return reply.json();
}
const status = async (site: { token: string }, path: string) => (await t.ask(`/v2/stats/${path}`, site)).statusCode;

/** `count` people are there at 06:55 on a day, and clock out at 16:00. */
const givenDay = (site: Site, date: string, count: number, late = 0) =>
  send(
    site,
    local(date, '17:00'),
    Array.from({ length: count }, (_, i): [number, string][] => [
      [i + 1, local(date, i < late ? '07:30' : '06:55')],
      [i + 1, local(date, '16:00')],
    ]).flat(),
  );

test('golden, usual by 10:00: no holiday of everybody, no day without punches; the mean of the middle two', async () => {
  const site = await givenCrews();
  await givenPeople(site, 52);
  await givenHoliday(t.db, site.accountId, '2026-11-16');
  for (const [date, count] of [
    ['2026-11-02', 40],
    ['2026-11-09', 44],
    ['2026-11-23', 50],
  ] as const)
    await givenDay(site, date, count);
  t.clock.set(local('2026-11-30', '10:00'));
  expect(await get<Usual>(site, 'usual')).toMatchObject({
    at: '10:00',
    present: 44,
    days: ['2026-11-23', '2026-11-09', '2026-11-02'],
  });
  await givenDay(site, '2026-10-26', 42);
  expect(await get<Usual>(site, 'usual')).toMatchObject({
    present: 43,
    late: 0,
    days: ['2026-11-23', '2026-11-09', '2026-11-02', '2026-10-26'],
  });
  // Before 06:55 nobody is usual; at 06:55 all of them are.
  t.clock.set(local('2026-11-30', '06:54:59'));
  expect(await get<Usual>(site, 'usual')).toMatchObject({ at: '06:54', present: 0 });
});

test('usual says nothing of fewer than two days, and units by when they had ended', async () => {
  const site = await givenCrews();
  await givenPeople(site, 2);
  const work = (date: string, units: string) => [
    { pin: 1, from: local(date, '07:00'), to: local(date, '09:00'), units, lookup1: 'A' },
    { pin: 1, from: local(date, '09:00'), to: local(date, '10:01'), units: '100' },
    { pin: 2, from: local(date, '09:59'), units: '0.125', lookup1: 'B' },
  ];
  const entryId = await givenLookup(t.db, site.accountId, 1, 'A');
  await send(site, local('2026-11-23', '17:00'), [[1, local('2026-11-23', '07:30')]], work('2026-11-23', '10.5'));
  t.clock.set(local('2026-11-30', '10:00'));
  expect(await get<Usual>(site, 'usual')).toMatchObject({ present: null, late: null, units: null });
  await send(site, local('2026-11-16', '17:00'), [[1, local('2026-11-16', '07:30')]], work('2026-11-16', '20'));
  expect(await get<Usual>(site, 'usual')).toMatchObject({ present: 1, late: 1, units: 15.375 });
  expect(await get<Usual>(site, `usual?lookup1=${entryId}`)).toMatchObject({ units: 15.25 });
  // The days that are compared are those of the people filtered: none of this crew punched on them.
  expect(await get<Usual>(site, `usual?employeeGroups=${site.crews[0]}`)).toMatchObject({ present: null, units: null });
});

test('golden, often late: two of ten, on three of five days', async () => {
  const site = await givenCrews();
  await givenPeople(site, 10);
  for (const [i, date] of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].entries())
    await givenDay(site, date, 10, i < 3 ? 2 : 0);
  t.clock.set(local('2026-11-20', '10:00'));
  const trend = await get<AttendanceTrend>(site, 'trends/attendance?from=2026-11-09&to=2026-11-15');
  expect(trend.oftenLate.map(({ employee, dates }) => [employee.number, dates.length])).toEqual([
    ['1', 3],
    ['2', 3],
  ]);
  expect(trend.oftenAbsent).toEqual([]);
  expect(trend.sums).toMatchObject({ expected: 50, late: 6, onTime: 44, absent: 0 });
  expect(trend.before).toMatchObject({ expected: 50, absent: 50, late: 0 });
  expect(trend.days.map(({ expected, present }) => [expected, present])).toEqual([
    ...Array(5).fill([10, 10]),
    [0, 0],
    [0, 0],
  ]);
});

/** A small fixed world: people who are late, away, forget to clock, and pick. */
async function givenWorld(site: Site, dates: readonly string[]) {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (const date of dates) {
    const punches: [number, string][] = [];
    const work: Work[] = [];
    for (let pin = 1; pin <= 8; pin++) {
      if (random(4) === 0) continue;
      punches.push([pin, local(date, `07:${String(random(20)).padStart(2, '0')}`)]);
      if (random(3) === 0) punches.push([pin, local(date, '10:00')], [pin, local(date, `10:${20 + random(20)}`)]);
      if (random(5) > 0) punches.push([pin, local(date, '16:00')]);
      if (random(2) === 0)
        work.push({
          pin,
          from: local(date, '08:00'),
          to: local(date, '09:30'),
          units: `${random(90)}.125`,
          lookup1: `L${random(12)}`,
        });
    }
    await send(site, local(date, '18:00'), punches, work);
  }
}

test('each day of a trend, and the roll, are that day’s own calls, whatever the crew', async () => {
  const site = await givenCrews();
  await givenPeople(site, 8);
  const entryId = await givenLookup(t.db, site.accountId, 1, 'L3', 'Block 3');
  const dates = Array.from({ length: 6 }, (_, i) => addDays('2026-11-15', i));
  await givenWorld(site, dates);
  t.clock.set(local('2026-11-20', '18:30'));
  const [crew, other] = site.crews;
  for (const filters of [
    '',
    `&employeeGroups=${crew}`,
    `&employeeGroups=${other}&lookup1=${entryId}`,
    `&timeGroups=${site.group}`,
    `&devices=${site.deviceId}`,
  ]) {
    const range = `from=${dates[0]}&to=${dates.at(-1)}${filters}`;
    const attendance = await get<AttendanceTrend>(site, `trends/attendance?${range}`);
    const piecework = await get<PieceworkTrend>(site, `trends/piecework?${range}`);
    const roll = await get<Roll>(site, `roll?${range}`);
    for (const [i, date] of dates.entries()) {
      const day = `?referenceDate=${date}${filters}`;
      const totals = await get<Record<string, unknown>>(site, `employee/attendance-status-totals${day}`);
      const { expected, onTime, late, absent, unverified, present, pending } = attendance.days[i] ?? {};
      expect(totals, `${date} ${filters}`).toMatchObject({
        expected,
        onTime,
        late,
        absent,
        unverified,
        present,
        pending,
      });
      const wasted = await get<Record<string, unknown>>(site, `time-wasted/totals${day}`);
      expect(wasted).toMatchObject({
        lateTimeMs: attendance.days[i]?.lateTimeMs,
        irregularBreakTimeMs: attendance.days[i]?.irregularBreakTimeMs,
      });
      const { groups } = await get<{ groups: { code: string; totalUnits: number }[] }>(
        site,
        `piecework/total-units/by-lookup1${day}`,
      );
      const shown = piecework.days[i]?.groups ?? [];
      for (const group of shown) expect(groups.find(({ code }) => code === group.code)?.totalUnits).toBe(group.units);
      const sum = groups.reduce((total, { totalUnits }) => total + totalUnits, 0);
      expect(piecework.days[i]?.totalUnits).toBe(sum);
      expect(
        shown.reduce((total, { units }) => total + Number(units), Number(piecework.days[i]?.otherUnits ?? 0)),
      ).toBe(sum);
      const { performers } = await get<{ performers: { performance: number }[] }>(site, `piecework/top-10${day}`);
      expect(piecework.days[i]?.pace?.people ?? 0).toBe(performers.length);
      const letters = roll.rows.map(({ cells }) => cells?.[i]?.[0]);
      expect(letters.filter((letter) => letter === 'P' || letter === 'L')).toHaveLength(Number(totals.present));
      expect(letters.filter((letter) => letter === 'A')).toHaveLength(Number(totals.absent));
    }
    const medians = piecework.days
      .flatMap(({ pace, unfinished }) => (pace && !unfinished ? [pace.median] : []))
      .sort((a, b) => a - b);
    const middle = medians.slice(Math.ceil(medians.length / 2) - 1, Math.floor(medians.length / 2) + 1);
    const mean = middle.reduce((sum, median) => sum + median, 0) / middle.length;
    if (piecework.medianPace === null) expect(medians).toEqual([]);
    else expect(piecework.medianPace).toBeCloseTo(mean, 1);
    const later = `from=2026-11-18&to=2026-11-20${filters}`;
    const { before } = await get<PieceworkTrend>(site, `trends/piecework?${later}`);
    const earlier = await get<PieceworkTrend>(site, `trends/piecework?from=2026-11-15&to=2026-11-17${filters}`);
    expect(before).toEqual({ totalUnits: earlier.totalUnits, medianPace: earlier.medianPace });
    const clocked = roll.rows.reduce((sum, { sums }) => sum + (sums.clockedMs ?? 0), 0);
    let listed = 0;
    for (const date of dates) {
      const { entries } = await get<{ entries: { clockedMs: number }[] }>(
        site,
        `employee/by-attendance-status/total?referenceDate=${date}${filters}`,
      );
      listed += entries.reduce((sum, { clockedMs }) => sum + clockedMs, 0);
    }
    expect(clocked).toBe(listed);
  }
});

test('the roll: sorted, searched, page by page, letters for what a day was; 304 while nothing changes', async () => {
  const site = await givenCrews();
  await givenPeople(site, 12);
  await givenDay(site, '2026-11-17', 11, 2);
  await send(site, local('2026-11-18', '17:00'), [[3, local('2026-11-18', '06:55')]]);
  t.clock.set(local('2026-11-20', '10:00'));
  const range = 'roll?from=2026-11-15&to=2026-11-18';
  const roll = await get<Roll>(site, range);
  expect(roll.rows.map(({ employee }) => employee.number)).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)));
  expect(roll.rows.slice(0, 3).map(({ cells }) => cells)).toEqual([
    ['O', 'A', 'L', 'A'],
    ['O', 'A', 'L', 'A'],
    ['O', 'A', 'P', 'P.'],
  ]);
  expect(roll.rows[2]?.sums).toEqual({
    present: 2,
    late: 0,
    absent: 1,
    clockedMs: 2 * (9 * 60 + 5) * 60_000,
    wastedMs: 0,
    units: 0,
  });
  const first = await get<Roll>(site, `${range}&sort=-late&rows=5`);
  expect([first.rows.map(({ employee }) => employee.number), first.lastIndex, first.total]).toEqual([
    ['1', '2', '3', '4', '5'],
    4,
    12,
  ]);
  const rest = await get<Roll>(site, `${range}&sort=-late&rows=500&lastIndex=4`);
  expect([rest.rows.length, rest.lastIndex]).toEqual([7, 11]);
  expect((await get<Roll>(site, `${range}&q=emma%2012`)).rows.map(({ employee }) => employee.number)).toEqual(['12']);
  expect(await status(site, 'roll?from=2026-10-01&to=2026-11-18')).toBe(400);
  expect(await status(site, 'roll?from=2026-08-01&to=2026-08-02')).toBe(400);
  const known = await t.ask(`/v2/stats/${range}`, site);
  const again = await t.ask(`/v2/stats/${range}`, {
    ...site,
    headers: { 'if-none-match': String(known.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('sums of the roll are those of the reports of the same range', async () => {
  const site = await givenCrews();
  await givenPeople(site, 8);
  const dates = Array.from({ length: 5 }, (_, i) => addDays('2026-11-15', i));
  await givenWorld(site, dates);
  t.clock.set(local('2026-11-22', '10:00'));
  const range = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const report = async (reportType: string): Promise<Record<string, string>[]> => {
    const body = { reportType, dates: range };
    const reply = await t.ask('/v2/stats/generateReport', { token: site.token, body });
    return parse(reply.body, { bom: true, columns: true, record_delimiter: '\r\n' });
  };
  const attendance = Map.groupBy(await report('employee-attendance'), (row) => row['Employee Number']);
  const wasted = Map.groupBy(await report('time-wasted-summary'), (row) => row['Employee Number']);
  const work = Map.groupBy(await report('piecework-performance'), (row) => row['Employee Number']);
  const minutes = (rows: Record<string, string>[] = [], column: string) =>
    rows.reduce((sum, row) => {
      const [hours = 0, rest = 0] = (row[column] ?? '').split(':').map(Number);
      return sum + hours * 60 + rest;
    }, 0);
  const { rows } = await get<Roll>(site, `roll?from=${range.from}&to=${range.to}`);
  expect(rows).toHaveLength(8);
  for (const { employee, sums } of rows) {
    const own = attendance.get(employee.number) ?? [];
    const units = (work.get(employee.number) ?? []).reduce((sum, row) => sum + Number(row.Units), 0);
    expect(sums).toEqual({
      present: own.filter((row) => row.Status === 'Present').length,
      late: own.filter((row) => row.Late === 'Yes').length,
      absent: own.filter((row) => row.Status === 'Absent').length,
      clockedMs: 60_000 * minutes(own, 'Hours Clocked (h:mm)'),
      wastedMs: 60_000 * minutes(wasted.get(employee.number), 'Hours Wasted (h:mm)'),
      units: expect.closeTo(units, 6),
    });
  }
});

test('a person: days, sums and medians; who may not see attendance or piecework gets neither', async () => {
  const site = await givenCrews();
  const [one] = await givenPeople(site, 4);
  const day = '2026-11-18';
  await givenDay(site, day, 3, 1);
  await send(
    site,
    local(day, '17:00'),
    [],
    [
      { pin: 1, from: local(day, '08:00'), to: local(day, '09:00'), units: '30', lookup1: 'A' },
      { pin: 3, from: local(day, '08:00'), to: local(day, '10:00'), units: '20', lookup1: 'A' },
    ],
  );
  t.clock.set(local('2026-11-20', '10:00'));
  const person = await get<PersonTrend>(site, `person/${one}?from=2026-11-17&to=${day}`);
  expect(person.days.map(({ date, cell }) => [date, cell])).toEqual([
    [day, 'L'],
    ['2026-11-17', 'A'],
  ]);
  expect(person.days[0]).toMatchObject({
    attendance: {
      timeIn: local(day, '07:30'),
      timeOut: local(day, '16:00'),
      lateMs: 30 * 60_000,
      clockedMs: 8.5 * 3_600_000,
    },
    piecework: { units: 30, performance: 30, lines: [{ lookup1Code: 'A', units: 30 }] },
  });
  expect(person.medians).toMatchObject({ people: 4, present: 1, late: 0, absent: 1, units: 10 });
  expect(person.pace).toEqual([{ code: 'A', description: 'A', units: 30, own: 30, median: 20, people: 2 }]);

  const some = async (permission: Permission) => {
    const userId = await givenUser(t.db, site.accountId, { permissions: [permission] });
    return { token: await givenSession(t.db, site.accountId, userId) };
  };
  const pieces = await some('Stats.GET_PERFORMANCE_METRICS');
  const seen = await get<PersonTrend>(pieces, `person/${one}?from=${day}&to=${day}`);
  expect(seen).toMatchObject({
    sums: { present: null, clockedMs: null, units: 30 },
    days: [{ cell: null, attendance: null }],
  });
  expect((await get<Roll>(pieces, `roll?from=${day}&to=${day}`)).rows[0]).toMatchObject({
    cells: null,
    sums: { units: 30 },
  });
  const clocks = await some('Stats.GET_ATTENDANCE_INFORMATION');
  expect(await get<PersonTrend>(clocks, `person/${one}?from=${day}&to=${day}`)).toMatchObject({
    sums: { present: 1, units: null },
    days: [{ cell: 'L', piecework: null }],
    pace: [],
  });
  const stranger = await givenCrews();
  expect(await status(stranger, `person/${one}?from=${day}&to=${day}`)).toBe(404);
});

test('on site: who is in, also of a night shift, with the last device', async () => {
  const site = await givenCrews();
  await givenPeople(site, 3);
  const day = '2026-11-20';
  await send(site, local(day, '09:00'), [
    [1, local(day, '06:55')],
    [2, local(day, '06:55')],
    [2, local(day, '08:00')],
    [3, local('2026-11-19', '22:00')],
  ]);
  t.clock.set(local(day, '09:00'));
  const { entries, ofYesterday } = await get<{
    entries: { employee: { number: string }; device: { name: string } | null; since: string }[];
    ofYesterday: number;
  }>(site, 'on-site');
  // So that the list says why it is longer than the tile.
  expect(ofYesterday).toBe(1);
  expect(entries.map(({ employee, device }) => [employee.number, device?.name])).toEqual([
    ['1', 'Gate A'],
    ['3', 'Gate A'],
  ]);
  expect(await get(site, 'employee/attendance-status-totals')).toMatchObject({ present: 2, onSite: 1, left: 1 });
});

test('only the days whose facts, people or calendar change are judged anew, and as if all were', async () => {
  const site = await givenCrews();
  await givenPeople(site, 4);
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
  for (const date of dates) await givenDay(site, date, 3);
  t.clock.set(local('2026-11-20', '10:00'));
  const days = createJudgedDays(t.db, createDayModels(t.db));
  const { accountId } = site;
  let before = new Map<string, number>();
  /** Returns the dates that were judged anew, and those that are live. */
  const ask = async () => {
    const [{ dataVersion } = { dataVersion: 0 }] = await t.db.rows(
      z.object({ dataVersion: z.int() }),
      sql`select data_version::int as "dataVersion" from account where account_id = ${accountId}`,
    );
    const asked = { accountId, timeZone: 'Africa/Johannesburg', dataVersion, now: t.clock.now() };
    const { versions, live } = await days.judge(asked, '2026-11-16', '2026-11-20');
    const anew = [...versions].filter(([date, version]) => before.get(date) !== version).map(([date]) => date);
    before = new Map(versions);
    for (const date of versions.keys()) {
      const model = await loadDayModel(t.db, accountId, date, t.clock.now());
      const rows = await t.db.rows(
        z.object({ id: z.string(), status: z.string(), late: z.int(), cell: z.string() }),
        sql`select employee_id as id, status, late_ms::int as late, cell from judged_day
          where account_id = ${accountId} and day = ${date} order by employee_id`,
      );
      const expected = model.people.map((person) => ({
        id: person.employee._id,
        status: person.status,
        late: person.lateMs,
        cell: cellOf(person),
      }));
      expect(rows).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
    }
    return { anew: anew.sort(), live: [...live.keys()] };
  };
  const today = ['2026-11-20'];
  expect(await ask()).toEqual({ anew: dates, live: today });
  expect(await ask()).toEqual({ anew: [], live: today });
  await send(site, local('2026-11-20', '09:00'), [[4, local('2026-11-20', '06:55')]]);
  expect(await ask()).toEqual({ anew: [], live: today });
  await send(site, local('2026-11-20', '09:01'), [[4, local('2026-11-17', '06:55')]]);
  // The first record of the day is the one from which somebody may count.
  expect((await ask()).anew).toContain('2026-11-17');
  expect(await ask()).toEqual({ anew: [], live: today });
  // 24 hours after a shift's window, the passing of time alone decides who was absent.
  t.clock.set(local('2026-11-20', '21:00'));
  expect(await ask()).toEqual({ anew: ['2026-11-19'], live: today });
  await givenHoliday(t.db, accountId, '2026-11-18');
  expect(await ask()).toEqual({ anew: dates, live: today });
});

test('Units/hr under a filter by lookup 1 is of the union of the entries of that lookup (16)', async () => {
  const site = await givenCrews();
  await givenPeople(site, 1);
  const lookups = new Map<string, string>();
  for (const code of ['C1', 'C2', 'C3']) lookups.set(code, await givenLookup(t.db, site.accountId, 1, code));
  const entry = (from: string, to: string, units: string, lookup1: string) => ({
    pin: 1,
    from: local('2026-11-19', from),
    to: local('2026-11-19', to),
    units,
    lookup1,
  });
  await send(
    site,
    local('2026-11-19', '17:00'),
    [],
    [
      entry('08:00', '10:00', '40', 'C1'),
      entry('09:00', '11:00', '20', 'C1'),
      entry('12:00', '14:00', '1', 'C2'),
      entry('12:30', '13:30', '1', 'C3'),
    ],
  );
  t.clock.set(local('2026-11-20', '23:00'));
  const filter = (...codes: string[]) => codes.map((code) => `&lookup1=${lookups.get(code)}`).join('');
  const pace = async (...codes: string[]) => {
    const performance = async (date: string) =>
      (await get<{ performers: Performer[] }>(site, `piecework/top-10?referenceDate=${date}${filter(...codes)}`))
        .performers[0]?.performance;
    const trend = await get<PieceworkTrend>(site, `trends/piecework?from=2026-11-18&to=2026-11-20${filter(...codes)}`);
    return [await performance('2026-11-19'), trend.days.find(({ date }) => date === '2026-11-19')?.pace?.median];
  };
  expect(await pace('C1')).toEqual([20, 20]);
  expect(await pace('C2', 'C3')).toEqual([1, 1]);
  expect(await pace()).toEqual([12.4, 12.4]);
  const [one] = await t.db.rows(
    z.object({ id: z.string() }),
    sql`select employee_id as id from employee where account_id = ${site.accountId} and number = '1'`,
  );
  for (const to of ['2026-11-20', '2026-11-19']) {
    const { pace: own } = await get<PersonTrend>(site, `person/${one?.id}?from=2026-11-18&to=${to}`);
    expect(own?.map(({ code, own: perHour }) => [code, perHour])).toEqual([
      ['C1', 20],
      ['C2', 0.5],
      ['C3', 1],
    ]);
  }
  t.clock.set(local('2026-11-19', '18:00'));
  const { pace: live } = await get<PersonTrend>(site, `person/${one?.id}?from=2026-11-18&to=2026-11-19`);
  expect(live?.find(({ code }) => code === 'C1')?.own).toBe(20);
});

test('the day before, while a night shift goes on, is live', async () => {
  const site = await givenCrews();
  await givenPeople(site, 2);
  const night = await givenGroup(t.db, site.accountId, 'time');
  await givenStandardTimes(t.db, site.accountId, night, { start: '22:00', end: '06:00' });
  await site.person('3', { timeGroupId: night });
  await givenDay(site, '2026-11-19', 2);
  await send(site, local('2026-11-19', '22:00'), [[3, local('2026-11-19', '22:00')]]);
  const days = createJudgedDays(t.db, createDayModels(t.db));
  const liveAt = async (time: string) => {
    t.clock.set(local('2026-11-20', time));
    const asked = {
      accountId: site.accountId,
      timeZone: 'Africa/Johannesburg',
      dataVersion: 1,
      now: t.clock.now(),
    };
    return [...(await days.judge(asked, '2026-11-19', '2026-11-20')).live.keys()].sort();
  };
  expect(await liveAt('01:00')).toEqual(['2026-11-19', '2026-11-20']);
  expect(await liveAt('10:01')).toEqual(['2026-11-20']);
});

test('a device that was silent when a day was judged, and calls again, has it judged anew', async () => {
  const site = await givenCrews();
  await givenPeople(site, 1);
  await givenDay(site, '2026-11-16', 1);
  await t.db.run(
    sql`update device set last_contact = ${local('2026-11-17', '06:00')} where account_id = ${site.accountId}`,
  );
  t.clock.set(local('2026-11-18', '10:00'));
  const silent = async () => {
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
    const { days } = await get<AttendanceTrend>(site, 'trends/attendance?from=2026-11-17&to=2026-11-17');
    return days.map(({ silentDevices, unverified, absent }) => ({ silentDevices, unverified, absent }));
  };
  expect(await silent()).toEqual([{ silentDevices: 1, unverified: 1, absent: 0 }]);
  await t.db.run(
    sql`update device set last_contact = ${local('2026-11-18', '10:05')} where account_id = ${site.accountId}`,
  );
  t.clock.set(local('2026-11-18', '10:06'));
  expect(await silent()).toEqual([{ silentDevices: 0, unverified: 0, absent: 1 }]);
});

test('days are judged ahead, newest first, and only once; a stopping server ends between two', async () => {
  const site = await givenCrews();
  await givenPeople(site, 2);
  for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await givenDay(site, date, 2);
  t.clock.set(local('2026-11-20', '10:00'));
  const { accountId } = site;
  const days = createJudgedDays(t.db, createDayModels(t.db));
  const judge = async (signal = new AbortController().signal) => {
    const asked = { accountId, timeZone: 'Africa/Johannesburg', dataVersion: 1, now: t.clock.now() };
    const { versions } = await days.judge(asked, '2026-11-16', '2026-11-18', signal);
    return [...versions].sort((a, b) => a[1] - b[1]).map(([date]) => date);
  };
  expect(await judge(AbortSignal.abort())).toEqual([]);
  expect(await judge()).toEqual(['2026-11-18', '2026-11-17', '2026-11-16']);
  await send(site, local('2026-11-20', '09:00'), [[1, local('2026-11-17', '17:00')]]);
  expect((await judge()).at(-1)).toBe('2026-11-17');
});

test('again and again the past days of every account are judged', async () => {
  const site = await givenCrews();
  await givenPeople(site, 1);
  await givenDay(site, '2026-11-17', 1);
  t.clock.set(local('2026-11-20', '10:00'));
  const asked: string[] = [];
  const jobs = createInProcessJobs();
  defineJudging(
    { ...t.services, jobs },
    {
      judge: async ({ accountId }, from, to) => {
        if (accountId === site.accountId) asked.push(`${from} ${to}`);
        return { versions: new Map(), wholeVersions: new Map(), live: new Map() };
      },
    },
  );
  const round = async () => {
    asked.length = 0;
    await jobs.send('judge-days', {});
    await jobs.drain();
    return asked;
  };
  expect(await round()).toEqual(['2026-08-23 2026-11-19']);
  // First nothing changes, then something does, and a quarter of an hour later the passing of time may have decided a day.
  expect(await round()).toEqual([]);
  await send(site, local('2026-11-20', '10:00'), [[1, local('2026-11-18', '17:00')]]);
  expect(await round()).toHaveLength(1);
  t.clock.set(local('2026-11-20', '10:15'));
  expect(await round()).toHaveLength(1);
});

test('an account that is deleted while its days are judged is no failure to tell of', async () => {
  const site = await givenCrews();
  await givenPeople(site, 1);
  await givenDay(site, '2026-11-17', 1);
  const other = await givenCrews();
  await givenPeople(other, 1);
  await givenDay(other, '2026-11-17', 1);
  t.clock.set(local('2026-11-20', '10:00'));
  const jobs = createInProcessJobs();
  const warned: unknown[] = [];
  const warn = (about: unknown) => void warned.push(about);
  defineJudging(
    { ...t.services, jobs, log: Object.assign(Object.create(t.services.log), { warn }) },
    {
      judge: async ({ accountId }) => {
        if (accountId === site.accountId) {
          const { token } = await givenAdmin(t.db);
          expect((await t.ask(`/v2/account/${accountId}`, { token, method: 'DELETE' })).statusCode).toBe(200);
        }
        throw new Error(accountId);
      },
    },
  );
  await jobs.send('judge-days', {});
  await jobs.drain();
  const ids = warned.map((about) => (about as { accountId: string }).accountId);
  expect(ids).toContain(other.accountId);
  expect(ids).not.toContain(site.accountId);
});

test('the roll as a file is an export: for users who may make reports, and each leaves a line in the trail', async () => {
  const site = await givenCrews();
  await givenPeople(site, 1);
  const file = (authorization: string) =>
    t.app.inject({ url: '/v2/stats/roll/file?from=2026-11-18&to=2026-11-19', headers: { authorization } });
  const user = async (...permissions: Permission[]) =>
    givenSession(t.db, site.accountId, await givenUser(t.db, site.accountId, { permissions }));
  for (const token of [
    await user('Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'),
    await user('Stats.GENERATE_REPORTS'),
  ])
    expect((await file(token)).json()).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
  expect((await file(site.token)).statusCode).toBe(200);
  const trail = await t.db.rows(
    z.object({ target: z.string(), detail: z.string() }),
    sql`select target, detail from audit_entry where account_id = ${site.accountId} and action = 'report.export'`,
  );
  expect(trail).toEqual([{ target: 'Roll', detail: '2026-11-18 to 2026-11-19, csv' }]);
});

test('the roll as a file: everybody who fits, hours twice, sums as on the screen; Excel too', async () => {
  const site = await givenCrews();
  await givenPeople(site, 3);
  await givenDay(site, '2026-11-19', 2, 1);
  t.clock.set(local('2026-11-20', '05:00'));
  const file = (query: string) =>
    t.app.inject({ url: `/v2/stats/roll/file?${query}`, headers: { authorization: site.token } });
  const csv = await file('from=2026-11-18&to=2026-11-19&q=1');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="roll-2026-11-18-2026-11-19.csv"');
  const [head = '', ...lines] = csv.body.trim().split('\r\n');
  expect(head).toContain('2026-11-18,2026-11-19,Days Present,Days Late,Days Absent,Clocked,Clocked (h:mm),Units');
  const shown = await get<Roll>(site, 'roll?from=2026-11-18&to=2026-11-19&q=1');
  expect(lines).toHaveLength(shown.total);
  expect(lines[0]).toContain(shown.rows[0]?.cells?.join(','));
  const xlsx = await file('from=2026-11-18&to=2026-11-19&exportType=xlsx');
  expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await file('from=2026-10-01&to=2026-11-19')).statusCode).toBe(400);
});

test('a restore judges its days anew, also where all that it takes away is an excuse', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1001');
  await site.person('1002');
  await site.send('1002', ['2026-11-16 07:00', '2026-11-16 16:00', '07:00', '16:00']);
  const admin = await givenAdmin(t.db);
  await t.db.run(sql`update session set created_at = ${ASKED}, expires_at = '2026-12-30T00:00:00Z'`);
  const { backUp, restore } = backupCalls(t, () => admin.token);
  const { archive } = await backUp(site.accountId);
  await site.corrected(one, [
    { do: 'excuse', employeeId: one, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY },
  ]);
  const changes = async () => {
    const { days }: PersonTrend = await site.get(`/stats/person/${one}?from=${MONDAY}&to=${MONDAY}`);
    return days.map((day) => day.changes.map(({ kind, was, is }) => ({ kind, was, is })));
  };
  expect(await changes()).toEqual([[{ kind: 'excused', was: null, is: 'Absence excused' }]]);
  const monday = async () => {
    const { days }: AttendanceTrend = await site.get(`/stats/trends/attendance?from=${MONDAY}&to=${MONDAY}`);
    return days.map(({ present, absent, excused }) => ({ present, absent, excused }));
  };
  expect(await monday()).toEqual([{ present: 1, absent: 0, excused: 1 }]);
  t.clock.advance(60_000);
  await restore(archive, site.accountId, 'replace', ['Payroll Data', 'Employees', 'Clock Records']);
  expect(await monday()).toEqual([{ present: 1, absent: 1, excused: 0 }]);
  expect(await changes()).toEqual([[]]);
});

test('a new employee, and another name of a lookup, throw no past day away', async () => {
  const site = await givenCrews();
  await givenPeople(site, 2);
  await givenLookup(t.db, site.accountId, 1, 'A', 'Block A');
  const day = '2026-11-18';
  await givenDay(site, day, 2);
  await send(site, local(day, '17:00'), [], [{ pin: 1, from: local(day, '08:00'), units: '3', lookup1: 'A' }]);
  t.clock.set(local('2026-11-20', '10:00'));
  const shown = async () => {
    const { days } = await get<PieceworkTrend>(site, `trends/piecework?from=${day}&to=${day}`);
    return days[0]?.groups;
  };
  expect(await shown()).toEqual([{ code: 'A', description: 'Block A', units: 3 }]);
  const madeAt = () =>
    t.db.rows(
      z.object({ at: z.string() }),
      sql`select xmin::text as at from judged_date where account_id = ${site.accountId}`,
    );
  const before = await madeAt();
  await givenEmployee(t.db, site.accountId, {
    number: '9',
    timeGroupId: site.group,
    receivedAt: local('2026-11-20', '09:00'),
  });
  await t.db.run(sql`update lookup_entry set description = 'Dam block' where account_id = ${site.accountId}`);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
  expect(await shown()).toEqual([{ code: 'A', description: 'Dam block', units: 3 }]);
  expect(await madeAt()).toEqual(before);
});
