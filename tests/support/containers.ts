import { expect } from 'vitest';
import type { ContainerKind } from '#contract/masterData/containers.ts';
import { givenAdmin, givenEmployer, givenSession } from './factories.ts';
import type { Supervised } from './ledger.ts';
import type { useTestApp } from './testApp.ts';

type App = ReturnType<typeof useTestApp>;
export const BIN = { name: 'Bin', units: '350', lookup1Code: null, hours: 16, keepsRejected: false };

export const sessionNow = (t: App, accountId: string, userId: string) =>
  givenSession(t.db, accountId, userId, { createdAt: t.clock.now().toISOString() });

/** Adds a record to the set-up of an account as a user would, and returns the answer. */
export async function givenSetup<T = ContainerKind>(t: App, accountId: string, path: string, body: object): Promise<T> {
  const { userId } = await givenEmployer(t.db, { accountId, permissions: ['Setup.MANAGE'] });
  const answer = await t.ask(`/v2/setup/${path}`, { token: await sessionNow(t, accountId, userId), body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Activates a Recorder, and returns what makes contact as it does. */
export async function givenRecorder(t: App, { accountId }: Supervised, serialNumber: string) {
  const admin = await givenAdmin(t.db);
  const token = await sessionNow(t, admin.accountId, admin.userId);
  const path = `/v2/device/v2/for-account/${accountId}`;
  const made = (await t.ask(path, { method: 'POST', token, body: { serialNumber, imei: '350' } })).json();
  const body = { activationToken: made.activationToken };
  const { deviceToken } = (await t.ask('/v2/rc/activate', { method: 'POST', body })).json();
  return async (more: object = {}) => {
    const sent = { sentAt: t.clock.now().toISOString(), ...more };
    const answer = await t.ask('/v2/rc/sync', { method: 'POST', token: deviceToken, body: sent });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
}
