import { z } from 'zod';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { type Db, named, sql } from '../../platform/db/db.ts';

/** PINs under which a terminal may have another person than the employee who has them. */

type Of = { accountId: string; deviceId: string };

const holder = z.object({ pin: z.string(), employeeId: z.string(), name: z.string(), noted: z.string().nullable() });
/** Returns the employees who have some PINs, with their names and the other name that is noted of the PIN on a terminal. */
export const selectHolders = (tx: Db, { accountId, deviceId }: Of, pins: readonly string[]) =>
  tx.rows(
    holder,
    named(
      'select-pin-holders',
      sql`select e.time_id as pin, e.employee_id as "employeeId", e.first_name || ' ' || e.last_name as name,
          (select f.name from pin_conflict f where f.account_id = e.account_id and f.device_id = ${deviceId} and f.time_id = e.time_id
            and f.employee_id = e.employee_id) as noted
        from unnest(${[...pins]}::text[]) pin join employee e on e.account_id = ${accountId} and e.time_id = pin and e.deleted_at is null`,
    ),
  );

type Uploaded = { pin: string; employeeId: string; name: string | null };
/** Stores the names that a terminal has for some PINs: another one than the employee's, or (null) none other any more. */
export const saveNames = async (tx: Db, of: Of, names: readonly Uploaded[], now: Date) => {
  await tx.run(sql`
    insert into pin_conflict as f (account_id, device_id, time_id, employee_id, name, noticed_at)
    select ${of.accountId}, ${of.deviceId}, u.pin, u."employeeId", u.name, ${now}
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as u(pin text, "employeeId" uuid, name text)
    on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, name = excluded.name, noticed_at = excluded.noticed_at,
      is_elsewhere = f.is_elsewhere and f.employee_id = excluded.employee_id`);
  await raiseDataVersion(tx, of.accountId, now);
};

/** Notes which of some PINs clocked on a terminal to which their employees are not assigned, though to others: it is one to which others are. */
export const noteElsewhere = async (tx: Db, of: Of, pins: readonly string[], now: Date) => {
  const noted = await tx.run(sql`
    insert into pin_conflict as f (account_id, device_id, time_id, employee_id, is_elsewhere, noticed_at)
    select ${of.accountId}, ${of.deviceId}, e.time_id, e.employee_id, true, ${now}
    from unnest(${[...pins]}::text[]) pin join employee e on e.account_id = ${of.accountId} and e.time_id = pin and e.deleted_at is null
    where exists (select from device_employee a where a.account_id = ${of.accountId} and a.employee_id = e.employee_id)
      and not exists (select from device_employee a where a.account_id = ${of.accountId} and a.employee_id = e.employee_id and a.device_id = ${of.deviceId})
    on conflict (account_id, device_id, time_id) do update set is_elsewhere = true, noticed_at = excluded.noticed_at,
      name = case when f.employee_id = excluded.employee_id then f.name end, employee_id = excluded.employee_id
    where not f.is_elsewhere or f.employee_id <> excluded.employee_id`);
  if (noted > 0) await raiseDataVersion(tx, of.accountId, now);
};
