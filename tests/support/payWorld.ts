import { expect } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { Costs, Earnings, PersonEarnings } from '#contract/money/earnings.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { givenSyncKey } from './factories.payroll.ts';
import { givenEmployer } from './factories.ts';
import type { useTestApp } from './testApp.ts';

/** Accounts whose people earn: rates and rules set up, work synced, pay read through the front door. */

export const MONDAY = '2026-11-09';
export const TUESDAY = '2026-11-10';
export const WEEK = `from=${MONDAY}&to=2026-11-15`;
export const RULE: PayRuleValue = {
  ...{ name: 'South Africa', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
};
const ALL: Permission[] = ['Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Pay.VIEW', 'Pay.MANAGE'];
export type Work = Record<string, { from?: string; to?: string; units?: Record<string, number> }>;

/** An account whose people work on some dates: hours of the clock, and units by product. */
export async function givenPay(
  t: ReturnType<typeof useTestApp>,
  people: Record<string, Work>,
  parts: object = {},
  hours: object = {},
) {
  const { accountId, token, userId } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, ...ALL],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const asked = async (path: string, body?: unknown, method?: 'PUT' | 'DELETE' | 'POST', by = token) => {
    const answer = await t.ask(`/v2${path}`, { token: by, body, ...(method && { method }) });
    return { status: answer.statusCode, body: answer.json(), text: answer.body };
  };
  const ask = async (path: string, body?: unknown, method?: 'PUT' | 'DELETE') => {
    const { status, body: answer, text } = await asked(path, body, method);
    expect(status, text.slice(0, 400)).toBe(200);
    return answer;
  };
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) =>
    (await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' })).json();
  const days = Object.entries(people).flatMap(([number, dates]) =>
    Object.entries(dates).map(([date, work]) => ({ number, date, ...work })),
  );
  const answer = await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    employeeGroups: [{ code: 'G', name: 'Pickers' }],
    lookups: [{ lookup: 1, entries: ['crate', 'bin', 'Pinklady'].map((code) => ({ code, description: `${code}s` })) }],
    standardTimes: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '07:00', endTime: '16:00' },
    })),
    employees: Object.keys(people).map((number) => ({
      ...{ code: number, number, firstName: `A${number}`, lastName: 'Ama', timeGroupCode: 'DAY' },
      ...{ employeeGroupCode: 'G', activeFrom: '2026-09-01' },
    })),
    clockRecords: days.flatMap(({ number, date, from, to }) =>
      [from, to].flatMap((time) =>
        time ? [{ code: `${number} ${date} ${time}`, employeeCode: number, at: `${date}T${time}:00+02:00` }] : [],
      ),
    ),
    pieceworkEntries: days.flatMap(({ number, date, units = {} }) =>
      Object.entries(units).map(([product, count]) => ({
        ...{ code: `${number} ${date} ${product}`, employeeCode: number, lookup1Code: product },
        ...{ units: count, startedAt: `${date}T10:00:00+02:00` },
      })),
    ),
    ...parts,
  });
  expect(answer).toMatchObject({ rejected: [] });
  const period = { timeGroupId: null, from: null, periodStart: '2026-11-01' };
  await ask('/setup/hours-rules', { ...HOURS_RULE_DEFAULTS, ...period, ...hours });
  await ask('/pay/currency', { currency: 'ZAR' }, 'PUT');
  const rule = (over: object = {}) => ask('/pay/rules', { ...RULE, timeGroupId: null, from: null, ...over });
  const rate = (kind: string, amount: string, over: object = {}) =>
    ask('/pay/rates', { ...NONE, kind, amount, from: '2026-09-01', ...over });
  const people$ = (query = WEEK): Promise<Earnings> => ask(`/pay/people?${query}`);
  const person = async (number: string, query = WEEK): Promise<PersonEarnings> => {
    const { rows } = await people$(query);
    return ask(`/pay/people/${rows.find(({ employee }) => employee.number === number)?.employee._id}?${query}`);
  };
  const costs = (query = WEEK): Promise<Costs> => ask(`/pay/cost?${query}`);
  return { accountId, userId, token, key, asked, ask, sync, rule, rate, people: people$, person, costs };
}
export const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
