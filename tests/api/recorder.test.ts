import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

let serial = 0;
type Device = { deviceId: string; token: string };
async function givenRecorder(accountId?: string) {
  const admin = await givenAdmin(t.db);
  const account = accountId ?? (await givenAccount(t.db));
  const post = (path: string, body: object) => t.ask(path, { method: 'POST', token: admin.token, body });
  const made = (
    await post(`/v2/device/v2/for-account/${account}`, { serialNumber: `PH${++serial}`, imei: '350' })
  ).json();
  const activate = async (code: string): Promise<Device & { answer: unknown }> => {
    const answer = (await t.ask('/v2/rc/activate', { method: 'POST', body: { activationToken: code } })).json();
    return { deviceId: answer.deviceId, token: answer.deviceToken, answer };
  };
  const device = await activate(made.activationToken);
  return { admin, accountId: account, activate, post, ...device };
}
const rc = (token: string, path: 'sync' | 'heartbeat', body: object) =>
  t.ask(`/v2/rc/${path}`, { method: 'POST', token, body });
const sync = async (token: string, body: object = {}) =>
  (await rc(token, 'sync', { sentAt: t.clock.now().toISOString(), ...body })).json();
const punch = (recordId: string, more: object = {}) => ({
  recordId,
  employeeNumber: '1001',
  at: '2026-11-20T05:00:00.000Z',
  direction: 'in',
  ...more,
});
const stored = () =>
  t.db.rows(
    z.object({ source: z.string(), clock: z.string().nullable(), means: z.string().nullable() }),
    sql`select source, clock, means from clock_record order by record_id`,
  );

describe('what the server tells the Recorder', () => {
  it('the server’s time, its account, kind and names', async () => {
    const { token, accountId, answer } = await givenRecorder();
    const serverTime = t.clock.now().toISOString();
    expect(answer).toMatchObject({ accountId, kind: 'unmanaged', description: 'New Device', serverTime });
    expect((await rc(token, 'heartbeat', {})).json()).toEqual({ syncRequested: false, serverTime });
    expect(await sync(token)).toMatchObject({
      serverTime,
      device: { kind: 'unmanaged', description: 'New Device', timeZone: 'Africa/Johannesburg' },
      lookupNames: { lookup1: expect.any(String), lookup2: expect.any(String) },
    });
  });

  it('all employees after each activation: its former list is gone, whether or not somebody changed since', async () => {
    const { token, accountId, deviceId, activate, post } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    const numbers = async (of: string) => (await sync(of)).employees.map(({ number }: { number: string }) => number);
    expect(await numbers(token)).toEqual(['1001']);
    const { activationToken } = (
      await post(`/v2/device/regenerate-activation/for-account/${accountId}`, { deviceId })
    ).json();
    expect(await numbers((await activate(activationToken)).token)).toEqual(['1001']);
  });

  it('the time from which to send again, if its data is later than the server’s, until it has received it', async () => {
    const { token, accountId } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    await sync(token, { clockRecords: [punch('r1')] });
    const lastData = t.clock.now().toISOString();
    t.clock.advance(60_000);
    const ahead = { cursor: '999999.999' };
    expect((await sync(token, ahead)).resendFrom).toBe(lastData);
    // After a lost answer the same request must return the same, although data has arrived meanwhile.
    t.clock.advance(60_000);
    const { resendFrom, cursor } = await sync(token, { ...ahead, clockRecords: [punch('r2', { direction: 'out' })] });
    expect(resendFrom).toBe(lastData);
    expect(await sync(token, { cursor })).not.toHaveProperty('resendFrom');
  });
});

