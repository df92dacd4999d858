import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  ORDER_LABELS,
  REPORTS,
  type ReportOrder,
  type ReportRequest,
  type ReportType,
} from '#contract/reports/reports.ts';
import { byNumber, byText } from '#server/attendance/order.ts';
import { DAYS, type Day, givenWorld, MINUTE, type Someone, span, world } from '../support/reportWorld.ts';
import { sampled } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const HOUR = 3_600_000;

const DESCRIPTIONS: Record<string, string> = { A: 'Apples', B: '@Bananas', GONE: 'Gone, but known', X: 'Line "X"' };
const described = (code: string | null) => (code === null ? '(none)' : (DESCRIPTIONS[code] ?? code));
const GROUP_NAMES = [
  ['time one', '=time two'],
  ['employee one', '=employee two'],
  ['job one', '=job two'],
];
const hours = (ms: number) => [String(Number((ms / HOUR).toFixed(4))), clock(ms)];
const clock = (ms: number) => {
  const minutes = Math.round(ms / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
const wall = (day: string, minute: number) =>
  `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
const whoCells = (day: string, one: Someone) => [
  day,
  one.number,
  one.firstName,
  one.lastName,
  ...[1, 0, 2].map((kind) => {
    const at = one.groups[kind];
    return at == null ? '' : (GROUP_NAMES[kind]?.[at] ?? '');
  }),
];

/** The rules for these simple days, written again: shift 07:00 to 16:00, break 12:00 to 13:00, graces 5 minutes. */
function judged({ punches }: Day) {
  const [S, E] = [420, 960];
  const [timeIn] = punches;
  const late = timeIn !== undefined && timeIn - S > 5 ? timeIn - S : 0;
  const gaps: { out: number; in: number; credited: number; irregular: number }[] = [];
  const [, out, back] = punches;
  if (out !== undefined && back !== undefined) {
    const credited = Math.max(0, Math.min(back, 780) - Math.max(out, 720));
    const excess = back - out - credited;
    gaps.push({ out, in: back, credited, irregular: excess > 5 ? excess : 0 });
  }
  const last = punches.at(-1);
  const clocked = punches.reduce((sum, minute, i) => sum + (i % 2 === 0 ? -minute : minute), 0);
  return {
    timeIn,
    late,
    gaps,
    irregular: gaps.reduce((sum, gap) => sum + gap.irregular, 0),
    early: last !== undefined && last < E ? E - last : 0,
    clocked,
    last,
  };
}
const lineOf = (day: Day) => {
  const lines = new Map<
    string,
    { lookup1: string | null; lookup2: string | null; milli: number; ms: number; entries: number }
  >();
  for (const { lookup1, lookup2, milliUnits, minutes } of day.work) {
    const key = JSON.stringify([lookup1, lookup2]);
    const line = lines.get(key) ?? { lookup1, lookup2, milli: 0, ms: 0, entries: 0 };
    line.milli += milliUnits;
    line.ms += minutes === null ? 0 : Math.min(minutes, 54) * MINUTE;
    line.entries++;
    lines.set(key, line);
  }
  return [...lines.values()];
};
const lookupCells = ({ lookup1, lookup2 }: { lookup1: string | null; lookup2: string | null }) => [
  lookup1 ?? '',
  described(lookup1),
  lookup2 ?? '',
  described(lookup2),
];
const perHour = (day: Day) => {
  const ms = day.work.reduce((sum, { minutes }) => sum + (minutes === null ? 0 : Math.min(minutes, 54) * MINUTE), 0);
  const milli = day.work.reduce((sum, { milliUnits }) => sum + milliUnits, 0);
  if (ms === 0) return '';
  const cents = (milli * HOUR) / ms / 10;
  return String(Number(((Math.sign(cents) * Math.round(Math.abs(cents) + 1e-9)) / 100).toFixed(2)));
};

/** Returns the rows that a report should hold, in any order: every column of every row. */
function oracle(type: ReportType, people: readonly Someone[]): string[][] {
  const days = people.flatMap((one) => one.days.map((day) => ({ one, day, ...judged(day) })));
  switch (type) {
    case 'piecework-performance':
      return days.flatMap(({ one, day }) =>
        lineOf(day).map((line) => [
          ...whoCells(day.day, one),
          ...lookupCells(line),
          String(line.milli / 1_000),
          ...hours(line.ms),
          String(line.entries),
          perHour(day),
          ...UNCORRECTED,
          ...NO_TEAMS,
        ]),
      );
    case 'piecework-time-spent':
      return DAYS.flatMap((date) => {
        const pairs = new Map<
          string,
          { line: ReturnType<typeof lineOf>[0]; milli: number; ms: number; people: Set<Someone> }
        >();
        for (const { one, day } of days.filter(({ day: each }) => each.day === date))
          for (const line of lineOf(day)) {
            const key = JSON.stringify([line.lookup1, line.lookup2]);
            const pair = pairs.get(key) ?? { line, milli: 0, ms: 0, people: new Set() };
            pair.milli += line.milli;
            pair.ms += line.ms;
            pair.people.add(one);
            pairs.set(key, pair);
          }
        return [...pairs.values()]
          .filter(({ ms }) => ms > 0)
          .map(({ line, milli, ms, people: workers }) => [
            date,
            ...lookupCells(line),
            ...hours(ms),
            String(milli / 1_000),
            String(workers.size),
          ]);
      });
    case 'time-wasted-summary':
      return days
        .filter(({ late, irregular }) => late + irregular > 0)
        .map(({ one, day, late, irregular }) => [
          ...whoCells(day.day, one),
          ...hours(late * MINUTE),
          ...hours(irregular * MINUTE),
          ...hours((late + irregular) * MINUTE),
        ]);
    case 'breaks':
      return days.flatMap(({ one, day, gaps }) =>
        gaps.map((gap) => [
          ...whoCells(day.day, one),
          wall(day.day, gap.out),
          wall(day.day, gap.in),
          ...hours((gap.in - gap.out) * MINUTE),
          ...hours(gap.credited * MINUTE),
          ...hours(gap.irregular * MINUTE),
        ]),
      );
    case 'latecomers':
      return days
        .filter(({ late }) => late > 0)
        .map(({ one, day, late, timeIn }) => [
          ...whoCells(day.day, one),
          wall(day.day, 420),
          wall(day.day, timeIn ?? 0),
          ...hours(late * MINUTE),
        ]);
    case 'employee-attendance':
      return days.map(({ one, day, late, timeIn, last, clocked, irregular, early }) => [
        ...whoCells(day.day, one),
        timeIn === undefined ? (day.work.length > 0 ? 'Unverified|Absent' : 'Absent') : 'Present',
        late > 0 ? 'Yes' : '',
        wall(day.day, 420),
        wall(day.day, 960),
        timeIn === undefined ? '' : wall(day.day, timeIn),
        last === undefined ? '' : wall(day.day, last),
        ...hours(clocked * MINUTE),
        ...hours(late * MINUTE),
        ...hours(irregular * MINUTE),
        ...hours(early * MINUTE),
        '',
        ...UNCORRECTED,
      ]);
    // Without hours rules nothing is paid.
    case 'paid-hours':
    case 'paid-hours-period':
    case 'earnings':
    case 'working-hours':
    case 'corrections':
    case 'quality':
    case 'containers':
      return [];
    case 'consents':
      return people.map((one) => [...whoCells(DAYS.at(-1) ?? '', one), 'None', '', '', '', '']);
  }
}
/** The columns Teams and Units of Teams. */
const NO_TEAMS = ['', ''];
/** The columns Corrected and Excused. */
const UNCORRECTED = ['', ''];

const ask = (token: string, request: ReportRequest) => t.ask('/v2/stats/generateReport', { token, body: request });
/** Returns cells without the prefix that guards against formulas. */
const unguarded = (cell: string) => (/^'(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|\p{Cc})/u.test(cell) ? cell.slice(1) : cell);
async function report(token: string, reportType: ReportType, over: Partial<ReportRequest> = {}) {
  const answer = await ask(token, { reportType, dates: span, ...over });
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  const [header = [], ...rows]: string[][] = parse(answer.body, { bom: true, record_delimiter: '\r\n' });
  return { header, rows: rows.map((row) => row.map(unguarded)), answer };
}
// Pay has its own world: tests/api/recordFiles.test.ts.
const TYPES = (Object.keys(REPORTS) as ReportType[]).filter((type) => type !== 'earnings');
const EMPTY: readonly ReportType[] = [
  'corrections',
  'quality',
  'containers',
  'paid-hours',
  'paid-hours-period',
  'working-hours',
];
const sorted = (rows: readonly string[][]) => rows.map((row) => JSON.stringify(row)).sort();

describe('every report', () => {
  it('has the oracle’s values in every column of every row', async () => {
    const people = world(40, 7);
    const { token } = await givenWorld(t, people);
    for (const type of TYPES) {
      const { rows } = await report(token, type);
      const expected = oracle(type, people);
      const status = 7;
      const comparable = rows.map((row) =>
        type === 'employee-attendance' && (row[status] === 'Unverified' || row[status] === 'Absent')
          ? row.map((cell, i) =>
              i === status &&
              expected.some((one) => one[0] === row[0] && one[1] === row[1] && one[status] === 'Unverified|Absent')
                ? 'Unverified|Absent'
                : cell,
            )
          : row,
      );
      expect(sorted(comparable), type).toEqual(sorted(expected));
      // The world has no correction and no hours rule.
      if (expected.length > 0 || !EMPTY.includes(type)) expect(rows.length, type).toBeGreaterThan(10);
    }
  });

  it('adds up to what the screen shows for the same day', async () => {
    const people = world(25, 11);
    const { token } = await givenWorld(t, people);
    const referenceDate = '2026-11-18';
    const dates = { from: referenceDate, to: referenceDate };
    const screen = async (path: string) =>
      (await t.ask(`/v2/stats/${path}?referenceDate=${referenceDate}`, { token })).json();
    const column = async (type: ReportType, label: string) => {
      const { header, rows } = await report(token, type, { dates });
      const at = header.indexOf(label);
      expect(at).toBeGreaterThan(-1);
      return rows.reduce((sum, row) => sum + Number(row[at]), 0);
    };
    const totals = await screen('employee/attendance-status-totals');
    expect((await report(token, 'employee-attendance', { dates })).rows).toHaveLength(totals.total);
    expect((await report(token, 'latecomers', { dates })).rows).toHaveLength(totals.late);
    for (const status of ['present', 'absent', 'onTime', 'unverified'] as const)
      expect(
        (await report(token, 'employee-attendance', { dates, options: { statuses: [status] } })).rows,
      ).toHaveLength(totals[status]);
    const wasted = await screen('time-wasted/totals');
    expect(await column('time-wasted-summary', 'Hours Wasted')).toBeCloseTo(wasted.totalTimeMs / HOUR, 2);
    expect(await column('latecomers', 'Hours Late')).toBeCloseTo(wasted.lateTimeMs / HOUR, 2);
    expect(await column('breaks', 'Irregular/Wasted Hours')).toBeCloseTo(wasted.irregularBreakTimeMs / HOUR, 2);
    const { groups } = await screen('piecework/total-units/by-lookup1');
    const units = groups.reduce((sum: number, group: { totalUnits: number }) => sum + group.totalUnits, 0);
    expect(await column('piecework-performance', 'Units')).toBeCloseTo(units, 3);
    const spent = await screen('piecework/total-time-by-category');
    expect(await column('piecework-time-spent', 'Hours')).toBeCloseTo(spent.totalTimeMs / HOUR, 2);
    expect((await report(token, 'piecework-time-spent', { dates })).rows).toHaveLength(spent.categories.length);
  });

  it('is ordered by each of its orders, over all its days', async () => {
    const { token } = await givenWorld(t, world(20, 13));
    const orders = TYPES.flatMap((type) =>
      (REPORTS[type].orderBy as readonly ReportOrder[]).map((orderBy) => [type, orderBy] as const),
    );
    for (const [type, orderBy] of sampled(orders, 3)) {
      const { header, rows } = await report(token, type, { options: { orderBy } });
      const at = header.indexOf(ORDER_LABELS[orderBy]);
      expect(at, `${type} ${orderBy}`).toBeGreaterThan(-1);
      const cells = rows.map((row) => row[at] ?? '');
      const isMeasure = /^(units|hours|irregular)/.test(orderBy);
      const compare = (a: string, b: string) => {
        if (isMeasure) return Number(b) - Number(a);
        if (orderBy === 'number') return byNumber(a, b);
        return a === '' || b === '' ? Number(a === '') - Number(b === '') : byText(a, b);
      };
      expect(cells, `${type} by ${orderBy}`).toEqual([...cells].sort(compare));
    }
  });

  it('can be filtered by groups and lookups, including deleted ones, and by none at all', async () => {
    const people = world(20, 17);
    const { token, groups, lookups } = await givenWorld(t, people);
    const of = async (type: ReportType, options: ReportRequest['options']) =>
      (await report(token, type, { options })).rows;
    const [times = [], , jobs = []] = groups;
    const inSecond = people.filter((one) => one.groups[0] === 1).length;
    expect(await of('employee-attendance', { timeGroupIds: [times[1] ?? ''] })).toHaveLength(inSecond * DAYS.length);
    const both = people.filter((one) => one.groups[0] === 1 && one.groups[2] === 0).length;
    const chosen = { timeGroupIds: [times[1] ?? ''], jobDescriptionIds: [jobs[0] ?? ''] };
    expect(await of('employee-attendance', chosen)).toHaveLength(both * DAYS.length);
    expect(await of('employee-attendance', { timeGroupIds: [], employeeGroupIds: [] })).toHaveLength(80);
    const gone = await of('piecework-performance', { lookup1Ids: [lookups.GONE] });
    expect(new Set(gone.map((row) => row[8]))).toEqual(new Set(['Gone, but known']));
    const two = await of('piecework-time-spent', { lookup1Ids: [lookups.A, lookups.B], lookup2Ids: [lookups.X] });
    expect(new Set(two.map((row) => `${row[1]} ${row[3]}`))).toEqual(new Set(['A X', 'B X']));
  });
});
