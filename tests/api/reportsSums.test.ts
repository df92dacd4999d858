import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PeriodRule } from '#contract/platform/periods.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { canSum, type ReportOptions, reportType } from '#contract/reports/reports.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenWorld, span, world } from '../support/reportWorld.ts';
import { sampled, size } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Sums per person and pay period in reports, against the rows of each day. */
const t = useTestApp();
type Line = Record<string, string>;
const read = (csv: string): Line[] => parse(csv, { bom: true, record_delimiter: '\r\n', columns: true });

/** Hours in half minutes, of which those of the test are whole numbers; anything else in thousandths. */
const amount = (head: string, cell: string) =>
  /Hours|Before|Paid|Ordinary|Overtime|Sunday|Holiday|Night|Weighted|Taken|Settled/.test(head) && !/Days/.test(head)
    ? Math.round(Number(cell) * 120)
    : Math.round(Number(cell) * 1_000);
const DAY_COUNTS: Record<string, (line: Line) => boolean> = {
  Days: () => true,
  'Days Present': ({ Status }) => Status === 'Present',
  'Days Absent': ({ Status }) => Status === 'Absent',
  'Days Unverified': ({ Status }) => Status === 'Unverified',
  'Days Off': ({ Status }) => Status === 'Off',
  'Days Late': ({ Late }) => Late === 'Yes',
  'Days Corrected': ({ Corrected }) => Corrected === 'Yes',
  'Days Excused': ({ Excused }) => Excused === 'Yes',
  'Open Days': ({ Open }) => Open === 'Yes',
};
const WHO = ['Employee Number', 'First Name', 'Last Name', 'Employee Group', 'Time Group', 'Job Description'];
const LOOKUPS = ['Lookup 1 Code', 'Lookup 1', 'Lookup 2 Code', 'Lookup 2'];

/** Returns the expected sums: the rows of the days, added up by person and period. */
function oracle(lines: readonly Line[], heads: readonly string[], periodOf: (day: string) => [string, string]): Line[] {
  const names = heads.filter((head) => WHO.includes(head) || LOOKUPS.includes(head));
  const keyOf = (line: Line) =>
    JSON.stringify([
      ...periodOf(line.Date ?? ''),
      line['Employee Number'],
      ...LOOKUPS.filter((head) => heads.includes(head)).map((head) => line[head]),
    ]);
  return [...Map.groupBy(lines, keyOf).values()].map((own) => {
    const [from, to] = periodOf(own[0]?.Date ?? '');
    const sum = heads.filter((head) => !names.includes(head) && !/^(From|To)$|h:mm/.test(head));
    return Object.fromEntries([
      ['From', from],
      ['To', to],
      ...names.map((head) => [head, own.at(-1)?.[head] ?? '']),
      ...sum.map((head) => {
        const counts = DAY_COUNTS[head];
        if (head === 'Breaks') return [head, String(own.length * 1_000)];
        const total = counts
          ? new Set(own.filter(counts).map(({ Date: day }) => day)).size * 1_000
          : own.reduce((all, line) => all + amount(head, line[head] ?? ''), 0);
        return [head, String(total)];
      }),
    ]);
  });
}
const comparable = (lines: readonly Line[]) =>
  lines
    .map((line) =>
      Object.fromEntries(
        Object.entries(line)
          .filter(([head]) => !head.includes('h:mm'))
          .map(([head, cell]) => [
            head,
            WHO.includes(head) || LOOKUPS.includes(head) || /^(From|To)$/.test(head)
              ? cell
              : String(amount(head, cell)),
          ]),
      ),
    )
    .map((line) => JSON.stringify(Object.entries(line).sort()))
    .sort();

const whole = (): [string, string] => [span.from, span.to];
const cut = (day: string): [string, string] =>
  day < '2026-11-18' ? [span.from, '2026-11-17'] : ['2026-11-18', span.to];
