import { v7 as newId } from 'uuid';
import { type Db, sql } from '#server/platform/db/db.ts';

/** Fills an account with groups, lookups, standard times, employees, punches and piecework of a few days, for backups. */
export async function fillAccount(
  db: Db,
  accountId: string,
  { employees = 20, punchesEach = 12, from = '2026-11-10' } = {},
) {
  const timeGroupId = newId();
  await db.run(sql`
    insert into work_group (account_id, group_id, kind, system_id, code, name) values
      (${accountId}, ${timeGroupId}, 'time', 'PAY', 'DAY', 'Day shift'), (${accountId}, ${newId()}, 'job', 'PAY', 'PICK', 'Picker, "fast"')`);
  await db.run(sql`
    insert into standard_time (account_id, standard_time_id, system_id, code, time_group_id, weekday, start_time, end_time, breaks)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'DAY-' || d, ${timeGroupId}::uuid, d, '07:00', '16:00',
      '[{"startTime":"12:00","endTime":"13:00"}]'::jsonb from generate_series(1, 7) d`);
  await db.run(sql`
    insert into lookup_entry (account_id, lookup_entry_id, lookup, system_id, code, description)
    select ${accountId}::uuid, gen_random_uuid(), l, 'PAY', 'C' || c, 'Crop ' || c from generate_series(1, 2) l, generate_series(1, 3) c`);
  await db.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, time_id, time_group_id)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'E' || n, n::text, 'Thandi ' || n, 'O''Brien; =1+1', true,
      '[{"from":null,"isActive":true}]'::jsonb, n::text, ${timeGroupId}::uuid from generate_series(1, ${employees}::int) n`);
  await db.run(sql`
    insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, source, received_at, raw)
    select ${accountId}::uuid, gen_random_uuid(), e.employee_id, e.time_id,
      ${from}::date + make_interval(days => p / 2, hours => case when p % 2 = 0 then 5 else 14 end, mins => e.number::int % 50),
      case when p % 2 = 0 then 'in' else 'out' end, 'device:gate', ${from}::date + make_interval(days => p / 2, hours => 15),
      e.time_id || E'\\t2026\\t0'
    from employee e, generate_series(0, ${punchesEach - 1}::int) p where e.account_id = ${accountId}`);
  await db.run(sql`
    insert into piecework_entry (account_id, piecework_entry_id, employee_id, lookup1_code, lookup2_code, units, started_at, ended_at,
      source, record_id, received_at)
    select ${accountId}::uuid, gen_random_uuid(), e.employee_id, 'C1', null, 12.125, ${from}::date + interval '6 hours',
      ${from}::date + interval '8 hours', 'payroll:PAY', 'R' || e.number, ${from}::date + interval '9 hours'
    from employee e where e.account_id = ${accountId}`);
}
