import { describe, expect, test } from 'vitest';
import { type HourLimits, limitWords } from '#contract/figures/hourLimits.ts';
import type { Muster, PersonTrend } from '#contract/figures/people.ts';
import type { SetupShifts } from '#contract/office/setupLists.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenPaid, type Punches, span } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Limits of hours through the front door (docs/reference/records.md#limits-of-hours): rules set up, punches synced, persons and the muster list read. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const day = (nth: number) => addDays(MONDAY, nth);
const days = (...nths: number[]) => nths.map(day);
const WEEK_OF_SEVEN = days(0, 1, 2, 3, 4, 5, 6);

/** People with punches under one rule; `say` returns what is said of a person's day: 'day broken 18:01'. */
async function given(people: Record<string, Punches>, limits: Partial<HourLimits>, breaks: object[] = []) {
  const paid = await givenPaid(t, people, {}, breaks);
  await paid.rule({ earlyCounts: true, nearMinutes: 0, ...limits });
  const { people: found } = await paid.ask('/stats/people?q=Ama');
  const ids = new Map(found.map((one: { number: string; _id: string }) => [one.number, one._id]));
  const person = (number: string, query: string): Promise<PersonTrend> =>
    paid.ask(`/stats/person/${ids.get(number)}?${query}`);
  const say = async (number: string, date: string) => {
    const { days: all } = await person(number, `from=${date}&to=${date}`);
    return all[0]?.attendance?.limits?.map(({ limit, state, at }) =>
      [limit, state, at?.slice(11, 16)].filter(Boolean).join(' '),
    );
  };
  return { ...paid, ids, person, say };
}

describe('a person’s days', () => {
  test('six days of 10:00 are kept and six of 10:01 are broken, with the minute and the sum of the time cards', async () => {
    const six = days(0, 1, 2, 3, 4, 5);
    const { person, say, sync } = await given(
      { 1: span(six, '07:00', '17:00'), 2: span(six, '07:00', '17:01') },
      { maxSevenDaysMinutes: 3_600 },
    );
    expect(await say('1', day(5))).toEqual(['sevenDays near']);
    expect(await say('2', day(4))).toEqual(['sevenDays kept']);
    expect(await say('2', day(5))).toEqual(['sevenDays broken 16:55']);
    const { days: all, paid } = await person('2', `from=${MONDAY}&to=${day(6)}`);
    const [finding] = all.find(({ date }) => date === day(5))?.attendance?.limits ?? [];
    expect(finding && limitWords(finding)).toBe('Hours in 7 days 60:06 of 60:00');
    expect(finding?.value).toBe(paid?.paidMs);
    expect(all.find(({ date }) => date === day(6))?.attendance?.limits).toEqual([]);
    // The punches of a lunch break arrive late.
    const at = (time: string) => ({ code: `late ${time}`, employeeCode: '2', at: `${day(1)}T${time}:00+02:00` });
    await sync({ clockRecords: [at('12:00'), at('12:30')] });
    expect(await say('2', day(5))).toEqual(['sevenDays kept']);
  });

  test('seven days in a row are broken on the seventh', async () => {
    const { say } = await given({ 1: span(WEEK_OF_SEVEN, '07:00', '16:00') }, { restDays: '1 in 7' });
    expect(await say('1', day(5))).toEqual(['restDays near']);
    expect(await say('1', day(6))).toEqual(['restDays broken 07:00']);
  });

  test('a late punch repairs a day of 13 hours, and an estimated end breaks nothing', async () => {
    const { say, sync } = await given(
      { 1: { [MONDAY]: ['06:00', '19:00'] }, 2: { [MONDAY]: ['03:00'] } },
      { maxDayMinutes: 720 },
    );
    expect(await say('1', MONDAY)).toEqual(['day broken 18:00']);
    expect(await say('2', MONDAY)).toEqual(['day unknown']);
    const at = (time: string) => ({ code: `late ${time}`, employeeCode: '1', at: `${MONDAY}T${time}:00+02:00` });
    await sync({ clockRecords: [at('12:00'), at('13:30')] });
    expect(await say('1', MONDAY)).toEqual(['day kept']);
  });

  test('overtime of the week, rest between shifts and night, each in its minute', async () => {
    const { say } = await given(
      {
        1: span(WEEK_OF_SEVEN.slice(0, 5), '07:00', '17:00'),
        2: { [day(0)]: ['07:00', '20:30'], [day(1)]: ['07:00', '16:00'] },
      },
      { maxOvertimeMinutes: 270, minRestMinutes: 660, ...{ dayLimitMinutes: 540 } },
    );
    expect(await say('1', day(3))).toEqual(['overtime kept', 'rest kept']);
    expect(await say('1', day(4))).toEqual(['overtime broken 16:30', 'rest kept']);
    expect(await say('2', day(1))).toEqual(['overtime near', 'rest broken 07:00']);
  });

  test('of a night cut at midnight only the part before Sunday is overtime, and breaks its limit in its own minute', async () => {
    const week = span(WEEK_OF_SEVEN.slice(0, 5), '07:00', '16:00');
    const { say, sync } = await given(
      { 1: week },
      { maxOvertimeMinutes: 360, ...{ weekLimitMinutes: 2_400, isWhole: false } },
    );
    await sync({
      clockRecords: [
        { code: 'in', employeeCode: '1', at: `${day(5)}T20:00:00+02:00`, direction: 'in' },
        { code: 'out', employeeCode: '1', at: `${day(6)}T04:00:00+02:00`, direction: 'out' },
      ],
    });
    expect(await say('1', day(4))).toEqual(['overtime kept']);
    expect(await say('1', day(5))).toEqual(['overtime broken 21:00']);
  });

  test('a group’s own limits come before those for everybody, and say that its people are under 18', async () => {
    const { ask, rule, say, person } = await given({ 1: span([day(0)], '07:00', '16:00') }, { maxDayMinutes: 720 });
    const { groups } = await ask('/setup/groups');
    await rule({ timeGroupId: groups[0]._id, maxDayMinutes: 480, isUnder18: true });
    expect(await say('1', MONDAY)).toEqual(['day broken 15:00']);
    const { days: all } = await person('1', `from=${MONDAY}&to=${MONDAY}`);
    expect(all[0]?.attendance?.limits?.map(limitWords)).toEqual(['Hours a day (under 18) 9:00 of 8:00']);
  });

  test('without a limit nothing is said', async () => {
    const { person } = await given({ 1: span([day(0)], '07:00', '16:00') }, {});
    const { days: all } = await person('1', `from=${MONDAY}&to=${MONDAY}`);
    expect(all[0]?.attendance).not.toHaveProperty('limits');
  });
});

