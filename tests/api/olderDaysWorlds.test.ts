import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenWorld, step, take } from '../support/dayWorlds.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Whatever happened (docs/reference/records.md#files-of-records): what days said while they could be picked is what they say later, over a change of the clocks and nights. */
const t = useTestApp();
const FRIDAY = '2026-10-23';
const DAYS = [FRIDAY, '2026-10-24', '2026-10-25', '2026-10-26'] as const;
const WITHIN = `from=${FRIDAY}&to=${addDays(FRIDAY, 3)}`;

test('days of random worlds say at 91, 120 and 400 days of age what they said at 89', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      const world = await givenWorld(t);
      const { accountId } = world.site;
      const limits = { maxDayMinutes: 480, minRestMinutes: 660, maxSevenDaysMinutes: 1_200 };
      await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
        values (${accountId}, gen_random_uuid(), 'CSV', 'all', ${JSON.stringify({ ...HOURS_RULE_DEFAULTS, ...limits })})`);
      // Somebody is there on each of these days.
      for (const day of DAYS) await take(t, world, { do: 'shift', pin: '1001', day, late: 5 });
      for (const one of steps) await take(t, world, one);
      const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS });
      const said = async (age: number) => {
        t.clock.set(`${addDays(FRIDAY, age)}T10:00:00Z`);
        await t.jobs.send('prune-day-facts', {});
        await t.jobs.drain();
        const token = await givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() });
        const answers: [path: string, answer: unknown][] = [];
        const paths = [...world.people.values()].flatMap((id) => [
          ...DAYS.map((date) => `/stats/employee/${id}/day?referenceDate=${date}`),
          `/stats/person/${id}?${WITHIN}`,
        ]);
        for (const path of [...paths, `/exceptions?${WITHIN}`]) {
          const answer = await t.ask(`/v2${path}`, { token });
          answers.push([path, { status: answer.statusCode, body: answer.json() }]);
        }
        const { periods: _, ...hours } = (await t.ask(`/v2/stats/hours?${WITHIN}`, { token })).json();
        return [...answers, ['hours', hours]];
      };
      const then = await said(89);
      // A world in which everybody has left says nothing about a day.
      fc.pre(JSON.stringify(then).includes('"status":"present"'));
      for (const age of [91, 120, 400]) expect(await said(age), `${age}: ${JSON.stringify(steps)}`).toEqual(then);
    }),
    {
      ...runs(1, 2),
    },
  );
});
