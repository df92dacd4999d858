import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';
import { forge } from '../support/zip.ts';

const t = useTestApp();
const { send, records } = useTerminals(t);

async function enrolled(account: Parameters<typeof givenAccount>[1] = {}) {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, account);
  const employer = await givenEmployer(t.db, { accountId });
  await givenEmployee(t.db, accountId, { timeId: '7' });
  const { deviceId, serialNumber: serial } = await givenDevice(t.db, accountId);
  const of = `/v2/device/by-account/${accountId}/${deviceId}`;
  const token = admin.token;
  return {
    accountId,
    token,
    deviceId,
    serial,
    punch: (...lines: string[]) =>
      send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, lines.map((line) => `${line}\n`).join('')),
    options: async (body?: object) =>
      (await t.ask(`${of}/options`, { token, ...(body && { method: 'PUT', body }) })).json(),
    settings: async (body?: object) =>
      (await t.ask(`/v2/account/settings/${accountId}`, { token, ...(body && { method: 'PUT', body }) })).json(),
    preview: async (timeZone: string) =>
      (await t.ask(`/v2/account/settings/${accountId}/time-zone-preview`, { token, body: { timeZone } })).json(),
    totals: async (day?: string) =>
      (
        await t.ask(`/v2/stats/employee/attendance-status-totals${day ? `?referenceDate=${day}` : ''}`, {
          token: employer.token,
        })
      ).json(),
    recorder: async () => (await t.ask(`${of}/recorder`, { token })).json(),
    claim: async (newSerial: string) =>
      t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body: { serial: newSerial } }),
    remove: () => t.ask(of, { method: 'DELETE', token }),
  };
}
const at = (time: string, status: number, verify = 1) => `7\t2026-11-20 ${time}\t${status}\t${verify}`;
const directions = async (accountId: string) => (await records(accountId)).map(({ direction }) => direction);
const times = async (accountId: string) => (await records(accountId)).map((record) => record.at.toISOString());
const intervals = (accountId: string) =>
  t.db.rows(
    z.object({ day: z.string(), events: z.string() }),
    sql`select day::text as day, events from day_fact where account_id = ${accountId} and events <> '' order by day`,
  );

describe('a terminal without state keys', () => {
  it('alternates; one stray key of one person changes neither the past nor the days after', async () => {
    const { accountId, punch, options, recorder } = await enrolled();
    await givenEmployee(t.db, accountId, { timeId: '8' });
    // In, out for the break, in, out: by four people's days, all with key 0.
    for (const day of ['16', '17', '18', '19'])
      for (const time of ['08:55', '12:01', '13:02', '17:00'])
        for (const pin of ['7', '8']) await punch(`${pin}\t2026-11-${day} ${time}:00\t0\t1`);
    const before = await intervals(accountId);
    expect(before.map(({ events }) => events.replaceAll(/\d/g, ''))).toEqual(Array(8).fill('+ - + -'));
    expect(await options()).toMatchObject({ directions: 'found', sendsDirections: false });

    await punch('7\t2026-11-20 06:00:00\t1\t1');
    await t.jobs.drain();
    await punch('7\t2026-11-20 09:00:00\t0\t1');
    expect(await intervals(accountId)).toEqual([
      ...before,
      { day: '2026-11-20', events: expect.stringMatching(/^\+\d+ -\d+$/) },
    ]);
    expect(await options()).toMatchObject({ directions: 'found', sendsDirections: false });
    await t.jobs.send('terminals.keys', {});
    await t.jobs.drain();
    expect(await recorder()).toMatchObject({ nextStep: null, trustsKeysSince: null });
  });

  it('255 says nothing about its keys', async () => {
    const { accountId, punch, options } = await enrolled();
    await punch(at('08:55:00', 0), at('09:30:00', 255));
    expect(await directions(accountId)).toEqual(['auto', 'auto']);
    expect(await options()).toMatchObject({ sendsDirections: false });
  });

  it('is read as an administrator chooses, and again when that changes; a replay adds nothing', async () => {
    const { accountId, punch, options } = await enrolled();
    const lines = [at('08:55:00', 0), at('11:30:00', 0)];
    await punch(...lines);
    expect(await options({ directions: 'trust' })).toMatchObject({ directions: 'trust' });
    await t.jobs.drain();
    expect(await directions(accountId)).toEqual(['in', 'in']);
    await options({ directions: 'alternate' });
    await t.jobs.drain();
    expect(await directions(accountId)).toEqual(['auto', 'auto']);
    expect((await punch(...lines)).body).toBe('OK: 2');
    expect(await records(accountId)).toHaveLength(2);
    // A terminal that sends keys and is configured to alternate does alternate.
    await punch(at('11:45:00', 1));
    expect(await directions(accountId)).toEqual(['auto', 'auto', 'auto']);
  });
});

