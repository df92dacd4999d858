import { describe, expect, it } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { alertsOf, NO_SHOW } from '../support/gates.ts';
import { useTestApp } from '../support/testApp.ts';

/** A silent device that is deleted judges nobody any more (docs/reference/attendance.md#silent-devices). */

const t = useTestApp();
const { deliveries, subjects, at, givenGates } = alertsOf(t);
const TODAY = '2026-11-20';

it('strip, lists, Why?, roll, trends, person and alerts follow, also of the days before', async () => {
  const farm = await givenGates();
  await farm.create(NO_SHOW);
  await farm.create({ kind: 'silent-device', minutes: 30 });
  const get = async (path: string, query = '') => {
    const answer = await t.ask(`/v2/stats/${path}?cacheKey=${t.clock.now().getTime()}${query}`, { token: farm.token });
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return answer.json();
  };
  const said = async (date: string) => {
    const of = `&referenceDate=${date}`;
    const range = `&from=${date}&to=${date}`;
    const { absent, unverified, devices } = await get('employee/attendance-status-totals', of);
    const roll = await get('roll', range);
    const trend = await get('trends/attendance', range);
    const person = await get(`person/${farm.ids[2]}`, range);
    return {
      totals: { absent, unverified, silent: devices.silent },
      absent: (await get('employee/by-attendance-status/absent', of)).entries.length,
      unverified: (await get('employee/by-attendance-status/unverified', of)).entries.length,
      why: (await get(`employee/${farm.ids[2]}/day`, of)).reason,
      roll: roll.rows.map(({ cells }: { cells: string[] }) => cells.join('')).join(''),
      trend: [trend.days[0].absent, trend.days[0].unverified],
      person: person.days[0].attendance.status,
    };
  };
  // Gate A was in contact all day, Gate B until 06:00 of the day before.
  await farm.contact('2026-11-19T04:00:00Z', farm.b);
  await farm.contact('2026-11-20T05:30:00Z', farm.a);
  await at('2026-11-20T05:30:00Z');
  const before = { yesterday: await said('2026-11-19'), today: await said(TODAY) };
  expect(before.today.totals).toMatchObject({ unverified: 2, silent: 1 });
  expect(before.yesterday.totals).toMatchObject({ unverified: 2 });
  expect(before.yesterday.roll).toContain('U');

  const { token } = await givenAdmin(t.db);
  const deleted = await t.ask(`/v2/device/by-account/${farm.accountId}/${farm.b.deviceId}`, {
    token,
    method: 'DELETE',
  });
  expect(deleted.statusCode, deleted.body).toBe(200);
  await farm.contact('2026-11-20T05:35:00Z', farm.a);
  t.clock.set('2026-11-20T05:35:00Z');
  // Ann was there the day before.
  for (const [date, absent, roll] of [
    ['2026-11-19', 3, 'P.AAA'],
    [TODAY, 4, 'AAAA'],
  ] as const)
    expect(await said(date)).toEqual({
      totals: { absent, unverified: 0, silent: 0 },
      absent,
      unverified: 0,
      why: expect.not.stringContaining('Gate B'),
      roll,
      trend: [absent, 0],
      person: 'absent',
    });
  const told = (await subjects(farm.accountId)).length;
  await at('2026-11-20T05:35:00Z');
  const later = (await deliveries(farm.accountId)).slice(told).map(({ text }) => text);
  expect(later.join()).toContain('3 Cleo X, due at 07:00');
  expect(later.join()).not.toContain('Gate B');
});

describe('a locked day on which somebody was unverified', () => {
  const DAY = '2026-11-19';
  const locked = async () => {
    const farm = await givenGates();
    await farm.contact('2026-11-19T04:00:00Z', farm.b);
    await farm.contact('2026-11-20T05:30:00Z', farm.a);
    t.clock.set('2026-11-20T05:30:00Z');
    const permissions = [...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD', 'Attendance.CORRECT'] as const;
    const { token } = await givenEmployer(t.db, { accountId: farm.accountId, permissions: [...permissions] });
    const ask = (path: string, body?: object) => t.ask(`/v2${path}`, { token, ...(body && { body }) });
    const { toFix } = (await ask(`/exceptions/counts?from=${DAY}&to=${DAY}`)).json();
    const lock = await ask('/period-locks', { from: DAY, to: DAY, knownOpen: toFix });
    expect(lock.statusCode, lock.body).toBe(200);
    t.clock.set('2026-11-20T05:31:00Z');
    const moved = async () =>
      (await ask(`/exceptions?from=${DAY}&to=${DAY}`))
        .json()
        .exceptions.flatMap(({ kind, detail }: Exception) =>
          kind === 'changed-after-lock' ? [detail?.split(' moved')[0]] : [],
        );
    expect(await moved()).toEqual([]);
    const admin = await givenAdmin(t.db);
    const device = (id: string) => `/v2/device/by-account/${farm.accountId}/${id}`;
    const assign = (id: string, description: string, employeeIds: string[]) =>
      t.ask(device(id), { token: admin.token, method: 'PUT', body: { description, employeeIds } });
    const remove = (id: string) => t.ask(device(id), { token: admin.token, method: 'DELETE' });
    return { farm, moved, assign, remove };
  };
  const WHO = 'A payroll system, a restored backup or a change of devices';

  it('is told once the silent device is deleted', async () => {
    const { farm, moved, remove } = await locked();
    expect((await remove(farm.b.deviceId)).statusCode).toBe(200);
    expect(await moved()).toEqual([WHO]);
  });

  it('is told once they clock on another device, and not by what judges nobody otherwise', async () => {
    const { farm, moved, assign } = await locked();
    const { a, b, ids } = farm;
    // One silent device of two is enough.
    expect((await assign(a.deviceId, 'Gate A', ids.slice(0, 3))).statusCode).toBe(200);
    expect(await moved()).toEqual([]);
    expect((await assign(b.deviceId, 'Gate B', ids.slice(3))).statusCode).toBe(200);
    expect(await moved()).toEqual([WHO]);
  });
});
