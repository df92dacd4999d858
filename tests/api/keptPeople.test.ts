import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenWorld, happen, happening, type World } from '#tests/support/dayWorlds.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';
import { runs, size } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Paid hours and pay of people that are kept in memory equal those that another process, which keeps nothing, computes anew. */

const t = useTestApp();
const RULE: PayRuleValue = {
  ...{ name: 'Week', window: 'workweek', scope: 'all', leastMinutes: 240, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'regular' },
};
/** Rules and rates of the world: hours by a limit of the week, pay by the week. */
async function givenPay({ site: { accountId } }: World) {
  await t.db.run(
    sql`update app_user set permissions = permissions || array['Pay.VIEW'] where account_id = ${accountId}`,
  );
  await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${accountId}, gen_random_uuid(), 'PAY', 'ALL', ${JSON.stringify({ ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 300, weekLimitMinutes: 600 })}::jsonb)`);
  await t.db.run(
    sql`insert into pay_rule (account_id, pay_rule_id, rule) values (${accountId}, gen_random_uuid(), ${JSON.stringify(RULE)}::jsonb)`,
  );
  await t.db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, lookup1_code)
    values (${accountId}, gen_random_uuid(), 'PAY', 'A', 'piece', 0.37, '2020-01-01', 'A'),
      (${accountId}, gen_random_uuid(), 'PAY', 'B', 'piece', 1.5, '2020-01-01', 'B'),
      (${accountId}, gen_random_uuid(), 'PAY', 'M', 'minimum', 28.79, '2020-01-01', null)`);
}

const SPANS = ['from=2026-10-20&to=2026-10-27', 'from=2026-11-20&to=2026-11-25', 'from=2026-11-25&to=2026-11-25'];
const PATHS = SPANS.flatMap((span) => [`stats/hours?${span}`, `pay/people?${span}`, `pay/cost?${span}`]);
/** Asks this process, which keeps figures, and one that has just started. */
async function expectAnew({ site: { token } }: World, said: string) {
  const other = await buildApp({ ...t.services, jobs: createInProcessJobs() });
  for (const path of PATHS) {
    const here = await t.ask(`/v2/${path}`, { token });
    const anew = await other.inject({ url: `/v2/${path}`, headers: { authorization: token } });
    expect([here.statusCode, here.json()], `${path} ${said}`).toEqual([200, anew.json()]);
  }
  await other.close();
}

test('whatever happens, in whatever order, kept figures of people equal those computed anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: size(8, 12), maxLength: size(8, 12) }), async (happenings) => {
      const world = await givenWorld(t);
      await givenPay(world);
      await expectAnew(world, 'at first');
      for (const [nth, one] of happenings.entries()) {
        await happen(t, world, one);
        await expectAnew(world, `after ${JSON.stringify(happenings.slice(0, nth + 1))}`);
      }
    }),
    {
      ...runs(1, 2),
    },
  );
});

test.each([
  ['of a past day', '2026-11-24 15:00'],
  ['of today', '2026-11-25 09:00'],
])('after a punch %s only its employee is computed', async (_, at) => {
  const world = await givenWorld(t);
  await givenPay(world);
  await world.site.send('1001', ['2026-11-24 07:00', '2026-11-24 14:00', '2026-11-25 07:00']);
  await world.site.send('1002', ['2026-11-24 07:00', '2026-11-24 14:00', '2026-11-25 07:00']);
  await expectAnew(world, 'at first');
  const { token, accountId } = world.site;
  const rows = async () => (await t.ask(`/v2/stats/hours?${SPANS[1]}`, { token })).json().rows;
  const before = await rows();
  // Nobody tells this process of the hours of another employee, so that they show only if they are read again.
  await t.db.run(sql`update judged_day set paid_ms = paid_ms + 60000 where account_id = ${accountId}
    and employee_id = ${world.people.get('1002')} and day = '2026-11-24'`);
  await world.site.send('1001', [at]);
  const after = await rows();
  const hoursOf = (list: typeof before, number: string) =>
    list.find(({ employee }: { employee: { number: string } }) => employee.number === number).sums;
  expect(hoursOf(after, '1002')).toEqual(hoursOf(before, '1002'));
  expect(hoursOf(after, '1001')).not.toEqual(hoursOf(before, '1001'));
});
