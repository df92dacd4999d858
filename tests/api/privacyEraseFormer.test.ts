import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Permission } from '#contract/platform/permissions.ts';
import { msg } from '#contract/platform/words.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';
import { entriesWithTraces, filesWithTraces, tablesWithTraces } from '../support/traces.ts';

/** Erasing a person (docs/reference/privacy.md#erasing-a-person) who had other names and numbers before: nothing that was written then has them afterwards. */
const t = useTestApp();
const RIGHTS: Permission[] = [
  ...(['Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Stats.GENERATE_REPORTS'] as const),
  ...(['Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS', 'Pay.VIEW', 'Pay.MANAGE'] as const),
];
const DAY = '2026-11-20';
const TRACES = /Quillonia|Zyxwvut|Abcyxq|Mirabelqx|NX-\d|70417\d\d|CAFE77/i;
const FIRST = { number: 'NX-1', firstName: 'Quillonia', lastName: 'Zyxwvut', timeId: '7041701', cards: ['CAFE7701'] };
const SECOND = { number: 'NX-2', lastName: 'Abcyxq', timeId: '7041702', cards: ['CAFE7702'] };
const THIRD = { number: 'NX-3', firstName: 'Mirabelqx' };

async function given() {
  const accountId = await givenAccount(t.db, { consentText: 'May we?' });
  const { token } = await givenEmployer(t.db, { accountId, permissions: RIGHTS });
  const admin = await givenAdmin(t.db);
  const ask = async (url: string, body?: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST') => {
    const answer = await t.ask(`/v2${url}`, { token, ...(body === undefined ? {} : { body, method }) });
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
    return answer.json();
  };
  const { deviceId } = await givenDevice(t.db, accountId);
  const add = async (fields: object): Promise<string> => (await ask('/setup/employees', fields)).employee._id;
  const basisOf = async (id: string): Promise<string> =>
    (await ask('/setup/employees')).employees.find((one: { _id: string }) => one._id === id).basis;
  const change = async (id: string, fields: object) => {
    t.clock.advance(60_000);
    await ask(`/setup/employees/${id}`, { basis: await basisOf(id), ...fields }, 'PUT');
    t.clock.advance(60_000);
  };
  const correct = async (employeeIds: string[]) => {
    const items = await Promise.all(
      employeeIds.map(async (employeeId) => {
        const { basis } = await ask(`/stats/employee/${employeeId}/day?referenceDate=${DAY}`);
        const at = new Date(t.clock.now().getTime() - 3_600_000).toISOString();
        return { day: DAY, basis, change: { do: 'add-punch', employeeId, at, direction: 'in' } };
      }),
    );
    t.clock.advance(60_000);
    return ask('/corrections', { reason: 'forgot-to-clock', items });
  };
  const trail = async () =>
    (
      await t.db.rows(
        z.object({ text: z.string() }),
        sql`select concat_ws(': ', action, target) as text from audit_entry where account_id = ${accountId} order by at, audit_entry_id`,
      )
    ).map(({ text }) => text);
  const erase = async (id: string, number: string) => {
    t.clock.advance(60_000);
    await t.db.run(
      sql`update employee set is_active = false, inactive_from = '2026-11-19' where account_id = ${accountId} and employee_id = ${id}`,
    );
    await t.db.run(sql`
      insert into period_lock (account_id, lock_id, kind, from_day, to_day, to_fix, to_decide, facts, data_version, made_by_name, received_at)
      select ${accountId}, gen_random_uuid(), 'lock', min(day), max(day), 0, 0, '{}', 1, 'office', ${t.clock.now()}
      from day_fact where account_id = ${accountId} having count(*) > 0`);
    t.clock.advance(60_000);
    const dates = { from: DAY, to: DAY };
    await t.ask('/v2/stats/generateReport', { token, body: { reportType: 'employee-attendance', dates } });
    t.clock.advance(60_000);
    return ask(`/setup/employees/${id}/erasure`, { number });
  };
  return { accountId, deviceId, admin, token, ask, add, change, correct, trail, erase };
}

/** Everything that names a person at a time, by their name of then. */
async function leaveTraces(
  { accountId, deviceId, ask, correct }: Awaited<ReturnType<typeof given>>,
  id: string,
  other: string,
  name: string,
  pin: string,
) {
  await ask(`/setup/employees/${id}/consents`, { version: 1, how: 'paper' });
  await ask(`/setup/employees/${id}/own-days-link`, {});
  await ask(`/pay/people/${id}/type`, { payType: 'hourly' }, 'PUT');
  await correct([id]);
  await correct([other, id]);
  await ask('/exceptions/reviews', {
    items: [{ key: `dispute:${id}:${DAY}:hours`, evidence: 'x', note: `Spoke to ${name.split(/\W+/)[0]}` }],
  });
  await ask('/exceptions/reviews', { items: [{ key: `unmatched-pin:${pin}`, evidence: 'x' }] });
  await ask('/day-notes', { day: DAY, text: `Ask ${name} about the key` });
  const mailId = crypto.randomUUID();
  await t.db.run(sql`
    insert into mail (mail_id, owner_account_id, purpose, recipient, subject, body_text, body_html, message_id, status, created_at, next_attempt_at)
    values (${mailId}, ${accountId}, 'alert', 'office@farm.test', ${`${name} is late`}, ${name}, ${name}, ${mailId}, 'queued', now(), now())`);
  mkdirSync(join(t.dataDir, 'outbox'), { recursive: true });
  writeFileSync(join(t.dataDir, 'outbox', `${mailId}.eml`), `Subject: ${name}\r\n\r\n${name}`);
  await t.db.run(sql`
    insert into rejected_line (account_id, rejected_line_id, device_id, received_at, reason, line_hash, raw)
    values (${accountId}, gen_random_uuid(), ${deviceId}, now(), 'bad-time', ${Buffer.from(mailId)}, ${`${pin}\t2026-11-22 07:00:00\t0`})`);
}

