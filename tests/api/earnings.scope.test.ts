import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { dataPermission, reportType } from '#contract/reports/reports.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenPay, MONDAY, TUESDAY, WEEK, type Work } from '../support/payWorld.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Pay in random worlds: of a user with a scope, who sees their people alone, and of one without Pay.VIEW, who sees none of it in any answer. */
const t = useTestApp();

const worked = fc.record({
  group: fc.constantFrom('G', 'H', 'I'),
  /** Units of each of three days; null: not there. Below 0 and of a product without a rate too. */
  days: fc.tuple(...['crate', 'bin', 'Pinklady'].map(() => fc.option(fc.integer({ min: -5, max: 90 })))),
  isOpen: fc.boolean(),
});
const world = fc.record({
  people: fc.array(worked, { minLength: 3, maxLength: 6 }),
  scope: fc.subarray(['G', 'H', 'I'], { minLength: 1, maxLength: 2 }),
  window: fc.constantFrom('day', 'workweek'),
});
const DATES = [MONDAY, TUESDAY, '2026-11-20'];
const PRODUCTS = ['crate', 'bin', 'Pinklady'];
const numberOf = (nth: number) => `77${nth}31`;

/** An account of random work, with rates whose digits are in no other number. */
async function given({ people, window }: typeof world extends fc.Arbitrary<infer W> ? W : never) {
  const work = people.map(({ days, isOpen }, nth): [string, Work] => [
    numberOf(nth),
    Object.fromEntries(
      days.flatMap((count, day) =>
        count === null
          ? []
          : [
              [
                DATES[day],
                {
                  from: '07:00',
                  ...(!isOpen && { to: '11:00' }),
                  units: { [PRODUCTS[day] ?? '']: count },
                },
              ],
            ],
      ),
    ),
  ]);
  const site = await givenPay(t, Object.fromEntries(work));
  await site.sync({
    employeeGroups: ['H', 'I'].map((code) => ({ code, name: code })),
    employees: people.map(({ group }, nth) => ({
      ...{ code: numberOf(nth), number: numberOf(nth), firstName: `Ama${numberOf(nth)}`, lastName: 'Adu' },
      employeeGroupCode: group,
    })),
  });
  await site.rate('piece', '61.7317', { lookup1: 'crate' });
  await site.rate('piece', '61.7319', { lookup1: 'bin' });
  await site.rate('minimum', '61.7321');
  await site.rule({ window });
  const { employeeGroups } = await site.ask('/account/groups');
  const named = new Map(employeeGroups.map(({ _id, name }: { _id: string; name: string }) => [name, _id]));
  return { ...site, groupOf: (code: string) => named.get(code === 'G' ? 'Pickers' : code) as string };
}

test('a user with a scope sees of pay what everybody sees under that filter, and nothing of others', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      const site = await given(one);
      const ids = new Map(
        (await site.people(`${WEEK.slice(0, 15)}&to=2026-11-20`)).rows.map(({ employee }) => [
          employee.number,
          employee._id,
        ]),
      );
      const employeeGroups = one.scope.map(site.groupOf);
      const { token } = await givenEmployer(t.db, {
        ...{ accountId: site.accountId, permissions: [...PERMISSIONS], scope: { employeeGroups } },
      });
      const own = (path: string) => site.asked(path, undefined, undefined, token);
      const filter = employeeGroups.map((id) => `employeeGroups=${id}`).join('&');
      const span = `from=${MONDAY}&to=2026-11-20`;
      const others = one.people.flatMap(({ group }, nth) => (one.scope.includes(group) ? [] : [numberOf(nth)]));
      for (const path of [`/pay/people?${span}`, `/pay/cost?${span}`, '/pay/today?', `/exceptions?${span}`]) {
        const { status, body, text } = await own(path);
        expect(status, path).toBe(200);
        if (path.startsWith('/pay')) expect(body, path).toEqual(await site.ask(`${path}&${filter}`));
        for (const number of others) {
          expect(text, path).not.toContain(number);
          if (ids.has(number)) expect(text, path).not.toContain(ids.get(number));
        }
      }
      for (const [number, id] of ids) {
        const { status, text } = await own(`/pay/people/${id}?${span}`);
        expect([number, status]).toEqual([number, others.includes(number) ? 404 : 200]);
        if (status === 404) expect(text).not.toMatch(/61\.73|Ama/);
      }
      // Rates, rules and what if are of everybody.
      const [rate] = (await site.ask('/pay/rates')).rates;
      for (const path of ['/pay/rates', '/pay/rules', `/pay/what-if?rateId=${rate._id}&amount=3`])
        expect((await own(path)).status, path).toBe(403);
    }),
    runs(2, 4),
  );
});

test('a user without Pay.VIEW finds no amount in any answer, report or error', async () => {
  const money = /61\.73|pay-below-zero|no-piece-rate|not-priced|Not priced|topUp|"payType"/;
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      const site = await given(one);
      const [first] = (await site.people(`from=${MONDAY}&to=2026-11-20`)).rows;
      const { token } = await givenEmployer(t.db, {
        ...{ accountId: site.accountId },
        permissions: PERMISSIONS.filter((name) => !name.startsWith('Pay.')),
      });
      expect((await site.asked('/pay/rates')).text).toMatch(money);
      let answered = 0;
      for (const { method, path } of Object.values(ENDPOINTS)) {
        if (method !== 'GET') continue;
        const asked = path
          .replace(/:employeeId/, first?.employee._id ?? site.accountId)
          .replace(/:\w+/g, site.accountId);
        for (const query of [`from=${MONDAY}&to=2026-11-20`, `referenceDate=${TUESDAY}`, '']) {
          const answer = await t.ask(`/v2${asked}?${query}`, { token });
          expect(answer.body, `${asked}?${query}`).not.toMatch(money);
          if (answer.statusCode === 200) answered++;
          if (path.startsWith('/pay/')) expect([401, 403, 404], path).toContain(answer.statusCode);
        }
      }
      expect(answered).toBeGreaterThan(20);
      for (const type of reportType.options) {
        const body = { reportType: type, exportType: 'csv', dates: { from: MONDAY, to: TUESDAY } };
        const answer = await t.ask('/v2/stats/generateReport', { token, body });
        expect(answer.statusCode, type).toBe(dataPermission(type).startsWith('Pay.') ? 401 : 200);
        expect(answer.body, type).not.toMatch(money);
      }
    }),
    runs(1, 1),
  );
});
