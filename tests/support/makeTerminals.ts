import { expect } from 'vitest';
import { z } from 'zod';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { type PushMake, secretPathOf } from '#contract/intake/makes.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from './factories.ts';
import { givenEmployee } from './factories.work.ts';
import type { useTerminals } from './terminalSetup.ts';
import type { TestApp } from './testApp.ts';

/**
 * Returns what adds a terminal that sends events to an address of its own to an account, if it is known, else to one in which
 * employee 30 clocks.
 */
export const makesOf = (t: TestApp, terminals: ReturnType<typeof useTerminals>) =>
  async function given(
    make: PushMake,
    { accountId: known, timeZone = 'Africa/Johannesburg' }: { accountId?: string; timeZone?: string } = {},
  ) {
    const { token } = await givenAdmin(t.db);
    const accountId = known ?? (await givenAccount(t.db, { timeZone }));
    if (!known) await givenEmployee(t.db, accountId, { timeId: '30' });
    const made = await t.ask(`/v2${createAdmsDevice.path.replace(':accountId', accountId)}`, {
      token,
      body: { serial: `${known ? make : 'M'}${accountId.slice(-8)}`, make },
    });
    expect(made.statusCode, made.body).toBe(200);
    const { id, secretPath } = made.json();
    const path = secretPathOf(make, secretPath);
    const send = async (body: BodyInit, contentType = 'application/json', more = '') => {
      const answer = await fetch(`http://127.0.0.1:${terminals.port}${path}${more}`, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
      });
      return [answer.status, await answer.text()];
    };
    const punches = async () =>
      (await terminals.records(accountId)).map(({ timeId, at, direction, standing }) =>
        [timeId, at.toISOString().slice(5, 19), direction, standing].join(' '),
      );
    const rejects = async () =>
      (
        await t.db.rows(
          z.object({ reason: z.string() }),
          sql`select reason from rejected_line where device_id = ${id} order by 1`,
        )
      ).map(({ reason }) => reason);
    const alarms = async () =>
      (
        await t.db.single(
          z.object({ alarms: z.array(z.object({ text: z.string() })) }),
          sql`select coalesce(state -> 'alarms', '[]') as alarms from device where device_id = ${id}`,
        )
      ).alarms.map(({ text }) => text);
    const recorder = async () => (await t.ask(`/v2/device/by-account/${accountId}/${id}/recorder`, { token })).json();
    return { token, accountId, deviceId: id, path, send, punches, rejects, alarms, recorder };
  };

/** A notification of Hikvision on 19 November in South Africa. */
export const access = (minor: number, serialNo: number, time: string, more: object = {}) => ({
  ...{ ipAddress: '192.0.2.9', portNo: 80, protocol: 'HTTP', dateTime: `2026-11-19T${time}+02:00`, activePostCount: 1 },
  ...{ eventType: 'AccessControllerEvent', eventState: 'active' },
  AccessControllerEvent: {
    deviceName: 'Gate',
    majorEventType: 5,
    subEventType: minor,
    serialNo,
    currentEvent: true,
    ...more,
  },
});
export const NANDI = { employeeNoString: '30', name: 'Nandi', currentVerifyMode: 'face' };
