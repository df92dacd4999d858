import { z } from 'zod';
import { untouchedEntry, untouchedPunch } from '../attendance/effective.sql.ts';
import { type Db, sql } from '../db/db.ts';

/** The most rows of each kind that are read to find exceptions. */
const MOST = 500;

const counted = z.object({ employeeId: z.string().nullable(), timeId: z.string().nullable(), count: z.int() });
/** Returns the punches received on a day that were more than 5 minutes ahead of their receipt, by person. */
export const selectFutureClocks = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    counted,
    sql`select employee_id as "employeeId", case when employee_id is null then time_id end as "timeId", count(*)::int as count
      from clock_record c
      where account_id = ${accountId} and standing = 'future-clock' and ${untouchedPunch(accountId)}
        and received_at >= ${from.toISOString()}::timestamptz and received_at < ${to.toISOString()}::timestamptz
      group by 1, 2 order by 3 desc, 1, 2 limit ${MOST}`,
  );

const quarantined = z.object({
  employeeId: z.string().nullable(),
  timeId: z.string().nullable(),
  count: z.int(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** 'age', or the network. */
  origin: z.string(),
  address: z.string().nullable(),
  lastReceived: z.iso.datetime(),
});
/** Returns the quarantined punches of a day, by person and origin (security.md S-42). */
export const selectQuarantined = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    quarantined,
    sql`select q.*, d.description as "deviceName", n.address from (
        select employee_id as "employeeId", case when employee_id is null then time_id end as "timeId", count(*)::int as count,
          device_id as "deviceId", split_part(source, '@', 2) as origin, max(received_at) as "lastReceived"
        from clock_record
        where account_id = ${accountId} and standing = 'quarantined' and device_id is not null and at >= ${from} and at < ${to}
        group by 1, 2, 4, 5 order by 4, 5, 1, 2 limit ${MOST}) q
      join device d on d.account_id = ${accountId} and d.device_id = q."deviceId"
      left join terminal_network n on n.account_id = ${accountId} and n.device_id = q."deviceId" and n.network = q.origin`,
  );

/** Returns the records of a day whose time their device could not verify (recorder.md, Time), by person. */
export const selectUnverified = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    counted,
    sql`select r.employee_id as "employeeId", null as "timeId", count(*)::int as count from (
        select employee_id from clock_record c where account_id = ${accountId} and clock = 'unverified' and standing = 'counted'
          and ${untouchedPunch(accountId)}
          and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
        union all
        select employee_id from piecework_entry p where account_id = ${accountId} and clock = 'unverified' and standing = 'counted'
          and ${untouchedEntry(accountId)}
          and started_at >= ${from.toISOString()}::timestamptz and started_at < ${to.toISOString()}::timestamptz) r
      where r.employee_id is not null group by r.employee_id order by 3 desc, 1 limit ${MOST}`,
  );

/** Returns the PINs without an employee that punched on a day. */
export const selectUnmatched = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    counted,
    sql`select null as "employeeId", time_id as "timeId", count(*)::int as count from clock_record c
      where account_id = ${accountId} and employee_id is null and standing = 'counted' and ${untouchedPunch(accountId)}
        and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
      group by time_id order by 3 desc, 2 limit ${MOST}`,
  );
