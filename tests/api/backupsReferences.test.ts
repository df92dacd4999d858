import { expect, it } from 'vitest';
import { z } from 'zod';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import {
  givenEmployee,
  givenGroup,
  givenHoliday,
  givenPunches,
  givenStandardTimes,
} from '../support/factories.work.ts';
import { RULE } from '../support/payWorld.ts';
import { size } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Restores of some items, where what stays or comes refers to people and groups that are not there afterwards. */

const t = useTestApp();

const ITEMS = ['Payroll Data', 'Employees', 'Biometric Templates', 'Clock Records', 'Users'];

const given = async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const calls = backupCalls(t, () => token);
  let n = 0;
  const rate = (of: { employeeId?: string; groupId?: string }, account = accountId) =>
    t.db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, employee_id, employee_group_id)
      values (${account}, gen_random_uuid(), 'tallyboard', ${`r${++n}`}, 'hourly', 10, '2026-01-01', ${of.employeeId ?? null}, ${of.groupId ?? null})`);
  const rule = (of: { employeeId?: string; groupId?: string }, account = accountId) =>
    t.db.run(sql`insert into pay_rule (account_id, pay_rule_id, rule, employee_id, time_group_id)
      values (${account}, gen_random_uuid(), ${JSON.stringify(RULE)}::jsonb, ${of.employeeId ?? null}, ${of.groupId ?? null})`);
  const codes = async (account = accountId) =>
    (
      await t.db.rows(
        z.object({ code: z.string() }),
        sql`select code from pay_rate where account_id = ${account} order by code`,
      )
    ).map(({ code }) => code);
  const rules = (account = accountId) => t.db.run(sql`select 1 from pay_rule where account_id = ${account}`);
  return { accountId, calls, rate, rule, codes, rules };
};

it('of payroll data: rates of a group that is gone go with it, and are nobody else’s', async () => {
  const { accountId, calls, rate, codes } = await given();
  const old = await givenGroup(t.db, accountId, 'employee', { name: 'Old' });
  await rate({ groupId: old });
  await rate({});
  const { archive } = await calls.backUp(accountId);
  await rate({ groupId: await givenGroup(t.db, accountId, 'employee', { name: 'New' }) });
  const { status } = await calls.restore(archive, accountId, 'replace', ['Payroll Data']);
  expect(status).toMatchObject({ status: 'Successful' });
  expect(await codes()).toEqual(['r1', 'r2']);
});

it('of employees: rule sets of people who are gone go with them', async () => {
  const { accountId, calls, rate, rule, codes, rules } = await given();
  await rule({ employeeId: await givenEmployee(t.db, accountId, { number: '1' }) });
  const { archive } = await calls.backUp(accountId);
  const later = await givenEmployee(t.db, accountId, { number: '2' });
  await rule({ employeeId: later });
  await rate({ employeeId: later });
  const { status } = await calls.restore(archive, accountId, 'replace', ['Employees']);
  expect(status).toMatchObject({ status: 'Successful' });
  expect([await codes(), await rules()]).toEqual([[], 1]);
});

it.each(['replace', 'merge'] as const)(
  'of employees into another account, without their groups: %s',
  async (strategy) => {
    const { accountId, calls, rate, codes } = await given();
    await givenEmployee(t.db, accountId, { number: '1' });
    await rate({ groupId: await givenGroup(t.db, accountId, 'employee', { name: 'Pickers' }) });
    await rate({});
    const { archive } = await calls.backUp(accountId);
    await t.db.run(sql`delete from pay_rate`);
    await t.db.run(sql`delete from employee`);
    const other = await givenAccount(t.db);
    const { status } = await calls.restore(archive, other, strategy, ['Employees']);
    expect(status).toMatchObject({ status: 'Successful' });
    expect(await codes(other)).toEqual(['r2']);
  },
);

/** Each item alone; in the long form all choices of items. */
const SUBSETS = Array.from({ length: 31 }, (_, bits) => ITEMS.filter((_item, i) => ((bits + 1) >> i) & 1)).filter(
  ({ length }) => length <= size(1, ITEMS.length),
);
it('of whatever items, into the account or another one: it succeeds', async () => {
  const failed: string[] = [];
  const { calls, rate, rule } = await given();
  const fill = async (accountId: string, n: number) => {
    const time = await givenGroup(t.db, accountId, 'time', { name: `Day ${n}` });
    const crew = await givenGroup(t.db, accountId, 'employee', { name: `Crew ${n}` });
    const job = await givenGroup(t.db, accountId, 'job', { name: `Job ${n}` });
    await givenStandardTimes(t.db, accountId, time, { start: '07:00', end: '16:00' });
    await givenHoliday(t.db, accountId, `2026-12-${10 + n}`, { timeGroupId: time });
    const employeeId = await givenEmployee(t.db, accountId, {
      ...{ number: `${n}`, timeId: `${n}`, timeGroupId: time, employeeGroupId: crew, jobDescriptionId: job },
    });
    await rate({ groupId: crew }, accountId);
    await rate({ employeeId }, accountId);
    await rule({ groupId: time }, accountId);
    await rule({ employeeId }, accountId);
    await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, time_group_id, rule)
      values (${accountId}, gen_random_uuid(), 'tallyboard', ${`h${n}`}, ${time}, ${JSON.stringify(HOURS_RULE_DEFAULTS)}::jsonb)`);
    await givenPunches(t.db, accountId, employeeId, [`2026-11-1${n}T07:00:00+02:00`, `2026-11-1${n}T16:00:00+02:00`]);
    const user = await givenEmployer(t.db, { accountId });
    await t.db.run(sql`update app_user set employee_id = ${employeeId} where user_id = ${user.userId}`);
  };
  for (const items of SUBSETS)
    for (const strategy of ['replace', 'merge'] as const) {
      const [own, other] = [await givenAccount(t.db), await givenAccount(t.db)];
      await fill(own, 1);
      const { archive } = await calls.backUp(own);
      await fill(own, 2);
      await fill(other, 3);
      for (const accountId of [own, other]) {
        const { status } = await calls.restore(archive, accountId, strategy, items);
        if (status.status !== 'Successful')
          failed.push(
            `${strategy} ${items.join('+')} ${accountId === own ? 'own' : 'other'}: ${JSON.stringify(status)}`,
          );
      }
    }
  expect(failed).toEqual([]);
});
