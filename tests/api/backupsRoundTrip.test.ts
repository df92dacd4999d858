import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { templateContext } from '#server/intake/terminals/dialects/adms/queue.ts';
import { readTables } from '#server/operations/backups/columns.sql.ts';
import { sql } from '#server/platform/db/db.ts';
import { runs } from '#tests/support/size.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart, unzip } from '../support/zip.ts';

const t = useTestApp();
/** RUNS=50 is the long run. */
const ACCOUNTS = runs(2, 4);
const ITEMS = ['Payroll Data', 'Employees', 'Biometric Templates', 'Clock Records', 'Users'];

/** Names, and texts that files, spreadsheets and databases often handle badly. */
const words = fc.oneof(
  fc.constantFrom(
    '=1+1',
    'O"Neil',
    'a,b;c',
    'two\\nlines',
    'خالد',
    '  x',
    '﻿mark',
    '\u2028',
    '𝔘nicode',
    "'; drop table x",
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);
const code = (prefix: string, many: number) => fc.nat(many).map((n) => `${prefix}${n}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** An instant within the retention, to the millisecond. */
const instant = fc
  .integer({ min: Date.parse('2026-10-20'), max: Date.parse('2026-11-20T09:00:00Z') })
  .map((ms) => new Date(ms).toISOString());
const time = fc
  .nat(95)
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
/** A value or null, each in half of the cases. */
const many = <T>(record: fc.Arbitrary<T>, maxLength: number) => fc.array(record, { maxLength, size: 'max' });
const coded = (prefix: string) => many(fc.record({ code: code(prefix, 4), name: words }), 4);
const units = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((milli) => (milli / 1_000).toFixed(3));

/** A payroll system's whole sync. The server refuses some of it; the test compares what it accepted. */
const sync = fc.record({
  name: words,
  timeGroups: coded('T'),
  employeeGroups: coded('G'),
  jobDescriptions: coded('J'),
  lookups: many(
    fc.record({
      lookup: fc.constantFrom(1, 2),
      entries: many(fc.record({ code: code('L', 5), description: words }), 5),
    }),
    2,
  ),
  standardTimes: many(
    fc.record({
      code: code('S', 8),
      timeGroupCode: code('T', 4),
      weekday: fc.integer({ min: 1, max: 7 }),
      startTime: time,
      endTime: time,
      breaks: fc.constantFrom([], [{ startTime: '12:00', endTime: '12:30' }]),
      graceMinutes: maybe(fc.nat(60)),
      effectiveFrom: maybe(fc.constantFrom('2026-10-01', '2026-11-16')),
    }),
    8,
  ),
  holidays: many(
    fc.record({
      code: code('H', 3),
      name: words,
      date: fc.constantFrom('2026-11-11', '2026-12-25'),
      timeGroupCode: fc.option(code('T', 4)),
    }),
    3,
  ),
  employees: many(
    fc.nat(12).chain((n) =>
      fc.record({
        code: fc.constant(`E${n}`),
        number: fc.constant(`N ${n}`),
        firstName: words,
        lastName: words,
        isActive: fc.boolean(),
        activeFrom: maybe(fc.constantFrom('2026-11-02', '2026-11-12')),
        inactiveFrom: maybe(fc.constant('2026-11-15')),
        timeId: fc.constant(`${100 + n}`),
        cards: maybe(fc.subarray([`${900 + n}`, `0a:0${n}`, '777'])),
        timeGroupCode: maybe(code('T', 4)),
        employeeGroupCode: maybe(code('G', 4)),
        jobDescriptionCode: maybe(code('J', 4)),
      }),
    ),
    12,
  ),
  rates: many(
    fc.record({
      code: code('R', 8),
      kind: maybe(fc.constantFrom('piece', 'hourly')),
      amount: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 10_000).toFixed(4)),
      from: fc.constantFrom('2026-10-01', '2026-11-16'),
      lookup1Code: maybe(code('L', 5)),
      employeeGroupCode: maybe(code('G', 4)),
      employeeCode: maybe(code('E', 12)),
    }),
    8,
  ),
  minimums: many(
    fc.record({ code: code('M', 3), amount: fc.constantFrom(28.79, '0.0001'), from: fc.constant('2026-03-01') }),
    3,
  ),
  pieceworkEntries: many(
    fc.record({
      code: code('P', 40),
      employeeCode: code('E', 14),
      lookup1Code: fc.option(code('L', 6)),
      lookup2Code: fc.option(code('L', 6)),
      jobDescription: maybe(words),
      units,
      startedAt: instant,
      durationMs: maybe(fc.nat(30_000_000)),
    }),
    30,
  ),
  clockRecords: many(
    fc.record({
      code: code('C', 90),
      timeId: fc.integer({ min: 98, max: 114 }).map(String),
      at: instant,
      direction: maybe(fc.constantFrom('in', 'out', 'auto')),
    }),
    60,
  ),
});
const generated = fc.record({
  first: sync,
  /** The next sync. Its lists may be complete: what they lack is then deleted, and stays in the backup. */
  later: fc.option(sync),
  complete: fc.subarray(['timeGroups', 'lookups', 'standardTimes', 'holidays', 'employees', 'rates']),
  lines: many(
    fc.tuple(fc.integer({ min: 95, max: 120 }), instant, fc.nat(5)).map(([pin, at, status]) => {
      const local = at.slice(0, 19).replace('T', ' ');
      return `${pin}\t${local}\t${status}\t1\t\t0\t0\n`;
    }),
    40,
  ),
  users: many(fc.record({ firstName: words, lastName: words, isActive: fc.boolean() }), 4),
  templates: many(fc.uint8Array({ maxLength: 300 }), 4),
  timeZone: fc.constantFrom('UTC', 'Europe/Brussels', 'Pacific/Chatham', 'America/St_Johns'),
});

let token: string;
let accounts = 0;

type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;
async function fill({ first, later, complete, lines, users, templates, timeZone }: Generated) {
  const accountId = await givenAccount(t.db, { timeZone, allowedSystemIds: ['PAY'], storeTemplates: true });
  const key = await givenSyncKey(t.db, accountId);
  const { serialNumber: serial } = await givenDevice(t.db, accountId);
  for (const body of [first, ...(later ? [{ ...later, complete }] : [])]) {
    const reply = await t.ask('/v2/payroll/PAY/sync', { token: key, body });
    expect(reply.statusCode, reply.body).toBe(200);
  }
  await t.app.inject({
    method: 'POST',
    url: `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
    payload: lines.join(''),
  });
  for (const [n, user] of users.entries())
    await t.ask('/v2/user', {
      token,
      body: { ...user, accountId, username: `u${accounts}.${n}`, email: `u${accounts}.${n}@m.test` },
    });
  const holders = await t.db.rows(
    z.object({ employeeId: z.string(), timeId: z.string() }),
    sql`select employee_id as "employeeId", time_id as "timeId" from employee
        where account_id = ${accountId} and time_id is not null and is_active and deleted_at is null order by time_id`,
  );
  for (const [n, bytes] of templates.entries()) {
    const holder = holders[n];
    if (!holder) break;
    const sealed = t.services.secrets.seal(Buffer.from(bytes), templateContext(accountId, holder.timeId));
    await t.db.run(sql`
      insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at, employee_id)
      values (${accountId}, gen_random_uuid(), ${holder.timeId}, 'FP', '0', ${sealed}, ${t.clock.now()}, ${holder.employeeId})`);
  }
  accounts++;
  return accountId;
}

