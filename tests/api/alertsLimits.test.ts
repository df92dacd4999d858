import { describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { alertsOf, eventInput } from '../support/gates.ts';
import { useTestApp } from '../support/testApp.ts';

/** The event that a limit of hours is near (docs/reference/records.md#limits-of-hours). */
const t = useTestApp();
const { deliveries, subjects, at, givenGates } = alertsOf(t);
const NEAR = { kind: 'limit-near' } as const;
const TWELVE_HOURS = { earlyCounts: true, maxDayMinutes: 720, nearMinutes: 60 };

describe('a limit of hours that is near', () => {
  it('is said once per person and day, with the minute, together with those of the same five minutes', async () => {
    const farm = await givenGates();
    await farm.limit(TWELVE_HOURS);
    await farm.create(NEAR);
    await farm.clock(0, '2026-11-20T04:10:00Z');
    await farm.clock(1, '2026-11-20T04:12:00Z');
    await farm.clock(2, '2026-11-20T05:00:00Z');
    await farm.clock(3, '2026-11-20T05:00:00Z');
    await farm.clock(3, '2026-11-20T14:00:00Z');
    await farm.contact('2026-11-20T17:00:00Z', farm.a, farm.b);
    await at('2026-11-20T15:05:00Z');
    expect(await subjects(farm.accountId)).toEqual([]);
    for (const time of ['15:15', '15:20', '15:55']) await at(`2026-11-20T${time}:00Z`);
    expect(await subjects(farm.accountId)).toEqual(['17:15 Gates: Near a limit of hours: 2']);
    expect((await deliveries(farm.accountId))[0]?.text).toContain(
      'Near a limit of hours (2)\n1 Ann X would pass 12 h at 18:10\n2 Bob X would pass 12 h at 18:12',
    );
    // Cleo is told of when the server runs again; Dan left after nine hours.
    await at('2026-11-20T17:10:00Z');
    expect((await subjects(farm.accountId)).slice(1)).toEqual([
      '19:10 Gates: Near a limit of hours: 3 Cleo X passed 12 h at 19:00',
    ]);
  });

  it('of seven days counts the days before, and that of the day which comes first is said', async () => {
    const farm = await givenGates();
    await farm.limit({ ...TWELVE_HOURS, maxSevenDaysMinutes: 1_500 });
    for (const date of ['18', '19']) {
      await farm.clock(1, `2026-11-${date}T05:00:00Z`);
      await farm.clock(1, `2026-11-${date}T14:00:00Z`);
    }
    await farm.create(NEAR);
    await farm.clock(1, '2026-11-20T05:00:00Z');
    await farm.contact('2026-11-20T12:00:00Z', farm.a, farm.b);
    // 18 of the 25 hours are worked: the others are until 14:00.
    await at('2026-11-20T11:00:00Z');
    expect(await subjects(farm.accountId)).toEqual([
      '13:00 Gates: Near a limit of hours: 2 Bob X would pass 25 h in 7 days at 14:00',
    ]);
  });

  it('is never said of people who are unverified: that they are not known is said once', async () => {
    const farm = await givenGates({ end: '20:00' });
    await farm.limit(TWELVE_HOURS);
    await farm.create(NEAR);
    await farm.clock(0, '2026-11-20T05:00:00Z');
    // Gate B has been silent since 06:00, and Cleo and Dan clock on it.
    for (const time of ['05:00', '15:50', '16:00', '16:05', '17:00']) {
      await farm.contact(`2026-11-20T${time}:00Z`, farm.a);
      await at(`2026-11-20T${time}:00Z`);
    }
    const [said, ...more] = await deliveries(farm.accountId);
    expect(more).toEqual([]);
    expect(said?.subject).toBe(
      'Gates: Near a limit of hours: 1 Ann X would pass 12 h at 19:00. Not known: 2 people are due and not judged',
    );
    expect(said?.text).not.toMatch(/Cleo|Dan/);
  });

  it('of a night shift is said by the day on which it begins', async () => {
    const farm = await givenGates({ start: '19:00', end: '07:00' });
    await farm.limit(TWELVE_HOURS);
    // Fridays only: the 20th.
    await farm.create(NEAR, { daysOfWeek: [5] });
    await farm.clock(0, '2026-11-20T17:00:00Z');
    await farm.contact('2026-11-21T04:10:00Z', farm.a, farm.b);
    await at('2026-11-21T03:55:00Z');
    expect(await subjects(farm.accountId)).toEqual([]);
    await at('2026-11-21T04:00:00Z');
    await at('2026-11-21T04:05:00Z');
    expect(await subjects(farm.accountId)).toEqual([
      '06:00 Gates: Near a limit of hours: 1 Ann X would pass 12 h at 07:00',
    ]);
  });

  it('of a day whose OUT is missing is not said any more when the next day has begun', async () => {
    const farm = await givenGates();
    await farm.limit(TWELVE_HOURS);
    await farm.create(NEAR);
    for (const i of [0, 1]) await farm.clock(i, '2026-11-20T18:00:00Z');
    await farm.clock(0, '2026-11-21T04:50:00Z');
    await farm.contact('2026-11-21T05:10:00Z', farm.a, farm.b);
    await at('2026-11-21T05:00:00Z');
    expect(await subjects(farm.accountId)).toEqual([
      '07:00 Gates: Near a limit of hours: 2 Bob X would pass 12 h at 08:00',
    ]);
  });

  it('is said of the people of a scope and of the chosen groups only, and of nobody without a limit', async () => {
    const farm = await givenGates();
    const { accountId } = farm;
    const crew = await givenGroup(t.db, accountId, 'employee', { name: 'Crew' });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where employee_id = ${farm.ids[1]}`);
    const limited = await givenEmployer(t.db, { accountId });
    await t.db.run(sql`update app_user set scope = ${JSON.stringify({ employeeGroups: [crew] })}::jsonb
      where user_id = ${limited.userId}`);
    await t.ask('/v2/alert', { token: limited.token, body: eventInput(NEAR) });
    const other = await givenGroup(t.db, accountId, 'time', { name: 'Other' });
    await farm.create(NEAR, { targetGroups: [{ timeGroupId: other, systemId: 'payroll' }] });
    for (const i of [0, 1]) await farm.clock(i, '2026-11-20T05:00:00Z');
    await farm.contact('2026-11-20T16:10:00Z', farm.a, farm.b);
    await at('2026-11-20T16:00:00Z');
    expect(await subjects(accountId)).toEqual([]);
    await farm.limit(TWELVE_HOURS);
    await at('2026-11-20T16:05:00Z');
    expect(await subjects(accountId)).toEqual(['18:05 Gates: Near a limit of hours: 2 Bob X would pass 12 h at 19:00']);
  });
});
