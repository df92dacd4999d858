import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from './factories.ts';
import { givenDevice } from './factories.work.ts';
import type { TestApp } from './testApp.ts';

/** People who clock, each with PIN 1001, 1002, ... and number F1, F2, ..., and those who do not. */
export const PEOPLE = 60;
export const OTHERS = 600;
/** Accounts of which nobody clocks: of a table of few accounts the planner reads all rather than one account's part. */
const MORE_ACCOUNTS = 20;
/** Two punches a day until the day before TEST_NOW. */
const DAYS = 80;

const fillPeople = (t: TestApp, accountId: string) =>
  t.db.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, time_id)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'F' || n, 'F' || n, 'Ann', 'Nkosi', true, '[{"from":null,"isActive":true}]', (1000 + n)::text
    from generate_series(1, ${PEOPLE + OTHERS}::int) n`);

/** Fills an account with people, of whom some clocked and agreed every day. */
async function fill(t: TestApp, accountId: string, deviceId: string) {
  await fillPeople(t, accountId);
  await t.db.run(sql`
    insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, device_id, source, record_id, received_at, raw, local_time, sent_status)
    select ${accountId}::uuid, gen_random_uuid(), e.employee_id, e.time_id, p.at, 'auto', ${deviceId}::uuid, ${`device:${deviceId}`},
      e.time_id || '|' || p.at, p.at, e.time_id, to_char(p.at, 'YYYY-MM-DD HH24:MI:SS'), 0
    from employee e cross join (
      select '2026-11-20T05:00:00Z'::timestamptz - make_interval(days => d, hours => h) as at
      from generate_series(1, ${DAYS}::int) d cross join unnest(array[0, -9]) h) p
    where e.account_id = ${accountId} and e.time_id::int between 1001 and ${1_000 + PEOPLE}`);
  await t.db.run(sql`
    insert into own_day_act (account_id, act_id, employee_id, day, shown, shown_checksum, office_checksum, at, device_id, source, record_id, received_at)
    select account_id, gen_random_uuid(), employee_id, at::date, '{}', 'x', 'x', at, device_id, source, record_id, at
    from clock_record where account_id = ${accountId} and extract(hour from at) < 10`);
}

/** Makes an installation of many accounts, three of them with months of punches; returns the last of these and its terminal. */
export async function givenManyAccounts(t: TestApp) {
  const given = async () => {
    const accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg', allowedSystemIds: ['PAY'] });
    const device = await givenDevice(t.db, accountId);
    await fill(t, accountId, device.deviceId);
    return { accountId, ...device };
  };
  for (let n = 0; n < MORE_ACCOUNTS; n++) await fillPeople(t, await givenAccount(t.db));
  await given();
  await given();
  return given();
}

/** Fills the facts of everybody of three accounts on those days: of a small table the planner reads all rather than look a hundred rows up. */
export async function fillFacts(t: TestApp) {
  await t.db.run(sql`insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
    select account_id, '2026-11-19'::date - d, employee_id, '', 0, 0, 0 from employee cross join generate_series(1, ${DAYS}::int) d
    where account_id in (select account_id from clock_record)`);
  // As autovacuum would: plans of a table that has grown by thousands of rows unnoticed are bad ones.
  await t.db.run(sql`analyze`);
}
