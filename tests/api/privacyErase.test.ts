import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { raw, sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession, type SignedIn } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { member } from '../support/teams.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';
import { entriesWithTraces, filesWithTraces, tablesWithTraces } from '../support/traces.ts';

/** Erasing a person (docs/reference/privacy.md#erasing-a-person): afterwards a search of everything that is stored finds nothing. */
const t = useTestApp();
const terminals = useTerminals(t);
const { send } = terminals;

const PERSON = { number: 'NX-90417', timeId: '7041799', firstName: 'Quillonia', lastName: "O'Zyxwvut" };
const TRACES = /Quillonia|Zyxwvut|NX-90417|7041799|CA.?FE.?77.?99|0829904177/i;
const RIGHTS: Permission[] = [
  ...(['Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Stats.GENERATE_REPORTS'] as const),
  ...(['Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS', 'Pay.VIEW', 'Pay.MANAGE'] as const),
];
const DAY = '2026-11-18';
/** The tables in which the person of these tests has left traces: an erasure that is tried against fewer tables proves less. */
const TRACED = [
  ...['alert_delivery', 'audit_entry', 'biometric_template', 'clock_record', 'day_note', 'device', 'employee'],
  ...[
    'exception_review',
    'excuse',
    'export_day',
    'mail',
    'new_person',
    'own_day_act',
    'pay_file_part',
    'piecework_entry',
  ],
  ...[
    'punch_correction',
    'rejected_line',
    'team',
    'terminal_command',
    'terminal_user',
    'workbook_line',
    'workbook_upload',
  ],
];

let admin: SignedIn;
const adminToken = () => givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });

