import { beforeEach, describe, expect, it } from 'vitest';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Settings by which stored punches are read, while days are locked (docs/reference/corrections.md#locks). */
const t = useTestApp();
const terminals = useTerminals(t);
const { send, records } = terminals;

const LOCKED = { from: '2026-11-16', to: '2026-11-18' };
const refused = (...words: string[]) => ({
  errorCode: 'PERIOD_LOCKED',
  message: expect.stringMatching(new RegExp(words.join('.*'))),
});

/** Employee 7 clocked with keys on the 17th, in an account of London's clock. */
async function given() {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { timeZone: 'Europe/London' });
  const employer = await givenEmployer(t.db, {
    accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD'],
  });
  await givenEmployee(t.db, accountId, { timeId: '7' });
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId);
  const settings = `/v2/account/settings/${accountId}`;
  const put = async (url: string, body: object) => (await t.ask(url, { token, method: 'PUT', body })).json();
  const employersAsk = async (url: string, body?: object) =>
    (await t.ask(`/v2${url}`, { token: employer.token, body })).json();
  const punch = async (...lines: string[]) =>
    expect((await send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`, lines.join('\n'))).body).toBe(
      `OK: ${lines.length}`,
    );
  await punch('7\t2026-11-17 08:00:00\t0\t1', '7\t2026-11-17 16:00:00\t1\t1', '7\t2026-11-17 16:30:00\t0\t1');
  return {
    accountId,
    deviceId,
    token,
    punch,
    settings: (body: object) => put(settings, body),
    preview: async (timeZone: string) =>
      (await t.ask(`${settings}/time-zone-preview`, { token, body: { timeZone } })).json(),
    options: (body: object) => put(`/v2/device/by-account/${accountId}/${deviceId}/options`, body),
    chooseAtSetUp: (timeZone: string) => put(`/v2/setup/time-zone?accountId=${accountId}`, { timeZone }),
    lock: async (days: { from: string; to: string } = LOCKED) => (await employersAsk('/period-locks', days))._id,
    reopen: (lockId: string) => employersAsk(`/period-locks/${lockId}/reopen`, { reason: 'Wrong time zone' }),
    day: () => employersAsk('/stats/employee/attendance-status-totals?referenceDate=2026-11-17'),
    punches: async () => (await records(accountId)).map(({ at, direction }) => `${at.toISOString()} ${direction}`),
  };
}
let site: Awaited<ReturnType<typeof given>>;
beforeEach(async () => {
  site = await given();
});

describe('another time zone of the account', () => {
  it('is refused while it moves a locked day, in its preview too, and is taken once the period is open', async () => {
    const lock = await site.lock();
    const [day, punches] = [await site.day(), await site.punches()];
    const no = refused('2026-11-16 to 2026-11-18 were locked by', 'time zone');
    expect(await site.settings({ timeZone: 'Africa/Johannesburg' })).toMatchObject(no);
    expect(await site.preview('Africa/Johannesburg')).toMatchObject(no);
    await t.jobs.drain();
    expect(await site.day()).toEqual(day);
    expect(await site.punches()).toEqual(punches);

    await site.reopen(lock);
    expect(await site.settings({ timeZone: 'Africa/Johannesburg' })).toMatchObject({ timeZone: 'Africa/Johannesburg' });
  });

  it('is taken where the locked days have the same clock in it', async () => {
    // Abidjan has no summer time: from the end of October to the end of March its clock is London's.
    await site.lock();
    expect(await site.settings({ timeZone: 'Africa/Abidjan' })).toMatchObject({ timeZone: 'Africa/Abidjan' });
  });

  it('is refused where a day shortly before the locked days has another clock, because its records may reach them', async () => {
    // London leaves summer time on 25 October.
    await site.lock({ from: '2026-10-26', to: '2026-11-01' });
    expect(await site.settings({ timeZone: 'Africa/Abidjan' })).toMatchObject(refused('2026-10-26 to 2026-11-01'));
  });

  it('leaves other settings free, and is the same where set-up chooses it', async () => {
    await site.lock();
    expect(await site.settings({ correctionDays: 10, timeZone: 'Europe/London' })).toMatchObject({
      correctionDays: 10,
    });
    const empty = await givenAccount(t.db, { timeZone: 'UTC' });
    const owner = await givenEmployer(t.db, {
      accountId: empty,
      permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.LOCK_PERIOD'],
    });
    const ask = async (url: string, body: object, method: 'PUT' | 'POST') =>
      (await t.ask(`/v2${url}`, { token: owner.token, body, method })).json();
    await ask('/period-locks', LOCKED, 'POST');
    expect(await ask('/setup/time-zone', { timeZone: 'Asia/Kolkata' }, 'PUT')).toMatchObject(refused('2026-11-16'));
  });
});

describe('another reading of one terminal', () => {
  it.each([[{ timeZone: 'Africa/Johannesburg' }], [{ directions: 'trust' }]])(
    '%o is refused while punches of a locked day would be read by it',
    async (change) => {
      const lock = await site.lock();
      const punches = await site.punches();
      expect(await site.options(change)).toMatchObject(refused('2026-11-16 to 2026-11-18 were locked by', 'terminal'));
      await t.jobs.drain();
      expect(await site.punches()).toEqual(punches);
      await site.reopen(lock);
      expect(await site.options(change)).toMatchObject(change);
    },
  );

  it('is taken where it reads no punch of a locked day in another way', async () => {
    await site.lock({ from: '2026-11-02', to: '2026-11-05' });
    expect(await site.options({ directions: 'trust' })).toMatchObject({ directions: 'trust' });
    await site.options({ directions: 'found' });
    await t.jobs.drain();
    await site.lock();
    // Its keys are not trusted now either, and the account's own zone by name is the same clock.
    expect(await site.options({ directions: 'alternate' })).toMatchObject({ directions: 'alternate' });
    expect(await site.options({ timeZone: 'Europe/London' })).toMatchObject({ timeZone: 'Europe/London' });
  });
});

describe('punches that are read again', () => {
  it('of a make that sends instants are refused on locked days too, where their directions would change', async () => {
    const made = await makesOf(t, terminals)('hikvision', { accountId: site.accountId });
    const key = (time: string, attendanceStatus: string, serialNo: number) =>
      made.send(
        JSON.stringify({
          dateTime: `2026-11-17T${time}+00:00`,
          AccessControllerEvent: {
            majorEventType: 5,
            subEventType: 75,
            serialNo,
            employeeNoString: '7',
            attendanceStatus,
          },
        }),
      );
    await key('17:00:00', 'checkIn', 1);
    await key('17:30:00', 'checkOut', 2);
    await site.lock();
    const url = `/v2/device/by-account/${site.accountId}/${made.deviceId}/options`;
    const change = async (body: object) => (await t.ask(url, { token: site.token, method: 'PUT', body })).json();
    expect(await change({ directions: 'alternate' })).toMatchObject(refused('2026-11-16 to 2026-11-18', 'another way'));
    // Its times are instants: a zone moves none of them.
    expect(await change({ timeZone: 'Africa/Johannesburg' })).toMatchObject({ timeZone: 'Africa/Johannesburg' });
  });

  // London's clocks go back at 01:00 UTC of 25 October: 01:10 is there twice.
  const NIGHT = [
    '7\t2026-10-24 22:00:00\t0\t1',
    '7\t2026-10-25 01:30:00\t1\t1',
    '7\t2026-10-25 01:10:00\t0\t1',
    '7\t2026-10-25 06:00:00\t1\t1',
  ];

  it('are what they were at their receipt, also in the hour that a night has twice and on locked days', async () => {
    await site.options({ directions: 'trust' });
    await t.jobs.drain();
    await site.punch(...NIGHT);
    const before = await site.punches();
    expect(before.slice(0, 4)).toEqual([
      '2026-10-24T21:00:00.000Z in',
      '2026-10-25T00:30:00.000Z out',
      '2026-10-25T01:10:00.000Z in',
      '2026-10-25T06:00:00.000Z out',
    ]);
    await site.lock({ from: '2026-10-24', to: '2026-11-07' });
    // Of another terminal, and to a zone that has London's clock on all days around.
    const other = await givenDevice(t.db, site.accountId);
    for (const [deviceId, body] of [
      [other.deviceId, { directions: 'alternate' }],
      [site.deviceId, { timeZone: 'Europe/London' }],
      [site.deviceId, { timeZone: 'Europe/Jersey' }],
    ] as const) {
      const changed = await t.ask(`/v2/device/by-account/${site.accountId}/${deviceId}/options`, {
        token: site.token,
        method: 'PUT',
        body,
      });
      expect(changed.statusCode, changed.body).toBe(200);
      await t.jobs.drain();
      expect(await site.punches()).toEqual(before);
    }
  });

  it('are only those of the terminal whose options changed', async () => {
    await site.options({ directions: 'trust' });
    await t.jobs.drain();
    const before = await site.punches();
    // What a later release would read in another way is read so with the options of its own terminal, and not by those of another.
    await t.db.run(
      sql`update clock_record set direction = 'auto' where account_id = ${site.accountId} and direction = 'out'`,
    );
    const touched = await site.punches();
    const other = await givenDevice(t.db, site.accountId);
    const change = (deviceId: string, body: object) =>
      t.ask(`/v2/device/by-account/${site.accountId}/${deviceId}/options`, { token: site.token, method: 'PUT', body });
    await change(other.deviceId, { directions: 'alternate' });
    await t.jobs.drain();
    expect(await site.punches()).toEqual(touched);
    await change(site.deviceId, { timeZone: 'Europe/Jersey' });
    await t.jobs.drain();
    expect(await site.punches()).toEqual(before);
  });
});
