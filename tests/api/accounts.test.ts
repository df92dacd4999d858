import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { ENDPOINTS } from '#contract/all.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { bootstrap } from '#server/operations/accounts/bootstrap.ts';
import { raw, sql } from '#server/platform/db/db.ts';
import { searchTextOf } from '#server/platform/searchText.ts';
import { isLong } from '#tests/support/size.ts';
import { givenAccount, givenAdmin, givenEmployer, givenUser, type SignedIn } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp({ env: { TIME_ZONE: 'Africa/Johannesburg' } });

const holder = { firstName: 'Hélène', lastName: 'Østergård', contactNo: '+45 1', emailAddr: 'helene@farm.test' };
const body = (more: object = {}) => ({ isActive: true, code: 'Farm-1', name: 'Farm One', holder, ...more });
const create = ({ token }: SignedIn, more?: object) => t.ask('/v2/account', { token, body: body(more) });
const update = ({ token }: SignedIn, id: string, payload: object) =>
  t.ask(`/v2/account/${id}`, { token, method: 'PUT', body: payload });
const get = async ({ token }: SignedIn, url: string) => (await t.ask(url, { token })).json();
const settings = ({ token }: SignedIn, id: string, payload: object) =>
  t.ask(`/v2/account/settings/${id}`, { token, method: 'PUT', body: payload });

it('creates an account with the default licence, and records who did it and when', async () => {
  const admin = await givenAdmin(t.db, { username: 'chief' });
  const made = (await create(admin)).json();
  expect(made).toMatchObject({ code: 'Farm-1', name: 'Farm One', isActive: true, holder, license: DEFAULT_LICENSE });
  expect(made).toMatchObject({
    createdBy: 'Uma User chief',
    createdAt: '2026-11-20T10:00:00.000Z',
    modifiedBy: 'Uma User chief',
  });
  expect(await get(admin, `/v2/account/${made._id}`)).toEqual(made);
  expect((await get(admin, `/v2/account/settings/${made._id}`)).timeZone).toBe('Africa/Johannesburg');
  for (const code of ['farm-1', 'FARM-1', 'System'])
    expect((await create(admin, { code })).json()).toMatchObject({
      errorCode: 'ALREADY_EXISTS',
      issues: [{ path: 'code' }],
    });
});

it('takes the time zone of a new account, which nobody is asked for again', async () => {
  const admin = await givenAdmin(t.db);
  const made = (await create(admin, { timeZone: 'Europe/Oslo' })).json();
  expect(await get(admin, `/v2/account/settings/${made._id}`)).toMatchObject({
    timeZone: 'Europe/Oslo',
    isDefaultTimeZone: false,
  });
  // The server's own zone counts as chosen, too.
  const home = (await create(admin, { code: 'home', timeZone: 'Africa/Johannesburg' })).json();
  expect(await get(admin, `/v2/account/settings/${home._id}`)).toMatchObject({ isDefaultTimeZone: false });
  expect((await create(admin, { code: 'moon', timeZone: 'Moon/Base' })).json().issues).toMatchObject([
    { path: 'timeZone' },
  ]);
});

it('makes an account active that does not say: what is required of a new one is code, name and holder', async () => {
  const admin = await givenAdmin(t.db);
  expect((await create(admin, { isActive: undefined })).json()).toMatchObject({ code: 'Farm-1', isActive: true });
});

it('requires every field, naming it', async () => {
  const admin = await givenAdmin(t.db);
  const blank = { code: ' ', name: '', holder: { firstName: '', lastName: '', contactNo: '', emailAddr: 'x' } };
  const { issues } = (await create(admin, blank)).json();
  expect([...new Set(issues.map(({ path }: { path: string }) => path))].sort()).toEqual(
    ['code', 'holder.contactNo', 'holder.emailAddr', 'holder.firstName', 'holder.lastName', 'name'].sort(),
  );
});