it('renamed twice and then erased: no former name, number, PIN or card is left in any table, trail, mail, file or new backup', async () => {
  const site = await given();
  const { accountId, admin, add, change, trail, erase } = site;
  const id = await add(FIRST);
  const other = await add({ number: '12', firstName: 'Bob', lastName: 'Orr', timeId: '12' });
  await leaveTraces(site, id, other, 'Quillonia Zyxwvut', FIRST.timeId);
  await change(id, SECOND);
  await leaveTraces(site, id, other, 'Abcyxq, Quillonia', SECOND.timeId);
  await change(id, THIRD);
  await leaveTraces(site, id, other, 'MIRABELQX ABCYXQ', SECOND.timeId);
  expect(await erase(id, 'NX-3')).toEqual({ becomes: 'Removed 1' });
  expect(await tablesWithTraces(t, TRACES)).toEqual([]);
  expect(filesWithTraces(t, TRACES)).toEqual([]);
  const token = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  const { archive } = await backupCalls(t, () => token).backUp(accountId);
  expect(await entriesWithTraces(archive, TRACES)).toEqual([]);
  expect(await trail()).toEqual(expect.arrayContaining(['correction.make: 12, Removed 1', 'setup.change: Removed 1']));
  expect((await t.ask(`/v2/audit/by-account/${accountId}/check`, { token })).json().problem).toBeNull();
});

it('a name in the words of a detail goes with the detail: both have none, and the trail is whole', async () => {
  const { accountId, admin, add, erase } = await given();
  const id = await add({ number: '12', firstName: 'Quillonia', lastName: 'Zyxwvut' });
  const detail = msg('{fileName}: {added} added, {refused} refused', {
    ...{ fileName: 'Quillonia Zyxwvut.csv', added: 1, refused: 0 },
  });
  await t.db.tx((tx) => audit(tx, { accountId, at: t.clock.now(), actor: 'office', action: 'account.import', detail }));
  await erase(id, '12');
  const token = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  const { results } = (await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=30`, { token })).json();
  const imported = results.find(({ action }: { action: string }) => action === 'account.import');
  expect(imported).toMatchObject({ detail: 'Removed 1.csv: 1 added, 0 refused', words: null });
  expect(results.some(({ words }: { words: unknown }) => words !== null)).toBe(true);
  expect(await tablesWithTraces(t, TRACES)).toEqual([]);
  expect((await t.ask(`/v2/audit/by-account/${accountId}/check`, { token })).json().problem).toBeNull();
});

it('a name that a restore of an older backup took back is found in the trail all the same', async () => {
  const { accountId, admin, add, change, trail, erase } = await given();
  const token = () => givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  const { archive } = await (async () => {
    await add(FIRST);
    const own = await token();
    return backupCalls(t, () => own).backUp(accountId);
  })();
  const { employee_id: id } = await t.db.single(
    z.object({ employee_id: z.string() }),
    sql`select employee_id from employee where account_id = ${accountId}`,
  );
  await change(id, SECOND);
  await change(id, THIRD);
  const own = await token();
  await backupCalls(t, () => own).restore(archive, accountId, 'replace', ['Employees']);
  const names = async () => t.db.run(sql`select from former_name where account_id = ${accountId}`);
  expect(await names()).toBe(3);
  await erase(id, FIRST.number);
  expect((await trail()).filter((text) => TRACES.test(text))).toEqual([]);
  expect(await names()).toBe(0);
});

it('a number that passed to another: what each of them did under it stays apart', async () => {
  const { add, change, correct, trail, erase } = await given();
  const id = await add({ number: '22', firstName: 'Juan', lastName: 'Garcia', timeId: '5' });
  await correct([id]);
  await change(id, { number: '50', lastName: 'Lopez' });
  const next = await add({ number: '22', firstName: 'Juan', lastName: 'Garcia', timeId: '6' });
  await correct([next]);
  await correct([id]);
  await erase(id, '50');
  expect(await trail()).toEqual([
    ...['setup.change: Removed 1', 'correction.make: Removed 1', 'setup.change: Removed 1'],
    ...['setup.change: 22 Juan Garcia', 'correction.make: 22', 'correction.make: Removed 1'],
    ...['report.export: Employee Attendance Report', 'person.erase: Removed 1'],
  ]);
});

it('a number that means something else in an entry stays: a count of employees, and the code of a product', async () => {
  const { accountId, add, change, correct, erase } = await given();
  const id = await add({ number: '12', firstName: 'Juan', lastName: 'Garcia', timeId: '5' });
  await correct([id]);
  const say = (target: string, detail: string) =>
    t.db.tx((tx) =>
      audit(tx, { accountId, at: t.clock.now(), actor: 'office', action: 'setup.change', target, detail }),
    );
  await say('12 employees', 'shift from always');
  await say('12', 'lookup entry added');
  await say('12 Night', 'group added');
  await say('employee 12', 'paid by: hourly');
  await change(id, { number: '13' });
  await erase(id, '13');
  const entries = await t.db.rows(
    z.object({ text: z.string() }),
    sql`select concat_ws(': ', target, detail) as text from audit_entry where account_id = ${accountId} and actor = 'office'
        order by audit_entry_id`,
  );
  expect(entries.map(({ text }) => text).sort()).toEqual([
    ...['12 Night: group added', '12 employees: shift from always', '12: lookup entry added'],
    'Removed 1: paid by: hourly',
  ]);
});
