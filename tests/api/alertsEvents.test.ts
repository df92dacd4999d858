import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { alertsOf, EVERY_DAY, eventInput, NO_SHOW } from '../support/gates.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

const { deliveries, subjects, at, givenGates } = alertsOf(t);

describe('an employee who has not come', () => {
  it('is named once a day, with those of the same five minutes, and not when they came in time', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW);
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    await farm.clock(0, '2026-11-20T04:58:00Z');
    await at('2026-11-20T05:19:00Z');
    expect(await subjects(farm.accountId)).toEqual([]);
    // 07:00, 5 minutes of grace and 15 more.
    await at('2026-11-20T05:20:00Z');
    await at('2026-11-20T05:20:30Z');
    expect(await subjects(farm.accountId)).toEqual(['07:20 Gates: Not here: 3']);
    const [said] = await deliveries(farm.accountId);
    expect(said?.status).toBe('sent');
    expect(said?.text).toContain('Not here (3)\n2 Bob X, due at 07:00\n3 Cleo X, due at 07:00\n4 Dan X, due at 07:00');
    await farm.contact('2026-11-20T07:00:00Z', farm.a, farm.b);
    for (const time of ['05:25', '05:30', '07:00']) await at(`2026-11-20T${time}:00Z`);
    expect(await subjects(farm.accountId)).toHaveLength(1);
    await farm.contact('2026-11-21T05:19:30Z', farm.a, farm.b);
    await at('2026-11-21T05:20:00Z');
    expect(await subjects(farm.accountId)).toEqual(['07:20 Gates: Not here: 3', '07:20 Gates: Not here: 4']);
  });

  it('is never named while unverified: that they are not known is said once, and they are named when it is known', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW);
    await farm.contact('2026-11-20T05:19:30Z', farm.a);
    await farm.clock(0, '2026-11-20T04:58:00Z');
    for (const time of ['05:20', '05:25', '05:30']) {
      await farm.contact(`2026-11-20T${time}:00Z`, farm.a);
      await at(`2026-11-20T${time}:00Z`);
    }
    const [said, ...more] = await deliveries(farm.accountId);
    expect(more).toEqual([]);
    expect(said?.subject).toBe('Gates: Not here: 2 Bob X, due at 07:00. Not known: 2 people are due and not judged');
    expect(said?.text).toContain('Gate B silent since 06:00: 2 people not judged');
    expect(said?.text).not.toMatch(/Cleo|Dan/);
    // The gate delivers what it held: Cleo had come, Dan had not.
    t.clock.set('2026-11-20T06:00:00Z');
    await farm.clock(2, '2026-11-20T04:55:00Z');
    await farm.contact('2026-11-20T06:00:00Z', farm.a, farm.b);
    await at('2026-11-20T06:00:30Z');
    expect((await subjects(farm.accountId)).slice(1)).toEqual(['08:00 Gates: Not here: 4 Dan X, due at 07:00']);
  });

  it('of a night shift is named by the day on which it begins, after midnight too', async () => {
    const farm = await givenGates({ start: '23:50', end: '06:00' });
    // Fridays only: the 20th.
    await farm.create(NO_SHOW, { daysOfWeek: [5] });
    await farm.clock(0, '2026-11-20T21:48:00Z');
    await farm.contact('2026-11-20T22:09:00Z', farm.a, farm.b);
    await at('2026-11-20T22:05:00Z');
    expect(await subjects(farm.accountId)).toEqual([]);
    await at('2026-11-20T22:10:00Z');
    expect(await subjects(farm.accountId)).toEqual(['00:10 Gates: Not here: 3']);
    // Saturday's night is no Friday's.
    await farm.contact('2026-11-21T22:09:00Z', farm.a, farm.b);
    await at('2026-11-21T22:10:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(1);
  });

  it('who is excused, or of a group that was not chosen, is not named', async () => {
    const farm = await givenGates();
    const other = await givenGroup(t.db, farm.accountId, 'time', { name: 'Night' });
    await givenStandardTimes(t.db, farm.accountId, other, { start: '07:00', end: '16:00', weekdays: EVERY_DAY });
    await t.db.run(sql`update employee set time_group_id = ${other} where employee_id = ${farm.ids[3]}`);
    await t.db.run(sql`insert into excuse (account_id, excuse_id, act_id, kind, employee_id, judgement, excused_as, from_day, to_day, days, reason,
        note, in_bulk, made_by_name, received_at)
      values (${farm.accountId}, gen_random_uuid(), gen_random_uuid(), 'excuse', ${farm.ids[2]}, 'absence', 'sick-leave', '2026-11-20', '2026-11-20',
        '{2026-11-20}', 'excused', '', false, 'Ann Smith', '2026-11-19T10:00:00Z')`);
    await farm.create(NO_SHOW, { targetGroups: [{ timeGroupId: farm.timeGroupId, systemId: 'payroll' }] });
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    expect((await deliveries(farm.accountId))[0]?.text).toContain(
      'Not here (2)\n1 Ann X, due at 07:00\n2 Bob X, due at 07:00',
    );
  });
});