/** Makes a backup and returns its item files. */
async function backUp(accountId: string) {
  const base = `/v2/backup-restore/${accountId}`;
  const all = { includePayrollData: true, includeEmployees: true, includeBiometricTemplates: true };
  const body = { ...all, includeClockRecords: true, includeUsers: true };
  const { backupJobId } = (await t.ask(`${base}/backup/start`, { token, body })).json();
  await t.jobs.drain();
  const archive = (await t.ask(`${base}/backup/${backupJobId}/download`, { token })).rawPayload;
  const files = await unzip(archive);
  files.delete('manifest.json');
  return { archive, files: Object.fromEntries([...files].map(([name, text]) => [name, String(text)])) };
}

/** Figures that are derived after a restore and not part of a backup. */
const derived = async (accountId: string) => [
  await t.db.rows(
    z.looseObject({}),
    sql`select day, employee_id, events, entries, units, worked_ms from day_fact where account_id = ${accountId} order by 1, 2`,
  ),
  await t.db.rows(
    z.looseObject({}),
    sql`select day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries from piecework_fact
        where account_id = ${accountId} order by 1, 2, 3, 4`,
  ),
];

const wipe = (accountId: string) =>
  t.db.tx(async (tx) => {
    await tx.run(sql`delete from clock_record where account_id = ${accountId}`);
    await tx.run(sql`delete from piecework_entry where account_id = ${accountId}`);
    await tx.run(sql`delete from day_fact where account_id = ${accountId}`);
    await tx.run(sql`delete from piecework_fact where account_id = ${accountId}`);
    await tx.run(sql`delete from biometric_template where account_id = ${accountId}`);
    await tx.run(sql`delete from pay_rate where account_id = ${accountId}`);
    await tx.run(sql`delete from employee where account_id = ${accountId}`);
    await tx.run(sql`delete from standard_time where account_id = ${accountId}`);
    await tx.run(sql`delete from holiday where account_id = ${accountId}`);
    await tx.run(sql`delete from work_group where account_id = ${accountId}`);
    await tx.run(sql`delete from lookup_entry where account_id = ${accountId}`);
    await tx.run(sql`delete from payroll_system where account_id = ${accountId}`);
    await tx.run(sql`delete from app_user where account_id = ${accountId}`);
  });