describe('somebody at work', () => {
  const TODAY = '2026-11-20';
  const muster = async (ask: (path: string) => Promise<Muster>) =>
    (await ask(`/stats/on-site?cacheKey=${Math.random()}`)).entries.map(({ employee, passes }) =>
      [employee.number, passes && `${passes.limit} ${passes.at.slice(11, 16)}`].filter(Boolean).join(' '),
    );

  test('would pass 12 h at 18:10: on the person at once, on the muster list when it is near', async () => {
    const { ask, person } = await given(
      { 1: { [TODAY]: ['06:10'] }, 2: { [TODAY]: ['07:00'] } },
      { maxDayMinutes: 720, nearMinutes: 60 },
    );
    const { days: all } = await person('1', `from=${TODAY}&to=${TODAY}`);
    expect(all[0]?.attendance?.passes).toEqual({
      limit: 'day',
      most: 43_200_000,
      at: `${TODAY}T18:10:00+02:00`,
      isNear: false,
    });
    expect(await muster(ask)).toEqual(['1', '2']);
    t.clock.set(`${TODAY}T15:15:00Z`);
    expect(await muster(ask)).toEqual(['1 day 18:10', '2']);
    t.clock.set(`${TODAY}T16:30:00Z`);
    expect(await muster(ask)).toEqual(['1 day 18:10', '2 day 19:00']);
  });

  test('the hours of the six days before count, and an unpaid break that comes is left out', async () => {
    const { ask } = await given(
      {
        1: {
          ...span(
            [14, 15, 16, 17, 18, 19].map((one) => `2026-11-${one}`),
            '07:00',
            '17:00',
          ),
          [TODAY]: ['07:00'],
        },
      },
      { maxSevenDaysMinutes: 3_600, nearMinutes: 600 },
      [{ startTime: '12:00', endTime: '13:00', paid: false }],
    );
    // Six days of 9 h, and 6 h more: 07:00 to 14:00 without the hour from 12:00.
    expect(await muster(ask)).toEqual(['1 sevenDays 14:00']);
  });
});

test('the shifts of the set-up come with the rules in force today and later', async () => {
  const { ask, rule } = await given({ 1: {} }, { maxDayMinutes: 720 });
  await rule({ from: '2026-12-01', maxDayMinutes: 600 });
  const { shifts }: { shifts: SetupShifts[] } = await ask('/setup/shifts');
  expect(shifts[0]?.rules.map(({ from, maxDayMinutes }) => [from, maxDayMinutes])).toEqual([
    ['2026-11-20', 720],
    ['2026-12-01', 600],
  ]);
});
