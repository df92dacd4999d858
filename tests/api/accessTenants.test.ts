import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { type Db, raw, sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { givenAdmin, givenEmployer, type SignedIn } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenLookup, givenPunches } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** All data of account A contain this word and are hashed before and after the calls. */
const CANARY = 'CANARY';
const t = useTestApp();
let a: Tenant;
let b: Tenant;
beforeEach(async () => {
  a = await givenTenant(CANARY);
  b = await givenTenant('plain');
});

type Ids = Record<
  | 'alertId'
  | 'deviceId'
  | 'employeeId'
  | 'exportId'
  | 'backupJobId'
  | 'restoreJobId'
  | 'jobId'
  | 'syncKeyId'
  | 'timeGroupId'
  | 'lookupId',
  string
>;
type Tenant = SignedIn & { ids: Ids; deviceToken: string; payrollKey: string };

async function givenTenant(mark: string): Promise<Tenant> {
  const { db } = t;
  const signedIn = await givenEmployer(db, {
    lastName: mark,
    permissions: GRANTABLE.employer,
    account: { name: `${mark} farm`, allowedSystemIds: ['Sage'] },
  });
  const { accountId } = signedIn;
  const timeGroupId = await givenGroup(db, accountId, 'time', { name: `${mark} shift` });
  const lookupId = await givenLookup(db, accountId, 1, `${mark}-1`, `${mark} block`);
  const employeeId = await givenEmployee(db, accountId, {
    firstName: mark,
    lastName: mark,
    number: `${mark}-7`,
    timeGroupId,
  });
  await givenPunches(db, accountId, employeeId, ['2026-11-20T06:00:00Z']);
  const { deviceId } = await givenDevice(db, accountId, { kind: 'unmanaged', description: `${mark} phone` });
  const ids = { timeGroupId, lookupId, employeeId, deviceId } as Ids;
  for (const name of ['alertId', 'exportId', 'backupJobId', 'restoreJobId', 'jobId', 'syncKeyId'] as const)
    ids[name] = randomUUID();
  await db.tenant(accountId, (tx) => givenDocuments(tx, accountId, ids, mark));
  const [deviceToken, payrollKey] = [randomToken(), `tb_live_00000000_${randomToken()}`];
  await db.run(sql`
    insert into device_token_directory (token_hash, owner_account_id, device_id)
    values (${tokenHash(deviceToken)}, ${accountId}, ${deviceId})`);
  await db.run(sql`
    insert into sync_key_directory (key_hash, owner_account_id, sync_key_id)
    values (${tokenHash(payrollKey)}, ${accountId}, ${ids.syncKeyId})`);
  return { ...signedIn, ids, deviceToken, payrollKey };
}

async function givenDocuments(tx: Db, accountId: string, ids: Ids, mark: string) {
  await tx.run(sql`
    insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
      target_groups, active_from)
    values (${accountId}, ${ids.alertId}, 'attendance', ${mark}, true, ${[`${mark}@a.test`]}, '{1}', '[{"enabled":true,"time":"08:00"}]',
      '[]', now())`);
  await tx.run(sql`
    insert into alert_delivery (account_id, delivery_id, alert_id, local_date, slot, due_at, category, description, via_email, status,
      subject, body_text, body_html)
    values (${accountId}, gen_random_uuid(), ${ids.alertId}, '2026-11-20', '08:00', now(), 'attendance', ${mark}, false, 'sent', ${mark},
      ${mark}, ${mark})`);
  await tx.run(sql`
    insert into export_record (account_id, export_id, report_type, export_type, from_day, to_day, options, made_by, made_at,
      data_version, rows)
    values (${accountId}, ${ids.exportId}, 'breaks', 'csv', '2026-11-20', '2026-11-20', '{}', ${mark}, now(), 1, 1)`);
  await tx.run(sql`
    insert into backup_job (account_id, backup_job_id, started_at, started_by, status, items, heartbeat_at)
    values (${accountId}, ${ids.backupJobId}, now(), ${mark}, 'Successful', '{}', now())`);
  await tx.run(sql`
    insert into restore_job (account_id, restore_job_id, started_at, started_by, status, heartbeat_at)
    values (${accountId}, ${ids.restoreJobId}, now(), ${mark}, 'Not Started', now())`);
  await tx.run(sql`
    insert into recalculation_job (account_id, job_id, from_day, to_day, status, days_total, started_at, started_by, heartbeat_at)
    values (${accountId}, ${ids.jobId}, '2026-11-20', '2026-11-20', 'Successful', 1, now(), ${mark}, now())`);
  await tx.run(sql`
    insert into sync_key (account_id, sync_key_id, description, created_at) values (${accountId}, ${ids.syncKeyId}, ${mark}, now())`);
}