/** An account in which the person has left traces everywhere, and left on the day after their last punch. */
async function withPerson() {
  admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, {
    storeTemplates: true,
    consentText: 'May we?',
    allowedSystemIds: ['PAY'],
  });
  const owner = await givenEmployer(t.db, { accountId, permissions: RIGHTS });
  const person = await givenEmployee(t.db, accountId, {
    ...PERSON,
    punches: [`${DAY}T07:00:00+02:00`, `${DAY}T16:00:00+02:00`],
  });
  const other = await givenEmployee(t.db, accountId, {
    number: '22',
    timeId: '22',
    firstName: 'Bob',
    lastName: 'Orr',
    punches: [`${DAY}T07:00:00+02:00`],
  });
  await t.db.run(
    sql`update employee set cards = '{CAFE7799}', phone_number = '0829904177' where employee_id = ${person}`,
  );
  await t.db.run(
    sql`update clock_record set time_id = ${PERSON.timeId}, raw = ${`${PERSON.timeId}\t2026-11-18 07:00:00`} where employee_id = ${person}`,
  );
  const { deviceId, serialNumber: gate } = await givenDevice(t.db, accountId, { employeeIds: [person, other] });
  await send('GET', `/iclock/cdata?SN=${gate}&options=all&pushver=2.4.1`);
  await t.ask(`/v2/device/${deviceId}/networks`, {
    token: admin.token,
    body: { network: '127.0.0.0/24', decision: 'accept' },
  });
  const poll = async () => {
    const { body } = await send('GET', `/iclock/getrequest?SN=${gate}`);
    const lines = [...body.matchAll(/^C:(\w+):(.*)$/gm)];
    for (const [, id, text] of lines)
      await send('POST', `/iclock/devicecmd?SN=${gate}`, `ID=${id}&Return=0&CMD=${text?.split(' ')[0]}\n`);
    return lines.map(([, , text]) => text ?? '').filter((text) => text.startsWith('DATA'));
  };
  const employee = `/v2/setup/employees/${person}`;
  await sayOfTheirDay(accountId, `${employee}/own-days-pin`, owner.token);
  await t.ask(`${employee}/consents`, { token: owner.token, body: { version: 1, how: 'paper' } });
  await send(
    'POST',
    `/iclock/cdata?SN=${gate}&table=OPERLOG`,
    `FP PIN=${PERSON.timeId}\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n`,
  );
  await poll();
  const lines = [`${PERSON.timeId}\t${DAY} 12:00:00\t0\t1`, `${PERSON.timeId}\tnot a time\t0`];
  await send('POST', `/iclock/cdata?SN=${gate}&table=ATTLOG`, `${lines.join('\n')}\n`);
  // A refused card, as a device writes it.
  await t.db.run(sql`
    insert into rejected_line (account_id, rejected_line_id, device_id, received_at, reason, line_hash, raw)
    values (${accountId}, gen_random_uuid(), ${deviceId}, now(), 'not-a-pass', 'x', '{"cardNo":"00:ca:fe:77:99"}')`);
  const ask = (url: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
    t.ask(`/v2${url}`, { token: owner.token, method, body });
  // Free texts, cached answers, files and messages.
  await ask('/day-notes', { day: DAY, text: `Ask quillonia o'zyxwvut about the key` });
  await ask('/setup/pasted', {
    sheet: 'employees',
    rows: [
      ['Employee Number', 'First Name', 'Last Name'],
      [PERSON.number, PERSON.firstName, PERSON.lastName],
    ],
  });
  await t.ask(`${employee}/export`, { token: owner.token });
  await ask('/stats/generateReport', { reportType: 'employee-attendance', dates: { from: DAY, to: DAY } });
  const name = `${PERSON.firstName} ${PERSON.lastName}`;
  const html = name.replace("'", '&#39;');
  await t.db.run(sql`
    insert into alert_delivery (account_id, delivery_id, alert_id, local_date, slot, due_at, category, description, via_email, status, subject,
      body_text, body_html)
    values (${accountId}, gen_random_uuid(), gen_random_uuid(), ${DAY}, '08:00', now(), 'event', 'Late', true, 'sent', ${`${name} has not come`},
      ${`${PERSON.number} ${name}`}, ${`<b>${html}</b>`})`);
  const mails = ['sent', 'queued'].map((status) => ({ id: crypto.randomUUID(), status }));
  mkdirSync(join(t.dataDir, 'outbox'), { recursive: true });
  for (const { id, status } of mails) {
    await t.db.run(sql`
      insert into mail (mail_id, owner_account_id, purpose, recipient, subject, body_text, body_html, message_id, status, created_at, next_attempt_at)
      values (${id}, ${accountId}, 'alert', 'office@farm.test', 'Late today', ${name}, ${html}, ${id}, ${status}, now(), now())`);
    writeFileSync(join(t.dataDir, 'outbox', `${id}.eml`), `Subject: x\r\n\r\n${name}`);
  }
  const records = join(t.dataDir, 'records', accountId);
  mkdirSync(records, { recursive: true });
  writeFileSync(join(records, 'a.zip'), name);
  await t.db.run(sql`
    insert into record_file (account_id, record_file_id, from_day, to_day, parts, export_type, options, made_by, made_at, status)
    values (${accountId}, gen_random_uuid(), ${DAY}, ${DAY}, '{time-cards}', 'csv', '{}', 'office', now(), 'ready')`);
  await t.db.run(sql`
    insert into new_person (account_id, new_person_id, pin, name, device_id, received_at)
    values (${accountId}, gen_random_uuid(), ${PERSON.timeId}, ${name}, ${deviceId}, now())`);
  await t.db.run(sql`
    insert into pay_file_part (account_id, pay_file_part_id, pay_file_id, nth, employee_id, number, first_name, last_name, first_line, lines, received_at)
    values (${accountId}, gen_random_uuid(), gen_random_uuid(), 1, ${person}, ${PERSON.number}, ${PERSON.firstName}, ${PERSON.lastName}, 1, '[]', now())`);
  await t.db.run(sql`
    insert into excuse (account_id, excuse_id, act_id, kind, employee_id, judgement, from_day, to_day, days, reason, note, in_bulk, made_by_name,
      received_at, excused_as)
    values (${accountId}, gen_random_uuid(), gen_random_uuid(), 'excuse', ${person}, 'lateness', ${DAY}, ${DAY}, ${[DAY]}, 'Late bus',
      'Told by Zyxwvut', false, 'office', now(), 'other')`);
  await t.db.run(sql`
    insert into piecework_entry (account_id, piecework_entry_id, employee_id, time_id, employee_number, units, started_at, source, record_id, received_at)
    values (${accountId}, gen_random_uuid(), ${person}, ${PERSON.timeId}, ${PERSON.number}, 3, ${`${DAY}T08:00:00Z`}, 'payroll:PAY', ${`w-${PERSON.number}`}, now()),
      (${accountId}, gen_random_uuid(), null, ${`number:${PERSON.number}`}, null, 4, ${`${DAY}T09:00:00Z`}, 'payroll:PAY', '2', now())`);
  await t.db.run(sql`
    insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, received_at)
    values (${accountId}, gen_random_uuid(), 'card:CAFE7799', ${`${DAY}T10:00:00Z`}, 'auto', 'device:x', now())`);
  await t.db.run(sql`
    insert into punch_correction (account_id, correction_id, act_id, kind, employee_id, at, direction, days, reason, note, in_bulk, made_by_name, received_at)
    values (${accountId}, gen_random_uuid(), gen_random_uuid(), 'add', ${other}, ${`${DAY}T14:00:00Z`}, 'out', ${[DAY]}, 'Forgot',
      ${`Seen by ${PERSON.lastName.toUpperCase()}, ${PERSON.firstName}`}, false, 'office', now())`);
  await t.db.run(sql`
    insert into exception_review (account_id, review_id, act_id, key, evidence, note, in_bulk, made_by_name, received_at)
    values (${accountId}, gen_random_uuid(), gen_random_uuid(), ${`unmatched-pin:${PERSON.timeId}`}, 'x', null, false, 'office', now()),
      (${accountId}, gen_random_uuid(), gen_random_uuid(), ${`dispute:${person}:${DAY}:hours`}, 'x', 'Zyxwvut was here', false, 'office', now())`);
  const team = { name: `${name} and Bob`, division: 'equal', members: [member(person), member(other)] };
  const { _id: teamId } = (await ask('/setup/teams', team)).json();
  const made = { teamId, day: DAY, units: '7', lookup1Code: null, lookup2Code: null };
  expect((await ask('/team-entries', made)).statusCode).toBe(200);
  await t.db.run(sql`update device set description = ${`Gate of ${name}`} where account_id = ${accountId}`);
  const rename = await t.ask(employee, {
    method: 'PUT',
    token: owner.token,
    body: { basis: await basisOf(owner.token, person), lastName: `${PERSON.lastName}` },
  });
  expect(rename.statusCode, rename.body).toBe(200);
  const preview = async () => (await t.ask(`${employee}/erasure`, { token: owner.token })).json();
  const erase = (number = PERSON.number) => ask(employee.replace('/v2', '').concat('/erasure'), { number });
  const leave = () =>
    t.db.run(sql`update employee set is_active = false, inactive_from = '2026-11-19', activity = '[{"from": null, "isActive": true}, {"from": "2026-11-19", "isActive": false}]'
      where account_id = ${accountId} and employee_id = ${person}`);
  const lockAll = async () => {
    await t.db.run(sql`
      insert into period_lock (account_id, lock_id, kind, from_day, to_day, to_fix, to_decide, facts, data_version, made_by_name, received_at)
      select ${accountId}, gen_random_uuid(), 'lock', min(day), max(day), 0, 0, '{}', 1, 'office', ${t.clock.now()}
      from (select day from day_fact where account_id = ${accountId} union select ${DAY}::date) d`);
  };
  const handOver = () =>
    ask('/stats/generateReport', { reportType: 'employee-attendance', dates: { from: DAY, to: DAY } });
  const facts = () =>
    t.db.run(sql`
      insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms) values (${accountId}, ${DAY}, ${person}, '', 0, 0, 0)
      on conflict do nothing`);
  await facts();
  return { accountId, owner, person, other, poll, preview, erase, leave, lockAll, handOver, ask, mails, name };
}

