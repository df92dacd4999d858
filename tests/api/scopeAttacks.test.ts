import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { Team } from '#contract/masterData/teams.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { sql } from '#server/platform/db/db.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSetup } from '../support/containers.ts';
import { givenAdmin, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';
import { OF_THEIR_PEOPLE } from './scope.table.ts';

/** Ways to see past a scope (docs/reference/scope.md#what-it-limits) that somebody who knows only the specification would try. */

const t = useTestApp();
const TUESDAY = '2026-11-24';

async function givenScoped(accountId: string, scope: UserScope | null): Promise<string> {
  const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS, scope });
  return givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
}

describe('a scope whose every entry of lookup 1 is deleted', () => {
  it('shows nobody, in lists, “Why?”, the roll, the muster list, exceptions and corrections', async () => {
    const site = await givenSupervised(t);
    const one = await site.person('1', { timeId: '1' });
    await site.send('1', ['07:00', `${ASKED.slice(0, 10)} 07:00`]);
    await site.send('99', ['07:00']);
    for (const scope of [{ lookup1: [randomUUID()] }, { timeGroups: [randomUUID()] }] satisfies UserScope[]) {
      const token = await givenScoped(site.accountId, scope);
      const ask = async (path: string) => (await site.ask(path, undefined, token)).body;
      const said = JSON.stringify(scope);
      expect((await ask(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`)).total, said).toBe(0);
      expect((await ask(`/stats/roll?from=${MONDAY}&to=${MONDAY}`)).rows, said).toEqual([]);
      expect((await ask('/stats/on-site?cacheKey=a')).entries, said).toEqual([]);
      expect((await ask('/exceptions')).exceptions, said).toEqual([]);
      expect((await site.ask(`/stats/employee/${one}/day?referenceDate=${MONDAY}`, undefined, token)).status).toBe(404);
      expect((await site.ask(`/stats/person/${one}?from=${MONDAY}&to=${MONDAY}`, undefined, token)).status).toBe(404);
      const change = { do: 'add-punch', employeeId: one, at: site.at('10:00'), direction: 'out' };
      const items = [{ day: MONDAY, basis: 'x', change }];
      expect((await site.ask('/corrections', { reason: 'other', note: 'Said so', items }, token)).status).toBe(404);
    }
  });
});

describe('what an export of a user with a scope would say now', () => {
  it('is of that user’s people, also to a user without one', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    const inside = await site.person('1', { timeId: '1' });
    await site.person('2', { timeId: '2', timeGroupId: other });
    for (const pin of ['1', '2']) await site.send(pin, ['07:00', '16:00']);
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const body = { reportType: 'employee-attendance', exportType: 'csv', dates: { from: MONDAY, to: MONDAY } };
    expect((await t.ask('/v2/stats/generateReport', { token, body })).statusCode).toBe(200);
    await site.corrected(inside, [{ do: 'add-punch', employeeId: inside, at: site.at('17:00'), direction: 'out' }]);
    const [{ _id }] = (await site.get('/stats/exports')).results;
    const own = (await site.ask(`/stats/exports/${_id}/changes`, undefined, token)).body;
    expect(own.results.length).toBeGreaterThan(0);
    expect(await site.get(`/stats/exports/${_id}/changes`)).toEqual(own);
  });
});

describe('the work of others', () => {
  it('is in no mark of an export, no sum of a lock and no number of devices', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    await site.person('1', { timeId: '1' });
    await site.person('2', { timeId: '2', timeGroupId: other });
    for (const pin of ['1', '2']) await site.send(pin, ['07:00']);
    const token = await givenScoped(accountId, { timeGroups: [site.group] });
    const elsewhere = await givenScoped(accountId, { devices: [randomUUID()] });
    const body = { reportType: 'employee-attendance', exportType: 'csv', dates: { from: MONDAY, to: MONDAY } };
    expect((await t.ask('/v2/stats/generateReport', { token, body })).statusCode).toBe(200);
    await site.send('2', ['16:00'], ASKED);
    const [mark] = (await site.ask('/stats/exports', undefined, token)).body.results;
    expect(mark.changedSince).toBeNull();
    expect((await site.ask(`/stats/exports/${mark._id}/changes`, undefined, token)).body.results).toEqual([]);
    expect((await site.get('/stats/exports')).results[0].changedSince).toBe(true);

    expect((await site.ask('/period-locks', { from: MONDAY, to: MONDAY })).body.toFix).toBeGreaterThan(0);
    const [lock] = (await site.ask('/period-locks', undefined, token)).body.results;
    expect([lock.from, lock.toFix, lock.toDecide]).toEqual([MONDAY, null, null]);

    const devices = async (who: string) =>
      (await site.ask('/account/sync-status?cacheKey=a', undefined, who)).body.devices.length;
    expect([await devices(site.token), await devices(token), await devices(elsewhere)]).toEqual([1, 1, 0]);
  });
});

describe('“Why?” of an employee who counts on no day', () => {
  it('is as of the scope’s own people, however late those outside it are judged', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time');
    await givenStandardTimes(t.db, site.accountId, other, { start: '14:00', end: '23:30' });
    await site.person('1', { timeId: '1' });
    const gone = await site.person('2', { timeId: '2', deletedAt: '2026-11-01T00:00:00Z' });
    await site.person('3', { timeId: '3', timeGroupId: other });
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const asOf = async (path: string, as: string) =>
      Date.parse((await site.ask(`${path}?referenceDate=${MONDAY}`, undefined, as)).body.asOf);
    const [totals, why] = ['/stats/employee/attendance-status-totals', `/stats/employee/${gone}/day`];
    expect(await asOf(why, token)).toBe(await asOf(totals, token));
    expect(await asOf(why, site.token)).toBe(await asOf(totals, site.token));
    expect(await asOf(why, token)).toBeLessThan(await asOf(why, site.token));
  });
});

describe('the audit trail', () => {
  it('names the scope at each act that has people in it', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const one = await site.person('1', { timeId: '1' });
    const { deviceId } = await givenDevice(t.db, accountId, { kind: 'unmanaged', employeeIds: [one] });
    await site.send('1', ['07:00']);
    await site.work('1', [{ units: '1', startedAt: new Date(site.at('09:00')), lookup1Code: 'P', lookup2Code: 'N3' }]);
    const members = [{ employeeId: one, from: null, to: null, share: null }];
    const team = await givenSetup<Team>(t, accountId, 'teams', { name: 'Blue', division: 'equal', members });
    const token = await givenScoped(accountId, { timeGroups: [site.group] });
    const ask = async (path: string, body?: object, method?: 'PUT' | 'DELETE') => {
      const answer = await t.ask(`/v2${path}`, { token, body, ...(method && { method }) });
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
      return answer;
    };
    const change = { do: 'add-punch', employeeId: one, at: site.at('16:00'), direction: 'out' } as const;
    const items = await site.items(one, [change]);
    const listed = async (path: string) => (await ask(path)).json();
    let done = '';
    let left = '';
    const acts: Record<string, [action: string, act: () => Promise<unknown>]> = {
      reviewExceptions: [
        'exception.review',
        async () => {
          const [{ key, evidence }] = (await listed(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).exceptions;
          left = (await ask('/exceptions/reviews', { items: [{ key, evidence }] })).json().actId;
        },
      ],
      undoReviews: ['exception.review-undo', () => ask(`/exceptions/reviews/${left}/undo`, {})],
      makeCorrections: ['correction.make', () => ask('/corrections', { reason: 'forgot-to-clock', items })],
      undoCorrections: [
        'correction.undo',
        async () => {
          const page = `/corrections?from=${MONDAY}&to=${MONDAY}&startRow=0&endRow=10`;
          const [{ _id: correctionId, basis }] = (await listed(page)).results;
          return ask('/corrections/undo', { items: [{ correctionId, basis }] });
        },
      ],
      openMessage: ['message.open', () => ask('/messages', { about: 'crew', ids: [one] })],
      addDayNote: ['day-note.add', () => ask('/day-notes', { day: MONDAY, text: 'Gate B is stuck' })],
      removeDayNote: [
        'day-note.remove',
        async () => ask(`/day-notes/${(await listed(`/day-notes?day=${MONDAY}`)).notes[0]._id}`, undefined, 'DELETE'),
      ],
      setWorkPlan: [
        'work-plan.set',
        () =>
          ask('/work-plans', {
            ...{ deviceIds: [deviceId], day: '2026-11-26', time: '06:00', unitsPerScan: '1' },
            ...{ lookup1Code: 'P', lookup2Code: null },
          }),
      ],
      withdrawWorkPlan: [
        'work-plan.withdraw',
        async () => ask(`/work-plans/${(await listed('/work-plans')).plans[0]._id}`, undefined, 'DELETE'),
      ],
      addCrewSheet: [
        'correction.make',
        () =>
          ask('/corrections/crew-sheet', {
            ...{ reason: 'crew-sheet', day: MONDAY, startTime: '10:00', endTime: '11:00', lookup2Code: 'N3' },
            ...{ products: ['P'], rows: [{ employeeId: one, units: ['2'] }] },
          }),
      ],
      addCrewPunch: [
        'correction.make',
        () => ask('/corrections/crew-punch', { reason: 'device-failed', day: MONDAY, time: '16:00', direction: 'out' }),
      ],
      correctPieces: [
        'correction.make',
        async () => {
          const order = {
            reason: 'wrong-key',
            choice: { from: MONDAY, to: MONDAY, startTime: '09:00', endTime: '09:30' },
            change: { do: 'change', lookup2Code: 'N4' },
          };
          const { basis } = (await ask('/corrections/pieces/preview', order)).json();
          done = (await ask('/corrections/pieces', { ...order, basis })).json().actId;
        },
      ],
      undoAct: ['correction.undo', () => ask(`/corrections/acts/${done}/undo`, {})],
      addTeamEntry: [
        'correction.make',
        () => ask('/team-entries', { teamId: team._id, day: MONDAY, units: '3', lookup1Code: 'P', lookup2Code: null }),
      ],
      setTeamEntryCounts: [
        'correction.undo',
        async () => {
          const [{ _id }] = (await listed(`/team-entries?from=${MONDAY}&to=${MONDAY}`)).entries;
          return ask(`/team-entries/${_id}/counts`, { counts: false });
        },
      ],
      generateReport: [
        'report.export',
        () =>
          ask('/stats/generateReport', {
            ...{ reportType: 'latecomers', exportType: 'csv', dates: { from: MONDAY, to: MONDAY } },
          }),
      ],
      makeRecordFile: [
        'records.make',
        () => ask('/records', { dates: { from: MONDAY, to: MONDAY }, parts: ['time-cards'], exportType: 'csv' }),
      ],
      getRollFile: ['report.export', () => ask(`/stats/roll/file?from=${MONDAY}&to=${MONDAY}`)],
      createAlert: ['alert.create', () => ask('/alert', ALERT)],
      updateAlert: [
        'alert.update',
        async () => {
          const [{ _id }] = (await listed('/alert/by-category/attendance')).results;
          return ask(`/alert/${_id}`, { ...ALERT, description: 'Noon' }, 'PUT');
        },
      ],
      deleteAlert: [
        'alert.delete',
        async () => {
          const [{ _id }] = (await listed('/alert/by-category/attendance')).results;
          return ask(`/alert/${_id}`, undefined, 'DELETE');
        },
      ],
    };
    // Calls that change nothing of the account, or only what the caller alone has read.
    const corrected = ['previewCorrections', 'previewPieces', 'previewCrewSheet', 'previewCrewPunch'];
    const without = [...corrected, 'previewAlert', 'sendTestAlert', 'markAlertDeliveriesRead'];
    const acting = OF_THEIR_PEOPLE.filter((name) => ENDPOINTS[name]?.method !== 'GET' && !without.includes(name));
    expect(Object.keys(acts).sort()).toEqual([...acting, 'getRollFile'].sort());
    const trail = () =>
      t.db.rows(
        z.object({ action: z.string(), detail: z.string().nullable() }),
        sql`select action, detail from audit_entry where account_id = ${accountId} order by audit_entry_id`,
      );
    for (const [name, [action, act]] of Object.entries(acts)) {
      t.clock.advance(1_000);
      const before = (await trail()).length;
      await act();
      const added = (await trail()).slice(before);
      expect(
        added.map((entry) => entry.action),
        name,
      ).toEqual([action]);
      expect(added[0]?.detail, name).toMatch(/(^|; )within Day shift$/);
    }
  });
});

describe('the answer to a request that is repeated', () => {
  it('is not given again within another scope, and the act is not done twice', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    const one = await site.person('1', { timeId: '1' });
    await site.send('1', ['07:00']);
    const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS, scope: { timeGroups: [site.group] } });
    const token = await givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    const items = await site.items(one, [{ do: 'add-punch', employeeId: one, at: site.at('16:00'), direction: 'out' }]);
    const act = () =>
      site.ask('/corrections', { reason: 'forgot-to-clock', items }, token, { 'idempotency-key': 'the-same-key' });
    const first = await act();
    expect(first.status).toBe(200);
    expect(await act()).toEqual(first);
    const scope = JSON.stringify({ timeGroups: [other] });
    await t.db.run(sql`update app_user set scope = ${scope}::jsonb where user_id = ${userId}`);
    const again = await act();
    expect([again.status, JSON.stringify(again.body).includes('Nkosi')]).toEqual([409, false]);
    const rows = await t.db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from punch_correction where account_id = ${accountId}`,
    );
    expect(rows.count).toBe(1);
  });
});

describe('pay', () => {
  it('is of the scope: nobody outside is listed, counted or found, nor on the days before they moved', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const other = await givenGroup(t.db, accountId, 'time');
    const inside = await site.person('1', { timeId: '1' });
    const outside = await site.person('2', { timeId: '2', timeGroupId: other });
    const mover = await site.person('3', { timeId: '3' });
    await t.db.run(
      sql`update employee set time_groups = ${JSON.stringify([
        { from: null, timeGroupId: other },
        { from: TUESDAY, timeGroupId: site.group },
      ])}::jsonb where account_id = ${accountId} and employee_id = ${mover}`,
    );
    const owner = await givenScoped(accountId, null);
    const as = async (path: string, body?: object, method?: 'PUT') => {
      const answer = await t.ask(`/v2${path}`, { token: owner, body, ...(method && { method }) });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await as('/setup/hours-rules', {
      ...HOURS_RULE_DEFAULTS,
      timeGroupId: null,
      from: null,
      periodStart: '2026-11-01',
    });
    await as('/pay/currency', { currency: 'ZAR' }, 'PUT');
    for (const employeeId of [inside, outside, mover])
      await as('/pay/rates', {
        ...{ employeeId, employeeGroupId: null, jobDescriptionId: null, lookup1: null, lookup2: null },
        ...{ kind: 'hourly', amount: '30', from: '2026-09-01' },
      });
    for (const pin of ['1', '2', '3']) await site.send(pin, ['07:00', '16:00']);
    const token = await givenScoped(accountId, { timeGroups: [site.group] });
    const days = `from=${MONDAY}&to=${MONDAY}`;
    const numbers = async (who: string) =>
      (await site.ask(`/pay/people?${days}`, undefined, who)).body.rows.map(
        ({ employee }: { employee: { number: string } }) => employee.number,
      );
    expect(await numbers(owner)).toEqual(['1', '2', '3']);
    expect(await numbers(token)).toEqual(['1']);
    const person = async (id: string) => site.ask(`/pay/people/${id}?${days}`, undefined, token);
    expect((await person(inside)).status).toBe(200);
    const unknown = await person(randomUUID());
    expect(unknown.status).toBe(404);
    expect(await person(outside)).toEqual(unknown);
    expect(await person(mover)).toEqual(unknown);
    const all = await site.ask(`/pay/people?${days}&timeGroups=${site.group}`, undefined, owner);
    expect((await site.ask(`/pay/people?${days}`, undefined, token)).body).toEqual(all.body);
    const cost = await site.ask(`/pay/cost?${days}&timeGroups=${site.group}`, undefined, owner);
    expect((await site.ask(`/pay/cost?${days}`, undefined, token)).body).toEqual(cost.body);
  });

  it('never finds somebody outside who has left and clocks all the same, asked by name or listed anew', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const crew = await givenGroup(t.db, accountId, 'employee');
    const inside = await site.person('1', { employeeGroupId: crew });
    const outside = await site.person('2');
    await t.db.run(sql`update employee set deleted_at = ${`${MONDAY}T00:00:00Z`} where employee_id = ${outside}`);
    const token = await givenScoped(accountId, { employeeGroups: [crew] });
    const owner = await givenScoped(accountId, null);
    const rule = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, periodStart: '2026-11-01' };
    expect((await site.ask('/setup/hours-rules', rule, owner)).status).toBe(200);
    await site.send('1', [`${MONDAY} 07:00`, `${MONDAY} 16:00`]);
    const days = `from=${MONDAY}&to=${TUESDAY}`;
    const listed = async (who: string) => {
      const { rows, total } = (await site.ask(`/pay/people?${days}`, undefined, who)).body;
      return [total, rows.map(({ employee }: { employee: { _id: string } }) => employee._id)];
    };
    expect(await listed(token)).toEqual([1, [inside]]);
    await site.send('2', [`${TUESDAY} 07:00`, `${TUESDAY} 16:00`]);
    expect(await listed(owner)).toEqual([2, [inside, outside]]);
    expect(await listed(token)).toEqual([1, [inside]]);
    expect((await site.ask(`/pay/people/${outside}?${days}`, undefined, owner)).status).toBe(200);
    expect((await site.ask(`/pay/people/${outside}?${days}`, undefined, token)).status).toBe(404);
  });
});

const ALERT = {
  ...{ category: 'attendance', description: 'Morning', viaEmail: true, emailRecipients: ['boss@example.test'] },
  ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ enabled: true, time: '12:15' }], targetGroups: [] },
};