/** Returns one hash of everything that an account has. The sweep's own sessions and audit entries are not A's. */
async function contentOf(accountId: string): Promise<string> {
  const tables = await t.db.rows(
    z.object({ name: z.string(), column: z.string() }),
    sql`select table_name::text as name, column_name::text as column from information_schema.columns
        where table_schema = 'public' and column_name in ('account_id', 'owner_account_id') order by 1, 2`,
  );
  const hash = createHash('sha256');
  for (const { name, column } of tables) {
    const rows = await t.db.rows(
      z.object({ line: z.string() }),
      sql`select x::text as line from ${raw(name)} x where ${raw(column)} = ${accountId} order by 1`,
    );
    hash.update(`${name} ${rows.length} ${rows.map(({ line }) => line).join('\n')}`);
  }
  return hash.digest('hex');
}

const alertOf = (ids: Ids) => ({
  description: 'x',
  category: 'attendance',
  viaEmail: false,
  emailRecipients: [],
  daysOfWeek: [1],
  times: [{ enabled: true, time: '08:00' }],
  targetGroups: [{ timeGroupId: ids.timeGroupId, systemId: 'payroll' }],
});
const reportOf = (ids: Ids) => ({
  reportType: 'employee-attendance',
  dates: { from: '2026-11-18', to: '2026-11-20' },
  options: {
    timeGroupIds: [ids.timeGroupId],
    employeeGroupIds: [ids.timeGroupId],
    jobDescriptionIds: [ids.timeGroupId],
  },
});
/** Bodies that name documents; every other call is sent without one. */
const BODIES: Record<string, (ids: Ids) => unknown> = {
  createAlert: alertOf,
  updateAlert: alertOf,
  previewAlert: alertOf,
  sendTestAlert: alertOf,
  generateReport: reportOf,
  updateSetupEmployee: () => ({ basis: 'x' }),
  setPayType: () => ({ payType: 'hourly' }),
  erasePerson: () => ({ number: '1' }),
  giveConsent: () => ({ version: 1, how: 'paper' }),
  updateDevice: (ids) => ({ employeeIds: [ids.employeeId], description: 'x' }),
  regenerateActivation: (ids) => ({ deviceId: ids.deviceId }),
  sendActivationCode: (ids) => ({ deviceId: ids.deviceId, destinationAddress: 'x@y.test' }),
  decideKeys: () => ({ directions: 'trust' }),
  decideNetwork: () => ({ network: '192.0.2.0/24', decision: 'accept' }),
  decideQuarantine: () => ({ origin: '192.0.2.0/24', decision: 'accept' }),
  startRestore: () => ({ items: ['Employees'], strategy: 'merge' }),
};
const VALUES: Record<string, string> = { category: 'attendance', status: 'present', systemId: 'Sage' };

/** Makes a call with these ids in its path, query and body. */
function ask(name: string, endpoint: Endpoint, token: string, ids: Record<string, string>) {
  const category =
    endpoint.path.includes('by-:category') && endpoint.path.includes('piecework') ? 'lookup-1' : VALUES.category;
  const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) =>
    part === 'category' ? (category ?? '') : (ids[part] ?? VALUES[part] ?? randomUUID()),
  );
  const query = endpoint.query
    ? `?accountId=${ids.accountId}&startRow=0&endRow=100&referenceDate=2026-11-20&from=2026-11-18&to=2026-11-20&basis=x&content=current&q=`
    : '';
  const body = endpoint.body && { body: BODIES[name]?.(ids as Ids) ?? {} };
  return t.ask(`/v2${path}${query}`, { token, method: endpoint.method, ...body });
}

const named = Object.entries(ENDPOINTS).sort(([one], [other]) => (one < other ? -1 : 1));
const roleOf = ({ access }: Endpoint) => (typeof access === 'string' ? access : access.role);
/** Removes ids and instants that the call has made, so that two answers can be compared. */
const shape = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;

