import { expect } from 'vitest';
import type { PayHours } from '#contract/figures/hours.ts';
import { HOURS_RULE_DEFAULTS, type HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenSyncKey } from './factories.payroll.ts';
import { givenEmployer } from './factories.ts';
import type { useTestApp } from './testApp.ts';

/** Accounts whose hours are paid: rules set up, punches synced, hours read through the front door. */

export type Punches = Record<string, readonly string[]>;
/** An account with people of one time group, 07:00 to 16:00 on every day, whose punches of a date are local times. */
export async function givenPaid(
  t: ReturnType<typeof useTestApp>,
  people: Record<string, Punches>,
  extra: object = {},
  breaks: object[] = [],
) {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const ask = async (path: string, body?: unknown, method?: 'PUT' | 'DELETE') =>
    (await t.ask(`/v2${path}`, { token, body, ...(method && { method }) })).json();
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) =>
    (await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' })).json();
  const numbers = Object.keys(people);
  const answer = await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    standardTimes: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      code: `D${weekday}`,
      timeGroupCode: 'DAY',
      weekday,
      startTime: '07:00',
      endTime: '16:00',
      breaks,
    })),
    employees: numbers.map((number) => ({
      code: number,
      number,
      firstName: `A${number}`,
      lastName: 'Ama',
      timeGroupCode: 'DAY',
      activeFrom: '2026-09-01',
    })),
    clockRecords: Object.entries(people).flatMap(([number, dates]) =>
      Object.entries(dates).flatMap(([date, times]) =>
        times.map((time) => ({
          code: `${number} ${date} ${time}`,
          employeeCode: number,
          at: `${date}T${time}:00+02:00`,
        })),
      ),
    ),
    ...extra,
  });
  expect(answer).toMatchObject({ rejected: [] });
  const rule = (over: Partial<HoursRuleValue> & { from?: string | null; timeGroupId?: string | null } = {}) =>
    ask('/setup/hours-rules', { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, ...over });
  const hours = (query = ''): Promise<PayHours> => ask(`/stats/hours${query && `?${query}`}`);
  return { accountId, token, ask, sync, rule, hours };
}
export const span = (dates: readonly string[], from: string, to: string): Punches =>
  Object.fromEntries(dates.map((date) => [date, [from, to]]));
// Monday to Friday of a past week.
export const WEEK = [0, 1, 2, 3, 4].map((day) => addDays('2026-11-09', day));
export const period = 'from=2026-11-09&to=2026-11-15';
