import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { connectionKind } from '#server/platform/db/pool.ts';
import { runReports } from '#server/reports/alerts/reports.ts';
import { runAlerts, settleDue } from '#server/reports/alerts/scheduler.ts';
import { createReportThreads } from '#server/reports/reportThread.ts';
import { givenEmployee, givenHoliday } from '../support/factories.work.ts';
import { alertsOf, eventInput, NO_SHOW } from '../support/gates.ts';
import { useTestApp } from '../support/testApp.ts';

/** Alerts about events when the day or the alert changes. */
const t = useTestApp();
const { subjects, at, givenGates } = alertsOf(t);

describe('a count away from the usual', () => {
  it.each([
    ['is said on a day of work', null, ['08:35 Gates: Fewer than usual: 0 present, usually 6 by 08:35']],
    ['is not said on a holiday of everybody', 'everybody', []],
    ['is not said on a holiday of its time group', 'group', []],
  ])('%s', async (_, holiday, said) => {
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
    await farm.create(
      { kind: 'unusual-count', percent: 50 },
      { targetGroups: [{ timeGroupId: farm.timeGroupId, systemId: 'payroll' }] },
    );
    // Entered just before the check.
    if (holiday)
      await givenHoliday(t.db, accountId, '2026-11-20', {
        timeGroupId: holiday === 'group' ? farm.timeGroupId : null,
      });
    await farm.contact('2026-11-20T06:35:00Z', farm.a, farm.b);
    await at('2026-11-20T06:35:00Z');
    expect(await subjects(accountId)).toEqual(said);
  });
});

describe('an alert that waits for another event from now on', () => {
  it('says the new one of people of whom it said the old one that day', async () => {
    const farm = await givenGates();
    const alertId = await farm.create(NO_SHOW);
    await farm.limit({ earlyCounts: true, maxDayMinutes: 60, nearMinutes: 60 });
    await farm.clock(0, '2026-11-20T04:58:00Z');
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    await at('2026-11-20T05:20:00Z');
    expect(await subjects(farm.accountId)).toEqual(['07:20 Gates: Not here: 3']);
    const change = async (body: object) => {
      const answer = await t.ask(`/v2/alert/${alertId}`, { token: farm.token, method: 'PUT', body });
      expect(answer.statusCode).toBe(200);
    };
    // Only its name and how long it waits: nothing is said again.
    await change(eventInput({ kind: 'no-show', minutes: 10 }));
    await farm.contact('2026-11-20T05:25:00Z', farm.a, farm.b);
    await at('2026-11-20T05:25:00Z');
    expect(await subjects(farm.accountId)).toHaveLength(1);
    await change(eventInput({ kind: 'limit-near' }));
    await farm.clock(1, '2026-11-20T05:26:00Z');
    t.clock.set('2026-11-20T05:30:00Z');
    await farm.contact('2026-11-20T05:30:00Z', farm.a, farm.b);
    await at('2026-11-20T05:30:00Z');
    expect((await subjects(farm.accountId)).slice(1)).toEqual(['07:30 Gates: Near a limit of hours: 2']);
  });
});

describe('an alert that is changed while its message is composed', () => {
  const given = async () => {
    const farm = await givenGates();
    await farm.create(NO_SHOW, { viaEmail: true, emailRecipients: ['gone@example.test', 'stays@example.test'] });
    await farm.create(NO_SHOW, {
      category: 'attendance',
      event: null,
      times: [{ enabled: true, time: '07:15' }],
      viaEmail: true,
      emailRecipients: ['gone@example.test', 'stays@example.test'],
    });
    await farm.contact('2026-11-20T05:19:30Z', farm.a, farm.b);
    t.clock.set('2026-11-20T05:20:00Z');
    /** Runs the alerts; the change is made when the groups have been read for the words of each. */
    const runWith = async (change: (tx: typeof t.db) => Promise<unknown>) => {
      const slow: typeof t.db = {
        ...t.db,
        tenant: async (accountId, fn, options) => {
          const done = await t.db.tenant(accountId, fn, options);
          await change(t.db);
          return done;
        },
      };
      await runAlerts({ ...t.services, db: slow });
    };
    const mailed = () =>
      t.db.rows(
        z.object({ recipient: z.string() }),
        sql`select recipient from mail where owner_account_id = ${farm.accountId}`,
      );
    return { ...farm, runWith, mailed };
  };

  it('is not sent to an address that was taken off it', async () => {
    const farm = await given();
    await farm.runWith((tx) => tx.run(sql`update alert set email_recipients = '{stays@example.test}'`));
    expect((await farm.mailed()).map(({ recipient }) => recipient)).toEqual([
      'stays@example.test',
      'stays@example.test',
    ]);
  });

  it('does not send those who get it now what it was to hold before', async () => {
    const farm = await given();
    const groups = JSON.stringify([{ timeGroupId: farm.accountId }]);
    let isFirst = true;
    await farm.runWith(async (tx) => {
      if (isFirst)
        await tx.run(sql`update alert set email_recipients = '{new@example.test}', target_groups = ${groups}::jsonb`);
      isFirst = false;
    });
    t.clock.set('2026-11-20T05:24:00Z');
    await runAlerts(t.services);
    const bodies = await t.db.rows(z.object({ text: z.string() }), sql`select body_text as text from mail`);
    for (const { text } of bodies) expect(text).not.toContain('Bob');
  });
});

describe('an account that is deactivated when a message is already due', () => {
  it('gets none, and the slot says why', async () => {
    const farm = await givenGates();
    const times = [{ enabled: true, time: '07:15' }];
    await farm.create(NO_SHOW, { category: 'attendance', event: null, times });
    const report = { reportType: 'employee-attendance', period: 'today', exportType: 'csv', attach: false } as const;
    await farm.create(NO_SHOW, { category: 'report', event: null, times, report });
    t.clock.set('2026-11-20T05:15:00Z');
    await settleDue(t.db, t.clock.now());
    await t.db.run(sql`update account set is_active = false where account_id = ${farm.accountId}`);
    await runAlerts(t.services);
    const reports = createReportThreads({
      connectionString: t.connectionString,
      kind: connectionKind(t.services.config),
    });
    try {
      await runReports({ ...t.services, reports });
    } finally {
      await reports.close();
    }
    const rows = await t.db.rows(
      z.object({ status: z.string(), reason: z.string().nullable() }),
      sql`select status, reason from alert_delivery where account_id = ${farm.accountId}`,
    );
    const skipped = { status: 'skipped', reason: 'The account is not active' };
    expect(rows).toEqual([skipped, skipped]);
  });
});