it('changes an account except its code; deactivating ends its sessions', async () => {
  const admin = await givenAdmin(t.db);
  const made = (await create(admin)).json();
  const { token } = await givenEmployer(t.db, { accountId: made._id });
  const changed = (await update(admin, made._id, { name: 'Farm Two', holder, code: 'Farm-1' })).json();
  expect(changed).toMatchObject({ name: 'Farm Two', isActive: true, license: DEFAULT_LICENSE });
  expect((await update(admin, made._id, { name: 'X', holder, code: 'other' })).json().issues[0].path).toBe('code');
  expect((await t.ask('/v2/session', { token })).statusCode).toBe(200);
  expect((await update(admin, made._id, { name: 'Farm Two', holder, isActive: false })).json().isActive).toBe(false);
  expect((await t.ask('/v2/session', { token })).json().errorCode).toBe('SESSION_EXPIRED');
  const off = await update(admin, admin.accountId, { name: 'system', holder, isActive: false });
  expect(off.json().errorCode).toBe('CONFLICT');
});

it('lists accounts by name in ranges, and finds code, name and holder, ignoring accents and case', async () => {
  const admin = await givenAdmin(t.db);
  await create(admin);
  await create(admin, {
    code: 'zz_top',
    name: 'Ärger & Söhne',
    holder: { ...holder, firstName: 'Bo', lastName: 'Ek' },
  });
  await create(admin, { code: '50%', name: 'Nope', holder }).then(({ statusCode }) => expect(statusCode).toBe(400));
  const list = await get(admin, '/v2/account?startRow=0&endRow=1');
  expect([list.lastIndex, list.accounts.length]).toEqual([3, 1]);
  const search = async (q: string) =>
    (await get(admin, `/v2/account/search?q=${encodeURIComponent(q)}`)).accounts.map(
      ({ code }: { code: string }) => code,
    );
  expect(await search('HELENE ostergard')).toEqual(['Farm-1']);
  expect(await search('arger sohne')).toEqual(['zz_top']);
  expect(await search('farm-1')).toEqual(['Farm-1']);
  expect(await search('z_t')).toEqual(['zz_top']);
  expect(await search('z%t')).toEqual([]);
  // The words of a search may match different fields, but one word never matches across two.
  expect(await search('one helene')).toEqual(['Farm-1']);
  expect(await search('1farm')).toEqual([]);
  const page = await get(admin, '/v2/account/search?q=e&startRow=0&endRow=1');
  expect([page.accounts.length, page.lastIndex]).toEqual([1, 3]);
});

it.runIf(isLong)('searches 100,000 accounts in under 100 ms', async () => {
  const admin = await givenAdmin(t.db);
  await t.db.tx(
    (tx) =>
      tx.run(sql`
        insert into account (account_id, code, code_key, name, holder, license, time_zone, search_text, created_at)
        select gen_random_uuid(), 'c' || i, 'c' || i, 'Orchard ' || md5(i::text), ${JSON.stringify(holder)}::jsonb,
          ${JSON.stringify(DEFAULT_LICENSE)}::jsonb, 'UTC',
          'c' || i || E'\n' || 'orchard ' || md5(i::text) || E'\n' || ${searchTextOf('Hélène Østergård', 'helene@farm.test')}, now()
        from generate_series(1, 100000) i`),
    { deadlineMs: 120_000 },
  );
  // The nightly maintenance analyses the tables; PostgreSQL does so by itself.
  await t.db.run(sql`vacuum analyze account`);
  const isBusy = () => (loadavg()[0] ?? 0) >= availableParallelism();
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const urls = ['c99999', 'orchard', 'helene ostergard', 'no such account', 'ab'].map(
    (q) => `/v2/account/search?q=${encodeURIComponent(q)}&startRow=0&endRow=20`,
  );
  const figures: Record<string, string> = {};
  for (const url of [...urls, '/v2/account?startRow=50000&endRow=50020']) {
    let [asked, counted] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isFast = () => asked / counted < 30 && (isBusy() || asked < 100);
    // The fastest of up to nine runs is compared with a count of the rows, because other work on the machine slows both.
    for (let i = 0; i < 9 && !(i > 1 && isFast()); i++) {
      counted = Math.min(counted, await timed(() => t.db.run(sql`select count(*) from account`)));
      asked = Math.min(asked, await timed(() => t.ask(url, { token: admin.token })));
    }
    figures[url] = `${asked.toFixed(0)} ms, counting the rows ${counted.toFixed(0)} ms`;
    expect((await t.ask(url, { token: admin.token })).statusCode).toBe(200);
    expect(isFast(), `${url}: ${figures[url]}`).toBe(true);
  }
  console.info('100,000 accounts:', figures);
  // No list is longer, whatever number of rows the caller asks for.
  expect((await get(admin, '/v2/account?startRow=0&endRow=999999')).accounts).toHaveLength(10_000);
});

