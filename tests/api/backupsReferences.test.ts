import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { RULE } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Restores of some items, where what stays or comes refers to people and groups that are not there afterwards. */

const t = useTestApp();

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