/** They agree to their day on a Recorder, then dispute it, and get a PIN; under ids and a clock that name them. */
async function sayOfTheirDay(accountId: string, pinPath: string, office: string) {
  const { activationToken } = (
    await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      token: admin.token,
      body: { serialNumber: `OD-${crypto.randomUUID()}`, imei: '350' },
    })
  ).json();
  const { deviceToken: token } = (await t.ask('/v2/rc/activate', { method: 'POST', body: { activationToken } })).json();
  const at = t.clock.now().toISOString();
  const shown = { in: at, out: null, pieces: [] };
  const acts = [{}, { wrong: 'hours' }].map((more, nth) => ({
    ...{ recordId: `${PERSON.number}-${nth}`, employeeNumber: PERSON.number, at, day: DAY, shown, ...more },
  }));
  const sent = await t.ask('/v2/rc/sync', { method: 'POST', token, body: { sentAt: at, ownDayActs: acts } });
  expect(sent.json(), sent.body).toMatchObject({ accepted: 2 });
  const made = await t.ask(pinPath, { token: office, body: {} });
  expect(made.statusCode, made.body).toBe(200);
}

async function basisOf(token: string, id: string): Promise<string> {
  const { employees } = (await t.ask('/v2/setup/employees', { token })).json();
  return employees.find((one: { _id: string }) => one._id === id).basis;
}