describe('what the Recorder tells the server', () => {
  it('the number of waiting records, shown in the connection log even when it is silent since', async () => {
    const { admin, accountId, deviceId, token } = await givenRecorder();
    const at = t.clock.now().toISOString();
    await rc(token, 'heartbeat', { pending: 212, lastSequence: 900, battery: null, persisted: true, installed: false });
    t.clock.advance(3_600_000);
    const recorder = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/recorder`, { token: admin.token });
    expect(recorder.json().waiting).toEqual({ count: 212, at });
    expect((await rc(token, 'heartbeat', { pending: -1 })).statusCode).toBe(400);
  });

  it('that its day is over: with nothing pending it keeps nobody unverified, until its next contact (rule 8)', async () => {
    t.clock.set('2026-11-20T05:00:00Z');
    const { accountId, token } = await givenRecorder();
    const employer = await givenEmployer(t.db, { accountId });
    const shift = await givenGroup(t.db, accountId, 'time');
    await givenStandardTimes(t.db, accountId, shift, { start: '07:00', end: '16:00' });
    await givenEmployee(t.db, accountId, { number: '1001', timeGroupId: shift });
    const at = async (time: string) => {
      t.clock.set(`2026-11-20T${time}:00+02:00`);
      const totals = await t.ask('/v2/stats/employee/attendance-status-totals', { token: employer.token });
      const { absent, unverified } = totals.json();
      return { absent, unverified };
    };
    await at('07:30');
    await rc(token, 'heartbeat', { pending: 3, dayEnded: true });
    expect(await at('10:00')).toEqual({ absent: 0, unverified: 1 });
    await rc(token, 'heartbeat', { pending: 0, dayEnded: true });
    await sync(token);
    expect(await at('12:00')).toEqual({ absent: 1, unverified: 0 });
    await rc(token, 'heartbeat', { pending: 0 });
    expect(await at('12:20')).toEqual({ absent: 0, unverified: 1 });
    await rc(token, 'heartbeat', { pending: 0, dayEnded: true });
    await sync(token, { clockRecords: [punch('r9', { employeeNumber: '4711', at: '2026-11-20T10:20:00.000Z' })] });
    expect(await at('12:40')).toEqual({ absent: 0, unverified: 1 });
  });

  it('how certain it is of a time and how it read the badge; nonsense is refused record by record', async () => {
    const { token, accountId } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    const clockRecords = [
      punch('r1', { clock: 'unverified', means: 'camera' }),
      punch('r2', { at: '2026-11-20T06:00:00Z' }),
      punch('r3', { clock: 'certain' }),
    ];
    const { accepted, rejected } = await sync(token, { clockRecords });
    expect([accepted, rejected]).toEqual([2, [{ recordId: 'r3', reason: expect.stringContaining('clock') }]]);
    expect(await stored()).toMatchObject([
      { clock: 'unverified', means: 'camera' },
      { clock: null, means: null },
    ]);
  });

  it('the device that captured a record: duplicates are looked for there, even if it is deleted', async () => {
    const first = await givenRecorder();
    await givenEmployee(t.db, first.accountId, { number: '1001' });
    await sync(first.token, { clockRecords: [punch('r1')] });
    const second = await givenRecorder(first.accountId);
    await t.ask(`/v2/device/${first.deviceId}`, { method: 'DELETE', token: first.admin.token });
    const again = [punch('r1', { capturedBy: first.deviceId })];
    expect(await sync(second.token, { clockRecords: again })).toMatchObject({ accepted: 0, duplicates: 1 });
    const fresh = [punch('r2', { capturedBy: first.deviceId, at: '2026-11-20T07:00:00Z' })];
    expect(await sync(second.token, { clockRecords: fresh })).toMatchObject({ accepted: 1 });
    expect((await stored()).map(({ source }) => source)).toEqual(Array(2).fill(`device:${first.deviceId}`));
  });

  it('a terminal cannot have captured what a phone sends', async () => {
    const own = await givenRecorder();
    await givenEmployee(t.db, own.accountId, { number: '1001' });
    const { deviceId } = await givenDevice(t.db, own.accountId);
    await sync(own.token, { clockRecords: [punch('r1', { capturedBy: deviceId })] });
    expect((await stored()).map(({ source }) => source)).toEqual([`device:${own.deviceId}`]);
  });

  it('a device of another account cannot have captured anything here', async () => {
    const stranger = await givenRecorder();
    const own = await givenRecorder();
    await givenEmployee(t.db, own.accountId, { number: '1001' });
    await sync(own.token, { clockRecords: [punch('r1', { capturedBy: stranger.deviceId })] });
    expect((await stored()).map(({ source }) => source)).toEqual([`device:${own.deviceId}`]);
  });
});

describe('a device whose clock is wrong', () => {
  it('three days slow: its records are listed as not verified, unless it says how sure their times are', async () => {
    const { token, accountId } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    const sentAt = new Date(t.clock.now().getTime() - 3 * 86_400_000).toISOString();
    const slow = { at: '2026-11-17T05:00:00.000Z' };
    const clockRecords = [punch('r1', slow), punch('r2', { at: '2026-11-20T07:00:00.000Z', clock: 'corrected' })];
    const entry = {
      recordId: 'w1',
      employeeNumber: '1001',
      units: 1,
      startedAt: '2026-11-17T06:00:00Z',
      durationMs: 60_000,
    };
    expect(await sync(token, { sentAt, clockRecords, pieceworkEntries: [entry] })).toMatchObject({ accepted: 3 });
    expect((await stored()).map(({ clock }) => clock)).toEqual(['unverified', 'corrected']);
    const { token: employer } = await givenEmployer(t.db, { accountId });
    const asked = await t.ask('/v2/exceptions?from=2026-11-17&to=2026-11-20', { token: employer });
    expect(asked.json().counts).toMatchObject({ 'unverified-time': 1 });
    await sync(token, { clockRecords: [punch('r3', { at: '2026-11-20T09:00:00.000Z' })] });
    expect((await stored()).map(({ clock }) => clock)).toEqual(['unverified', 'corrected', null]);
  });
});

describe('a record under an id that another record has', () => {
  it('is refused, not told delivered, and the office hears of it; the same record is a duplicate', async () => {
    const { token, accountId, deviceId, admin } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001', timeId: '5' });
    await givenEmployee(t.db, accountId, { number: '1002' });
    const entry = (recordId: string, more: object = {}) => ({
      ...{ recordId, employeeNumber: '1001', units: '3.5', startedAt: '2026-11-20T05:00:00Z', lookup1Code: 'A' },
      ...more,
    });
    // Sent in advance by whoever has a copy of the device; the PIN is no employee's.
    const first = [punch('r1', { employeeNumber: undefined, timeId: '999' }), punch('r2'), punch('r3')];
    const future = punch('r4', { at: '2026-11-20T23:00:00Z' });
    const entries = ['w1', 'w2', 'w3', 'w4'].map((id) => entry(id));
    expect(await sync(token, { clockRecords: [...first, future], pieceworkEntries: entries })).toMatchObject({
      accepted: 7,
      duplicates: 1,
    });
    const later = '2026-11-20T06:00:00.000Z';
    const clockRecords = [
      punch('r1', { at: later }),
      punch('r2', { direction: 'out' }),
      punch('r2', { employeeNumber: '1002' }),
      punch('r2'),
      punch('r3', { timeId: '5' }),
      punch('r4', { at: later, employeeNumber: '1002' }),
    ];
    const pieceworkEntries = [
      entry('w1', { units: 4 }),
      entry('w2', { startedAt: later }),
      entry('w3', { lookup1Code: 'B' }),
      entry('w4', { employeeNumber: '1002' }),
      entry('w1', { units: '3.500' }),
    ];
    const answer = await sync(token, { clockRecords, pieceworkEntries });
    expect(answer).toMatchObject({ accepted: 1, duplicates: 3 });
    expect(answer.rejected).toEqual(
      ['r1', 'r2', 'r2', 'w1', 'w2', 'w3', 'w4'].map((recordId) => ({ recordId, reason: 'id-used' })),
    );
    const recorder = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/recorder`, { token: admin.token });
    expect(recorder.json().nextStep).toMatch(/^7 records of this device were refused: other records have the same/);
  });
});