it('whatever an account holds, backed up, wiped and restored it is the same to the byte, and so are its figures', async () => {
  ({ token } = await givenAdmin(t.db));
  let carried = 0;
  await fc.assert(
    fc.asyncProperty(generated, async (what) => {
      const accountId = await fill(what);
      const before = await backUp(accountId);
      const figures = await derived(accountId);
      await wipe(accountId);
      const base = `/v2/backup-restore/${accountId}/restore`;
      const { payload, headers } = multipart(before.archive);
      const uploaded = await t.app.inject({
        method: 'POST',
        url: `${base}/upload`,
        payload,
        headers: { ...headers, authorization: token },
      });
      expect(uploaded.statusCode, uploaded.body).toBe(200);
      const { restoreJobId } = uploaded.json();
      await t.ask(`${base}/${restoreJobId}/start`, { token, body: { items: ITEMS, strategy: 'replace' } });
      await t.jobs.drain();
      const status = (await t.ask(`${base}/${restoreJobId}/status`, { token })).json();
      expect(status).toMatchObject({ status: 'Successful', failureReason: null });
      expect((await backUp(accountId)).files).toEqual(before.files);
      expect(await derived(accountId)).toEqual(figures);
      carried += Object.values(before.files).join('').split('\n').length;
    }),
    { seed: 20_261_125, ...ACCOUNTS, endOnFailure: ACCOUNTS.numRuns > 10 },
  );
  console.info(`${accounts} accounts, ${carried} lines backed up, wiped, restored`);
  expect(carried).toBeGreaterThan(accounts);
});

it('of the columns whose names tell of secrets only the sealed hash of passwords travels', async () => {
  const tables = (await readTables(t.db)).flatMap(([, , own]) => own);
  const travelling = tables.flatMap(({ name, columns }) => Object.keys(columns).map((column) => `${name}.${column}`));
  expect(travelling.filter((column) => /secret|hash|token|password|factor/.test(column))).toEqual([
    'app_user.password_hash',
  ]);
  expect(travelling.filter((column) => column.endsWith('.account_id'))).toEqual([]);
});
