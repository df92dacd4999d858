import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenEmployer } from '../support/factories.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Random records, hours and locks (docs/reference/corrections.md#locks): a random change of what people are judged by is refused, or every locked day says afterwards
 * what it said before, to the byte; a payroll system's change is taken, and every locked day that it changed is told.
 */
const t = useTestApp();

const DAYS = Array.from({ length: 12 }, (_, n) => addDays('2026-11-08', n));
const GROUPS = ['Early', 'Night', 'Mixed', 'None'] as const;
const PEOPLE = ['1001', '1002', '1003', '1004'] as const;

const hour = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const day = fc.constantFrom(...DAYS);
const group = fc.constantFrom(...GROUPS);
const person = fc.constantFrom(...PEOPLE);
const from = fc.option(day, { freq: 3 });
const week = fc.record({
  group: fc.constantFrom('Early', 'Night', 'Mixed'),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  startTime: hour,
  endTime: hour,
  isRest: fc.nat(9).map((one) => one === 0),
  margins: fc.constantFrom([120, 240], [0, 0], [600, 60], [60, 720]),
});
const activity = fc.record({ activeFrom: fc.option(day, { freq: 2 }), inactiveFrom: fc.option(day) });
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hours' as const), week, from }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), person, group, from }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('holiday' as const),
      day,
      group: fc.option(fc.constantFrom('Early', 'Mixed')),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('activity' as const), person, activity, isEnd: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const), week, from }) },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
