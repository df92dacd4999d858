import { expect } from 'vitest';
import { z } from 'zod';
import { HOURS_RULE_DEFAULTS, type HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import type { AlertEvent, AlertInput } from '#contract/reports/alerts.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { type AccountOptions, givenEmployer } from './factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from './factories.work.ts';
import type { useTestApp } from './testApp.ts';

/** A farm with two gates, on which alerts about events are tried. */

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
export const NO_SHOW: AlertEvent = { kind: 'no-show', minutes: 15 };
export const eventInput = (event: AlertEvent, over: Partial<AlertInput> = {}): AlertInput => ({
  description: 'Gates',
  category: 'event',
  viaEmail: false,
  emailRecipients: [],
  daysOfWeek: EVERY_DAY,
  times: [],
  targetGroups: [],
  event,
  ...over,
});

const delivery = z.object({
  slot: z.string(),
  status: z.string(),
  subject: z.string().nullable(),
  text: z
    .string()
    .nullable()
    .transform((text) => text ?? ''),
});
type Gates = { start?: string; end?: string; account?: AccountOptions };
/** Returns what asks and tells of alerts in an application of its own. */
export const alertsOf = (t: ReturnType<typeof useTestApp>) => {
  const deliveries = (accountId: string) =>
    t.db.rows(
      delivery,
      sql`select slot, status, subject, body_text as text from alert_delivery where account_id = ${accountId} order by due_at, slot`,
    );
  const subjects = async (accountId: string) =>
    (await deliveries(accountId)).map(({ slot, subject }) => `${slot} ${subject}`);
  const at = async (instant: string) => {
    t.clock.set(instant);
    await runAlerts(t.services);
  };

  /** A farm in Johannesburg (UTC+2): the day shift begins at 07:00, and two gates hear of four people. */
  async function givenGates({ start = '07:00', end = '16:00', account }: Gates = {}) {
    t.clock.set('2026-11-20T04:00:00Z');
    const employer = await givenEmployer(t.db, account ? { account } : {});
    const { accountId } = employer;
    const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day shift' });
    await givenStandardTimes(t.db, accountId, timeGroupId, { start, end, weekdays: EVERY_DAY });
    const a = await givenDevice(t.db, accountId, { description: 'Gate A', lastContact: '2026-11-20T04:00:00Z' });
    const b = await givenDevice(t.db, accountId, { description: 'Gate B', lastContact: '2026-11-20T04:00:00Z' });
    const ids: string[] = [];
    for (const [i, firstName] of ['Ann', 'Bob', 'Cleo', 'Dan'].entries()) {
      const id = await givenEmployee(t.db, accountId, { number: `${i + 1}`, firstName, lastName: 'X', timeGroupId });
      ids.push(id);
      await t.db.run(sql`insert into device_employee (account_id, device_id, employee_id)
        values (${accountId}, ${i < 2 ? a.deviceId : b.deviceId}, ${id})`);
    }
    const clock = (i: number, instant: string) =>
      t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt: new Date(instant),
          clockRecords: [{ employeeId: ids[i], at: new Date(instant), source: 'test' }],
        }),
      );
    const contact = (instant: string, ...devices: { deviceId: string }[]) =>
      t.db.run(sql`update device set last_contact = ${instant} where account_id = ${accountId}
        and device_id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[])`);
    // Evidence of the day before, so that the day can be judged.
    await clock(0, '2026-11-19T05:00:00Z');
    const create = async (event: AlertEvent, more: Partial<AlertInput> = {}) => {
      const answer = await t.ask('/v2/alert', { token: employer.token, body: eventInput(event, more) });
      expect(answer.statusCode).toBe(200);
      return answer.json<{ _id: string }>()._id;
    };
    /** Sets up the limits of hours of everybody. */
    const limit = async (limits: Partial<HoursRuleValue>) => {
      const manager = await givenEmployer(t.db, { accountId, permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
      const body = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, ...limits };
      const answer = await t.ask('/v2/setup/hours-rules', { token: manager.token, body });
      expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
    };
    return { ...employer, timeGroupId, a, b, ids, clock, contact, create, limit };
  }
  return { deliveries, subjects, at, givenGates };
};
