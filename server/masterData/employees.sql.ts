import { z } from 'zod';
import { holdersOf } from '../attendance/records.sql.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** All fields of an employee that a sync can change, in the order of comparison. */
const employeeValue = z.object({
  systemId: z.string(),
  code: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  isActive: z.boolean(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  inactiveFrom: z.string().nullable(),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
  timeGroupId: z.string().nullable(),
  timeGroups: z.array(z.object({ from: z.string().nullable(), timeGroupId: z.string().nullable() })).nullable(),
  employeeGroupId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  /** The date from which these two are in force; null: always. Of a correction '-infinity' means always. The database keeps it by the terms before it. */
  termsFrom: z.string().nullable(),
});
export type EmployeeValue = z.infer<typeof employeeValue>;
const storedEmployee = z.object({
  id: z.string(),
  isDeleted: z.boolean(),
  ...employeeValue.shape,
  /** The last day that is locked. */
  lockedUntil: z.string().nullable(),
});
export type StoredEmployee = z.infer<typeof storedEmployee>;

/**
 * Returns the employees that a sync can touch or conflict with: by system and code (all of `systemId` when it sends a complete list), by number,
 * PIN or card. Their number depends on what was sent, not on the size of the account.
 */
export const readEmployees = (
  tx: Db,
  accountId: string,
  asked: {
    systemId: string | null;
    keys: readonly { systemId: string; code: string }[];
    numbers: readonly string[];
    timeIds: readonly string[];
    cards: readonly string[];
  },
) =>
  tx.rows(
    storedEmployee,
    sql`select employee_id as id, system_id as "systemId", code, deleted_at is not null as "isDeleted", number,
          first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber", is_active as "isActive", activity,
          inactive_from::text as "inactiveFrom", time_id as "timeId", to_jsonb(cards) as cards, time_group_id as "timeGroupId",
          time_groups as "timeGroups", employee_group_id as "employeeGroupId", job_description_id as "jobDescriptionId",
          terms_since(locked_terms, employee_group_id, job_description_id)::text as "termsFrom",
          (select max(l.to_day)::text from period_lock l where l.account_id = ${accountId} and l.kind = 'lock'
            and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)) as "lockedUntil"
        from employee
        where account_id = ${accountId} and employee_id in (
          select employee_id from employee join jsonb_to_recordset(${JSON.stringify(asked.keys)}::jsonb)
              as r("systemId" text, code text) on system_id = r."systemId" and employee.code = r.code
            where account_id = ${accountId}
          union select employee_id from employee where account_id = ${accountId} and system_id = ${asked.systemId}::text
          union select employee_id from employee
            where account_id = ${accountId} and deleted_at is null and number = any(${asked.numbers}::text[])
          union select employee_id from employee
            where account_id = ${accountId} and deleted_at is null and time_id = any(${asked.timeIds}::text[])
          union select employee_id from employee
            where account_id = ${accountId} and deleted_at is null and employee_id in (${holdersOf(accountId, asked.cards)}))`,
  );

type Named = Pick<EmployeeValue, 'number' | 'firstName' | 'lastName' | 'timeId' | 'cards'> & { id: string };
/** Stores what employees are named by until now, so that an erasure finds them in what was written before. */
export const insertFormerNames = (tx: Db, accountId: string, now: Date, rows: readonly Named[]) =>
  tx.run(sql`
    insert into former_name (account_id, former_name_id, employee_id, number, first_name, last_name, time_id, cards, received_at)
    select ${accountId}, gen_random_uuid(), id, number, "firstName", "lastName", "timeId", cards, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, number text, "firstName" text, "lastName" text, "timeId" text, cards text[])`);

/** Clears numbers and PINs that pass from one employee to another, so that a swap violates no unique index half-way. */
export const releaseKeys = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.run(sql`update employee set number = 'released ' || employee_id::text, time_id = null
    where account_id = ${accountId} and employee_id = any(${ids}::uuid[])`);

/**
 * Inserts or updates employees; existing ones keep their `receivedAt`. One without activity was added by an import that was undone, and is treated as
 * new.
 */
export const upsertEmployees = (
  tx: Db,
  accountId: string,
  { version, receivedAt }: { version: number; receivedAt: Date },
  rows: readonly ({ id: string } & EmployeeValue)[],
) =>
  tx.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, phone_number, is_active, activity,
      inactive_from, time_id, cards, time_group_id, time_groups, employee_group_id, job_description_id, terms_from, changed_version, received_at)
    select ${accountId}, id, "systemId", code, number, "firstName", "lastName", "phoneNumber", "isActive", activity, "inactiveFrom",
      "timeId", cards, "timeGroupId", nullif("timeGroups", 'null'), "employeeGroupId", "jobDescriptionId", "termsFrom", ${version}, ${receivedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "systemId" text, code text, number text, "phoneNumber" text,
      "firstName" text, "lastName" text, "isActive" boolean, activity jsonb, "inactiveFrom" date, "timeId" text, cards text[],
      "timeGroupId" uuid, "timeGroups" jsonb, "employeeGroupId" uuid, "jobDescriptionId" uuid, "termsFrom" date)
    on conflict (account_id, employee_id) do update set number = excluded.number, first_name = excluded.first_name,
      last_name = excluded.last_name, phone_number = excluded.phone_number, is_active = excluded.is_active, activity = excluded.activity,
      inactive_from = excluded.inactive_from, time_id = excluded.time_id, cards = excluded.cards,
      time_group_id = excluded.time_group_id, time_groups = excluded.time_groups,
      employee_group_id = excluded.employee_group_id, job_description_id = excluded.job_description_id,
      terms_from = excluded.terms_from,
      changed_version = excluded.changed_version, deleted_at = null,
      received_at = case when employee.activity = '[]' then excluded.received_at else employee.received_at end`);

/** Ends for good what gives employees a part in their own days (docs/reference/privacy.md#their-own-day): the links to read them, and the PINs to answer to them. */
export async function endOwnDays(tx: Db, accountId: string, ids: readonly string[]) {
  await tx.run(
    sql`delete from own_days_link where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[])`,
  );
  await tx.run(sql`update employee set own_days_pin = null
    where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[]) and own_days_pin is not null`);
}

/**
 * Withdraws the consent of employees who have agreed, and deletes their templates here and on terminals: a number may pass to another employee, who has not
 * agreed to anything. `why` is shown in place of the user who recorded it.
 */
export const endConsents = (
  tx: Db,
  accountId: string,
  ids: readonly string[],
  { why, now }: { why: string; now: Date },
) =>
  tx.run(sql`
    with agreed as (
      select l.* from unnest(${[...ids]}::uuid[]) e(id) cross join lateral (select * from consent c
        where c.account_id = ${accountId} and c.employee_id = e.id order by c.received_at desc, c.consent_id desc limit 1) l
      where l.kind = 'given'),
    ended as (
      insert into consent (account_id, consent_id, employee_id, kind, made_by_name, received_at)
      select ${accountId}, gen_random_uuid(), employee_id, 'withdrawn', ${why}, greatest(${now}::timestamptz, received_at + interval '1 millisecond')
      from agreed)
    select erase_templates(${accountId}, array[e.employee_id], false, ${now}), ask_terminals_to_forget(${accountId}, e.employee_id, e.time_id, ${now})
    from employee e where e.account_id = ${accountId} and e.employee_id = any(${[...ids]}::uuid[])
      and exists (select from biometric_template b where b.account_id = e.account_id and b.employee_id = e.employee_id)`);

/** Gives deleted employees a code of their own, so that theirs can be that of another employee. */
export const releaseCodes = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.run(sql`update employee set code = employee_id::text
    where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[]) and deleted_at is not null`);

/** Deletes employees; their consent, and the links and PINs of their own days, end with them. */
export async function deleteEmployees(
  tx: Db,
  accountId: string,
  version: number,
  now: Date,
  rows: readonly { id: string; activity: EmployeeValue['activity']; inactiveFrom: string | null }[],
) {
  await endOwnDays(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
  await endConsents(
    tx,
    accountId,
    rows.map(({ id }) => id),
    { why: 'left', now },
  );
  await tx.run(sql`
    update employee e set deleted_at = ${now}, changed_version = ${version}, activity = r.activity,
      inactive_from = r."inactiveFrom"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, activity jsonb, "inactiveFrom" date)
    where e.account_id = ${accountId} and e.employee_id = r.id`);
}

/** Returns employees of a system by its own codes, including deleted ones, because work recorded after they left is stored (docs/reference/attendance.md#who-counts). */
export const findEmployeeIds = (tx: Db, accountId: string, systemId: string, codes: readonly string[]) =>
  tx.rows(
    z.object({ id: z.string(), code: z.string() }),
    sql`select employee_id as id, code from employee
        where account_id = ${accountId} and system_id = ${systemId} and code = any(${codes}::text[])`,
  );

/** Returns numbers and names of some employees. */
export const selectNames = async (tx: Db, accountId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx.rows(
        z.object({ id: z.string(), number: z.string(), firstName: z.string(), lastName: z.string() }),
        sql`select employee_id as id, number, first_name as "firstName", last_name as "lastName" from employee
            where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[])`,
      );

/** Returns the names and numbers of all employees, the inactive among them. */
export const selectNamesOfAll = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ number: z.string(), timeId: z.string().nullable(), firstName: z.string(), lastName: z.string() }),
    sql`select number, time_id as "timeId", first_name as "firstName", last_name as "lastName" from employee
        where account_id = ${accountId} and deleted_at is null`,
  );

/** Returns the employees with one of some numbers or codes, of whichever system; deleted ones last. */
export const findEmployeesByName = (
  tx: Db,
  accountId: string,
  asked: { numbers: readonly string[]; codes: readonly string[] },
) =>
  tx.rows(
    z.object({ systemId: z.string(), code: z.string(), number: z.string(), isDeleted: z.boolean() }),
    sql`select system_id as "systemId", code, number, deleted_at is not null as "isDeleted" from employee
        where account_id = ${accountId} and (number = any(${asked.numbers}::text[]) or code = any(${asked.codes}::text[]))
        order by deleted_at nulls first, system_id`,
  );

/** Returns those of some numbers that an employee has with zeros in front. */
export const findLostZeros = async (tx: Db, accountId: string, numbers: readonly string[]) => {
  const rows = await tx.rows(
    z.object({ number: z.string() }),
    sql`select distinct ltrim(number, '0') as number from employee
        where account_id = ${accountId} and deleted_at is null and number ~ '^0+[1-9][0-9]*$' and ltrim(number, '0') = any(${[...numbers]}::text[])`,
  );
  return rows.map(({ number }) => number);
};

const ownNumber = z.object({ number: z.string().nullable() });
/** Returns the number of the employee whom a user is; null for a user who is none. */
export const selectOwnNumber = (tx: Db, accountId: string, userId: string) =>
  tx.single(
    ownNumber,
    sql`select (select e.number from app_user u join employee e on e.account_id = u.account_id and e.employee_id = u.employee_id
      where u.account_id = ${accountId} and u.user_id = ${userId}) as number`,
  );
