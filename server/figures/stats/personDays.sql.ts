import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import { breakKey, breakKeyColumns, fact, factColumns, quarantined, saysBreak, work, workColumns } from './day.sql.ts';

/** Reads everything that many days of one employee are judged from, with a few statements for any number of days. */

type Days = { from: string; to: string };
const ofDay = { day: z.string() };
export const selectFactsOf = (db: Db, accountId: string, employeeId: string, { from, to }: Days) =>
  db.rows(
    fact.extend(ofDay),
    sql`select day::text as day, ${factColumns} from day_fact
      where account_id = ${accountId} and employee_id = ${employeeId} and day between ${from}::date and ${to}::date`,
  );
export const selectWorkOf = (db: Db, accountId: string, employeeId: string, days: readonly string[]) =>
  db.rows(
    work.extend(ofDay),
    sql`select day::text as day, ${workColumns} from piecework_fact
      where account_id = ${accountId} and employee_id = ${employeeId} and day = any(${[...days]}::date[])`,
  );

/** Returns the instants at which the employee punched that a break begins or ends, like `selectBreakKeys`. */
export const selectBreakKeysOf = (db: Db, accountId: string, employeeId: string, from: Date, to: Date) =>
  db.rows(
    breakKey,
    sql`select ${breakKeyColumns} from clock_record
      where account_id = ${accountId} and ${saysBreak} and employee_id = ${employeeId} and at >= ${from} and at < ${to}`,
  );

/** Returns the employee's quarantined punches between two instants, like `selectQuarantined`. */
export const selectQuarantinedOf = (db: Db, accountId: string, employeeId: string, from: Date, to: Date) =>
  db.rows(
    quarantined,
    sql`select employee_id as "employeeId", at::text as at from clock_record
      where account_id = ${accountId} and standing = 'quarantined' and employee_id = ${employeeId}
        and at >= ${from} and at < ${to} limit 100000`,
  );