describe('erasing a person', () => {
  it('leaves nothing of them in any table, file, trail, mail or new backup, while totals stay', async () => {
    const { accountId, owner, person, poll, erase, leave, lockAll, handOver, mails } = await withPerson();
    const traced = await tablesWithTraces(t, TRACES);
    expect(traced.map((one) => one.replace('public.', '')).sort()).toEqual(TRACED);
    expect(filesWithTraces(t, TRACES)).toHaveLength(2);
    await leave();
    await lockAll();
    await handOver();
    const before = await t.db.single(
      z.object({ punches: z.int() }),
      sql`select count(*)::int as punches from clock_record where employee_id = ${person}`,
    );
    const made = async () => {
      const { entries } = (await t.ask(`/v2/team-entries?from=${DAY}&to=${DAY}`, { token: owner.token })).json();
      return entries.map(({ team, units, parts }: TeamEntry) => [team.name, units, parts.map((part) => part.units)]);
    };
    const [[, units, parts]] = await made();
    expect(parts).toHaveLength(2);
    const erased = await erase();
    expect(erased.json()).toEqual({ becomes: 'Removed 1' });
    expect(await made()).toEqual([['Removed 1 and Bob', units, parts]]);
    // The terminal is told and has not answered: the PIN is in that request only, and nobody says 'deleted'.
    expect(await tablesWithTraces(t, TRACES)).toEqual(['public.terminal_deletion']);
    const list = async () =>
      (await t.ask(`/v2/device/deletions/by-account/${accountId}`, { token: admin.token })).json().results;
    expect(await list()).toMatchObject([{ deleted: 0, of: 1, employee: { number: 'Removed 1' } }]);
    expect(await poll()).toEqual([`DATA DELETE USERINFO PIN=${PERSON.timeId}`]);
    expect(await list()).toMatchObject([{ deleted: 1, of: 1, waiting: [], employee: { number: 'Removed 1' } }]);
    expect(await tablesWithTraces(t, TRACES)).toEqual([]);
    expect(filesWithTraces(t, TRACES)).toEqual([]);
    // A file of records holds everybody's names.
    expect(existsSync(join(t.dataDir, 'records', accountId))).toBe(false);
    expect(await t.db.rows(z.object({}), sql`select from record_file`)).toEqual([]);
    const { archive } = await backupCalls(t, () => admin.token).backUp(accountId);
    expect(await entriesWithTraces(archive, TRACES)).toEqual([]);
    // Totals stay, under the new name; a mail that waited is not sent.
    const after = await t.db.single(
      z.object({ punches: z.int() }),
      sql`select count(*)::int as punches from clock_record where employee_id = ${person}`,
    );
    expect(after).toEqual(before);
    const rows = await t.db.rows(
      z.object({ status: z.string() }),
      sql`select status from mail where mail_id = any(${mails.map(({ id }) => id)}::uuid[]) order by status`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'sent']);
    // The trail is whole, has no name, and says who erased.
    expect((await t.ask(`/v2/audit/by-account/${accountId}/check`, { token: admin.token })).json().problem).toBeNull();
    const trail = (
      await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=50`, { token: admin.token })
    ).json();
    expect(trail.results.filter(({ action }: { action: string }) => action === 'person.erase')).toMatchObject([
      { target: 'Removed 1', actorId: owner.userId, detail: expect.stringMatching(/^trail \S+ \d+ [0-9a-f]{64}$/) },
    ]);
    expect(
      trail.results.filter(({ target }: { target: string }) => target?.includes('Removed 1')).length,
    ).toBeGreaterThan(2);
  });

  it('is refused while they are employed, have a log-in, or a day is not locked or not handed over; the preview says why', async () => {
    const { accountId, owner, person, preview, erase, leave, lockAll, handOver } = await withPerson();
    const reasons = async () => (await preview()).reasons as string[];
    const refused = async (reason: RegExp) => {
      expect((await reasons()).join(' ')).toMatch(reason);
      const answer = await erase();
      expect([answer.statusCode, answer.json().errorCode]).toEqual([409, 'CONFLICT']);
      expect(answer.json().message).toMatch(reason);
    };
    await refused(/still employed: set 'Ends on' first/);
    await leave();
    await refused(/1 day of theirs not locked, the first 2026-11-18/);
    await t.db.run(sql`update app_user set employee_id = ${person} where user_id = ${owner.userId}`);
    await refused(/has the log-in .*: delete that user first/);
    await t.db.run(sql`update app_user set employee_id = null where user_id = ${owner.userId}`);
    t.clock.advance(60_000);
    await lockAll();
    await refused(/1 day of theirs locked and not handed over to payroll, the first 2026-11-18/);
    t.clock.advance(60_000);
    await handOver();
    await t.db.run(sql`
      insert into backup_job (account_id, backup_job_id, started_at, started_by, status, items, heartbeat_at, kind)
      values (${accountId}, gen_random_uuid(), now(), 'office', 'In Progress', '{}', now(), 'manual')`);
    await refused(/A backup or a restore is under way/);
    await t.db.run(sql`delete from backup_job where account_id = ${accountId}`);
    expect(await reasons()).toEqual([]);
    const wrong = await erase('22');
    expect([wrong.statusCode, wrong.json().issues]).toEqual([400, [{ path: 'number', message: expect.any(String) }]]);
    expect((await erase()).statusCode).toBe(200);
  });

  it('is previewed: what goes, and where they still are; the preview changes nothing', async () => {
    const { accountId, preview, leave } = await withPerson();
    await leave();
    await backupCalls(t, () => admin.token).backUp(accountId);
    const before = await tablesWithTraces(t, TRACES);
    const shown = await preview();
    expect(shown.becomes).toBe('Removed 1');
    expect(shown.goes).toEqual(
      expect.arrayContaining([
        // One is a line whose time cannot be read: it waits for a decision.
        { what: 'Punches', rows: 4 },
        { what: 'Mails', rows: 2 },
        { what: 'Unmatched work of the PIN', rows: 1 },
        { what: 'Alerts', rows: 1 },
        { what: 'Employee', rows: 1 },
      ]),
    );
    expect(shown.remains.join(' ')).toMatch(/1 terminal will be told/);
    expect(shown.remains.join(' ')).toMatch(/1 backup of this account still hold/);
    expect(shown.remains.join(' ')).toMatch(/for 7 nights more/);
    expect(await tablesWithTraces(t, TRACES)).toEqual(before);
    expect(filesWithTraces(t, TRACES)).toHaveLength(2);
  });

  it('a restore of an older backup asks to erase them again, and brings no template back', async () => {
    const { accountId, owner, erase, leave, lockAll, handOver, poll } = await withPerson();
    const calls = backupCalls(t, () => admin.token);
    // Made while they were employed, with their finger in it.
    const { archive } = await calls.backUp(accountId);
    await leave();
    await lockAll();
    await handOver();
    expect((await entriesWithTraces(archive, TRACES)).length).toBeGreaterThan(0);
    await erase();
    await poll();
    const returned = async () => (await t.ask('/v2/setup/returned-people', { token: owner.token })).json().people;
    expect(await returned()).toEqual([]);
    t.clock.advance(60_000);
    const { status } = await calls.restore(archive, accountId, 'replace', [
      'Employees',
      'Biometric Templates',
      'Clock Records',
    ]);
    expect(status.status).toBe('Successful');
    expect(await returned()).toMatchObject([{ number: PERSON.number, lastName: PERSON.lastName }]);
    expect(await t.db.run(sql`select 1 from biometric_template where account_id = ${accountId}`)).toBe(0);
    await leave();
    await lockAll();
    t.clock.advance(60_000);
    await handOver();
    const again = await erase();
    expect(again.json(), again.body).toEqual({ becomes: 'Removed 1' });
    expect(await returned()).toEqual([]);
    expect(
      (await t.ask(`/v2/audit/by-account/${accountId}/check`, { token: await adminToken() })).json().problem,
    ).toBeNull();
  });

  it('finds them by the keyed hash where payroll adds them under another id; the hash tells no name', async () => {
    const { accountId, owner, erase, leave, lockAll, handOver } = await withPerson();
    await leave();
    await lockAll();
    await handOver();
    await erase();
    await givenEmployee(t.db, accountId, { ...PERSON, timeId: '1' });
    const { people } = (await t.ask('/v2/setup/returned-people', { token: owner.token })).json();
    expect(people).toMatchObject([{ number: PERSON.number }]);
    const [{ hash } = { hash: '' }] = await t.db.rows(
      z.object({ hash: z.string() }),
      sql`select encode(person_hash, 'hex') as hash from erased_person`,
    );
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leaves others alone: one with the same name, and texts that have another number', async () => {
    const { accountId, owner, erase, leave, lockAll, handOver } = await withPerson();
    const twin = await givenEmployee(t.db, accountId, { ...PERSON, number: 'NX-1', timeId: '1' });
    await t.db.tx((tx) =>
      audit(tx, {
        ...{ accountId, at: t.clock.now(), actor: 'office', action: 'setup.change' },
        target: `NX-1 ${PERSON.firstName} ${PERSON.lastName}`,
      }),
    );
    await leave();
    await lockAll();
    await handOver();
    expect((await erase()).statusCode).toBe(200);
    const kept = await t.db.run(
      sql`select 1 from audit_entry where account_id = ${accountId} and target = ${`NX-1 ${PERSON.firstName} ${PERSON.lastName}`}`,
    );
    expect(kept).toBe(1);
    const { employees } = (await t.ask('/v2/setup/employees', { token: owner.token })).json();
    expect(employees.find((one: { _id: string }) => one._id === twin)).toMatchObject({ lastName: PERSON.lastName });
  });

  it('another account’s employee is 404, and nothing of another account changes', async () => {
    const one = await withPerson();
    const other = await withPerson();
    const path = `/v2/setup/employees/${other.person}/erasure`;
    expect((await t.ask(path, { token: one.owner.token })).statusCode).toBe(404);
    expect((await t.ask(path, { token: one.owner.token, body: { number: PERSON.number } })).statusCode).toBe(404);
    await one.leave();
    await one.lockAll();
    await one.handOver();
    expect((await one.erase()).statusCode).toBe(200);
    const left = await t.db.run(
      sql`select 1 from employee where account_id = ${other.accountId} and last_name = ${PERSON.lastName}`,
    );
    expect(left).toBe(1);
    expect(
      await t.db.run(sql`select 1 from mail where owner_account_id = ${other.accountId} and body_text = ${other.name}`),
    ).toBe(2);
  });
});

it('a column of an employee is either emptied by an erasure or says nothing of who they are', async () => {
  const found = await t.db.rows(
    z.object({ name: z.string() }),
    sql`select column_name::text as name from information_schema.columns where table_schema = current_schema() and table_name = 'employee'`,
  );
  const emptied = [
    'number',
    'first_name',
    'last_name',
    'time_id',
    'cards',
    'phone_number',
    'own_days_pin',
    'system_id',
    'code',
    'is_active',
  ];
  const kept = [
    ...[
      'account_id',
      'employee_id',
      'activity',
      'inactive_from',
      'time_group_id',
      'employee_group_id',
      'job_description_id',
    ],
    ...['deleted_at', 'changed_version', 'received_at', 'time_groups', 'pay_type', 'locked_terms', 'terms_from'],
  ];
  expect(found.map(({ name }) => name).sort()).toEqual([...emptied, ...kept].sort());
});

it('an entry of the trail that an erasure changed is covered: changed again, or its hash with it, the check finds it', async () => {
  const { accountId, erase, leave, lockAll, handOver } = await withPerson();
  await leave();
  await lockAll();
  await handOver();
  await erase();
  const check = async () =>
    (await t.ask(`/v2/audit/by-account/${accountId}/check`, { token: admin.token })).json().problem;
  expect(await check()).toBeNull();
  const first = sql`(select audit_entry_id from audit_erasure where account_id = ${accountId} limit 1)`;
  const tamper = (statement: ReturnType<typeof sql>) =>
    t.db.tx(async (tx) => {
      await tx.run(raw('alter table audit_entry disable trigger user'));
      await tx.run(statement);
      await tx.run(raw('alter table audit_entry enable trigger user'));
    });
  await tamper(
    sql`update audit_entry set target = 'Removed 1 ' where account_id = ${accountId} and audit_entry_id = ${first}`,
  );
  expect(await check()).toMatchObject({ reason: 'changed' });
  await tamper(
    sql`update audit_entry set target = 'x', detail = 'y' where account_id = ${accountId} and audit_entry_id = ${first}`,
  );
  await t.db.run(
    sql`update audit_erasure set hash = sha256(hash) where account_id = ${accountId} and audit_entry_id = ${first}`,
  );
  expect(await check()).toMatchObject({ reason: 'changed' });
  // Nor may a tenant, or anybody without the setting of an erasure, change the trail.
  await expect(t.db.run(sql`update audit_entry set target = 'x' where account_id = ${accountId}`)).rejects.toThrow(
    'only added to',
  );
});