describe('another time zone of the account', () => {
  it('is previewed, reads the punches of terminals again, and a replay adds nothing', async () => {
    const { accountId, punch, settings, preview, totals } = await enrolled({ timeZone: 'UTC' });
    const lines = [at('06:01:00', 0), at('08:30:00', 1)];
    await punch(...lines);
    expect(await times(accountId)).toEqual(['2026-11-20T06:01:00.000Z', '2026-11-20T08:30:00.000Z']);
    expect(await settings()).toMatchObject({ isDefaultTimeZone: true, recalculatingSince: null });
    expect(await preview('Asia/Kolkata')).toEqual({ days: 1, people: 1, punches: 2, unreadable: 0 });
    expect(await preview('Africa/Abidjan')).toEqual({ days: 0, people: 0, punches: 0, unreadable: 0 });
    expect(await times(accountId)).toEqual(['2026-11-20T06:01:00.000Z', '2026-11-20T08:30:00.000Z']);

    expect(await settings({ timeZone: 'Asia/Kolkata' })).toMatchObject({
      isDefaultTimeZone: false,
      recalculatingSince: '2026-11-20T10:00:00.000Z',
    });
    expect((await totals()).recalculating).toBe(true);
    await t.jobs.drain();
    expect(await times(accountId)).toEqual(['2026-11-20T00:31:00.000Z', '2026-11-20T03:00:00.000Z']);
    expect(await intervals(accountId)).toEqual([{ day: '2026-11-20', events: '+1795134660 -1795143600' }]);
    expect(await settings()).toMatchObject({ recalculatingSince: null });
    expect((await totals()).recalculating).toBe(false);
    expect((await punch(...lines)).body).toBe('OK: 2');
    expect(await records(accountId)).toHaveLength(2);
  });

  it.each([
    // Read in UTC, 02:00 is the evening before in Lima; 20:00 is the next morning in Kolkata. The date of the first evidence itself is judged of no one.
    ['America/Lima', '02:00:00', { '2026-11-18': 'unverified', '2026-11-19': 'unverified' }],
    ['Asia/Kolkata', '20:00:00', { '2026-11-19': 'unverified', '2026-11-20': 'absent' }],
  ])('moves the first evidence with the first punch (%s)', async (timeZone, time, expected) => {
    const { accountId, serial, punch, settings, totals } = await enrolled({ timeZone: 'UTC', firstRecordAt: null });
    await givenEmployee(t.db, accountId, { timeId: '8' });
    await punch(`7\t2026-11-19 ${time}\t0\t1`);
    await settings({ timeZone });
    await t.jobs.drain();
    t.clock.advance(10 * 3_600_000);
    await send('GET', `/iclock/getrequest?SN=${serial}`);
    for (const [day, status] of Object.entries(expected)) {
      const { absent, unverified } = await totals(day);
      expect([day, absent > 0, unverified > 0]).toEqual([day, status === 'absent', status === 'unverified']);
    }
  });

  it('makes punches count that were ahead of the clock, and one at a second where another punch was', async () => {
    const { accountId, punch, settings } = await enrolled({ timeZone: 'UTC' });
    // 12:31 in Kolkata is 07:01 UTC: seen from UTC, hours ahead.
    await punch(at('12:31:00', 0), at('14:00:00', 1), at('07:01:00', 0), at('01:31:00', 0));
    expect((await records(accountId)).map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
      'future-clock',
      'future-clock',
    ]);
    await settings({ timeZone: 'Asia/Kolkata' });
    await t.jobs.drain();
    expect((await records(accountId)).map(({ standing }) => standing)).toEqual(Array(4).fill('counted'));
    expect(await times(accountId)).toEqual([
      '2026-11-19T20:01:00.000Z',
      '2026-11-20T01:31:00.000Z',
      '2026-11-20T07:01:00.000Z',
      '2026-11-20T08:30:00.000Z',
    ]);
    expect((await punch(at('12:31:00', 0))).body).toBe('OK: 1');
    expect(await records(accountId)).toHaveLength(4);
  });

  it('keeps punches as they are that a terminal sent after setting its clock by the wrong zone', async () => {
    const { accountId, punch, settings } = await enrolled({ timeZone: 'UTC' });
    // First its history by its own clock; then, once its clock is set to 10:00, a live punch and a stored one.
    await punch(at('09:00:00', 0), at('09:05:00', 1));
    t.clock.advance(60_000);
    await punch(at('10:00:50', 0));
    t.clock.advance(3_600_000);
    await punch(at('10:20:00', 1), at('10:25:00', 0));
    await settings({ timeZone: 'Asia/Kolkata' });
    await t.jobs.drain();
    expect(await times(accountId)).toEqual([
      '2026-11-20T03:30:00.000Z',
      '2026-11-20T03:35:00.000Z',
      '2026-11-20T10:00:50.000Z',
      '2026-11-20T10:20:00.000Z',
      '2026-11-20T10:25:00.000Z',
    ]);
  });

  it('a terminal deleted and enrolled again brings its history without doubling it', async () => {
    const { accountId, serial, punch, settings, claim, remove } = await enrolled({ timeZone: 'UTC' });
    const lines = [at('06:01:00', 0), at('08:30:00', 1)];
    await punch(...lines);
    await settings({ timeZone: 'Asia/Kolkata' });
    await t.jobs.drain();
    await remove();
    await claim(serial);
    await punch(...lines);
    expect((await records(accountId)).filter(({ standing }) => standing === 'counted')).toHaveLength(2);
  });

  it('a terminal in a zone of its own keeps it, and is read again when that changes', async () => {
    const { accountId, punch, settings, options } = await enrolled({ timeZone: 'UTC' });
    await options({ timeZone: 'Africa/Johannesburg' });
    await t.jobs.drain();
    await punch(at('08:55:00', 0));
    await settings({ timeZone: 'Asia/Kolkata' });
    await t.jobs.drain();
    expect(await times(accountId)).toEqual(['2026-11-20T06:55:00.000Z']);
    await options({ timeZone: null });
    await t.jobs.drain();
    expect(await times(accountId)).toEqual(['2026-11-20T03:25:00.000Z']);
  });

  it('reads punches again that came back from a backup older than their columns, but not those of another account’s terminal', async () => {
    const { accountId, punch, settings, preview, token } = await enrolled({ timeZone: 'UTC' });
    await punch(at('06:01:00', 0), at('08:30:00', 1));
    const { backUp, restore } = backupCalls(t, () => token);
    const { archive } = await backUp(accountId);
    const old = await forge(archive, (files) => {
      for (const [name, content] of files)
        files.set(
          name,
          Buffer.from(
            String(content).replaceAll(/"(local_time|sent_status|verify_mode|work_code)":("[^"]*"|\w+),?/g, ''),
          ),
        );
    });
    expect(old.equals(archive)).toBe(false);
    const items = ['Employees', 'Clock Records'];
    expect((await restore(old, accountId, 'replace', items)).status.status).toBe('Successful');
    expect(await preview('Asia/Kolkata')).toEqual({ days: 1, people: 1, punches: 2, unreadable: 0 });
    await settings({ timeZone: 'Asia/Kolkata' });
    await t.jobs.drain();
    expect(await times(accountId)).toEqual(['2026-11-20T00:31:00.000Z', '2026-11-20T03:00:00.000Z']);

    const elsewhere = await givenAccount(t.db, { timeZone: 'UTC' });
    expect((await restore(old, elsewhere, 'replace', items)).status.status).toBe('Successful');
    const url = `/v2/account/settings/${elsewhere}/time-zone-preview`;
    const previewed = await t.ask(url, { token, body: { timeZone: 'Asia/Kolkata' } });
    expect(previewed.json()).toEqual({ days: 1, people: 1, punches: 0, unreadable: 2 });
  });

  it('keeping the server’s zone is a choice too', async () => {
    const { settings } = await enrolled({ timeZone: 'UTC' });
    expect(await settings({ storeTemplates: false })).toMatchObject({ isDefaultTimeZone: true });
    expect(await settings({ timeZone: 'UTC' })).toMatchObject({ isDefaultTimeZone: false, recalculatingSince: null });
  });
});

it('refuses the first terminal while the zone is the server’s because nobody has chosen one', async () => {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  const { token } = await givenAdmin(t.db);
  const add = (serial: string) => t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body: { serial } });
  const refused = await add('CQUG40001');
  expect([refused.statusCode, refused.json().errorCode]).toEqual([409, 'CONFLICT']);
  expect(refused.json().message).toContain('Choose the time zone of the account first');
  const settings = (await t.ask(`/v2/account/settings/${accountId}`, { token })).json();
  const chosen = { allowedSystemIds: settings.allowedSystemIds, timeZone: 'UTC' };
  const saved = await t.ask(`/v2/account/settings/${accountId}`, { token, method: 'PUT', body: chosen });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await add('CQUG40001')).statusCode).toBe(200);
});
