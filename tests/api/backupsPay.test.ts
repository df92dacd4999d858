import { beforeEach, expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { forge } from '../support/zip.ts';

/** The set-up of pay (docs/reference/pay.md) travels in backups, with the currency of its amounts, and comes back. */
const t = useTestApp();
const ITEMS = ['Payroll Data', 'Employees', 'Clock Records'];
const WEEK = 'from=2026-11-09&to=2026-11-15';
const NONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
const RULE = {
  ...{ name: 'South Africa', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors', timeGroupId: null, from: null },
};

let token: string;
beforeEach(async () => {
  ({ token } = await givenAdmin(t.db));
});
const calls = backupCalls(t, () => token);

/** Returns the calls of a user who may do everything about pay. */
async function owner(accountId: string) {
  const permissions = [
    ...EMPLOYER_PERMISSIONS,
    'Pay.VIEW',
    'Pay.MANAGE',
    'Setup.MANAGE',
    'Attendance.LOCK_PERIOD',
  ] as const;
  const user = await givenEmployer(t.db, { accountId, permissions: [...permissions] });
  return async (path: string, body?: unknown, method?: 'PUT') => {
    const answer = await t.ask(`/v2${path}`, { token: user.token, body, ...(method && { method }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
}

/** An account in which two people worked, with rates, a minimum, a rule set, a pay type and a currency. */
async function given() {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['PAYROLL'] });
  const ask = await owner(accountId);
  const work = [
    ['1', '110'],
    ['2', '60'],
  ] as const;
  const reply = await t.ask('/v2/payroll/PAYROLL/sync', {
    token: await givenSyncKey(t.db, accountId),
    body: {
      timeGroups: [{ code: 'D', name: 'Day' }],
      standardTimes: [{ code: 'S', timeGroupCode: 'D', weekday: 2, startTime: '07:00', endTime: '16:00' }],
      employees: work.map(([code]) => ({
        ...{ code, number: code, firstName: 'A', lastName: code, timeGroupCode: 'D', activeFrom: '2026-09-01' },
      })),
      clockRecords: work.flatMap(([code]) =>
        ['07:00', '16:00'].map((at) => ({ code: code + at, employeeCode: code, at: `2026-11-10T${at}:00+02:00` })),
      ),
      pieceworkEntries: work.map(([code, units]) => ({
        code,
        employeeCode: code,
        units,
        startedAt: '2026-11-10T10:00:00+02:00',
      })),
    },
  });
  expect(reply.json()).toMatchObject({ rejected: [] });
  const hours = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null, periodStart: '2026-11-01' };
  await ask('/setup/hours-rules', hours);
  await ask('/pay/currency', { currency: 'ZAR' }, 'PUT');
  await ask('/pay/rules', RULE);
  await ask('/pay/rates', { ...NONE, kind: 'piece', amount: '3.10', from: '2026-09-01' });
  await ask('/pay/rates', { ...NONE, kind: 'minimum', amount: '28.79', from: '2026-09-01' });
  const { rows } = await ask(`/pay/people?${WEEK}`);
  const [{ employee }] = rows;
  await ask('/pay/rates', { ...NONE, kind: 'hourly', amount: '30.1234', from: '2026-09-01', employeeId: employee._id });
  await ask(`/pay/people/${employee._id}/type`, { payType: 'hourly' }, 'PUT');
  return { accountId, ask };
}
type Ask = Awaited<ReturnType<typeof owner>>;
/** Returns what is set up of pay, and what is earned by it, without what differs between accounts. */
const payOf = async (ask: Ask) => {
  const { currency, rates } = await ask('/pay/rates');
  const { rows, totals, currency: shown } = await ask(`/pay/people?${WEEK}`);
  const sums = rows.map(({ employee, sums: own }: { employee: { number: string }; sums: object }) => [
    employee.number,
    own,
  ]);
  return { currency, rates, rules: (await ask('/pay/rules')).payRules, shown, sums, totals };
};

test('a currency, rates, minimums, rule sets and pay types come back in another account, and pay to the cent', async () => {
  const { accountId, ask } = await given();
  const before = await payOf(ask);
  expect([before.currency, before.totals.total]).toEqual(['ZAR', '530.22']);
  const { archive } = await calls.backUp(accountId);
  const other = await givenAccount(t.db);
  const { status } = await calls.restore(archive, other, 'merge', ITEMS);
  expect(status).toMatchObject({ status: 'Successful', failureReason: null });
  expect(await payOf(await owner(other))).toEqual(before);
});

test('a replace takes the currency of the file, and its undoing the one from before', async () => {
  const { accountId, ask } = await given();
  const { archive } = await calls.backUp(accountId);
  await ask('/pay/currency', { currency: 'BWP' }, 'PUT');
  const { restoreJobId } = await calls.restore(archive, accountId, 'replace', ITEMS);
  expect((await ask('/pay/rates')).currency).toBe('ZAR');
  await t.ask(`/v2/backup-restore/${accountId}/restore/${restoreJobId}/undo`, { token, body: {}, method: 'POST' });
  await t.jobs.drain();
  expect((await ask('/pay/rates')).currency).toBe('BWP');
});

test('amounts of two currencies never meet: such a restore is refused, and changes nothing', async () => {
  const { accountId, ask } = await given();
  const { archive } = await calls.backUp(accountId);
  const asked = async (strategy: string, items: string[]) => {
    const { restoreJobId } = (await calls.upload(archive, accountId)).json();
    const body = { items, strategy };
    const path = `/v2/backup-restore/${accountId}/restore/${restoreJobId}/rehearse`;
    const answers = [
      await t.ask(path, { token, body }),
      await calls.startRestore(accountId, restoreJobId, { ...body, acceptForeign: true }),
    ];
    return answers.map((answer) => [answer.statusCode, answer.json().message]);
  };
  await ask('/pay/currency', { currency: 'USD' }, 'PUT');
  const merged = 'The amounts of this file are in ZAR, those of the account in USD: they cannot be merged.';
  expect(await asked('merge', ITEMS)).toEqual([
    [400, merged],
    [400, merged],
  ]);
  await ask('/period-locks', { from: '2026-11-09', to: '2026-11-10' });
  const locked = 'The amounts of this file are in ZAR, those of the locked days in USD.';
  expect(await asked('replace', ['Payroll Data', 'Employees'])).toEqual([
    [400, locked],
    [400, locked],
  ]);
  expect((await ask('/pay/rates')).currency).toBe('USD');
});

test('a file of an earlier version, which does not say it, leaves the currency', async () => {
  const { accountId, ask } = await given();
  const old = await forge(
    (await calls.backUp(accountId)).archive,
    () => {},
    ({ account }) => delete account.currency,
  );
  await t.db.run(sql`update account set currency = 'NAD' where account_id = ${accountId}`);
  const { status } = await calls.restore(old, accountId, 'replace', ITEMS);
  expect(status).toMatchObject({ status: 'Successful' });
  expect((await ask('/pay/rates')).currency).toBe('NAD');
});