describe('a silent device', () => {
  it('is said once a day, while people are due who clock on it', async () => {
    const farm = await givenGates();
    await farm.create({ kind: 'silent-device', minutes: 30 });
    await farm.contact('2026-11-20T04:59:00Z', farm.a);
    // Silent for an hour, but nobody is due yet.
    await at('2026-11-20T04:58:00Z');
    await at('2026-11-20T05:00:00Z');
    expect(await subjects(farm.accountId)).toEqual(['07:00 Gates: Silent: Gate B, last contact at 06:00']);
    await at('2026-11-20T05:25:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(1);
    await at('2026-11-20T05:30:00Z');
    expect((await subjects(farm.accountId)).slice(1)).toEqual(['07:30 Gates: Silent: Gate A, last contact at 06:59']);
    await at('2026-11-20T15:00:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(2);
  });
});

describe('a count away from the usual', () => {
  it('is said once a day; people who are not judged never make it too low', async () => {
    const farm = await givenGates();
    const { accountId } = farm;
    const crew: string[] = [];
    for (let i = 0; i < 6; i++)
      crew.push(await givenEmployee(t.db, accountId, { number: `2${i}`, timeGroupId: farm.timeGroupId }));
    for (const date of ['2026-11-06', '2026-11-13'])
      await t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt: new Date(`${date}T05:00:00Z`),
          clockRecords: crew.map((employeeId) => ({ employeeId, at: new Date(`${date}T04:50:00Z`), source: 'test' })),
        }),
      );
    await farm.create({ kind: 'unusual-count', percent: 50 });
    // Both gates are silent, so that the others may well be here.
    await at('2026-11-20T06:30:00Z');
    expect(await subjects(accountId)).toEqual([]);
    await farm.clock(0, '2026-11-20T04:58:00Z');
    await farm.contact('2026-11-20T06:34:00Z', farm.a, farm.b);
    await at('2026-11-20T06:35:00Z');
    await farm.contact('2026-11-20T06:40:00Z', farm.a, farm.b);
    await at('2026-11-20T06:40:00Z');
    expect(await subjects(accountId)).toEqual(['08:35 Gates: Fewer than usual: 1 present, usually 6 by 08:35']);
  });
});