describe('a file that the device saved', () => {
  const fileOf = (deviceId: string, records: object[]) => {
    const body = JSON.stringify({
      sentAt: '2026-11-20T05:00:00Z',
      cursor: null,
      clockRecords: records,
      pieceworkEntries: [],
    });
    return { format: 'tallyboard-recorder-1', deviceId, sha256: createHash('sha256').update(body).digest('hex'), body };
  };

  it('is stored once, for the device that captured its records, beside what was sent', async () => {
    const { post, accountId, deviceId, token } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    await sync(token, { clockRecords: [punch('r1')] });
    const records = [
      punch('r1', { capturedBy: deviceId }),
      punch('r2', { at: '2026-11-20T07:00:00Z', clock: 'unverified' }),
    ];
    const path = `/v2/device/by-account/${accountId}/${deviceId}/records`;
    expect((await post(path, fileOf(deviceId, records))).json()).toEqual({ accepted: 1, duplicates: 1, rejected: [] });
    expect((await post(path, fileOf(deviceId, records))).json()).toMatchObject({ accepted: 0, duplicates: 2 });
    expect((await stored()).map(({ clock }) => clock)).toEqual([null, 'unverified']);
    const { token: employer } = await givenEmployer(t.db, { accountId });
    const asked = async (path: string) => (await t.ask(path, { token: employer })).json();
    // The list of exceptions, where corrections begin, offers to change that time.
    const toFix = await asked('/v2/exceptions?from=2026-11-20&to=2026-11-20');
    expect(toFix.counts).toMatchObject({ 'unverified-time': 1 });
    expect(toFix.exceptions).toContainEqual(
      expect.objectContaining({
        kind: 'unverified-time',
        employee: expect.objectContaining({ number: '1001' }),
        proposals: [expect.objectContaining({ label: 'Change time' })],
      }),
    );
  });

  it('proves nothing: times that it calls verified are listed for somebody to look at', async () => {
    const { post, accountId, deviceId } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    const file = fileOf(deviceId, [punch('r1', { clock: 'verified' }), punch('r2', { at: '2026-11-20T07:00:00Z' })]);
    await post(`/v2/device/by-account/${accountId}/${deviceId}/records`, file);
    expect((await stored()).map(({ clock }) => clock)).toEqual(['unverified', 'unverified']);
  });

  it('is refused for another device than the one that saved it', async () => {
    const { post, accountId, deviceId } = await givenRecorder();
    const other = await givenRecorder(accountId);
    const answer = await post(
      `/v2/device/by-account/${accountId}/${other.deviceId}/records`,
      fileOf(deviceId, [punch('r1')]),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain('Another device saved this file');
    expect(await stored()).toEqual([]);
  });

  it('is refused when it is nested deeper than anything that is read', async () => {
    const { post, accountId, deviceId } = await givenRecorder();
    const body = `{"pieceworkEntries":[],"clockRecords":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`;
    const file = { ...fileOf(deviceId, []), body, sha256: createHash('sha256').update(body).digest('hex') };
    expect((await post(`/v2/device/by-account/${accountId}/${deviceId}/records`, file)).statusCode).toBe(400);
  });

  it('is refused when one of its records has a name twice, of which one would be lost', async () => {
    const { post, accountId, deviceId } = await givenRecorder();
    const records = (id: string) => `"clockRecords":[${JSON.stringify(punch(id))}]`;
    const body = `{${records('r1')},${records('r2')},"pieceworkEntries":[]}`;
    const file = { ...fileOf(deviceId, []), body, sha256: createHash('sha256').update(body).digest('hex') };
    expect((await post(`/v2/device/by-account/${accountId}/${deviceId}/records`, file)).statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('is refused when it was changed, and for a terminal', async () => {
    const { post, accountId, deviceId } = await givenRecorder();
    const file = fileOf(deviceId, []);
    const changed = { ...file, body: file.body.replace('null', '"1.1"') };
    expect((await post(`/v2/device/by-account/${accountId}/${deviceId}/records`, changed)).statusCode).toBe(400);
    const terminal = await givenDevice(t.db, accountId);
    expect((await post(`/v2/device/by-account/${accountId}/${terminal.deviceId}/records`, file)).statusCode).toBe(409);
  });
});

describe('what a stolen token could send', () => {
  it('a time outside the dates of the database or of backups is refused by itself', async () => {
    const { token, accountId } = await givenRecorder();
    await givenEmployee(t.db, accountId, { number: '1001' });
    const times = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1899-12-31T00:00:00Z', '9999-12-31T23:59:59-23:59'];
    const entry = (startedAt: string) => ({ recordId: `e${startedAt}`, employeeNumber: '1001', units: 1, startedAt });
    const answer = await sync(token, {
      clockRecords: [punch('good'), ...times.map((at) => punch(at, { at }))],
      pieceworkEntries: times.map(entry),
    });
    expect(answer).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(answer.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...times.map(() => 'at: Use a year from 1900 to 2199'),
      ...times.map(() => 'startedAt: Use a year from 1900 to 2199'),
    ]);
  });

  it('five thousand refused records block nobody', async () => {
    const { token } = await givenRecorder();
    for (let round = 0; round < 2; round++) {
      const clockRecords = Array.from({ length: 5_000 }, (_, n) => ({ recordId: `${round}-${n}` }));
      expect((await sync(token, { clockRecords })).rejected).toHaveLength(5_000);
    }
    const lines = sql`select count(*)::int as lines from rejected_line`;
    expect(await t.db.single(z.object({ lines: z.int() }), lines)).toEqual({ lines: 1_000 });
  });
});
