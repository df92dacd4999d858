import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import type { AlertCategory } from '#contract/reports/alerts.ts';
import { sendDueMessages } from '#server/access/push/sender.ts';
import { sql } from '#server/platform/db/db.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { alertsOf, eventInput, NO_SHOW } from '../support/gates.ts';
import { openPushService } from '../support/pushService.ts';
import { useTestApp } from '../support/testApp.ts';

/** Alerts about events over nights, clocks, zones, changes of the set-up and devices that say nothing. */
const clock = { now: () => new Date() };
const push = await openPushService({ now: () => clock.now() });
const t = useTestApp({ env: { WEB_PUSH: 'true' }, services: { pushNetwork: push.network } });
clock.now = () => t.clock.now();
afterAll(() => push.close());
const { deliveries, subjects, at, givenGates } = alertsOf(t);

describe('a no-show that was none because the device was silent', () => {
  it('names nobody: one line says why they are not known, and nothing follows when the device delivers that they came', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW);
    for (const i of [0, 1]) await farm.clock(i, '2026-11-20T04:58:00Z');
    // Gate B, on which Cleo and Dan clock, has been silent since 06:00.
    for (const time of ['05:20', '05:25', '06:00', '07:00']) {
      await farm.contact(`2026-11-20T${time}:00Z`, farm.a);
      await at(`2026-11-20T${time}:00Z`);
    }
    expect(await subjects(farm.accountId)).toEqual(['07:20 Gates: Not known: 2 people are due and not judged']);
    const [said] = await deliveries(farm.accountId);
    expect(said?.text.match(/^.*silent.*$/gm)).toEqual([
      'As of 07:20, 1 of 2 devices heard from. Gate B silent since 06:00: 2 people not judged',
    ]);
    expect(said?.text).not.toMatch(/Cleo|Dan|Not here/);
    t.clock.set('2026-11-20T07:02:00Z');
    for (const i of [2, 3]) await farm.clock(i, '2026-11-20T04:55:00Z');
    for (const time of ['07:05', '09:00', '13:55']) {
      await farm.contact(`2026-11-20T${time}:00Z`, farm.a, farm.b);
      await at(`2026-11-20T${time}:00Z`);
    }
    expect(await subjects(farm.accountId)).toHaveLength(1);
  });
});