describe('an alert about events', () => {
  it('needs an event and no times; other alerts have none; the licence counts it', async () => {
    const { token } = await givenEmployer(t.db, {
      account: { license: { alerts: { ...DEFAULT_LICENSE.alerts, maxAlerts: 1 } } },
    });
    const post = async (body: object) => {
      const answer = await t.ask('/v2/alert', { token, body });
      return [answer.statusCode, answer.json().message];
    };
    expect(await post({ ...eventInput(NO_SHOW), event: null })).toEqual([400, 'Choose what the alert waits for']);
    expect(await post({ ...eventInput(NO_SHOW), times: [{ enabled: true, time: '07:00' }] })).toEqual([
      400,
      'Too many alert times',
    ]);
    expect(await post({ ...eventInput(NO_SHOW), category: 'break' })).toEqual([400, 'Add at least one time']);
    const daily = { ...eventInput(NO_SHOW), category: 'break', times: [{ enabled: true, time: '07:00' }] };
    expect(await post(daily)).toEqual([400, 'Choose what the alert waits for']);
    expect((await post(eventInput(NO_SHOW)))[0]).toBe(200);
    expect(await post(eventInput(NO_SHOW))).toEqual([
      409,
      'The licence of this account has 1 alert, and all are in use.',
    ]);
    const listed = await t.ask('/v2/alert/by-category/event', { token });
    expect(listed.json().results).toMatchObject([{ category: 'event', event: NO_SHOW, times: [] }]);
  });

  it('tells in its preview what it would say now', async () => {
    const farm = await givenGates();
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    t.clock.set('2026-11-20T05:20:00Z');
    const preview = await t.ask('/v2/alert/preview', { token: farm.token, body: eventInput(NO_SHOW) });
    expect(preview.json()).toMatchObject({ summary: { subject: 'Gates: Not here: 4', empty: false }, nextFirings: [] });
    const silent = await t.ask('/v2/alert/preview', {
      token: farm.token,
      body: eventInput({ kind: 'silent-device', minutes: 30 }),
    });
    expect(silent.json().summary).toMatchObject({ subject: 'Gates: Nothing to say now', empty: true });
  });

  it('of a user with a scope names their people only', async () => {
    const farm = await givenGates();
    const { accountId } = farm;
    const crew = await givenGroup(t.db, accountId, 'employee', { name: 'Crew' });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where employee_id = ${farm.ids[1]}`);
    const limited = await givenEmployer(t.db, { accountId });
    await t.db.run(sql`update app_user set scope = ${JSON.stringify({ employeeGroups: [crew] })}::jsonb
      where user_id = ${limited.userId}`);
    await t.ask('/v2/alert', { token: limited.token, body: eventInput(NO_SHOW) });
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    expect(await subjects(accountId)).toEqual(['07:20 Gates: Not here: 2 Bob X, due at 07:00']);
  });

  it('says everything once with several processes at once, each of which may die', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW, { viaEmail: true, emailRecipients: ['boss@example.test'] });
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    let left = 3;
    const dying: typeof t.db = {
      ...t.db,
      tx: async (fn, options) => {
        const done = await t.db.tx(async (tx) => {
          const result = await fn(tx);
          // Killed before the transaction is committed.
          if (left-- > 0) throw new Error('killed');
          return result;
        }, options);
        return done;
      },
    };
    t.clock.set('2026-11-20T05:20:00Z');
    const dead = { ...t.services, db: dying };
    await Promise.allSettled([runAlerts(dead), runAlerts(dead)]);
    await Promise.all([1, 2, 3].map(() => runAlerts(t.services)));
    await at('2026-11-20T05:25:00Z');
    const mails = await t.db.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail where owner_account_id = ${farm.accountId}`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Gates: Not here: 4');
  });

  it('goes on where the clock repeats an hour, at both times of one name', async () => {
    const farm = await givenGates();
    await t.db.run(sql`update account set time_zone = 'Europe/Brussels' where account_id = ${farm.accountId}`);
    await farm.create({ kind: 'silent-device', minutes: 15 });
    await t.db.run(
      sql`update standard_time set start_time = '00:00', end_time = '09:00' where account_id = ${farm.accountId}`,
    );
    await farm.contact('2026-10-25T00:00:00Z', farm.a);
    await farm.contact('2026-10-25T00:50:00Z', farm.b);
    await t.db.run(
      sql`update alert set active_from = '2026-10-25T00:00:00Z', next_due_at = '2026-10-25T00:30:00Z', due_zone = 'Europe/Brussels' where account_id = ${farm.accountId}`,
    );
    // 02:30 of summer time, and 02:30 again, an hour later.
    await at('2026-10-25T00:30:00Z');
    await at('2026-10-25T01:30:00Z');
    expect(await subjects(farm.accountId)).toEqual([
      '02:30 Gates: Silent: Gate A, last contact at 02:00',
      '02:30 (2) Gates: Silent: Gate B, last contact at 02:50',
    ]);
  });
});
