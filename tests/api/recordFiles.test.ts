import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import type { RecordFile } from '#contract/reports/recordFiles.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { givenPay } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

/** Files of records (docs/reference/records.md#files-of-records): days of whatever age, in one ZIP with a manifest of hashes, made by a job. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const week = [0, 1, 2, 3, 4].map((nth) => addDays(MONDAY, nth));
const dates = { from: addDays(MONDAY, -2), to: addDays(MONDAY, 6) };
const body = { dates, parts: ['time-cards', 'pieces', 'paid-hours', 'corrections'], exportType: 'csv' };
let world: Awaited<ReturnType<typeof givenPaid>>;
let token: string;
beforeEach(async () => {
  world = await givenPaid(
    t,
    { '101': span(week, '07:00', '16:00'), '102': span(week.slice(0, 2), '07:30', '16:00') },
    {
      pieceworkEntries: [
        {
          code: 'p',
          employeeCode: '101',
          units: '12.5',
          startedAt: `${MONDAY}T08:00:00+02:00`,
          endedAt: `${MONDAY}T09:00:00+02:00`,
        },
      ],
    },
  );
  await world.rule();
  const userId = await givenUser(t.db, world.accountId, { permissions: GRANTABLE.employer });
  t.clock.set(`${addDays(MONDAY, 400)}T10:00:00Z`);
  await t.jobs.send('prune-day-facts', {});
  await t.jobs.drain();
  token = await givenSession(t.db, world.accountId, userId, { createdAt: t.clock.now().toISOString() });
});
const ask = async (path: string, sent?: object, as = token) =>
  t.ask(`/v2${path}`, { token: as, ...(sent && { body: sent }) });
const listed = async (): Promise<RecordFile[]> => (await ask('/records')).json().files;
async function made(over: object = {}): Promise<RecordFile> {
  const answer = await ask('/records', { ...body, ...over });
  expect(answer.json()).toMatchObject({ status: 'making' });
  await t.jobs.drain();
  const [file] = await listed();
  if (!file) throw new Error('No file is listed');
  return file;
}
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

test('400 days later: the rows of each part, and a manifest whose hashes are those of the files', async () => {
  const file = await made();
  expect(file).toMatchObject({ ...dates, status: 'ready', failure: null, parts: body.parts });
  const { rawPayload, headers } = await ask(`/records/${file._id}/file`);
  expect(headers['content-type']).toBe('application/zip');
  expect([rawPayload.length, sha256(rawPayload)]).toEqual([file.bytes, file.sha256]);
  const files = await unzip(rawPayload);
  expect([...files.keys()].sort()).toEqual([
    ...['corrections.csv', 'manifest.json', 'paid-hours.csv', 'pieces.csv', 'time-cards.csv'],
  ]);
  const manifest = JSON.parse(String(files.get('manifest.json')));
  expect(manifest).toMatchObject({ ...dates, timeZone: 'Africa/Johannesburg' });
  for (const part of manifest.files) expect(sha256(files.get(part.file) ?? '')).toBe(part.sha256);
  const rows = (name: string) => String(files.get(name)).trim().split('\r\n').slice(1);
  expect(rows('time-cards.csv').filter((row) => row.includes('101') && row.includes('Present'))).toHaveLength(5);
  expect(rows('pieces.csv')).toMatchObject([expect.stringContaining('12.5')]);
  expect(rows('paid-hours.csv')).toHaveLength(7);
});

test('the hours and units of a person in the files add up to their time card', async () => {
  const file = await made();
  const files = await unzip((await ask(`/records/${file._id}/file`)).rawPayload);
  const sumOf = (name: string, number: string, column: string) => {
    const [head = [], ...rows] = String(files.get(name))
      .trim()
      .split('\r\n')
      .map((line) => line.replace('\uFEFF', '').split(','));
    const at = (label: string) => head.indexOf(label);
    const own = rows.filter((row) => row[at('Employee Number')] === number);
    return own.reduce((sum, row) => sum + Number(row[at(column)]), 0);
  };
  const { rows } = (await ask(`/stats/hours?from=${dates.from}&to=${dates.to}`)).json();
  for (const number of ['101', '102']) {
    const { employee } = rows.find((row: { employee: { number: string } }) => row.employee.number === number);
    const { sums } = (await ask(`/stats/person/${employee._id}?from=${dates.from}&to=${dates.to}`)).json();
    expect(sums.clockedMs).toBeGreaterThan(0);
    expect(sumOf('time-cards.csv', number, 'Hours Clocked') * 3_600_000).toBeCloseTo(sums.clockedMs, -3);
    expect(sumOf('paid-hours.csv', number, 'Paid') * 3_600_000).toBeCloseTo(sums.paidMs, -3);
    expect(sumOf('pieces.csv', number, 'Units')).toBe(Number(sums.units));
  }
});

test.each(['xlsx', 'html'])('the same as %s', async (exportType) => {
  const file = await made({ exportType, parts: ['paid-hours'] });
  const files = await unzip((await ask(`/records/${file._id}/file`)).rawPayload);
  expect([...files.keys()].sort()).toEqual(['manifest.json', `paid-hours.${exportType}`]);
});

test('pay of each pay period as *Pay* said it, and consents, of everybody and of one person', async () => {
  t.clock.set(`${addDays(MONDAY, 11)}T10:00:00Z`);
  const pay = await givenPay(t, {
    1: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 110 } } },
    2: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 10 } } },
  });
  await pay.rate('piece', '3.10', { lookup1: 'crate' });
  await pay.rate('minimum', '28.79');
  await pay.rule();
  const said = await pay.people();
  t.clock.advance(200 * 86_400_000);
  const ids = new Map(said.rows.map(({ employee }) => [employee.number, employee._id]));
  const as = await givenSession(t.db, pay.accountId, pay.userId, { createdAt: t.clock.now().toISOString() });
  const rowsOf = async (options?: object) => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const order = {
      dates: days,
      parts: ['pay', 'consents', 'time-cards'],
      exportType: 'csv',
      ...(options && { options }),
    };
    // Of two files of one moment either is listed first.
    t.clock.advance(1_000);
    expect((await ask('/records', order, as)).json()).toMatchObject({ status: 'making' });
    await t.jobs.drain();
    const { files } = (await ask('/records', undefined, as)).json();
    const found = await unzip((await ask(`/records/${files[0]._id}/file`, undefined, as)).rawPayload);
    const lines = (name: string) => String(found.get(name)).trim().split('\r\n').slice(1);
    return { pay: lines('pay.csv'), consents: lines('consents.csv'), cards: lines('time-cards.csv') };
  };
  const everyone = await rowsOf();
  expect(everyone.pay).toHaveLength(2);
  for (const { employee, sums } of said.rows) {
    const row = everyone.pay.find((line) => line.split(',')[2] === employee.number)?.split(',');
    expect(row).toEqual(expect.arrayContaining(['ZAR', sums.piece, sums.topUp, sums.total, sums.notSettled, '9:00']));
  }
  expect(everyone.consents).toHaveLength(2);
  const one = await rowsOf({ employeeIds: [ids.get('2')] });
  expect(one.pay).toEqual(everyone.pay.filter((line) => line.split(',')[2] === '2'));
  expect(one.consents).toHaveLength(1);
  expect(one.cards).toEqual(everyone.cards.filter((line) => line.split(',')[1] === '2'));
  const unknown = { dates, parts: ['time-cards'], exportType: 'csv', options: { employeeIds: [crypto.randomUUID()] } };
  expect((await ask('/records', unknown, as)).json().errorCode).toBe('NOT_FOUND');
  // One of another account is as unknown.
  expect((await ask('/records', { ...unknown, options: { employeeIds: [ids.get('1')] } })).json().errorCode).toBe(
    'NOT_FOUND',
  );
});

test('the user who asked is told once by mail, unless they may not make such files any more', async () => {
  const mails = () =>
    t.db.rows(
      z.object({ to: z.string(), text: z.string() }),
      sql`select recipient as to, body_text as text from mail where owner_account_id = ${world.accountId}`,
    );
  await made({ parts: ['time-cards'] });
  const [mail, ...others] = await mails();
  expect(mail?.text).toContain('can be downloaded');
  expect(mail?.text).toContain('/employer/reports/records');
  expect(others).toEqual([]);
  await ask('/records', { ...body, parts: ['pieces'] });
  await t.db.run(
    sql`update app_user set permissions = array_remove(permissions, 'Attendance.LOCK_PERIOD') where account_id = ${world.accountId}`,
  );
  await t.jobs.drain();
  expect(await mails()).toHaveLength(1);
});

test('refused: more than 366 days, tomorrow, groups of others, one while another is made, and without the right to the figures', async () => {
  for (const span of [
    { from: '2026-01-01', to: '2027-01-02' },
    { from: addDays(MONDAY, 401), to: addDays(MONDAY, 401) },
    { from: '2015-01-01', to: '2015-01-02' },
  ])
    expect((await ask('/records', { ...body, dates: span })).json().errorCode).toBe('DATE_OUT_OF_RANGE');
  const options = { timeGroupIds: [crypto.randomUUID()] };
  expect((await ask('/records', { ...body, options })).json().errorCode).toBe('NOT_FOUND');
  expect((await ask('/records', { ...body, parts: ['pieces', 'pieces'] })).statusCode).toBe(400);
  await ask('/records', body);
  expect((await ask('/records', body)).json().errorCode).toBe('LIMIT_REACHED');
  await t.jobs.drain();
  const withoutPieces = await givenUser(t.db, world.accountId, {
    permissions: ['Attendance.LOCK_PERIOD', 'Stats.GET_ATTENDANCE_INFORMATION'],
  });
  const as = await givenSession(t.db, world.accountId, withoutPieces, { createdAt: t.clock.now().toISOString() });
  expect((await ask('/records', body, as)).json().errorCode).toBe('PERMISSION_DENIED');
  const [file] = await listed();
  expect((await ask(`/records/${file?._id}/file`, undefined, as)).json().errorCode).toBe('PERMISSION_DENIED');
});

test('another account never has it; who fetched it is in the trail; after 30 days it is gone', async () => {
  const file = await made({ parts: ['time-cards'] });
  const other = await givenEmployer(t.db, { permissions: GRANTABLE.employer });
  const session = await givenSession(t.db, other.accountId, other.userId, { createdAt: t.clock.now().toISOString() });
  expect((await ask('/records', undefined, session)).json()).toEqual({ files: [] });
  expect((await ask(`/records/${file._id}/file`, undefined, session)).statusCode).toBe(404);
  await ask(`/records/${file._id}/file`);
  const path = join(t.services.config.dataDir, 'records', world.accountId, `${file._id}.zip`);
  expect(existsSync(path)).toBe(true);
  t.clock.advance(31 * 86_400_000);
  await t.jobs.send('records.sweep', {});
  await t.jobs.drain();
  expect(existsSync(path)).toBe(false);
});

test('a file that is not on the disk any more: said so, and nothing in the trail', async () => {
  const file = await made({ parts: ['time-cards'] });
  rmSync(join(t.services.config.dataDir, 'records', world.accountId, `${file._id}.zip`));
  const answer = await ask(`/records/${file._id}/file`);
  expect([answer.statusCode, answer.json().errorCode]).toEqual([409, 'CONFLICT']);
  const trail = await t.db.rows(
    z.object({ action: z.string() }),
    sql`select action from audit_entry where account_id = ${world.accountId} and action like 'records.%'`,
  );
  expect(trail).toEqual([{ action: 'records.make' }]);
});

test('twenty that failed are no reason to refuse another one', async () => {
  const { _id } = await made({ parts: ['time-cards'] });
  await t.db.run(
    sql`insert into record_file (account_id, record_file_id, from_day, to_day, parts, export_type, options, made_by, made_at, status, failure)
      select account_id, gen_random_uuid(), from_day, to_day, parts, export_type, options, made_by, made_at, 'failed', 'No room'
      from record_file cross join generate_series(1, 19) where record_file_id = ${_id}`,
  );
  t.clock.advance(60_000);
  expect(await made({ parts: ['pieces'] })).toMatchObject({ status: 'ready', parts: ['pieces'] });
  const files = await listed();
  expect(files).toHaveLength(20);
  expect(files.map((file) => file._id)).toContain(_id);
});

test('what a stopped job left on the disk goes, unless its file is being made', async () => {
  const left = (id: string) => join(t.services.config.dataDir, 'records', world.accountId, `unfinished-${id}`);
  const stopped = await made({ parts: ['time-cards'] });
  const making = crypto.randomUUID();
  await t.db.run(
    sql`insert into record_file (account_id, record_file_id, from_day, to_day, parts, export_type, options, made_by, made_at, status)
      select account_id, ${making}, from_day, to_day, parts, export_type, options, made_by, made_at, 'making' from record_file`,
  );
  const ids = [stopped._id, making, crypto.randomUUID()];
  for (const id of ids) {
    mkdirSync(left(id), { recursive: true });
    writeFileSync(join(left(id), 'time-cards.csv'), 'names');
  }
  await t.jobs.send('records.sweep', {});
  await t.jobs.drain();
  expect(ids.map((id) => existsSync(left(id)))).toEqual([false, true, false]);
  expect((await ask(`/records/${stopped._id}/file`)).statusCode).toBe(200);
});

test('a period without any work, and the longest one', async () => {
  const empty = await made({ parts: ['time-cards', 'pieces'], dates: { from: '2026-10-05', to: '2026-10-05' } });
  const files = await unzip((await ask(`/records/${empty._id}/file`)).rawPayload);
  expect(String(files.get('pieces.csv')).trim().split('\r\n')).toHaveLength(1);
  const year = { from: addDays(dates.from, -20), to: addDays(dates.from, 345) };
  t.clock.advance(1_000);
  const long = await made({ dates: year });
  expect(long).toMatchObject({ status: 'ready', ...year });
  expect((await ask('/records', { ...body, dates: { ...year, to: addDays(year.to, 1) } })).json()).toMatchObject({
    errorCode: 'DATE_OUT_OF_RANGE',
  });
});

test('a job whose process was killed runs again elsewhere: a whole file, and nothing of the first try', async () => {
  const asked = (await ask('/records', { ...body, parts: ['time-cards', 'pieces'] })).json();
  // What a process leaves that is killed while the second part is being written.
  const left = join(t.dataDir, 'records', world.accountId, `unfinished-${asked._id}`);
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'time-cards.csv'), 'whole');
  writeFileSync(join(left, 'pieces.csv'), 'ha');
  writeFileSync(join(left, 'records.zip'), 'PK');
  expect((await ask(`/records/${asked._id}/file`)).json()).toMatchObject({ errorCode: 'CONFLICT' });
  await t.jobs.drain();
  const [file] = await listed();
  expect(file).toMatchObject({ _id: asked._id, status: 'ready' });
  const zip = (await ask(`/records/${asked._id}/file`)).rawPayload;
  expect(sha256(zip)).toBe(file?.sha256);
  const entries = await unzip(zip);
  expect([...entries.keys()].sort()).toEqual(['manifest.json', 'pieces.csv', 'time-cards.csv']);
  for (const { file: name, sha256: hash } of JSON.parse(String(entries.get('manifest.json'))).files)
    expect(sha256(entries.get(name) ?? ''), name).toBe(hash);
  expect(existsSync(left)).toBe(false);
});

test('records that are removed while a file is made: no file of what is left', async () => {
  // As a removal does, once the days of the part have been looked at.
  await t.db.run(sql`create function remove_now() returns trigger language plpgsql security definer as $$ begin
    update account set records_from = '2027-06-01' where account_id = new.account_id; return new; end $$`);
  await t.db.run(sql`create trigger remove_now after insert on judged_date for each row execute function remove_now()`);
  const file = await made({ parts: ['paid-hours'], dates: { from: MONDAY, to: MONDAY } });
  await t.db.run(sql`drop trigger remove_now on judged_date`);
  await t.db.run(sql`drop function remove_now()`);
  expect(file).toMatchObject({ status: 'failed', failure: expect.stringContaining('were removed') });
});

test.each([
  ['more than a job may have on the disk', { reportMaxBytes: 1_000 }, 'choose fewer days, people or contents'],
  ['a disk that is nearly full', { backupMinFreeBytes: Number.MAX_SAFE_INTEGER }, 'must stay free'],
])('%s: no file, the reason on the list, and nothing left on the disk', async (_what, limit, said) => {
  const { config } = t.services;
  const before = { ...config };
  Object.assign(config, limit);
  const file = await made({ parts: ['time-cards', 'pieces'] });
  Object.assign(config, before);
  expect(file).toMatchObject({ status: 'failed', failure: expect.stringContaining(said) });
  await expect.poll(() => readdirSync(join(t.dataDir, 'tmp'))).toEqual([]);
  expect(existsSync(join(t.dataDir, 'records', world.accountId, `unfinished-${file._id}`))).toBe(false);
});
