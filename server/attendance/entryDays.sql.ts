import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';
import type { DaySpan } from './window.ts';

const day = z.object({ employeeId: z.string(), day: z.string(), events: z.string() });
/** Returns the settled events of some days of some employees, by day. */
export const selectEventDays = (tx: Db, accountId: string, { from, to }: DaySpan, employeeIds: readonly string[]) =>
  tx.rows(
    day,
    sql`select employee_id as "employeeId", day::text as day, events from day_fact
      where account_id = ${accountId} and day between ${from}::date and ${to}::date and events <> ''
        and employee_id = any(${[...employeeIds]}::uuid[])
      order by day`,
  );
