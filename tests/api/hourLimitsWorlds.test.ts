import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_LIMITS } from '#contract/figures/hourLimits.ts';
import type { PersonTrend } from '#contract/figures/people.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { type OracleDay, oracleLimits } from '../support/limitOracle.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Limits of hours through the front door, against the oracle of minutes (docs/reference/records.md#limits-of-hours): days and nights over a change of the clocks, two sets of
 * rules, punches that are missing and arrive late, and a rule that is changed later.
 */
const t = useTestApp();
const MINUTE = 60_000;
const MONDAY = '2026-10-12';
const DATES = Array.from({ length: 21 }, (_, nth) => addDays(MONDAY, nth));
/** From here on other limits are in force in the end. */
const CHANGED = 10;
/** Clocks go back in Berlin. */
const WINTER = Date.parse('2026-10-25T01:00Z');

/** Returns the number of a minute of the clock since the epoch; no punch is in the hour that comes twice. */
const minuteOf = (date: string, clock: number) => {
  const at = Date.parse(date) + (clock - 120) * MINUTE;
  return (at < WINTER ? at : at + 60 * MINUTE) / MINUTE;
};
const localOf = (minute: number) => minute + (minute * MINUTE < WINTER ? 120 : 60);
const clockOf = (minute: number) => localOf(minute) % 1_440;
const isOfSunday = (minute: number) => new Date(localOf(minute) * MINUTE).getUTCDay() === 0;
const isOfNight = (minute: number) => clockOf(minute) >= 1_320 || clockOf(minute) < 360;

const limits = {
  everybody: {
    ...NO_LIMITS,
    ...{ maxDayMinutes: 600, maxSevenDaysMinutes: 3_000, maxOvertimeMinutes: 300, minRestMinutes: 660 },
    ...{ restDays: '1 in 7' as const, nearMinutes: 45 },
  },
  changed: { ...NO_LIMITS, maxDayMinutes: 540, minRestMinutes: 720, restDays: '2 in 14' as const, nearMinutes: 20 },
  nights: {
    ...NO_LIMITS,
    ...{
      maxNightMinutes: 420,
      maxSevenDaysMinutes: 2_700,
      maxOvertimeMinutes: 60,
      minRestMinutes: 840,
      nearMinutes: 60,
    },
  },
};
const shared = { earlyCounts: true, isWhole: false, weekLimitMinutes: 2_400, nightStart: '22:00', nightEnd: '06:00' };

/** In and out, in minutes around the usual ones; a break, or none; what is missing at first, and whether it arrives in the end. */
const work = fc.option(
  fc.record({
    early: fc.integer({ min: 0, max: 120 }),
    late: fc.integer({ min: 0, max: 150 }),
    pause: fc.option(fc.integer({ min: 5, max: 90 }), { nil: null }),
    lacks: fc.constantFrom('nothing', 'nothing', 'pause', 'pause', 'out'),
    arrives: fc.boolean(),
  }),
  { nil: null, freq: 6 },
);
type Work = typeof work extends fc.Arbitrary<infer W> ? W : never;
type Punch = { minute: number; direction: 'in' | 'out'; isMissing: boolean; arrives: boolean };

function punchesOf(date: string, one: Work, isNight: boolean): Punch[] {
  if (!one) return [];
  const { early, late, pause, lacks, arrives } = one;
  const [from, middle, to] = isNight ? [1_320, 1_500, 1_800] : [420, 720, 960];
  const punch = (clock: number, direction: 'in' | 'out', part: string): Punch => ({
    ...{ minute: minuteOf(clock >= 1_440 ? addDays(date, 1) : date, clock % 1_440), direction },
    ...{ isMissing: lacks === part, arrives },
  });
  const away = pause === null ? [] : [punch(middle, 'out', 'pause'), punch(middle + pause, 'in', 'pause')];
  return [punch(from - early, 'in', ''), ...away, punch(to + late, 'out', 'out')];
}

/** Returns the days of somebody as the oracle reads them: pairs of IN and OUT are paid. */
function oracleDays(punches: readonly Punch[][]): OracleDay[] {
  const days = punches.map((own): OracleDay => {
    const paid: number[] = [];
    for (const [nth, { minute, direction }] of own.entries()) {
      const next = own[nth + 1];
      if (direction === 'in' && next) for (let at = minute; at < next.minute; at++) paid.push(at);
    }
    return {
      state: own.length > 0 ? 'worked' : 'off',
      isSettled: own.at(-1)?.direction !== 'in',
      ...{ paid, night: paid.filter(isOfNight), overtime: [], week: 0 },
      first: own[0]?.minute ?? null,
      last: own.at(-1)?.minute ?? null,
    };
  });
  // Sundays have a class of their own, whatever the week.
  const ofWeek = days.map(({ paid }) => paid.filter((minute) => !isOfSunday(minute)));
  return days.map((day, nth) => {
    const week = Math.floor(nth / 7);
    const before = ofWeek.slice(week * 7, nth).reduce((sum, own) => sum + own.length, 0);
    return { ...day, week, overtime: ofWeek[nth]?.slice(Math.max(0, 2_400 - before)) ?? [] };
  });
}

test('three weeks of days and nights, as first known, with what arrives late, and by a rule that is changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(work, { minLength: 21, maxLength: 21 }),
      fc.array(work, { minLength: 21, maxLength: 21 }),
      async (byDay, byNight) => {
        t.clock.set('2026-11-05T10:00:00Z');
        const { accountId, ask, sync, rule } = await givenPaid(t, {});
        await t.db.run(sql`update account set time_zone = 'Europe/Berlin' where account_id = ${accountId}`);
        const people = [
          { number: '1', group: 'DAY', punches: DATES.map((date, nth) => punchesOf(date, byDay[nth] ?? null, false)) },
          {
            number: '2',
            group: 'NIGHT',
            punches: DATES.map((date, nth) => punchesOf(date, byNight[nth] ?? null, true)),
          },
        ];
        const records = (isNow: (punch: Punch) => boolean) =>
          people.flatMap(({ number, punches }) =>
            punches
              .flat()
              .filter(isNow)
              .map(({ minute, direction }) => ({
                ...{ code: `${number} ${minute}`, employeeCode: number, direction },
                at: new Date(minute * MINUTE).toISOString(),
              })),
          );
        const answer = await sync({
          timeGroups: [{ code: 'NIGHT', name: 'Night' }],
          standardTimes: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
            ...{ code: `N${weekday}`, timeGroupCode: 'NIGHT', weekday, startTime: '22:00', endTime: '06:00' },
          })),
          employees: people.map(({ number, group }) => ({
            ...{ code: number, number, firstName: `A${number}`, lastName: 'Ama' },
            ...{ timeGroupCode: group, activeFrom: '2026-09-01' },
          })),
          clockRecords: records(({ isMissing }) => !isMissing),
        });
        expect(answer).toMatchObject({ rejected: [] });
        const { groups } = await ask('/setup/groups');
        const nights = groups.find(({ name }: { name: string }) => name === 'Night')._id;
        await rule({ ...shared, ...limits.everybody });
        await rule({ ...shared, ...limits.nights, timeGroupId: nights });
        const { people: found } = await ask('/stats/people?q=Ama');
        const agree = async (when: string, isKnown: (punch: Punch) => boolean, isChanged = false) => {
          for (const { number, punches } of people) {
            const { _id } = found.find((one: { number: string }) => one.number === number);
            const { days }: PersonTrend = await ask(`/stats/person/${_id}?from=${MONDAY}&to=${DATES.at(-1)}`);
            const said = new Map(
              days.map(({ date, attendance }) => [
                date,
                (attendance?.limits ?? []).map(({ limit, state, at }) => ({
                  ...{ limit, state },
                  at: at === null ? null : Date.parse(at) / MINUTE,
                })),
              ]),
            );
            const oracles = oracleDays(punches.map((own) => own.filter(isKnown)));
            for (const [nth, date] of DATES.entries()) {
              const own =
                number === '2' ? limits.nights : isChanged && nth >= CHANGED ? limits.changed : limits.everybody;
              expect(said.get(date), `${when}: ${number} on ${date}`).toEqual(oracleLimits(oracles, nth, own));
            }
          }
        };
        await agree('first known', ({ isMissing }) => !isMissing);
        await sync({ clockRecords: records(({ isMissing, arrives }) => isMissing && arrives) });
        const isKnown = ({ isMissing, arrives }: Punch) => !isMissing || arrives;
        await agree('late punches', isKnown);
        await rule({ ...shared, ...limits.changed, from: DATES[CHANGED] ?? '' });
        await agree('another rule', isKnown, true);
      },
    ),
    { ...runs(1, 3), endOnFailure: true },
  );
});
