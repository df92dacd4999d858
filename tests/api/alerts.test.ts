import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import type { Alert, AlertInput } from '#contract/reports/alerts.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

const input = (over: Partial<AlertInput> = {}): AlertInput => ({
  description: 'Morning',
  category: 'attendance',
  viaEmail: true,
  emailRecipients: ['boss@example.test'],
  daysOfWeek: [1, 2, 3, 4, 5],
  times: [{ enabled: true, time: '07:15' }],
  targetGroups: [],
  suppressEmpty: false,
  ...over,
});
const times = (...slots: string[]) => slots.map((time) => ({ enabled: true, time }));
const post = (token: string, body: unknown) => t.ask('/v2/alert', { token, body });
const created = async (token: string, over: Partial<AlertInput> = {}): Promise<Alert> => {
  const answer = await post(token, input(over));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('alerts of an account', () => {
  it('are saved, listed by category, changed and deleted', async () => {
    const { token } = await givenEmployer(t.db);
    const alert = await created(token);
    expect(alert).toEqual({ _id: alert._id, ...input(), event: null, report: null });
    await created(token, { category: 'break', description: 'Breaks' });
    const list = async () => (await t.ask('/v2/alert/by-category/attendance', { token })).json().results;
    expect(await list()).toEqual([alert]);
    const changed = await t.ask(`/v2/alert/${alert._id}`, {
      token,
      method: 'PUT',
      body: input({ description: 'Later', times: times('08:30'), suppressEmpty: true }),
    });
    expect(await list()).toEqual([changed.json()]);
    expect(changed.json()).toMatchObject({ description: 'Later', times: times('08:30'), suppressEmpty: true });
    expect((await t.ask(`/v2/alert/${alert._id}`, { token, method: 'DELETE' })).json()).toEqual({ ok: true });
    expect(await list()).toEqual([]);
  });

  it.each<[string, Partial<AlertInput>, string]>([
    ['no description', { description: ' ' }, 'Description is required'],
    ['a recipient without @', { emailRecipients: ['boss'] }, 'Enter a valid email address'],
    ['no recipient with mail on', { emailRecipients: [] }, 'Add at least one recipient'],
    ['one recipient twice', { emailRecipients: ['a@b.test', 'A@b.test'] }, 'A recipient is listed twice'],
    ['a time off the grid', { times: times('07:10') }, 'Use a 15-minute step'],
    ['three times of attendance', { times: times('07:00', '08:00', '09:00') }, 'Too many alert times'],
    [
      'five times of breaks',
      { category: 'break', times: times('07:00', '08:00', '09:00', '10:00', '11:00') },
      'Too many alert times',
    ],
    ['one day twice', { daysOfWeek: [1, 1] }, 'A day is listed twice'],
    ['one time twice', { times: times('07:00', '07:00') }, 'A time is listed twice'],
    ['no day', { daysOfWeek: [] }, 'Choose at least one day'],
  ])('are refused with %s', async (_, over, message) => {
    const { token } = await givenEmployer(t.db);
    const answer = await post(token, input(over));
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it('belong to their account: nobody else can change, delete or address them', async () => {
    const mine = await givenEmployer(t.db);
    const other = await givenEmployer(t.db);
    const alert = await created(mine.token);
    const timeGroupId = await givenGroup(t.db, mine.accountId, 'time', { systemId: 'VIP' });
    const url = `/v2/alert/${alert._id}`;
    const refusals = [
      await t.ask(url, { token: other.token, method: 'PUT', body: input() }),
      await t.ask(url, { token: other.token, method: 'DELETE' }),
      await post(other.token, input({ targetGroups: [{ timeGroupId, systemId: 'VIP' }] })),
      await post(mine.token, input({ targetGroups: [{ timeGroupId, systemId: 'SAGE' }] })),
      await post(mine.token, input({ targetGroups: [{ timeGroupId: alert._id, systemId: 'VIP' }] })),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await created(mine.token, { targetGroups: [{ timeGroupId, systemId: 'VIP' }] })).targetGroups).toHaveLength(
      1,
    );
  });

  it.each([
    ['attendance', 'Stats.GET_ATTENDANCE_INFORMATION'],
    ['break', 'Stats.GET_ATTENDANCE_INFORMATION'],
    ['piecework', 'Stats.GET_PERFORMANCE_METRICS'],
  ] as const)('mail and show %s figures only for who may see them', async (category, permission) => {
    const others = EMPLOYER_PERMISSIONS.filter((name) => name !== permission);
    const seeing = await givenEmployer(t.db, { permissions: ['MANAGE_ALERTS', 'GET_ALL_ALERTS', permission] });
    const { accountId } = seeing;
    const blind = await givenEmployer(t.db, { accountId, permissions: others });
    const { _id } = await created(seeing.token, { category });
    const codes = async (token: string, over: Partial<AlertInput> = {}) => {
      const body = input({ category, ...over });
      const asked = [
        await post(token, body),
        await t.ask(`/v2/alert/${_id}`, { token, method: 'PUT', body }),
        await t.ask('/v2/alert/preview', { token, body }),
        await t.ask('/v2/alert/test', { token, body }),
      ];
      return asked.map(({ statusCode, body: text }) => (statusCode === 200 ? 200 : JSON.parse(text).errorCode));
    };
    const denied = 'PERMISSION_DENIED';
    expect(await codes(blind.token)).toEqual([denied, denied, denied, denied]);
    // Without mail the summary shows its figures only to users who may see them.
    expect(await codes(blind.token, { viaEmail: false })).toEqual([200, 200, denied, denied]);
    expect(await codes(seeing.token)).toEqual([200, 200, 200, 200]);
    await t.db.run(sql`
      insert into alert_delivery (account_id, delivery_id, alert_id, local_date, slot, due_at, category, description, via_email,
        status, subject, body_text)
      values (${accountId}, gen_random_uuid(), ${_id}, '2026-11-20', '07:15', now(), ${category}, 'Morning', false, 'sent', '3 late',
        'Jane was late')`);
    const said = async (token: string) => (await t.ask('/v2/alert/deliveries', { token })).json().results[0];
    expect(await said(seeing.token)).toMatchObject({ subject: '3 late', text: 'Jane was late' });
    expect(await said(blind.token)).toMatchObject({ description: 'Morning', subject: null, text: null });
    expect((await t.ask(`/v2/alert/${_id}`, { token: blind.token, method: 'DELETE' })).statusCode).toBe(200);
  });

  it('need MANAGE_ALERTS to change and GET_ALL_ALERTS to read', async () => {
    const { token, accountId } = await givenEmployer(t.db, { permissions: ['GET_ALL_ALERTS'] });
    expect((await post(token, input())).json().errorCode).toBe('PERMISSION_DENIED');
    for (const path of ['preview', 'test'])
      expect((await t.ask(`/v2/alert/${path}`, { token, body: input() })).json().errorCode).toBe('PERMISSION_DENIED');
    const blind = await givenEmployer(t.db, { accountId, permissions: ['MANAGE_ALERTS'] });
    for (const path of ['by-category/break', 'deliveries'])
      expect((await t.ask(`/v2/alert/${path}`, { token: blind.token })).json().errorCode).toBe('PERMISSION_DENIED');
  });
});

describe('the licence', () => {
  const license = (alerts: object) => ({ alerts: { ...DEFAULT_LICENSE.alerts, ...alerts } });

  it('limits the number of alerts, even of those saved at the same moment', async () => {
    const { token } = await givenEmployer(t.db, { account: { license: license({ maxAlerts: 2 }) } });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => post(token, input({ description: `No ${i}` }))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().errorCode).toBe('LIMIT_REACHED');
    const { results } = (await t.ask('/v2/alert/by-category/attendance', { token })).json();
    const [kept] = results;
    const again = await t.ask(`/v2/alert/${kept._id}`, { token, method: 'PUT', body: input({ description: 'Still' }) });
    expect(again.statusCode).toBe(200);
  });

  it('limits the times of each category, when creating and when changing', async () => {
    const { token } = await givenEmployer(t.db, {
      account: { license: license({ attendanceTimeSlots: 1, breakTimeSlots: 3, pieceworkTimeSlots: 0 }) },
    });
    const alert = await created(token);
    const two = input({ times: times('07:00', '08:00') });
    expect((await post(token, two)).json().errorCode).toBe('LIMIT_REACHED');
    const change = await t.ask(`/v2/alert/${alert._id}`, { token, method: 'PUT', body: two });
    expect(change.json().errorCode).toBe('LIMIT_REACHED');
    expect((await post(token, input({ category: 'piecework' }))).json().errorCode).toBe('LIMIT_REACHED');
    await created(token, { category: 'break', times: times('07:00', '08:00', '09:00') });
  });

  it('allows the choice of groups only where it includes that', async () => {
    const { token, accountId } = await givenEmployer(t.db, {
      account: { license: license({ canSelectTimeGroups: false }) },
    });
    const groups = [await givenGroup(t.db, accountId, 'time'), await givenGroup(t.db, accountId, 'time')];
    const targets = groups.map((timeGroupId) => ({ timeGroupId, systemId: 'payroll' }));
    expect((await post(token, input({ targetGroups: targets.slice(1) }))).json().errorCode).toBe('LIMIT_REACHED');
    expect((await created(token, { targetGroups: targets })).targetGroups).toEqual([]);
  });
});

describe('an unsaved alert', () => {
  it('shows its present summary and when it would fire next', async () => {
    const { token, accountId } = await givenEmployer(t.db, { account: { timeZone: 'Asia/Tokyo' } });
    await givenEmployee(t.db, accountId, { number: '9', firstName: 'Ann', lastName: '<b>Adams</b>' });
    t.clock.set('2026-11-20T16:30:00Z');
    const { summary, nextFirings } = (
      await t.ask('/v2/alert/preview', { token, body: input({ times: times('18:30', '06:00') }) })
    ).json();
    expect(summary.subject).toBe('Morning: 0 present, 0 absent, 0 late');
    expect(summary.text).toContain('Not due yet: 1');
    expect(summary.text).toContain('Saturday 21 November 2026, as of 01:30 (Asia/Tokyo)');
    expect(summary.text).toContain('https://tallyboard.test/employer/overview?date=2026-11-21');
    expect(nextFirings).toEqual([
      '2026-11-22T21:00:00.000Z',
      '2026-11-23T09:30:00.000Z',
      '2026-11-23T21:00:00.000Z',
      '2026-11-24T09:30:00.000Z',
      '2026-11-24T21:00:00.000Z',
    ]);
  });

  it('sends a test only to the caller, and only so often', async () => {
    const { token } = await givenEmployer(t.db, { email: 'me@example.test' });
    expect((await t.ask('/v2/alert/test', { token, body: input({ viaEmail: false }) })).json()).toEqual({
      ok: true,
      sent: false,
    });
    const mails = await t.db.rows(
      z.object({ recipient: z.string(), subject: z.string() }),
      sql`select recipient, subject from mail`,
    );
    expect(mails).toEqual([{ recipient: 'me@example.test', subject: 'Test: Morning: 0 present, 0 absent, 0 late' }]);
    for (let i = 1; i < 20; i++) await t.ask('/v2/alert/test', { token, body: input() });
    const tooMuch = await t.ask('/v2/alert/test', { token, body: input() });
    expect([tooMuch.statusCode, tooMuch.headers['retry-after']]).toEqual([429, '3600']);
  });
});
