import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { type Db, sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { givenAccount, givenEmployer, type SignedIn } from '#tests/support/factories.ts';

/** The calls of one refresh of a dashboard. */
export const FIGURES = [
  'stats/employee/attendance-status-totals',
  'stats/piecework/total-units/by-lookup1',
  'stats/piecework/total-units/by-lookup2',
  'stats/piecework/top-10',
  'stats/piecework/bottom-10',
  'stats/piecework/total-time-by-category',
  'stats/time-wasted/totals',
  'account/sync-status',
];

/** Creates an account of `size` people on a day shift with a terminal and a logged-in employer; nobody has arrived today yet. */
export async function givenCrowd(db: Db, size: number): Promise<SignedIn & { serial: string }> {
  const accountId = await givenAccount(db, { timeZone: 'UTC' });
  const groupId = newId();
  await db.run(
    sql`insert into work_group (account_id, group_id, kind, system_id, code, name) values (${accountId}, ${groupId}, 'time', 'PAY', 'DAY', 'Day')`,
  );
  await db.run(sql`
    insert into standard_time (account_id, standard_time_id, system_id, code, time_group_id, weekday, start_time, end_time, breaks)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'D' || d, ${groupId}::uuid, d, '00:10', '23:50', '[{"startTime":"12:00","endTime":"13:00"}]'
    from generate_series(1, 7) d`);
  await db.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, time_id, time_group_id)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', n::text, n::text, 'First ' || n, 'Last ' || n, true,
      '[{"from":null,"isActive":true}]', n::text, ${groupId}::uuid from generate_series(1, ${size}::int) n`);
  const deviceId = newId();
  const serial = `BENCH${accountId.slice(-12).toUpperCase()}`;
  await db.run(sql`insert into device (account_id, device_id, device_type, kind, description, serial_number, directions, created_at)
    values (${accountId}, ${deviceId}, 'ADMS', 'adms', 'Gate', ${serial}, 'trust', now())`);
  await db.run(
    sql`insert into terminal_directory (serial_number, owner_account_id, device_id) values (${serial}, ${accountId}, ${deviceId})`,
  );
  const employer = await givenEmployer(db, { accountId });
  // The factories' sessions start on the tests' fixed day.
  await db.run(sql`update session set created_at = now(), expires_at = now() + interval '12 hours'`);
  return { ...employer, accountId, serial };
}

/** Creates an activated phone of the account; returns its token. */
export async function givenPhone(db: Db, accountId: string): Promise<string> {
  const deviceId = newId();
  const token = randomToken();
  await db.run(sql`insert into device (account_id, device_id, device_type, kind, description, serial_number, imei, is_activated, created_at)
    values (${accountId}, ${deviceId}, 'V2', 'unmanaged', 'Phone', ${deviceId.slice(-12)}, '350000000000000', true, now())`);
  await db.run(
    sql`insert into device_token_directory (token_hash, owner_account_id, device_id) values (${tokenHash(token)}, ${accountId}, ${deviceId})`,
  );
  return token;
}

/** Returns the punches of ATTLOG lines in the form in which phones send them. */
export const asClockRecords = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((text) => {
      const [timeId = '', local = '', state] = text.split('\t');
      const at = `${local.replace(' ', 'T')}Z`;
      return { recordId: `${timeId}|${local}`, timeId, at, direction: state === '0' ? 'in' : 'out' };
    });

/** Returns ATTLOG lines with one punch per person, going back from `at` minute by minute. */
export function attlog(at: Date, people: number, from: number, lines: number): string {
  return Array.from({ length: lines }, (_, n) => {
    const index = from + n;
    const instant = new Date(at.getTime() - Math.floor(index / people) * 300_000 - (index % 60) * 1_000);
    return `${(index % people) + 1}\t${instant.toISOString().slice(0, 19).replace('T', ' ')}\t${index % 2}\t1\t\t0\t0\n`;
  }).join('');
}

/** Stores `rows` old punches of the account's employees, four per person and day, the last ten days ago; without day facts. */
export const givenHistory = (db: Db, accountId: string, rows: number) =>
  db.tx(
    (tx) =>
      tx.run(sql`insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, source, record_id, received_at, standing)
        select ${accountId}, gen_random_uuid(), e.employee_id, e.time_id,
          date_trunc('day', now()) - interval '10 days' - ((n / 4) || ' days')::interval + ((n % 4) * 3 + 7 || ' hours')::interval,
          case n % 2 when 0 then 'in' else 'out' end, 'history', e.time_id || '|' || n,
          date_trunc('day', now()) - interval '10 days' - ((n / 4) || ' days')::interval + ((n % 4) * 3 + 7 || ' hours')::interval, 'counted'
        from (select *, count(*) over () as people from employee where account_id = ${accountId}) e,
          lateral generate_series(0, (${rows}::bigint / e.people)::int - 1) n`),
    { deadlineMs: 600_000 },
  );

/** Stores today's facts of nine in ten people, one arrival and piecework in one of 30 blocks and 5 kinds each; without records. */
export async function givenToday(db: Db, accountId: string) {
  const there = sql`from employee where account_id = ${accountId} and number::int % 10 > 0`;
  const today = sql`(now() at time zone 'UTC')::date`;
  await db.run(sql`insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
    select account_id, ${today}, employee_id, '+' || (extract(epoch from ${today}) + 600)::bigint, 3, 12.5, 7200000 ${there}`);
  await db.run(sql`insert into piecework_fact (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries)
    select account_id, ${today}, employee_id, 'B' || (number::int % 30), 'C' || (number::int % 5), 12.5, 7200000, 3 ${there}`);
  // As after a day of work, when PostgreSQL has analysed the facts.
  await db.run(sql`analyze`);
}

export const countRecords = async (db: Db, accountId: string) =>
  (
    await db.single(
      z.object({ n: z.int() }),
      sql`select count(*)::int as n from clock_record where account_id = ${accountId}`,
    )
  ).n;

/** Writes the facts of the past `days` of nine tenths of a crowd, as a rebuild would: from up to 20 minutes after `in` to `out`, intervals after midnight. */
export const givenPastDays = (db: Db, accountId: string, days: number, at: { in: string; out: string }) =>
  db.tx(
    async (tx) => {
      await tx.run(sql`
        insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
        select ${accountId}, d.day::date, e.employee_id,
          '+' || extract(epoch from d.day + ${at.in}::interval + (hashtext(e.number || d.day) % 1200) * interval '1 second')::bigint
            || ' -' || extract(epoch from d.day + ${at.out}::interval)::bigint,
          1, 100 + abs(hashtext(e.number || d.day)) % 900, 7200000
        from employee e, generate_series(current_date - ${days}::int, current_date - 1, interval '1 day') d(day)
        where e.account_id = ${accountId} and abs(hashtext(e.employee_id::text || d.day)) % 10 > 0`);
      await tx.run(sql`
        insert into piecework_fact (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries, plain_ms)
        select account_id, day, employee_id, 'B' || abs(hashtext(employee_id::text)) % 30, 'T' || abs(hashtext(day::text)) % 4, units,
          worked_ms, entries, worked_ms from day_fact where account_id = ${accountId}`);
    },
    { deadlineMs: 600_000 },
  );
