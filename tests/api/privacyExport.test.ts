import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { z } from 'zod';
import type { Permission } from '#contract/platform/permissions.ts';
import { PLACES } from '#server/office/privacy/places.sql.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** Everything that is held about one person (docs/reference/privacy.md#export-of-a-person). */
const t = useTestApp();
const ALL: Permission[] = [
  'Setup.MANAGE',
  'Stats.GET_ATTENDANCE_INFORMATION',
  'Stats.GET_PERFORMANCE_METRICS',
  'Pay.VIEW',
];

/** Returns the entries of a ZIP. */
async function entriesOf(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const found: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found[entry.fileName] = Buffer.concat(parts);
  }
  return found;
}
type Person = { leftOut: string[]; held: { table: string; rows: Record<string, unknown>[] }[] };

async function withPeople(permissions: Permission[] = ALL) {
  const accountId = await givenAccount(t.db, { storeTemplates: true, consentText: 'Yes?' });
  const owner = await givenEmployer(t.db, { accountId, permissions });
  const ann = await givenEmployee(t.db, accountId, {
    number: 'N-4711',
    timeId: '4711',
    firstName: 'Ann',
    lastName: 'Lee',
    punches: ['2026-11-18T07:00:00+02:00', '2026-11-18T16:00:00+02:00'],
  });
  const bob = await givenEmployee(t.db, accountId, {
    number: 'N-4712',
    timeId: '4712',
    firstName: 'Bob',
    lastName: 'Orr',
    punches: ['2026-11-18T07:01:00+02:00'],
  });
  const path = (id: string, what: string) => `/v2/setup/employees/${id}/${what}`;
  await t.ask(path(ann, 'consents'), { token: owner.token, body: { version: 1, how: 'paper' } });
  const download = (id: string, token = owner.token) => t.ask(path(id, 'export'), { token });
  const read = async (id: string) => {
    const answer = await download(id);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const entries = await entriesOf(answer.rawPayload);
    return { entries, person: JSON.parse(String(entries['person.json'])) as Person };
  };
  return { accountId, owner, ann, bob, download, read };
}

it('has what they said of their days, and that there is a PIN to say it with, not the PIN', async () => {
  const { accountId, ann, bob, read } = await withPeople();
  await t.db.run(sql`update employee set own_days_pin = 's1.sealed' where employee_id = ${ann}`);
  const shown = JSON.stringify({ in: '2026-11-18T05:00:00.000Z', out: null, pieces: [] });
  await t.db.run(sql`
    insert into own_day_act (account_id, act_id, employee_id, day, wrong, shown, shown_checksum, office_checksum, at, device_id, source, record_id, received_at)
    select ${accountId}, gen_random_uuid(), e.id, '2026-11-18', e.wrong, ${shown}, 'shown-hash', 'office-hash', now(), gen_random_uuid(), 'device:x', e.id || coalesce(e.wrong, ''),
      now() from (values (${ann}::uuid, null), (${ann}::uuid, 'hours'), (${bob}::uuid, 'other')) e(id, wrong)`);
  const { person } = await read(ann);
  const rows = (table: string) => person.held.find((one) => one.table === table)?.rows ?? [];
  // Both are of one moment, so that either may come first.
  expect(new Set(rows('own_day_act').map(({ wrong }) => wrong))).toEqual(new Set([null, 'hours']));
  expect(rows('own_day_act')[0]).toMatchObject({ day: '2026-11-18', shown: { in: '2026-11-18T05:00:00.000Z' } });
  expect(rows('employee')).toMatchObject([{ has_own_days_pin: true }]);
  expect(JSON.stringify(person)).not.toMatch(/s1\.sealed|shown-hash|office-hash/);
});