it('an employer who names documents of another account gets the answer for an unknown id, and changes nothing', async () => {
  const before = await contentOf(a.accountId);
  let compared = 0;
  for (const [name, endpoint] of named) {
    if (!['employer', 'any'].includes(roleOf(endpoint))) continue;
    const foreign = await ask(name, endpoint, b.token, { ...a.ids, accountId: a.accountId });
    await t.jobs.drain();
    expect(foreign.statusCode, `${name}: ${foreign.body}`).toBeLessThan(500);
    expect(foreign.body, name).not.toContain(CANARY);
    expect(foreign.body, name).not.toContain(a.accountId);
    const never = Object.fromEntries(Object.keys(a.ids).map((key) => [key, randomUUID()]));
    const unknown = await ask(name, endpoint, b.token, { ...never, accountId: randomUUID() });
    if (foreign.headers['content-type']?.toString().includes('json')) expect(shape(foreign), name).toBe(shape(unknown));
    compared++;
    if (/:(alertId|deviceId|employeeId|exportId)/.test(endpoint.path)) expect(foreign.statusCode, name).toBe(404);
  }
  expect(compared).toBeGreaterThanOrEqual(30);
  expect(await contentOf(a.accountId)).toBe(before);
});

it('an administrator who names a document of A under account B gets the answer for an unknown id', async () => {
  const admin = await givenAdmin(t.db);
  const before = await contentOf(a.accountId);
  let compared = 0;
  for (const [name, endpoint] of named) {
    const second =
      /:accountId.*:(\w+)/.exec(endpoint.path)?.[1] ?? (BODIES[name] && endpoint.path.includes(':accountId'));
    if (roleOf(endpoint) !== 'admin' || !second) continue;
    const foreign = await ask(name, endpoint, admin.token, { ...a.ids, accountId: b.accountId });
    const never = Object.fromEntries(Object.keys(a.ids).map((key) => [key, randomUUID()]));
    const unknown = await ask(name, endpoint, admin.token, { ...never, accountId: b.accountId });
    expect(shape(foreign), name).toBe(shape(unknown));
    expect(foreign.body, name).not.toContain(CANARY);
    expect([400, 404], `${name}: ${foreign.body}`).toContain(foreign.statusCode);
    compared++;
  }
  expect(compared).toBeGreaterThan(10);
  expect(await contentOf(a.accountId)).toBe(before);
});

it('the sweep uses real documents: under their own account they are found', async () => {
  const admin = await givenAdmin(t.db);
  for (const name of ['getBackupStatus', 'getRestoreStatus', 'getRecalculation', 'getDeviceRecorder'] as const) {
    const answer = await ask(name, ENDPOINTS[name] as Endpoint, admin.token, { ...a.ids, accountId: a.accountId });
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
  }
  for (const name of [
    'explainDay',
    'listAlerts',
    'getGroups',
    'getLookups',
    'listAlertDeliveries',
    'listOwnDevices',
  ] as const) {
    const answer = await ask(name, ENDPOINTS[name] as Endpoint, a.token, { ...a.ids, accountId: a.accountId });
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
    expect(answer.body, name).toContain(name === 'explainDay' ? a.ids.employeeId : CANARY);
  }
});

it('nothing that B reads, devices and payroll systems included, contains anything of A', async () => {
  for (const [name, endpoint] of named) {
    if (name === 'logOut') continue;
    const role = roleOf(endpoint);
    const token = { device: b.deviceToken, payroll: b.payrollKey }[role as string] ?? b.token;
    const answer = await ask(name, endpoint, token, { ...b.ids, accountId: b.accountId });
    expect(answer.body, name).not.toContain(CANARY);
    expect(answer.body, name).not.toContain(a.accountId);
  }
  await t.jobs.drain();
});

it('a payroll system writes into its own account only, whatever codes and ids it names', async () => {
  const before = await contentOf(a.accountId);
  const employee = {
    code: `e${CANARY}-7`,
    number: `${CANARY}-7`,
    firstName: 'Taken',
    lastName: 'Over',
    isActive: false,
    timeId: '1',
  };
  const answer = await t.ask('/v2/payroll/Sage/sync', {
    token: b.payrollKey,
    body: {
      name: 'Sage',
      employees: [employee],
      timeGroups: [{ code: `${CANARY} shift`, name: 'taken' }],
      complete: ['employees', 'timeGroups'],
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await contentOf(a.accountId)).toBe(before);
});

it('a phone sees the people and lookups of its own account only', async () => {
  const answer = await t.ask('/v2/rc/sync', {
    token: b.deviceToken,
    body: {
      sentAt: '2026-11-20T10:00:00Z',
      clockRecords: [{ recordId: 'r1', employeeNumber: `${CANARY}-7`, at: '2026-11-20T09:59:00Z', direction: 'in' }],
      pieceworkEntries: [],
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { employees, lookups } = answer.json();
  expect(JSON.stringify({ employees, lookups })).not.toContain(CANARY);
  const { total } = await t.db.single(
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from clock_record where account_id = ${a.accountId}`,
  );
  expect(total).toBe(1);
});