describe('a night shift', () => {
  it('has its silent devices told after midnight too, by the day on which it begins', async () => {
    const farm = await givenGates({ start: '22:00', end: '06:00' });
    await farm.create({ kind: 'silent-device', minutes: 30 }, { daysOfWeek: [5] });
    await farm.contact('2026-11-20T23:10:00Z', farm.a);
    await farm.contact('2026-11-20T22:50:00Z', farm.b);
    await at('2026-11-20T23:15:00Z');
    expect(await subjects(farm.accountId)).toEqual([]);
    await at('2026-11-20T23:20:00Z');
    await at('2026-11-20T23:25:00Z');
    expect(await subjects(farm.accountId)).toEqual(['01:20 Gates: Silent: Gate B, last contact at 00:50']);
    // On Saturday's night the shift is not one of Fridays.
    await at('2026-11-21T23:20:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(1);
  });
});

describe('a time of the day that comes twice', () => {
  const silentTwice = async (timeZone: string, first: string, second: string) => {
    const farm = await givenGates();
    await farm.create({ kind: 'silent-device', minutes: 15 });
    await t.db.run(sql`update account set time_zone = ${timeZone} where account_id = ${farm.accountId}`);
    await t.db.run(
      sql`update standard_time set start_time = '00:00', end_time = '09:00' where account_id = ${farm.accountId}`,
    );
    const before = (instant: string) => new Date(Date.parse(instant) - 20 * 60_000).toISOString();
    await t.db.run(
      sql`update alert set active_from = ${before(first)}, next_due_at = ${first}, due_zone = ${timeZone}`,
    );
    await farm.contact(before(first), farm.a);
    await farm.contact(before(second), farm.b);
    await at(first);
    return farm;
  };
  const slots = async (accountId: string) => (await deliveries(accountId)).map(({ slot }) => slot);

  it('by half an hour of Lord Howe Island has both messages at once', async () => {
    // 01:45 of summer time and of standard time, half an hour later.
    const farm = await silentTwice('Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z');
    await at('2026-04-04T15:15:00Z');
    expect(await slots(farm.accountId)).toEqual(['01:45', '01:45 (2)']);
  });

  it('by another zone of the account has both messages at once, and nothing twice', async () => {
    const farm = await silentTwice('Africa/Johannesburg', '2026-11-20T06:00:00Z', '2026-11-20T07:00:00Z');
    await t.db.run(sql`update account set time_zone = 'Africa/Lagos' where account_id = ${farm.accountId}`);
    for (const time of ['06:50', '07:00', '07:05']) await at(`2026-11-20T${time}:00Z`);
    expect(await slots(farm.accountId)).toEqual(['08:00', '08:00 (2)']);
  });
});

describe('who was said to be missing', () => {
  it('is not said again when start or grace is moved, and who is due later then is said by the new time', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW);
    await farm.contact('2026-11-20T05:19:00Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    expect(await subjects(farm.accountId)).toEqual(['07:20 Gates: Not here: 4']);
    await t.db.run(sql`update standard_time set start_time = '08:00' where account_id = ${farm.accountId}`);
    for (const time of ['06:00', '06:20', '06:25']) {
      await farm.contact(`2026-11-20T${time}:00Z`, farm.a, farm.b);
      await at(`2026-11-20T${time}:00Z`);
    }
    expect(await subjects(farm.accountId)).toHaveLength(1);
  });

  it('of 10,000 is one message of bounded size, and each is said', async () => {
    const farm = await givenGates();
    await t.db.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity,
        time_group_id, received_at)
      select account_id, gen_random_uuid(), system_id, 'n' || n, 'N' || n, repeat('Firstname', 10), repeat('Lastname', 10), true, activity,
        time_group_id, received_at
      from employee, generate_series(1, 10000) n where employee_id = ${farm.ids[0]}`);
    await farm.create(NO_SHOW, { viaEmail: true, emailRecipients: ['a@example.test', 'b@example.test'] });
    await farm.contact('2026-11-20T05:19:00Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    await at('2026-11-20T05:25:00Z');
    const mails = await t.db.rows(
      z.object({ subject: z.string(), size: z.int() }),
      sql`select subject, length(body_text) + length(body_html) as size from mail where owner_account_id = ${farm.accountId}`,
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['Gates: Not here: 10004', 'Gates: Not here: 10004']);
    for (const { size } of mails) expect(size).toBeLessThan(40_000);
    expect((await deliveries(farm.accountId))[0]?.text).toContain('and 9979 more');
  });
});

describe('the licence', () => {
  it('counts alerts about events and scheduled reports alike: the oldest stay when it is reduced', async () => {
    const alerts = { ...DEFAULT_LICENSE.alerts, maxAlerts: 3 };
    const farm = await givenGates({ account: { license: { alerts } } });
    const times = [{ enabled: true, time: '07:15' }];
    const report = { reportType: 'employee-attendance', period: 'today', exportType: 'csv', attach: false } as const;
    const ask = async (body: object) => {
      const answer = await t.ask('/v2/alert', { token: farm.token, body });
      return [answer.statusCode, answer.json().message];
    };
    await farm.create(NO_SHOW, { description: 'First' });
    t.clock.advance(1_000);
    const scheduled = { ...eventInput(NO_SHOW), category: 'report', event: null, times, report };
    expect(await ask(scheduled)).toEqual([200, undefined]);
    t.clock.advance(1_000);
    await farm.create(NO_SHOW, { description: 'Third' });
    const full = [409, 'The licence of this account has 3 alerts, and all are in use.'];
    expect(await ask(eventInput({ kind: 'limit-near' }))).toEqual(full);
    expect(await ask(scheduled)).toEqual(full);
    expect(await ask({ ...eventInput(NO_SHOW), category: 'break', event: null, times })).toEqual(full);
    const reduce = (most: number) =>
      t.db.run(sql`update account set license = jsonb_set(license, '{alerts,maxAlerts}', ${`${most}`}::jsonb)
        where account_id = ${farm.accountId}`);
    await reduce(1);
    await farm.contact('2026-11-20T05:19:00Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    const rows = () =>
      t.db.rows(
        z.object({ description: z.string(), status: z.string(), reason: z.string().nullable() }),
        sql`select description, status, reason from alert_delivery where account_id = ${farm.accountId} order by due_at`,
      );
    expect(await rows()).toEqual([
      { description: 'Gates', status: 'skipped', reason: 'The licence allows 1 alert' },
      { description: 'First', status: 'sent', reason: null },
    ]);
    const { total } = (
      await t.ask(`/v2/system-stats/account/${farm.accountId}/total-alerts-sent`, {
        token: (await givenAdmin(t.db)).token,
      })
    ).json();
    expect(total).toBe(1);
    // What was not said while the licence was smaller is said when it is larger again.
    await reduce(3);
    await farm.contact('2026-11-20T05:24:00Z', farm.a, farm.b);
    await at('2026-11-20T05:25:00Z');
    expect((await rows()).at(-1)).toMatchObject({ description: 'Third', status: 'sent' });
  });
});

const deleteUser = async (userId: string) => {
  const { token } = await givenAdmin(t.db);
  const answer = await t.ask(`/v2/user/${userId}`, { token, method: 'DELETE' });
  expect(answer.statusCode).toBe(200);
};
describe('the user who made an alert about events', () => {
  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['was deactivated', (userId) => t.db.run(sql`update app_user set is_active = false where user_id = ${userId}`)],
    ['was deleted', deleteUser],
  ])('and %s leaves it with the people whom they saw', async (_, end) => {
    const farm = await givenGates();
    const { accountId } = farm;
    const crew = await givenGroup(t.db, accountId, 'employee', { name: 'Crew' });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where employee_id = ${farm.ids[1]}`);
    const limited = await givenEmployer(t.db, { accountId });
    await t.db.run(sql`update app_user set scope = ${JSON.stringify({ employeeGroups: [crew] })}::jsonb
      where user_id = ${limited.userId}`);
    await t.ask('/v2/alert', { token: limited.token, body: eventInput(NO_SHOW) });
    await end(limited.userId);
    await farm.contact('2026-11-20T05:19:00Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    expect(await subjects(accountId)).toEqual(['07:20 Gates: Not here: 2 Bob X, due at 07:00']);
  });

  it.each([
    ['event', 'Not here: 2 Bob X, due at 07:00'],
    ['attendance', '0 present, 1 absent, 0 late'],
  ] as const)('whose scope is reduced while the %s is composed has it composed again', async (category, said) => {
    const farm = await givenGates();
    const { accountId } = farm;
    const crew = await givenGroup(t.db, accountId, 'employee', { name: 'Crew' });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where employee_id = ${farm.ids[1]}`);
    const summary = { category, event: null, times: [{ enabled: true, time: '07:15' }] };
    await farm.create(NO_SHOW, {
      ...{ viaEmail: true, emailRecipients: ['a@example.test'] },
      ...(category === 'attendance' && summary),
    });
    await farm.contact('2026-11-20T05:24:00Z', farm.a, farm.b);
    t.clock.set('2026-11-20T05:20:00Z');
    let isReduced = false;
    const db: typeof t.db = {
      ...t.db,
      tenant: async (id, fn, options) => {
        const read = await t.db.tenant(id, fn, options);
        if (!isReduced && options?.snapshot) {
          isReduced = true;
          await t.db.run(
            sql`update app_user set scope = ${JSON.stringify({ employeeGroups: [crew] })}::jsonb where user_id = ${farm.userId}`,
          );
        }
        return read;
      },
    };
    await runAlerts({ ...t.services, db });
    expect(isReduced).toBe(true);
    expect((await deliveries(accountId)).filter(({ subject }) => subject !== null)).toEqual([]);
    await at('2026-11-20T05:25:00Z');
    const mails = await t.db.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail where owner_account_id = ${accountId}`,
    );
    expect(mails).toEqual([{ subject: `Gates: ${said}` }]);
  });
});