it('names what would be deleted with an account, and deletes it with everything, including files', async () => {
  const admin = await givenAdmin(t.db);
  const { accountId, token } = await givenEmployer(t.db, { account: { code: 'gone' } });
  const kept = await givenEmployer(t.db, { account: { code: 'kept' } });
  for (const id of [accountId, kept.accountId]) {
    await fill(id);
    await mkdir(join(t.dataDir, 'backups', id), { recursive: true });
    await writeFile(join(t.dataDir, 'backups', id, 'x.zip'), 'zip');
  }
  const contents = await get(admin, `/v2/account/${accountId}/contents`);
  expect(contents).toEqual({ users: 1, devices: 1, employees: 1, clockRecords: 30, alerts: 0, backups: 0 });
  const before = await rowsOf(kept.accountId);
  expect(before).toBeGreaterThan(30);

  expect((await t.ask(`/v2/account/${accountId}`, { token: admin.token, method: 'DELETE' })).json()).toEqual({
    ok: true,
  });
  expect(await rowsOf(accountId)).toBe(0);
  expect(await rowsOf(kept.accountId)).toBe(before);
  expect(await readdir(join(t.dataDir, 'backups'))).toEqual([kept.accountId]);
  expect((await t.ask('/v2/session', { token })).statusCode).toBe(401);
  expect((await t.ask('/v2/session', { token: kept.token })).statusCode).toBe(200);
  for (const method of ['GET', 'DELETE'] as const)
    expect((await t.ask(`/v2/account/${accountId}`, { token: admin.token, method })).statusCode).toBe(404);
  const trail = await get(admin, `/v2/audit/by-account/${admin.accountId}?startRow=0&endRow=9`);
  expect(trail.results[0]).toMatchObject({ action: 'account.delete', target: 'gone' });
});

it('never deletes the system account', async () => {
  const admin = await givenAdmin(t.db);
  const answer = await t.ask(`/v2/account/${admin.accountId}`, { token: admin.token, method: 'DELETE' });
  expect(answer.json().errorCode).toBe('CONFLICT');
  expect((await t.ask('/v2/session', { token: admin.token })).statusCode).toBe(200);
});

it('has nothing to clock on in the system account', async () => {
  const { accountId, token } = await givenAdmin(t.db);
  for (const [path, body] of [
    [`/v2/setup/groups?accountId=${accountId}`, { kind: 'time', name: 'Day' }],
    [`/v2/account/${accountId}/import`, { kind: 'piecework', csv: 'Employee Number', commit: true }],
    [`/v2/account/${accountId}/sync-keys`, { description: 'Payroll' }],
  ] as const)
    expect((await t.ask(path, { token, body })).json(), path).toMatchObject({
      errorCode: 'CONFLICT',
      message: 'The system account is for administrators: it has no employees and no devices.',
    });
});