const RULES: readonly PeriodRule[] = [
  { payPeriod: 'monthly', periodStart: '2025-01-18' },
  { payPeriod: 'fortnightly', periodStart: '2026-10-21' },
  { payPeriod: 'weekly', periodStart: '2027-01-06' },
];

test.each(reportType.options.filter(canSum))(
  '%s: a row of sums is the sum of its rows, within filters and a scope',
  async (type) => {
    const people = world(size(10, 30), 23);
    const { accountId, token, groups, lookups } = await givenWorld(t, people);
    const [times = [], crews = []] = groups;
    const manager = await givenEmployer(t.db, { accountId, permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
    const rule = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, dayLimitMinutes: 300 };
    const { statusCode } = await t.ask('/v2/setup/hours-rules', { token: manager.token, body: rule });
    expect(statusCode).toBe(200);
    const { token: scoped } = await givenEmployer(t.db, { accountId, scope: { employeeGroups: [crews[0] ?? ''] } });
    const file = async (as: string, options: ReportOptions) => {
      const answer = await t.ask('/v2/stats/generateReport', {
        token: as,
        body: { reportType: type, dates: span, options },
      });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      return read(answer.body);
    };
    const isPiecework = type === 'piecework-performance';
    const filters: ReportOptions[] = [
      {},
      { timeGroupIds: [times[1] ?? ''] },
      ...(isPiecework ? [{ lookup1Ids: [lookups.A, lookups.GONE] }] : []),
      ...(type === 'employee-attendance' ? [{ statuses: ['present' as const, 'late' as const] }] : []),
    ];
    const periods = [
      { by: 'person' as const },
      { by: 'period' as const },
      ...RULES.map((period) => ({ by: 'period' as const, period })),
    ];
    const sumsOf = isPiecework ? periods.flatMap((sums) => [sums, { ...sums, lookups: true }]) : periods;
    for (const [as, nth] of [
      [token, 3],
      [scoped, 4],
    ] as const)
      for (const filter of filters) {
        const lines = await file(as, filter);
        for (const sums of sampled(sumsOf, nth)) {
          const found = await file(as, { ...filter, sums });
          const expected = oracle(lines, Object.keys(found[0] ?? {}), 'period' in sums ? cut : whole);
          expect(comparable(found), JSON.stringify({ filter, sums })).toEqual(
            expected.map((line) => JSON.stringify(Object.entries(line).sort())).sort(),
          );
          expect(found.length > 0 || lines.length === 0).toBe(true);
        }
      }
  },
);

/** The lines of a print view, cell by cell. */
const linesOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell),
  );

test('subtotals of each person, group and lookup entry, in the file for print; a CSV has rows alone', async () => {
  const { token, accountId } = await givenWorld(t, world(12, 5));
  const file = async (exportType: 'csv' | 'xlsx' | 'html', options: ReportOptions) => {
    const body = { reportType: 'piecework-performance', dates: span, exportType, options };
    const answer = await t.ask('/v2/stats/generateReport', { token, body });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };
  expect(accountId).toBeTruthy();
  for (const [orderBy, head] of [
    ['number', 'Employee Number'],
    ['lastName', 'Employee Number'],
    ['employeeGroup', 'Employee Group'],
    ['lookup1', 'Lookup 1'],
  ] as const) {
    const rows = read(await file('csv', { orderBy, subtotals: true }));
    expect(rows).toEqual(read(await file('csv', { orderBy })));
    const [heads = [], ...lines] = linesOf(await file('html', { orderBy, subtotals: true }));
    const at = heads.indexOf('Units');
    const groups = [...Map.groupBy(rows, (row) => row[head] ?? '')].filter(([, own]) => own.length > 1);
    const subtotals = lines.filter(([first]) => first?.startsWith('Subtotal'));
    expect(subtotals).toHaveLength(groups.length);
    for (const [nth, [, own]] of groups.entries())
      expect(Number(subtotals[nth]?.[at])).toBeCloseTo(
        own.reduce((sum, { Units }) => sum + Number(Units), 0),
        2,
      );
    // The column of the group need not be shown.
    const [, ...narrow] = linesOf(await file('html', { orderBy, subtotals: true, columns: ['date', 'units'] }));
    expect(narrow.filter(([first]) => first?.startsWith('Subtotal')).map(([, units]) => units)).toEqual(
      subtotals.map((line) => line[at]),
    );
  }
  expect(
    linesOf(await file('html', { orderBy: 'units', subtotals: true }))
      .flat()
      .join(),
  ).not.toContain('Subtotal');
});