describe('an alert whose maker is deleted', () => {
  it('holds the people of the scope that they had', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const crew = await givenGroup(t.db, accountId, 'employee');
    await site.person('1', { timeId: '1', employeeGroupId: crew });
    for (const number of ['2', '3']) await site.person(number, { timeId: number });
    const userId = await givenUser(t.db, accountId, { permissions: PERMISSIONS, scope: { employeeGroups: [crew] } });
    const token = await givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    expect((await site.ask('/alert', ALERT, token)).status).toBe(200);
    const admin = await givenAdmin(t.db);
    const by = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: ASKED });
    expect((await t.ask(`/v2/user/${userId}`, { token: by, method: 'DELETE' })).statusCode).toBe(200);
    t.clock.set('2026-11-25T10:16:00Z');
    await runAlerts(t.services);
    const [mail] = await t.db.rows(
      z.object({ text: z.string() }),
      sql`select body_text as text from mail where owner_account_id = ${accountId} and purpose = 'alert'`,
    );
    expect(mail?.text).toContain('Expected: 1');
  });
});

describe('a restore of users', () => {
  it('gives back the scopes of the file, and leaves alerts of users whom it deletes with theirs', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const crew = await givenGroup(t.db, accountId, 'employee');
    await site.person('1', { timeId: '1', employeeGroupId: crew });
    await site.person('2', { timeId: '2' });
    const scope = { employeeGroups: [crew] };
    const kept = await givenUser(t.db, accountId, { username: 'kept', permissions: PERMISSIONS, scope });
    const admin = await givenAdmin(t.db);
    const by = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    const calls = backupCalls(t, () => by);
    const { archive } = await calls.backUp(accountId);
    await t.db.run(sql`update app_user set scope = null where user_id = ${kept}`);
    const token = await givenScoped(accountId, scope);
    expect((await site.ask('/alert', ALERT, token)).status).toBe(200);
    await calls.restore(archive, accountId, 'replace', ['Users']);
    const users = await t.db.rows(
      z.object({ username: z.string(), scope: z.unknown() }),
      sql`select username, scope from app_user where account_id = ${accountId} and scope is not null`,
    );
    expect(users).toEqual([{ username: 'kept', scope }]);
    t.clock.set('2026-11-25T10:16:00Z');
    await runAlerts(t.services);
    const [mail] = await t.db.rows(
      z.object({ text: z.string() }),
      sql`select body_text as text from mail where owner_account_id = ${accountId} and purpose = 'alert'`,
    );
    expect(mail?.text).toContain('Expected: 1');
  });
});

describe('a group outside a scope', () => {
  it('is not found as a filter of a report, and no part of an alert: neither says its name', async () => {
    const site = await givenSupervised(t);
    const other = await givenGroup(t.db, site.accountId, 'time', { name: 'Secret shift' });
    await site.person('1', { timeId: '1' });
    const token = await givenScoped(site.accountId, { timeGroups: [site.group] });
    const report = async (id: string) => {
      const body = {
        ...{ reportType: 'employee-attendance', exportType: 'html', dates: { from: MONDAY, to: MONDAY } },
        options: { timeGroupIds: [id] },
      };
      const answer = await t.ask('/v2/stats/generateReport', { token, body });
      return { status: answer.statusCode, body: answer.body.replaceAll(id, '') };
    };
    expect((await report(site.group)).status).toBe(200);
    expect((await report(other)).status).toBe(404);
    expect(await report(other)).toEqual(await report(randomUUID()));
    const preview = await site.ask(
      '/alert/preview',
      { ...ALERT, targetGroups: [{ timeGroupId: other, systemId: 'payroll' }] },
      token,
    );
    expect(JSON.stringify(preview.body)).not.toContain('Secret');
  });
});
