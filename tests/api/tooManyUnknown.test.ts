import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { MOST_LOOSE } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** A device may not fill the disk with records of people whom the account does not have: the rest is stored, and none of it is lost. */
const t = useTestApp();
const terminals = useTerminals(t);
beforeEach(() => t.clock.set('2026-11-20T07:00:00Z'));

async function given() {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  await givenEmployee(t.db, accountId, { timeId: '30', number: '30' });
  const { token } = await givenAdmin(t.db);
  return { accountId, token };
}
/** Leaves room for `more` records of nobody today. */
const leave = (deviceId: string, more: number) =>
  t.db.run(sql`update device set state = jsonb_set(state, '{loose}',
    jsonb_build_object('day', '2026-11-20'::text, 'count', ${MOST_LOOSE - more}::int)) where device_id = ${deviceId}`);
const line = (pin: string) => `${pin}\t2026-11-20 06:${pin}:00\t0\t1\t0\t0\n`;

it('of a terminal stay on it: the rest is stored, it is told no OK, and a person sees why', async () => {
  const { accountId, token } = await given();
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId);
  const send = (...pins: string[]) =>
    terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`, pins.map(line).join(''));
  const pins = async () => (await terminals.records(accountId)).map(({ timeId }) => timeId);
  await send('10');
  await leave(deviceId, 1);
  // Known already: it takes no room.
  expect((await send('10')).status).toBe(200);
  expect((await send('11', '12', '13', '30')).status).toBe(429);
  expect(await pins()).toEqual(['10', '11', '30']);
  const recorder = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/recorder`, { token });
  expect(recorder.body).toContain('too many records today of numbers that nobody has');
  // Sent again, what is stored is known; nothing is acknowledged that is not.
  expect((await send('11', '12', '13', '30')).status).toBe(429);
  expect((await send('11', '30')).status).toBe(200);
  expect(await pins()).toEqual(['10', '11', '30']);
  await givenEmployee(t.db, accountId, { timeId: '12' });
  t.clock.set('2026-11-21T07:00:00Z');
  expect((await send('11', '12', '13', '30')).status).toBe(200);
  expect(await pins()).toEqual(['10', '11', '12', '13', '30']);
});

it('of a Recorder are refused one by one with a reason that it shows, pieces too', async () => {
  const { accountId, token } = await given();
  const device = { serialNumber: 'UNKNOWN', imei: '350' };
  const made = (await t.ask(`/v2/device/v2/for-account/${accountId}`, { token, body: device })).json();
  const { deviceToken } = (await t.ask('/v2/rc/activate', { body: { activationToken: made.activationToken } })).json();
  await leave(made.id, 2);
  const at = '2026-11-20T06:00:00Z';
  const body = {
    sentAt: t.clock.now().toISOString(),
    clockRecords: ['77', '30'].map((timeId) => ({ recordId: `c${timeId}`, timeId, at })),
    pieceworkEntries: ['78', '79', '30'].map((employeeNumber) => ({
      ...{ recordId: `p${employeeNumber}`, employeeNumber, startedAt: at, units: '1' },
    })),
  };
  const answer = (await t.ask('/v2/rc/sync', { token: deviceToken, body })).json();
  expect([answer.accepted, answer.rejected]).toEqual([4, [{ recordId: 'p79', reason: 'too-many-unknown' }]]);
  const { n } = await t.db.single(
    z.object({ n: z.int() }),
    sql`select count(*)::int as n from piecework_entry where account_id = ${accountId}`,
  );
  expect(n).toBe(2);
  expect((await t.ask('/v2/rc/sync', { token: deviceToken, body })).json()).toMatchObject({
    accepted: 0,
    duplicates: 4,
  });
});