test('chosen columns: in their order, in every file; what is not shown changes no figure; another column is refused', async () => {
  const { token } = await givenWorld(t, world(12, 5));
  const ask = (options: ReportOptions, type = 'employee-attendance', exportType = 'csv') =>
    t.ask('/v2/stats/generateReport', { token, body: { reportType: type, exportType, dates: span, options } });
  const whole = read((await ask({})).body);
  const columns = ['hoursClocked', 'number', 'status'];
  const chosen = read((await ask({ columns })).body);
  expect(Object.keys(chosen[0] ?? {})).toEqual(['Hours Clocked', 'Hours Clocked (h:mm)', 'Employee Number', 'Status']);
  expect(chosen).toEqual(
    whole.map((row) => Object.fromEntries(Object.keys(chosen[0] ?? {}).map((head) => [head, row[head]]))),
  );
  const [heads, ...lines] = linesOf((await ask({ columns }, 'employee-attendance', 'html')).body);
  expect(heads).toEqual(['Hours Clocked', 'Employee Number', 'Status']);
  expect(lines.at(-1)).toEqual([expect.stringMatching(/^\d+:\d\d$/), 'Total', '']);
  expect((await ask({ columns }, 'employee-attendance', 'xlsx')).statusCode).toBe(200);
  for (const wrong of [['units'], ['number', 'number'], [], ['clockedBy'], ['from']])
    expect((await ask({ columns: wrong })).statusCode, String(wrong)).toBe(400);
  expect((await ask({ columns: ['from', 'present'], sums: { by: 'person' } })).statusCode).toBe(200);
  expect((await ask({ sums: { by: 'person' } }, 'piecework-time-spent')).statusCode).toBe(400);
  expect((await ask({ sums: { by: 'person', lookups: true } })).statusCode).toBe(400);
});

test('a change after sums were exported is shown on its day', async () => {
  const { token, accountId } = await givenWorld(t, world(6, 5));
  const body = {
    reportType: 'employee-attendance',
    dates: span,
    options: { sums: { by: 'period' }, columns: ['number', 'present'] },
  };
  expect((await t.ask('/v2/stats/generateReport', { token, body })).statusCode).toBe(200);
  const [record] = (await t.ask('/v2/stats/exports', { token })).json().results;
  expect(record).toMatchObject({ rows: 6, narrowedBy: [], changedSince: false });
  t.clock.advance(61_000);
  const list = (await t.ask(`/v2/stats/roll?from=${span.from}&to=${span.from}`, { token })).json();
  const [{ employee }] = list.rows;
  const late = {
    employeeId: employee._id,
    source: 'test',
    at: new Date('2026-11-17T18:00:00+02:00'),
    direction: 'out' as const,
  };
  await t.db.tenant(accountId, (tx) =>
    storeRecords(tx, { accountId, receivedAt: t.clock.now(), clockRecords: [late], pieceworkEntries: [] }),
  );
  const changes = (await t.ask(`/v2/stats/exports/${record._id}/changes`, { token })).json();
  expect(changes.results.length).toBeGreaterThan(0);
  expect(new Set(changes.results.map(({ day }: { day: string }) => day))).toEqual(new Set(['2026-11-17']));
});