it('one ZIP has the sheets, the same as JSON, and what it is; nothing of anybody else', async () => {
  const { ann, bob, read } = await withPeople();
  const { entries, person } = await read(ann);
  expect(Object.keys(entries).sort()).toEqual(['READ ME.txt', 'person.json', 'person.xlsx']);
  const rows = (table: string) => person.held.find((one) => one.table === table)?.rows ?? [];
  expect(person.held.map(({ table }) => table)).toEqual(PLACES.map(({ table }) => table));
  expect(rows('employee')).toMatchObject([{ number: 'N-4711', first_name: 'Ann', last_name: 'Lee', time_id: '4711' }]);
  expect(rows('clock_record')).toHaveLength(2);
  expect(rows('consent')).toMatchObject([{ kind: 'given', how: 'paper' }]);
  expect(String(entries['READ ME.txt'])).toContain('Punches: 2');
  expect(String(entries['READ ME.txt'])).toContain('Nothing was left out for want of a permission.');
  const text = JSON.stringify(person);
  for (const other of ['N-4712', 'Orr', bob, '"4712"']) expect(text).not.toContain(other);
  expect(entries['person.xlsx']?.subarray(0, 2).toString()).toBe('PK');
});

it('the trail says who downloaded it, and the next file has that line', async () => {
  const { ann, owner, read } = await withPeople();
  await read(ann);
  const { person } = await read(ann);
  const trail = person.held.find(({ table }) => table === 'audit_entry')?.rows ?? [];
  expect(trail.map(({ action }) => action).sort()).toEqual(['consent.give', 'person.export']);
  expect(trail.every(({ actor_id }) => actor_id === owner.userId)).toBe(true);
});

it('what the user may not see is left out, and the file says so', async () => {
  const { ann, read } = await withPeople(['Setup.MANAGE']);
  const { entries, person } = await read(ann);
  expect(person.held.map(({ table }) => table)).not.toContain('clock_record');
  expect(person.leftOut).toEqual(expect.arrayContaining(['Punches', 'Work', 'Payroll files']));
  expect(String(entries['READ ME.txt'])).toMatch(/may not see it: Punches, /);
});

it('a secret is in no file: neither templates nor passwords', async () => {
  const { accountId, ann, read } = await withPeople();
  await t.db.run(sql`
    insert into biometric_template (account_id, template_id, time_id, kind, slot, sealed, received_at, employee_id)
    values (${accountId}, gen_random_uuid(), '4711', 'FINGERTMP', '1', 's1.SECRET', now(), ${ann})`);
  const { person } = await read(ann);
  expect(person.held.find(({ table }) => table === 'biometric_template')?.rows).toMatchObject([{ kind: 'FINGERTMP' }]);
  expect(JSON.stringify(person)).not.toMatch(/s1\.SECRET|password/);
});

it('another account’s employee is 404; an administrator names the account, and a deleted employee can be exported', async () => {
  const { accountId, ann, download } = await withPeople();
  const other = await withPeople();
  expect((await download(other.ann)).statusCode).toBe(404);
  const admin = await givenAdmin(t.db);
  const asAdmin = (account: string) =>
    t.ask(`/v2/setup/employees/${ann}/export?accountId=${account}`, { token: admin.token });
  expect((await asAdmin(other.accountId)).statusCode).toBe(404);
  await t.db.run(sql`update employee set deleted_at = now() where account_id = ${accountId} and employee_id = ${ann}`);
  expect((await asAdmin(accountId)).statusCode).toBe(200);
});

it('the list of places has every table that names employees', async () => {
  const found = await t.db.rows(
    z.object({ table: z.string() }),
    sql`select distinct c.table_name::text as table from information_schema.columns c
        join information_schema.columns a on a.table_schema = c.table_schema and a.table_name = c.table_name and a.column_name = 'account_id'
        where c.table_schema = current_schema() and c.column_name in ('employee_id', 'time_id', 'pin', 'employee_number')`,
  );
  const listed = PLACES.map(({ table }) => table);
  expect(found.map(({ table }) => table).filter((table) => !listed.includes(table))).toEqual([]);
});