it('saves the settings that are sent, refuses duplicates and unknown zones, and derives the days again for a new zone', async () => {
  const admin = await givenAdmin(t.db);
  const id = await givenAccount(t.db, { timeZone: 'UTC' });
  expect((await settings(admin, id, { allowedSystemIds: ['Sage', 'VIP'] })).json()).toMatchObject({
    allowedSystemIds: ['Sage', 'VIP'],
    timeZone: 'UTC',
    storeTemplates: false,
    language: 'en',
    correctionDays: 42,
    recordYears: 7,
    requireSecondFactor: false,
  });
  expect((await settings(admin, id, { allowedSystemIds: ['Sage', 'sage'] })).json()).toMatchObject({
    errorCode: 'VALIDATION_FAILED',
    issues: [{ path: 'allowedSystemIds.1', message: 'The specified System ID is already allowed.' }],
  });
  for (const timeZone of ['Mars/Olympus', '+02:00', '', 'Europe/Paris; drop table', 'europe'])
    expect((await settings(admin, id, { timeZone })).json().issues[0].path, timeZone).toBe('timeZone');
  expect(t.jobs.waiting).toEqual([]);
  expect((await settings(admin, id, { timeZone: 'Pacific/Auckland' })).json().timeZone).toBe('Pacific/Auckland');
  expect(t.jobs.waiting.map(({ name }) => name)).toEqual(['account.rederive']);
  const version = async () => (await get(admin, `/v2/system-stats/account/${id}/overview`)).dataVersion;
  const before = await version();
  await t.jobs.drain();
  expect(await version()).toBeGreaterThan(before);
});

it('makes sync keys that are shown once, stored as a hash, listed with their last use and revoked', async () => {
  const admin = await givenAdmin(t.db, { username: 'chief' });
  const id = await givenAccount(t.db, { allowedSystemIds: ['Sage'] });
  const keys = `/v2/account/${id}/sync-keys`;
  const made = (
    await t.ask(keys, { token: admin.token, body: { systemId: 'Sage', description: 'Payroll server' } })
  ).json();
  expect(made.key).toMatch(/^tb_live_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/);
  const listed = await get(admin, keys);
  expect(listed.results).toEqual([
    {
      _id: made._id,
      systemId: 'Sage',
      description: 'Payroll server',
      createdAt: '2026-11-20T10:00:00.000Z',
      createdBy: 'Uma User chief',
      lastUsedAt: null,
      rights: 'send',
    },
  ]);
  const stored = await t.db.rows(
    z.object({ line: z.string() }),
    sql`select sync_key::text || sync_key_directory::text as line from sync_key join sync_key_directory using (sync_key_id)`,
  );
  expect(stored.map(({ line }) => line).join()).not.toContain(made.key.slice(-43));
  const use = async (token: string) => (await t.ask('/v2/payroll/Sage/sync', { token, body: {} })).statusCode;
  expect(await use(made.key)).toBe(200);
  expect((await get(admin, keys)).results[0].lastUsedAt).toBe('2026-11-20T10:00:00.000Z');
  // The first use and each use from a new network are audited; later ones from a known network are not.
  for (const remoteAddress of ['127.0.0.1', '198.51.100.7', '198.51.100.8']) {
    t.clock.advance(61_000);
    const headers = { authorization: made.key };
    await t.app.inject({ method: 'POST', url: '/v2/payroll/Sage/sync', headers, payload: {}, remoteAddress });
  }
  const trail = (await get(admin, `/v2/audit/by-account/${id}?startRow=0&endRow=9`)).results;
  const uses = trail.filter(({ action }: { action: string }) => action === 'sync-key.new-network');
  expect(uses.map(({ address }: { address: string }) => address)).toEqual(['198.51.100.7', '127.0.0.1']);
  const elsewhere = `/v2/account/${await givenAccount(t.db)}/sync-keys/${made._id}`;
  expect((await t.ask(elsewhere, { token: admin.token, method: 'DELETE' })).statusCode).toBe(404);
  expect((await t.ask(`${keys}/${made._id}`, { token: admin.token, method: 'DELETE' })).json()).toEqual({ ok: true });
  expect(await use(made.key)).toBe(401);
  expect((await t.ask(`${keys}/${made._id}`, { token: admin.token, method: 'DELETE' })).statusCode).toBe(404);
  expect((await get(admin, keys)).results).toEqual([]);
});

