import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

/** What is looked at to find exceptions; at most this many rows of each kind. */
const MOST = 500;

const counted = z.object({ employeeId: z.string().nullable(), timeId: z.string().nullable(), count: z.int() });
/** Punches received on a day that lay more than 5 minutes ahead, by who they are of. */
export const selectFutureClocks = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    counted,
    sql`select employee_id as "employeeId", case when employee_id is null then time_id end as "timeId", count(*)::int as count
      from clock_record
      where account_id = ${accountId} and standing = 'future-clock'
        and received_at >= ${from.toISOString()}::timestamptz and received_at < ${to.toISOString()}::timestamptz
      group by 1, 2 order by 3 desc, 1, 2 limit ${MOST}`,
  );

/** PINs of nobody that punched on a day. */
export const selectUnmatched = (db: Db, accountId: string, from: Date, to: Date) =>
  db.rows(
    counted,
    sql`select null as "employeeId", time_id as "timeId", count(*)::int as count from clock_record
      where account_id = ${accountId} and employee_id is null
        and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
      group by time_id order by 3 desc, 2 limit ${MOST}`,
  );
