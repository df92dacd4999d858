import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectHoursSums } from '#server/figures/trends/hours.sql.ts';
import { EVERYBODY } from '#server/figures/trends/people.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { HOURS_RULE, oracleClasses } from '../support/payOracle.ts';
import { size } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

test('random weeks under changing rules: the classes of SQL are the oracle’s, sum to the paid time, and a finer limit never pays less', async () => {
  const { accountId, rule } = await givenPaid(t, {});
  const ids = [await rule(), await rule({ from: '2026-11-02' }), await rule({ from: '2026-11-03' })].map(
    ({ hoursRule }) => hoursRule._id,
  );
  const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null });
  const rules = fc
    .record({
      ...{ dayLimitMinutes: limit(900), weekLimitMinutes: limit(4_000), day2: limit(600), week2: limit(2_000) },
      weekStart: fc.integer({ min: 1, max: 7 }),
      sundaysFillWeek: fc.boolean(),
      // All of one start, so that weeks go into it.
      weeksLimitMinutes: limit(9_000),
      limitWeeks: fc.constantFrom(2, 2, 3),
      overtime1Factor: fc.constantFrom(1.25, 1.5),
      overtime2Factor: fc.constantFrom(1.5, 2),
    })
    .map(({ day2, week2, ...own }) => ({
      ...own,
      limitWeeksFrom: addDays('2026-01-05', own.weekStart - 1),
      dayLimit2Minutes: day2 !== null && own.dayLimitMinutes !== null ? own.dayLimitMinutes + day2 : null,
      weekLimit2Minutes: week2 !== null && own.weekLimitMinutes !== null ? own.weekLimitMinutes + week2 : null,
    }));
  const days = fc.array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 1_000 }),
      sunday: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 600 })),
      nth: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const finer = fc.record({
    nth: fc.integer({ min: 0, max: 2 }),
    field: fc.constantFrom(
      'dayLimitMinutes',
      'weekLimitMinutes',
      'dayLimit2Minutes',
      'weekLimit2Minutes',
      'weeksLimitMinutes',
    ),
    limit: fc.integer({ min: 1, max: 4_000 }),
  } as const);
  const employeeId = '00000000-0000-4000-8000-000000000001';
  const sameRule = fc.boolean();
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(rules, rules, rules),
      days,
      finer,
      sameRule,
      async (own, worked, { nth: changed, field, limit: lower }, isSame) => {
        const dated = worked.map(({ minutes, sunday, nth }, at) => ({
          day: addDays('2026-11-04', at),
          nth: isSame ? 0 : nth,
          minutes,
          sunday,
        }));
        const sums = (inForce: readonly object[]) =>
          t.db.tenant(accountId, async (tx) => {
            for (const [nth, one] of inForce.entries())
              await tx.run(
                sql`update hours_rule set rule = rule || ${JSON.stringify(one)}::jsonb where account_id = ${accountId} and hours_rule_id = ${ids[nth]}`,
              );
            const live = dated.map(({ day, nth, minutes, sunday }) => ({
              ...{ employeeId, timeGroupId: null, day, hoursRuleId: ids[nth] },
              ...{
                paidMs: (minutes + sunday) * 60_000,
                ordinaryMs: minutes * 60_000,
                holidayMs: 0,
                sundayMs: sunday * 60_000,
                nightMs: 0,
              },
              ...{ takenOffMs: 0, earlyMs: 0, unsettledMs: 0, isSettled: true },
              ...{ pieceMinutes: [], pieceSundayMs: 0, pieceHolidayMs: 0 },
            }));
            const asked = {
              dates: [],
              from: '2026-11-01',
              people: EVERYBODY,
              live,
              isMixed: !isSame,
              sundaysFill: own.some(({ sundaysFillWeek }) => sundaysFillWeek),
              second: { from: null },
              spansWeeks: own.some(({ weeksLimitMinutes }) => weeksLimitMinutes !== null),
            };
            const [found] = await selectHoursSums(tx, accountId, asked);
            if (!found) throw new Error('No sums');
            return found;
          });
        const found = await sums(own);
        expect({
          ordinary: found.ordinaryMs / 60_000,
          overtime1: found.overtime1Ms / 60_000,
          overtime2: found.overtime2Ms / 60_000,
          weighted: (found.weightedMs - 2 * found.sundayMs) / 60_000,
        }).toEqual(
          oracleClasses(
            dated.map(({ day, nth, minutes, sunday }) => ({
              day,
              rule: { ...HOURS_RULE, ...(own[nth] ?? own[0]) },
              ordinaryMinutes: minutes,
              sundayMinutes: sunday,
            })),
          ),
        );
        expect(found.ordinaryMs + found.overtime1Ms + found.overtime2Ms + found.sundayMs).toBe(found.paidMs);
        const tighter = own.map((one, nth) =>
          nth === changed ? { ...one, [field]: Math.min(one[field] ?? lower, lower) } : one,
        );
        expect((await sums(tighter)).weightedMs).toBeGreaterThanOrEqual(found.weightedMs);
      },
    ),
    { numRuns: size(30, 300) },
  );
});
