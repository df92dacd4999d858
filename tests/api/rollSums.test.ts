import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { PersonSums, Roll } from '#contract/figures/people.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenWorld, span, world } from '../support/reportWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Sums of pay periods on the roll, and its columns. */
const t = useTestApp();
const KEYS = ['present', 'late', 'absent', 'clockedMs', 'wastedMs', 'units'] as const;
const thousandths = (sums: PersonSums) => KEYS.map((key) => Math.round(Number(sums[key] ?? 0) * 1_000));
const added = (all: readonly PersonSums[]) =>
  all.map(thousandths).reduce(
    (sum, own) => sum.map((value, nth) => value + (own[nth] ?? 0)),
    KEYS.map(() => 0),
  );

test('the sums of the periods are those of all days, and of each period’s own roll; for filters and a scope', async () => {
  const { accountId, token, groups } = await givenWorld(t, world(30, 29));
  const [times = [], crews = []] = groups;
  const { token: scoped } = await givenEmployer(t.db, { accountId, scope: { employeeGroups: [crews[0] ?? ''] } });
  const roll = async (as: string, query: string): Promise<Roll> => {
    const answer = await t.ask(`/v2/stats/roll?rows=500&${query}`, { token: as });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    return answer.json();
  };
  const days = `from=${span.from}&to=${span.to}`;
  for (const as of [token, scoped])
    for (const filter of ['', `&timeGroups=${times[1]}`, '&q=A']) {
      const whole = await roll(as, `${days}${filter}`);
      expect(whole.periods).toBeUndefined();
      expect(added(whole.rows.map(({ sums }) => sums))).toEqual(thousandths(whole.totals));
      for (const periods of [
        'periods=account',
        'periods=monthly&periodStart=2025-01-18',
        'periods=weekly&periodStart=2026-11-11',
      ]) {
        const found = await roll(as, `${days}${filter}&${periods}`);
        expect(found.periods).toEqual(
          periods === 'periods=account'
            ? [span]
            : [
                { from: span.from, to: '2026-11-17' },
                { from: '2026-11-18', to: span.to },
              ],
        );
        expect({ ...found, rows: found.rows.map(({ ofPeriods: _, ...row }) => row), periods: undefined }).toEqual(
          whole,
        );
        for (const { sums, ofPeriods = [] } of found.rows) expect(added(ofPeriods)).toEqual(thousandths(sums));
        for (const [nth, { from, to }] of (found.periods ?? []).entries()) {
          const own = await roll(as, `from=${from}&to=${to}${filter}`);
          const byId = new Map(own.rows.map(({ employee, sums }) => [employee._id, sums]));
          for (const { employee, ofPeriods } of found.rows)
            expect(ofPeriods?.[nth]).toEqual(byId.get(employee._id) ?? ofPeriods?.[nth]);
          expect(added(found.rows.flatMap(({ ofPeriods }) => ofPeriods?.[nth] ?? []))).toEqual(thousandths(own.totals));
        }
      }
    }
  for (const wrong of ['periods=weekly', 'periods=monthly&periodStart=2026-01-30', 'periods=list'])
    expect((await t.ask(`/v2/stats/roll?${days}&${wrong}`, { token })).statusCode).toBe(400);
});

test('the file has the chosen columns in their order, with a column for each period before the sum', async () => {
  const { token, accountId } = await givenWorld(t, world(8, 29));
  const file = async (query: string, as = token) => {
    const answer = await t.ask(`/v2/stats/roll/file?from=${span.from}&to=${span.to}${query}`, { token: as });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const [heads = [], ...rows]: string[][] = parse(answer.body, { bom: true, record_delimiter: '\r\n' });
    return { heads, rows };
  };
  const name = ['Employee Number', 'First Name', 'Last Name'];
  const whole = await file('');
  expect(whole.heads.slice(0, 8)).toEqual([
    ...name,
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    'Days Present',
  ]);
  const chosen = await file('&columns=units,present&periods=weekly&periodStart=2026-11-11');
  expect(chosen.heads).toEqual([
    ...name,
    ...['Units 2026-11-16 to 2026-11-17', 'Units 2026-11-18 to 2026-11-19', 'Units'],
    ...['Days Present 2026-11-16 to 2026-11-17', 'Days Present 2026-11-18 to 2026-11-19', 'Days Present'],
  ]);
  const at = (head: string) => whole.heads.indexOf(head);
  for (const [nth, row] of chosen.rows.entries()) {
    expect([row[5], row[8]]).toEqual([whole.rows[nth]?.[at('Units')], whole.rows[nth]?.[at('Days Present')]]);
    expect(Math.round((Number(row[3]) + Number(row[4])) * 1_000)).toBe(Math.round(Number(row[5]) * 1_000));
  }
  expect((await t.ask(`/v2/stats/roll/file?from=${span.from}&to=${span.to}&columns=pay`, { token })).statusCode).toBe(
    400,
  );
  const { token: pieces } = await givenEmployer(t.db, {
    accountId,
    permissions: EMPLOYER_PERMISSIONS.filter((one) => one !== 'Stats.GET_ATTENDANCE_INFORMATION'),
  });
  // A column that the user may not see is not there, chosen or not.
  expect((await file('&columns=days,clocked,units', pieces)).heads).toEqual([...name, 'Units']);
});