it('counts what an account holds, and the alert slots that were sent', async () => {
  const admin = await givenAdmin(t.db);
  const id = await givenAccount(t.db);
  await givenUser(t.db, id);
  await fill(id);
  expect(await get(admin, `/v2/system-stats/account/${id}/overview`)).toMatchObject({
    employees: 1,
    activeEmployees: 1,
    clockRecords: 30,
    unmatchedClockRecords: 30,
    devices: 1,
    devicesOnline: 0,
    backupBytes: 0,
    lastSyncAt: null,
  });
  for (const [slot, status] of [
    ['08:00', 'sent'],
    ['09:00', 'sent'],
    ['10:00', 'skipped'],
  ])
    await t.db.run(sql`
      insert into alert_delivery (account_id, delivery_id, alert_id, local_date, slot, due_at, category, description, via_email,
        status)
      values (${id}, gen_random_uuid(), ${id}, '2026-11-20', ${slot}, now(), 'break', 'x', false, ${status})`);
  expect(await get(admin, `/v2/system-stats/account/${id}/total-alerts-sent`)).toEqual({ total: 2 });
});

it('lists the health of all accounts, those that need attention first', async () => {
  const admin = await givenAdmin(t.db);
  const [well, troubled, retired, fresh] = [
    ...[await givenAccount(t.db), await givenAccount(t.db)],
    ...[await givenAccount(t.db), await givenAccount(t.db)],
  ] as const;
  for (const id of [well, troubled, retired, fresh]) await fill(id);
  await t.db.run(sql`update device set last_contact = null, last_data = null where account_id = ${fresh}`);
  await t.db.run(sql`update account set is_active = false where account_id = ${retired}`);
  const now = t.clock.now();
  await t.db.run(sql`update device set last_contact = ${now}, last_data = ${now} where account_id = ${well}`);
  await t.db.run(sql`
    update device set last_contact = ${now}::timestamptz - interval '2 days', last_data = ${now}::timestamptz - interval '5 days'
    where account_id = ${troubled}`);
  const { accounts } = await get(admin, '/v2/system-stats/accounts');
  const of = (id: string) => accounts.find(({ _id }: { _id: string }) => _id === id);
  const quiet = ['No device has called for a day.', 'No record for four days.'];
  const unsaved = 'No backups are scheduled.';
  expect(of(well)).toMatchObject({ people: 1, devices: 1, devicesOnline: 1, lastBackupAt: null, warnings: [unsaved] });
  expect(of(troubled)).toMatchObject({ devicesOnline: 0, warnings: [...quiet, unsaved] });
  // An account that has only been set up has lost nothing.
  expect(of(fresh)).toMatchObject({ warnings: ['No device has called yet.', 'No record yet.', unsaved] });
  expect(of(retired)).toMatchObject({ isActive: false, warnings: [] });
  const places = [troubled, well, retired].map((id) => accounts.indexOf(of(id)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it('creates the first administrator once, however many processes start, and requires another password', async () => {
  const passwords = createPasswordHasher(LOWEST_HASH_COST);
  const printed = (await Promise.all([1, 2, 3].map(() => bootstrap(t.services, passwords)))).filter(Boolean);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const { token } = (await t.ask('/v2/session', { body: { username: 'admin', password: printed[0] } })).json();
  expect((await t.ask('/v2/session', { token })).json()).toMatchObject({
    role: 'admin',
    accountName: 'system',
    mustChangePassword: true,
  });
  expect(await bootstrap(t.services, passwords)).toBeUndefined();
  const chosen = { ...t.services, config: { ...t.services.config, adminPassword: 'seven green tractors' } };
  expect(await bootstrap(chosen, passwords)).toBeUndefined();
});

/** A device, an employee and punches that match nobody. */
async function fill(accountId: string) {
  await t.db.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active)
    values (${accountId}, gen_random_uuid(), 'Sage', '1', '1', 'E', 'E', true)`);
  // What refers to an employee or a group without going with them.
  await t.db.run(sql`
    insert into work_group (account_id, group_id, kind, system_id, code, name)
    values (${accountId}, gen_random_uuid(), 'time', 'Sage', 'd', 'Day'), (${accountId}, gen_random_uuid(), 'employee', 'Sage', 'p', 'Pickers')`);
  await t.db.run(sql`
    insert into standard_time (account_id, standard_time_id, system_id, code, time_group_id, weekday, start_time, end_time)
    select account_id, gen_random_uuid(), 'Sage', '1', group_id, 1, '07:00', '16:00' from work_group where account_id = ${accountId} and kind = 'time'`);
  await t.db.run(sql`
    insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, employee_group_id)
    select account_id, gen_random_uuid(), 'tallyboard', 'g', 'hourly', 1, '2026-01-01', group_id from work_group
    where account_id = ${accountId} and kind = 'employee'`);
  await t.db.run(sql`
    insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, employee_id)
    select account_id, gen_random_uuid(), 'tallyboard', 'a', 'hourly', 1, '2026-01-01', employee_id from employee where account_id = ${accountId}`);
  await t.db.run(sql`
    insert into pay_rule (account_id, pay_rule_id, rule, employee_id)
    select account_id, gen_random_uuid(), '{}', employee_id from employee where account_id = ${accountId}`);
  await t.db.run(sql`
    insert into device (account_id, device_id, device_type, kind, description, serial_number)
    values (${accountId}, gen_random_uuid(), 'ADMS', 'adms', 'Gate', ${accountId})`);
  await t.db.run(sql`
    insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, received_at)
    select ${accountId}::uuid, gen_random_uuid(), '7', now() - i * interval '1 hour', 'in', 'device:x', now()
    from generate_series(1, 30) i`);
  await t.db.run(sql`
    insert into known_network (owner_account_id, caller_id, network, succeeded_at)
    values (${accountId}, gen_random_uuid(), '192.0.2.0/24', now())`);
  await t.db.run(sql`
    insert into idempotency_key (account_id, idempotency_key, request_hash, status, answer, created_at)
    values (${accountId}, ${accountId}, '', 0, '', now())`);
}

/** Counts the rows of an account in every tenant table except the audit trail. */
async function rowsOf(accountId: string): Promise<number> {
  const tables = await t.db.rows(
    z.object({ name: z.string(), column: z.string() }),
    sql`select table_name::text as name, column_name::text as column from information_schema.columns
        where table_schema = 'public' and column_name in ('account_id', 'owner_account_id') and table_name not like 'audit_%'`,
  );
  let total = 0;
  for (const { name, column } of tables)
    total += (
      await t.db.single(
        z.object({ total: z.int() }),
        sql`select count(*)::int as total from ${raw(name)} where ${raw(column)} = ${accountId}`,
      )
    ).total;
  return total;
}

/** The trail outlives its account, and its calls say so themselves (api/audit). */
const OF_AN_ACCOUNT = Object.values(ENDPOINTS).filter(
  ({ method, path }) => method === 'GET' && /:accountId\b/.test(path) && !/:(?!accountId)/.test(path),
);
it.each(OF_AN_ACCOUNT.map(({ path }) => path))('GET %s of an account that is deleted: 404', async (path) => {
  const admin = await givenAdmin(t.db);
  const query = '?startRow=0&endRow=10&from=2026-11-01&to=2026-11-20';
  for (const asked of [path, path + query]) {
    const answer = await t.ask(`/v2${asked.replace(':accountId', crypto.randomUUID())}`, { token: admin.token });
    if (answer.statusCode !== 400) expect([answer.statusCode, answer.json().errorCode]).toEqual([404, 'NOT_FOUND']);
  }
});