describe('recipients', () => {
  it('that all unsubscribed get nothing more: what happens is told in the application', async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW, { viaEmail: true, emailRecipients: ['a@example.test'] });
    await farm.contact('2026-11-20T05:19:00Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    const { link } = await t.db.single(
      z.object({ link: z.string() }),
      sql`select substring(body_text from '/v2/alert/unsubscribe/[^[:space:]]+') as link from mail where owner_account_id = ${farm.accountId}`,
    );
    expect((await t.app.inject({ method: 'POST', url: link })).statusCode).toBe(200);
    await farm.contact('2026-11-21T05:19:00Z', farm.a, farm.b);
    await at('2026-11-21T05:20:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(2);
    const mails = await t.db.rows(z.any(), sql`select 1 from mail where owner_account_id = ${farm.accountId}`);
    expect(mails).toHaveLength(1);
  });

  it('and devices that want events: a mail each and a message each, once, with several processes', async () => {
    const farm = await givenGates();
    const subscribed = push.subscribe();
    const turnOn = async (categories: AlertCategory[], device = subscribed) => {
      const body = { ...device, categories, isMine: true };
      const answer = await t.ask('/v2/push', { method: 'PUT', token: farm.token, body });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await turnOn(['event']);
    await farm.create(NO_SHOW, { viaEmail: true, emailRecipients: ['a@example.test', 'b@example.test'] });
    const round = async (day: string) => {
      await farm.contact(`${day}T05:19:00Z`, farm.a, farm.b);
      t.clock.set(`${day}T05:20:00Z`);
      await Promise.all([1, 2, 3].map(() => runAlerts(t.services)));
      await Promise.all([1, 2].map(() => sendDueMessages(t.services)));
    };
    await round('2026-11-20');
    const recipients = await t.db.rows(
      z.object({ recipient: z.string() }),
      sql`select recipient from mail where owner_account_id = ${farm.accountId} order by recipient`,
    );
    expect(recipients.map(({ recipient }) => recipient)).toEqual(['a@example.test', 'b@example.test']);
    expect(push.taken.map(({ endpoint }) => endpoint)).toEqual([subscribed.endpoint]);
    // Turned off on the device, which gets nothing more; the mails go on.
    await turnOn(['attendance']);
    await round('2026-11-21');
    expect(push.taken).toHaveLength(1);
    expect(await t.db.rows(z.any(), sql`select 1 from mail where owner_account_id = ${farm.accountId}`)).toHaveLength(
      4,
    );
    expect(push.complaints).toEqual([]);
  });
});