const record = fc.record({ person, day, time: hour, direction: fc.constantFrom('in', 'out', 'auto', 'auto') });
const world = fc.record({
  weeks: fc.array(week, { minLength: 2, maxLength: 5 }),
  groups: fc.tuple(group, group, group, group),
  starts: fc.array(fc.option(day, { nil: undefined }), { minLength: 4, maxLength: 4 }),
  records: fc.array(record, { minLength: 12, maxLength: 40 }),
  work: fc.array(fc.record({ person, day, time: hour }), { maxLength: 6 }),
  hasWeekLimit: fc.boolean(),
  locks: fc.uniqueArray(day, { minLength: 1, maxLength: 4 }),
  changes: fc.array(change, { minLength: 10, maxLength: 10 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;
type Week = World['weeks'][number];

const at = (date: string, time: string) => `${date}T${time}:00+02:00`;

async function given({ weeks, groups, starts, records, work, hasWeekLimit, locks }: World) {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.LOCK_PERIOD'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const key = await givenSyncKey(t.db, accountId);
  const ask = async (path: string, body?: unknown, method?: 'PUT') =>
    (await t.ask(`/v2${path}`, { token, body, ...(method && { method }) })).json();
  const ids = new Map<string, string>();
  for (const name of GROUPS) ids.set(name, (await ask('/setup/groups', { kind: 'time', name }))._id);
  const groupId = (name: string | null) => (name === null ? null : ids.get(name));
  const setHours = async (one: Week, first: string | null) => {
    const { shifts } = await ask('/setup/shifts');
    const { basis } = shifts.find(({ name }: { name: string }) => name === one.group);
    return ask(`/setup/shifts/${groupId(one.group)}`, { from: first, days: daysOf(one), basis }, 'PUT');
  };
  for (const one of weeks) expect(await setHours(one, null)).toHaveProperty('rejudged');
  if (hasWeekLimit)
    expect(await ask('/setup/hours-rules', { ...RULE, timeGroupId: null, from: null })).toHaveProperty('rejudged');
  for (const [nth, number] of PEOPLE.entries()) {
    const employee = {
      number,
      firstName: 'A',
      lastName: number,
      timeId: number,
      timeGroupId: groupId(groups[nth] ?? null),
    };
    const activeFrom = starts[nth];
    expect(await ask('/setup/employees', { ...employee, ...(activeFrom && { activeFrom }) })).toHaveProperty(
      'rejudged',
    );
  }
  const sync = async (body: object) => {
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
  };
  await sync({
    timeGroups: [{ code: 'S', name: 'Synced' }],
    employees: [{ code: '2001', number: '2001', firstName: 'S', lastName: 'S', timeId: '2001', timeGroupCode: 'S' }],
    clockRecords: records.flatMap(({ person: pin, day: date, time, direction }, n) =>
      [pin, ...(pin === '1001' ? ['2001'] : [])].map((timeId) => ({
        code: `${timeId} ${n}`,
        timeId,
        at: at(date, time),
        direction,
      })),
    ),
    pieceworkEntries: work.map(({ person: timeId, day: date, time }, n) => ({
      code: `W${n}`,
      timeId,
      units: '3',
      startedAt: at(date, time),
    })),
  });
  for (const date of locks) expect(await ask('/period-locks', { from: date, to: date })).toMatchObject({ from: date });
  return { ask, sync, groupId, setHours };
}
const RULE = { ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 480, weekLimitMinutes: 1_500 };
const daysOf = ({ weekdays, startTime, endTime, isRest, margins: [preMinutes, postMinutes] }: Week) =>
  weekdays.map((weekday) => ({
    ...{
      weekday,
      isRest,
      startTime,
      endTime,
      breaks: [],
      graceMinutes: 5,
      breakGraceMinutes: 5,
      preMinutes,
      postMinutes,
    },
  }));
type Given = Awaited<ReturnType<typeof given>>;

/** Returns what the locked days say. */
const saidOf = ({ ask }: Given, locks: readonly string[]) =>
  Promise.all(
    locks.map(async (date) => {
      const query = `referenceDate=${date}`;
      const said = await Promise.all([
        ask(`/stats/employee/attendance-status-totals?${query}`),
        ask(`/stats/employee/by-attendance-status/total?${query}`),
        ask(`/stats/time-wasted/details?${query}`),
        ask(`/stats/piecework/employee-unit-breakdown-by-category?${query}`),
        ask(`/stats/hours?from=${date}&to=${date}`),
      ]);
      return [date, JSON.stringify(said)] as const;
    }),
  );

async function make({ ask, sync, groupId, setHours }: Given, one: Change, n: number) {
  switch (one.do) {
    case 'hours':
      return setHours(one.week, one.from);
    case 'holiday':
      return ask('/setup/holidays', { date: one.day, name: `H${n}`, timeGroupId: groupId(one.group) });
    case 'sync':
      return sync({
        standardTimes: daysOf(one.week).map(({ weekday, isRest, ...hours }) => ({
          ...(isRest ? { rest: true } : hours),
          ...{ code: `${n} ${weekday}`, timeGroupCode: 'S', weekday, effectiveFrom: one.from },
        })),
      });
    default: {
      const { employees } = await ask('/setup/employees');
      const { _id, basis } = employees.find(({ number }: { number: string }) => number === one.person);
      if (one.do === 'move')
        return ask('/setup/employees/move', {
          employees: [{ _id, basis }],
          timeGroupId: groupId(one.group),
          from: one.from,
        });
      const { activeFrom, inactiveFrom } = one.activity;
      return ask(`/setup/employees/${_id}`, { ...(one.isEnd ? { inactiveFrom } : { activeFrom }), basis }, 'PUT');
    }
  }
}

const seen = { refused: 0, taken: 0, told: 0 };
test.each(fc.sample(world, { seed: 38, ...runs(4, 15) }))('a world of locks %#', async (one) => {
  const site = await given(one);
  for (const [n, each] of one.changes.entries()) {
    const before = await saidOf(site, one.locks);
    const answer = await make(site, each, n);
    const after = await saidOf(site, one.locks);
    const differing = after.filter(([, text], nth) => text !== before[nth]?.[1]).map(([date]) => date);
    if (each.do === 'sync') {
      const { exceptions } = await site.ask(`/exceptions?from=${DAYS[0]}&to=${DAYS.at(-1)}`);
      const told = exceptions.flatMap(({ kind, day: date }: Record<string, string>) =>
        kind === 'changed-after-lock' ? date : [],
      );
      expect(told).toEqual(expect.arrayContaining(differing));
      seen.told += differing.length;
    } else {
      if (answer.errorCode === 'ALREADY_EXISTS') continue;
      if (answer.errorCode) expect(answer.errorCode).toBe('PERIOD_LOCKED');
      expect({ each, differing }).toEqual({ each, differing: [] });
      seen[answer.errorCode ? 'refused' : 'taken']++;
    }
  }
});
test('the worlds above had changes of each outcome', () => {
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
