import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { buildApp } from '#server/app.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { Units } from '#server/platform/units.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { givenPay, MONDAY, WEEK, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Earnings at their edges: rates that would tie, days with very many products, costly questions. */
const t = useTestApp();
const given = (people: Record<string, Work>) => givenPay(t, people);
const nine = (crates: number) => ({ from: '07:00', to: '16:00', units: { crate: crates } });

test('two rates never tie: what is refused stays as it was, and what was to take its place is refused as well', async () => {
  const world = await given({});
  const sync = (rates: readonly (readonly [code: string, product: string])[], more: object = {}) =>
    world.sync({
      rates: rates.map(([code, lookup1Code]) => ({ code, amount: 3, from: '2026-11-20', lookup1Code })),
      ...more,
    });
  await sync([
    ['A', 'crate'],
    ['B', 'bin'],
  ]);
  await world.rate('piece', '9', { from: '2026-11-20', lookup1: 'Pinklady' });
  const keys = async () =>
    (await world.ask('/pay/rates')).rates
      .map(({ from, lookup1 }: { from: string; lookup1: string }) => `${from} ${lookup1}`)
      .sort();
  const before = await keys();
  // A cannot take the place of the employer's own rate, so that C cannot have A's, in whatever order they are sent.
  for (const rates of [
    [
      ['A', 'Pinklady'],
      ['C', 'crate'],
    ],
    [
      ['C', 'crate'],
      ['A', 'Pinklady'],
    ],
    [
      ['B', 'crate'],
      ['C', 'bin'],
      ['A', 'Pinklady'],
    ],
    [
      ['A', 'nothing'],
      ['C', 'crate'],
    ],
  ] as const) {
    const { rejected } = await sync(rates);
    expect(rejected).toHaveLength(rates.length);
    expect(await keys()).toEqual(before);
  }
  // Two that change places do not tie.
  expect(
    (
      await sync([
        ['A', 'bin'],
        ['B', 'crate'],
      ])
    ).rejected,
  ).toEqual([]);
  expect(
    (
      await sync(
        [
          ['A', 'bin'],
          ['C', 'crate'],
        ],
        { deleted: { rates: ['B'] } },
      )
    ).rejected,
  ).toEqual([]);
  expect(
    (
      await sync([
        ['D', 'bin'],
        ['D', 'crate'],
      ])
    ).rejected,
  ).toHaveLength(1);
  expect(await keys()).toEqual(before);
});

test('a day with 1,001 lookup pairs: the pay, why, the cost and the exceptions all answer', async () => {
  const world = await given({ 1: { [MONDAY]: nine(1) } });
  const codes = Array.from({ length: 1_001 }, (_, nth) => `P${nth}`);
  await world.sync({ lookups: [{ lookup: 2, entries: codes.map((code) => ({ code, description: code })) }] });
  await world.sync({
    pieceworkEntries: codes.map((code) => ({
      ...{ code, employeeCode: '1', lookup1Code: 'bin', lookup2Code: code, units: 1 },
      startedAt: `${MONDAY}T11:00:00+02:00`,
    })),
  });
  await world.rate('piece', '2', { lookup1: 'crate' });
  const { exceptions } = await world.ask(`/exceptions?${WEEK}`);
  const detail = exceptions.find(({ kind }: Exception) => kind === 'no-piece-rate')?.detail;
  expect(detail).toMatch(/^Not priced: 1 bin P0, .* and 991 more$/);
  await world.rate('piece', '3', { lookup1: 'bin' });
  const { windows } = await world.person('1');
  const line = windows[0]?.lines.find(({ amount }) => amount === '3003.00');
  expect([line?.units, line?.pieces.length, line?.morePieces]).toEqual(['1001', 200, 801]);
  const costs = await world.costs();
  expect([costs.rows.length, costs.totals.total]).toEqual([1_002, '3005.00']);
});

test('what if is asked in its turn, and so often a minute: then 429 with when to try again', async () => {
  const { rateLimits: _, ...config } = t.services.config;
  const limited = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
  const world = await given({ 1: { [MONDAY]: nine(110) } });
  const { _id } = await world.rate('piece', '3.10');
  const path = (rateId: string) => `/v2/pay/what-if?rateId=${rateId}&amount=3.40`;
  const asked = (rateId: string) => limited.inject({ url: path(rateId), headers: { authorization: world.token } });
  const { burst } = LIMITS.report;
  for (let nth = 0; nth < burst; nth++) expect((await asked(_id)).statusCode).toBe(200);
  const refused = await asked(_id);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  // A rate that is not there takes nothing.
  expect((await asked(world.accountId)).statusCode).toBe(404);
  await limited.close();
});

test('today: who stands to need a top-up is told by the usual pace until the shift ends, not by a slow morning', async () => {
  const past = (crates: number) => ({ '2026-11-12': nine(crates), '2026-11-13': nine(crates) });
  const now = (crates: number) => ({ '2026-11-20': { from: '07:00', units: { crate: crates } } });
  // At 12:00, after 5 h of 9. The guarantee of the day is 259.11.
  const world = await given({
    1: { ...past(90), ...now(20) },
    2: { ...past(54), ...now(20) },
    3: now(20),
    4: { '2026-11-20': { from: '07:00', to: '11:00', units: { crate: 20 } } },
    5: { ...past(90), ...now(80) },
  });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule();
  const topUps = async (query = '') => {
    const { topUpPeople, topUp } = await world.ask(`/pay/today?${query}`);
    return [topUpPeople, topUp];
  };
  // 1: 62.00 + 4 h x 31.00. 2: 62.00 + 4 h x 18.60. 3: 62.00 + 4 h x 12.40. 4: 4 h x 28.79 - 62.00. 5: 248.00 + 4 h x 31.00.
  const each = ['73.11', '122.71', '147.51', '53.16'];
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Units(0)).toFixed(2);
  expect(await topUps()).toEqual([4, sum(each)]);
  await world.sync({
    employeeGroups: [{ code: 'H', name: 'Hands' }],
    employees: [{ code: '2', number: '2', firstName: 'A2', lastName: 'Ama', employeeGroupCode: 'H' }],
  });
  const { employeeGroups } = await world.ask('/account/groups');
  const hands = employeeGroups.find(({ name }: { name: string }) => name === 'Hands')._id;
  expect(await topUps(`employeeGroups=${hands}`)).toEqual([1, '122.71']);
});
