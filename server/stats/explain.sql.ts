import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const record = z.object({
  recordId: z.string().nullable(),
  at: z.iso.datetime(),
  direction: z.enum(['in', 'out', 'auto']),
  device: z.string().nullable(),
  receivedAt: z.iso.datetime(),
});
export type RecordRow = z.infer<typeof record>;
/** The punches of one employee that count, between two instants, with the terminal and when they arrived. */
export const selectRecords = (db: Db, accountId: string, employeeId: string, span: { from: Date; to: Date }) =>
  db.rows(
    record,
    sql`select c.record_id as "recordId", c.at, c.direction, coalesce(d.description, p.name, c.system_id) as device,
        c.received_at as "receivedAt"
      from clock_record c
      left join device d on d.account_id = c.account_id and d.device_id = c.device_id
      left join payroll_system p on p.account_id = c.account_id and p.system_id = c.system_id
      where c.account_id = ${accountId} and c.employee_id = ${employeeId} and c.standing = 'counted'
        and c.at between ${span.from.toISOString()}::timestamptz and ${span.to.toISOString()}::timestamptz`,
  );

export const selectGroupName = (db: Db, accountId: string, groupId: string) =>
  db.first(
    z.object({ name: z.string() }),
    sql`select name from work_group where account_id = ${accountId} and group_id = ${groupId}`,
  );

export const selectAssignedDevices = (db: Db, accountId: string, employeeId: string) =>
  db.rows(
    z.object({ deviceId: z.string() }),
    sql`select device_id as "deviceId" from device_employee where account_id = ${accountId} and employee_id = ${employeeId}`,
  );
