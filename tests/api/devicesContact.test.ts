import { expect, it } from 'vitest';
import { givenAccount, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** A contact is never later than now, also after this server's clock was ahead. */
const t = useTestApp();
const { send } = useTerminals(t);

/** An account whose only terminal calls; returns its serial number, and a reader of today's totals. */
async function given() {
  const accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
  const group = await givenGroup(t.db, accountId, 'time', { name: 'Day shift' });
  await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00' });
  await givenEmployee(t.db, accountId, { timeId: '5', timeGroupId: group });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const token = await givenSession(t.db, accountId, await givenUser(t.db, accountId), { ttlSeconds: 9 * 86_400 });
  const totals = async () => {
    const { absent, unverified, devices } = (
      await t.ask('/v2/stats/employee/attendance-status-totals?cacheKey=1', { token })
    ).json();
    return { absent, unverified, silent: devices.silent };
  };
  return { call: () => send('GET', `/iclock/getrequest?SN=${serialNumber}`), totals };
}

it('a terminal that calls is in contact now, and its silence is noticed', async () => {
  t.clock.set('2026-11-22T04:00:00Z');
  const { call, totals } = await given();
  await call();
  // The clock is set right, two days back; the last call is of 06:40.
  t.clock.set('2026-11-20T04:40:00Z');
  await call();
  t.clock.set('2026-11-20T06:00:00Z');
  expect(await totals()).toEqual({ absent: 0, unverified: 1, silent: 1 });
});

it('so is that of one that calls no more', async () => {
  t.clock.set('2026-11-20T03:00:00Z');
  const { call, totals } = await given();
  await call();
  t.clock.set('2026-11-22T04:00:00Z');
  await call();
  t.clock.set('2026-11-20T04:40:00Z');
  await t.jobs.send('terminals.contacts', {});
  await t.jobs.drain();
  t.clock.set('2026-11-20T06:00:00Z');
  expect(await totals()).toEqual({ absent: 0, unverified: 1, silent: 1 });
});
