import { describe, expect, it } from 'vitest';
import type { Permission } from '#contract/platform/permissions.ts';
import { localTime, zoneOf } from '#server/platform/zone.ts';
import { givenAccount, givenAdmin, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Keys that are found out, and doubted again each night. */
const t = useTestApp();
const terminals = useTerminals(t);
const PEOPLE = [1, 2, 3, 4, 5, 6];
const ZONE = 'Africa/Johannesburg';

async function site() {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, { timeZone: ZONE });
  const group = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00' });
  for (const person of PEOPLE) await givenEmployee(t.db, accountId, { timeId: `${person}`, timeGroupId: group });
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId);
  const of = (id: string) => `/v2/device/by-account/${accountId}/${id}`;
  /** Lets a day pass, and the night after it. `keys`: of the four punches of everybody. */
  const day = async (date: string, keys: readonly number[], send = attlog) => {
    const times = ['06:55:00', '12:00:00', '12:58:00', '16:04:00'];
    for (const [i, time] of times.entries()) {
      t.clock.set(`${date}T${time}+02:00`);
      await send(PEOPLE.map((person) => ({ person, at: t.clock.now(), key: keys[i] ?? 0 })));
    }
    t.clock.set(`${date}T23:59:00+02:00`);
    t.clock.advance(4 * 3_600_000);
    await t.jobs.send('terminals.keys', {});
    await t.jobs.drain();
  };
  type Sent = { person: number; at: Date; key: number };
  const attlog = (sent: Sent[]) =>
    terminals.send(
      'POST',
      `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`,
      sent.map(({ person, at, key }) => `${person}\t${localTime(zoneOf(ZONE), at.getTime())}\t${key}\t1`).join('\n'),
    );
  const directions = async (date: string) =>
    (await terminals.records(accountId))
      .filter(({ timeId, at }) => timeId === '1' && at.toISOString().startsWith(date))
      .map(({ direction }) => direction);
  const recorder = async (id = deviceId) => (await t.ask(`${of(id)}/recorder`, { token })).json();
  const options = (body: object, id = deviceId) => t.ask(`${of(id)}/options`, { token, method: 'PUT', body });
  return { token, accountId, deviceId, day, directions, recorder, options };
}
const KEYS = [0, 1, 0, 1];
const AUTO = Array(4).fill('auto');

describe('a terminal by serial number', () => {
  it('is trusted after the third day of five people whose keys agree with the days, from then on, told and undone in one press', async () => {
    const { day, directions, recorder, options } = await site();
    for (const date of ['2026-11-16', '2026-11-17']) await day(date, KEYS);
    expect((await recorder()).trustsKeysSince).toBeNull();
    await day('2026-11-18', KEYS);
    expect((await recorder()).nextStep).toBe('Tallyboard now trusts its keys: 36 of 72 punches carry a key.');
    await day('2026-11-19', KEYS);
    expect([await directions('2026-11-18'), await directions('2026-11-19')]).toEqual([
      AUTO,
      ['in', 'out', 'in', 'out'],
    ]);
    await options({ directions: 'alternate' });
    await t.jobs.drain();
    expect(await directions('2026-11-19')).toEqual(AUTO);
  });

  it('whose key follows a clock, or is always one, is not', async () => {
    const { day, directions, recorder } = await site();
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await day(date, [0, 1, 1, 1]);
    await day('2026-11-19', [0, 0, 0, 0]);
    expect(await directions('2026-11-19')).toEqual(AUTO);
    expect(await recorder()).toMatchObject({ trustsKeysSince: null, doubtsKeysSince: null });
  });

  it('is trusted no longer once its keys contradict the days: what was stored stays, and it is told with what they would cause', async () => {
    const { day, directions, recorder, options } = await site();
    for (const date of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12']) await day(date, KEYS);
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await day(date, [0, 0, 0, 0]);
    expect(await recorder()).toMatchObject({
      trustsKeysSince: null,
      nextStep: expect.stringMatching(/^Its keys contradict the days: \d+ of \d+\. .* exceptions on \d+ days\.$/),
    });
    await day('2026-11-19', [0, 0, 0, 0]);
    expect(await directions('2026-11-12')).toEqual(['in', 'out', 'in', 'out']);
    expect(await directions('2026-11-19')).toEqual(AUTO);
    await options({ directions: 'trust' });
    await t.jobs.drain();
    expect(await directions('2026-11-19')).toEqual(Array(4).fill('in'));
    expect(await recorder()).toMatchObject({ doubtsKeysSince: null });
  });
});

it.each([
  ['trust', Array(4).fill('in')],
  ['alternate', AUTO],
] as const)(
  'keys that contradict the days are an exception, until a press of a supervisor decides: %s',
  async (press, expected) => {
    const { accountId, deviceId, day, directions } = await site();
    const user = (...permissions: Permission[]) => givenUser(t.db, accountId, { permissions });
    const session = async (of: Promise<string>) => givenSession(t.db, accountId, await of, { ttlSeconds: 30 * 86_400 });
    const [corrects, reads] = [
      await session(user('Stats.GET_ATTENDANCE_INFORMATION', 'Attendance.CORRECT')),
      await session(user('Stats.GET_ATTENDANCE_INFORMATION')),
    ];
    const listed = async (from: string, to: string) => {
      const answer = await t.ask(`/v2/exceptions?from=${from}&to=${to}`, { token: corrects });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().exceptions.filter(({ kind }: { kind: string }) => kind === 'doubted-keys');
    };
    for (const date of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12']) await day(date, KEYS);
    expect(await listed('2026-11-09', '2026-11-12')).toEqual([]);
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']) await day(date, [0, 0, 0, 0]);
    const [found, ...others] = await listed('2026-11-16', '2026-11-19');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      keysOf: { deviceId },
      detail: expect.stringMatching(/: Its keys contradict the days: \d+ of \d+\. .* exceptions on \d+ days\.$/),
    });
    // Not of days before it was noticed.
    expect(await listed('2026-11-09', '2026-11-12')).toEqual([]);
    const decide = (token: string) =>
      t.ask(`/v2/device/${deviceId}/keys`, { token, body: { directions: press } }).then(({ statusCode }) => statusCode);
    expect(await decide(reads)).toBe(401);
    expect(await decide(corrects)).toBe(200);
    expect(await listed('2026-11-16', '2026-11-19')).toEqual([]);
    await t.jobs.drain();
    expect(await directions('2026-11-19')).toEqual(expected);
  },
);

it('a reader that only ever says Entry says nothing, before and after any night; one with two sides is found', async () => {
  const { accountId, day, directions } = await site();
  const { send } = await makesOf(t, terminals)('dahua', { accountId });
  const events = (side: (key: number) => string) => (sent: { person: number; at: Date; key: number }[]) =>
    send(
      JSON.stringify({
        Events: sent.map(({ person, at, key }) => ({
          ...{ Code: 'AccessControl' },
          Data: { Status: 1, UserID: `${person}`, UTC: at.getTime() / 1000, Type: side(key) },
        })),
      }),
    ) as never;
  for (const date of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'])
    await day(
      date,
      KEYS,
      events(() => 'Entry'),
    );
  expect(await directions('2026-11-12')).toEqual(AUTO);
  for (const date of ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
    await day(
      date,
      KEYS,
      events((key) => (key === 0 ? 'Entry' : 'Exit')),
    );
  expect(await directions('2026-11-27')).toEqual(['in', 'out', 'in', 'out']);
});
