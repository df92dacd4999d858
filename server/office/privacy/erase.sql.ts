import { z } from 'zod';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { words } from '#contract/platform/words.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import { deleteFormerNames, type KnownBy } from './names.sql.ts';
import { numbersOf, type Patterns, pinsOf, recordPinsOf } from './patterns.ts';
import type { Named } from './places.sql.ts';

/** Statements that erase a person (docs/reference/privacy.md#erasing-a-person), on the system path: ledgers are only added to by anybody else. */

/** The name that takes the place of a person's: 'Removed 12'. */
export type Instead = { number: string; firstName: string; lastName: string };
export const insteadOf = (nth: number): Instead => ({
  number: `Removed ${nth}`,
  firstName: 'Removed',
  lastName: String(nth),
});

type Erasing = {
  accountId: string;
  of: Named;
  /** All that they are and were known by. */
  known: readonly KnownBy[];
  instead: Instead;
  patterns: Patterns;
  now: Date;
};

const MESSAGE = 'This message named a person who was removed.';
/** Not searched for names: users have their own, and these hold records without texts of people. */
const NO_TEXTS = [
  ...['account', 'app_user', 'audit_entry', 'audit_link', 'clock_record', 'piecework_entry', 'day_fact', 'judged_day'],
  ...[
    'piecework_fact',
    'consent',
    'consent_text',
    'employee',
    'former_name',
    'idempotency_key',
    'biometric_template',
    'device_person',
  ],
];

type Step = { what: string; run: (tx: Db, erasing: Erasing) => Promise<number> };
const step = (what: string, statement: (erasing: Erasing) => Sql): Step => ({
  what,
  run: (tx, erasing) => tx.run(statement(erasing)),
});
/** Of payroll, and of terminals, which begin with the PIN; those of Recorders are running numbers. */
const namesThem = ({ recordId }: Patterns) =>
  sql`((source like 'payroll:%' or strpos(record_id, '|') > 0) and record_id ~* ${recordId})`;

/**
 * Everything that an erasure does, in its order. A table that comes to have something of a person takes a step here, and a place in the list beside
 * (places.sql.ts); a test finds a name that was left. Counted are the rows that a step changed.
 */
export const STEPS: readonly Step[] = [
  // They hold everybody's names, and are made again when a user needs them.
  step(words('Files of records'), ({ accountId }) => sql`delete from record_file where account_id = ${accountId}`),
  step(words('Former names'), ({ accountId, of }) => deleteFormerNames(accountId, of.employeeId)),
  step(
    words('Link to their own days'),
    ({ accountId, of }) =>
      sql`delete from own_days_link where account_id = ${accountId} and employee_id = ${of.employeeId}`,
  ),
  step(
    words('Punches'),
    ({ accountId, of, patterns }) => sql`
    update clock_record set time_id = null, raw = null,
      record_id = case when ${namesThem(patterns)} then clock_record_id::text else record_id end
    where account_id = ${accountId} and employee_id = ${of.employeeId}`,
  ),
  step(
    words('Unmatched punches of the PIN'),
    (erasing) => sql`
    update clock_record set time_id = ${`removed-${erasing.instead.lastName}`}, raw = null
    where account_id = ${erasing.accountId} and employee_id is null and time_id = any(${recordPinsOf(erasing.known)}::text[])`,
  ),
  step(
    words('Work'),
    ({ accountId, of, patterns }) => sql`
    update piecework_entry set time_id = null, employee_number = null,
      record_id = case when ${namesThem(patterns)} then piecework_entry_id::text else record_id end
    where account_id = ${accountId} and employee_id = ${of.employeeId}`,
  ),
  step(
    words('Unmatched work of the PIN'),
    (erasing) => sql`
    update piecework_entry set time_id = null, employee_number = null
    where account_id = ${erasing.accountId} and employee_id is null
      and (time_id = any(${recordPinsOf(erasing.known)}::text[]) or employee_number = any(${numbersOf(erasing.known)}::text[]))`,
  ),
  step(
    words('Ids of what they said of their days'),
    ({ accountId, of, patterns }) => sql`
    update own_day_act set record_id = act_id::text
    where account_id = ${accountId} and employee_id = ${of.employeeId} and record_id ~* ${patterns.recordId}`,
  ),
  ...(['punch_correction', 'entry_correction', 'excuse'] as const).map((table) =>
    step(words('Notes on corrections and excuses'), ({ accountId, of }) => {
      const rows = sql`set note = null where account_id = ${accountId} and employee_id = ${of.employeeId} and note is not null`;
      if (table === 'punch_correction') return sql`update punch_correction ${rows}`;
      return table === 'entry_correction' ? sql`update entry_correction ${rows}` : sql`update excuse ${rows}`;
    }),
  ),
  step(
    words('Notes on what they disputed'),
    ({ accountId, of }) => sql`
    update exception_review set note = null where account_id = ${accountId} and note is not null and strpos(key, ${of.employeeId}) > 0`,
  ),
  step(
    words('Exceptions of the PIN'),
    (erasing) => sql`
    delete from exception_review where account_id = ${erasing.accountId} and strpos(key, 'unmatched') > 0
      and key ~ ${erasing.patterns.pin}`,
  ),
  step(
    words('Payroll files'),
    ({ accountId, of, instead }) => sql`
    update pay_file_part set number = ${instead.number}, first_name = ${instead.firstName}, last_name = ${instead.lastName}
    where account_id = ${accountId} and employee_id = ${of.employeeId}`,
  ),
  step(
    words('Names from Recorders'),
    (erasing) => sql`
    delete from new_person where account_id = ${erasing.accountId}
      and (pin = any(${recordPinsOf(erasing.known)}::text[]) or name ~* ${erasing.patterns.name})`,
  ),
  step(
    words('Lines that became no punch'),
    (erasing) => sql`
    delete from rejected_line where account_id = ${erasing.accountId} and (raw ~* ${erasing.patterns.name}
      or raw ~* ${erasing.patterns.line})`,
  ),
  step(
    words('Terminals told'),
    (erasing) => sql`
    delete from terminal_user where account_id = ${erasing.accountId}
      and (employee_id = ${erasing.of.employeeId} or time_id = any(${pinsOf(erasing.known)}::text[]))`,
  ),
  step(
    words('Names on terminals'),
    (erasing) => sql`
    delete from pin_conflict where account_id = ${erasing.accountId} and (employee_id = ${erasing.of.employeeId}
      or time_id = any(${pinsOf(erasing.known)}::text[]) or name ~* ${erasing.patterns.name})`,
  ),
  step(
    words('Commands to terminals'),
    (erasing) => sql`
    delete from terminal_command where account_id = ${erasing.accountId} and payload ->> 'pin' = any(${pinsOf(erasing.known)}::text[])`,
  ),
  step(
    words('Workbooks, with the data before them'),
    ({ accountId }) => sql`
    delete from workbook_upload where account_id = ${accountId}`,
  ),
  step(
    words('Uploaded backups that were not restored'),
    ({ accountId }) => sql`
    delete from restore_job where account_id = ${accountId} and status = 'Not Started'`,
  ),
  step(words('Lines of restores'), ({ accountId }) => sql`delete from restore_line where account_id = ${accountId}`),
  step(
    words('Answers to repeated calls'),
    ({ accountId }) => sql`
    delete from idempotency_key where account_id = ${accountId} and status <> 0`,
  ),
  step(
    words('Alerts'),
    ({ accountId, patterns: { name, mention } }) => sql`
    update alert_delivery set subject = regexp_replace(subject, ${name}, 'Removed', 'gi'), body_text = ${MESSAGE}, body_html = ${MESSAGE}
    where account_id = ${accountId} and concat_ws(' ', subject, body_text, body_html) ~* ${mention}`,
  ),
  step(
    words('Texts that name them'),
    ({ accountId, patterns: { name }, instead }) => sql`
    select replace_in_texts(${accountId}, ${name}, ${instead.number}, ${NO_TEXTS})`,
  ),
  {
    what: words('Employee'),
    run: async (tx, { accountId, of, instead }) => {
      // The terminals are told by a trigger, as for all who lose a PIN.
      const changed = await tx.run(sql`
        update employee set number = ${instead.number}, first_name = ${instead.firstName}, last_name = ${instead.lastName},
          time_id = null, cards = '{}', phone_number = null, own_days_pin = null, system_id = ${APPLICATION_SYSTEM}, code = ${`removed ${of.employeeId}`}, is_active = false,
          changed_version = (select data_version + 1 from account where account_id = ${accountId})
        where account_id = ${accountId} and employee_id = ${of.employeeId}`);
      await tx.run(sql`
        update terminal_deletion set removes_person = true where account_id = ${accountId} and employee_id = ${of.employeeId}`);
      await tx.run(sql`
        update terminal_deletion set time_id = ${`removed ${of.employeeId}`}
        where account_id = ${accountId} and employee_id = ${of.employeeId} and answered_at is not null`);
      return changed;
    },
  },
];

const emptied = z.object({ mailId: z.string() });
/** Empties the mails that mention a person, of which those that wait are not sent; returns them, because the outbox may have a file of each. */
export const emptyMails = (tx: Db, { accountId, patterns }: Erasing) =>
  tx.rows(
    emptied,
    sql`update mail set subject = regexp_replace(subject, ${patterns.name}, 'Removed', 'gi'), body_text = '', body_html = '',
          status = case when status in ('queued', 'sending') then 'failed' else status end,
          last_error = case when status in ('queued', 'sending') then ${MESSAGE} else last_error end
        where owner_account_id = ${accountId} and not is_sealed and concat_ws(' ', subject, body_text, body_html) ~* ${patterns.mention}
        returning mail_id as "mailId"`,
  );

const packedDay = z.object({ exportId: z.string(), day: z.string(), rows: z.instanceof(Buffer) });
/** Returns the stored days of reports, which are at most those of the newest few. */
export const selectExportDays = (tx: Db, accountId: string) =>
  tx.rows(
    packedDay,
    sql`select export_id as "exportId", day::text as day, rows from export_day where account_id = ${accountId} limit 10000`,
  );
export const updateExportDay = (tx: Db, accountId: string, { exportId, day, rows }: z.infer<typeof packedDay>) =>
  tx.run(
    sql`update export_day set rows = ${rows} where account_id = ${accountId} and export_id = ${exportId} and day = ${day}::date`,
  );

const readiness = z.object({
  isActive: z.boolean(),
  username: z.string().nullable(),
  unlocked: z.int(),
  firstUnlocked: z.string().nullable(),
  unexported: z.int(),
  firstUnexported: z.string().nullable(),
  isBusy: z.boolean(),
  hasMailFiles: z.boolean(),
  system: z.string().nullable(),
  nth: z.int(),
  recorders: z.array(z.string()),
  terminals: z.int(),
});
export type Readiness = z.infer<typeof readiness>;
/**
 * Returns what decides whether a person can be erased, on a local date: days since `since` that are not locked, or that are and were not handed over.
 * A number 'Removed 3' that a restored employee has is not given again.
 * Handed over is a day by a payroll file of its lock, or by a report that was made since.
 */
export const selectReadiness = (
  tx: Db,
  accountId: string,
  of: Named,
  { today, since }: { today: string; since: string },
) =>
  tx.single(
    readiness,
    sql`with days as (
          select f.day, l.lock_id, l.lock_id is not null and (
              exists (select from pay_file p where p.account_id = ${accountId} and p.lock_id = l.lock_id)
              or exists (select from export_record x where x.account_id = ${accountId} and x.rows >= 0
                and f.day between x.from_day and x.to_day and x.made_at >= l.received_at)) as exported
          from day_fact f
          left join lateral (select l.lock_id, l.received_at from period_lock l
            where l.account_id = ${accountId} and l.kind = 'lock' and f.day between l.from_day and l.to_day
              and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
            order by l.received_at desc limit 1) l on true
          where f.account_id = ${accountId} and f.employee_id = ${of.employeeId} and f.day >= ${since}::date)
        select e.is_active and e.deleted_at is null and (e.inactive_from is null or e.inactive_from > ${today}::date) as "isActive",
          (select u.username from app_user u where u.account_id = e.account_id and u.employee_id = e.employee_id limit 1) as username,
          (select count(*)::int from days where lock_id is null) as unlocked,
          (select min(day)::text from days where lock_id is null) as "firstUnlocked",
          (select count(*)::int from days where lock_id is not null and not exported) as unexported,
          (select min(day)::text from days where lock_id is not null and not exported) as "firstUnexported",
          exists (select from backup_job b where b.account_id = e.account_id and b.status = 'In Progress')
            or exists (select from restore_job r where r.account_id = e.account_id and r.status = 'In Progress') as "isBusy",
          exists (select from mail_file m where m.owner_account_id = e.account_id) as "hasMailFiles",
          (select p.system_id from payroll_system p where p.account_id = e.account_id and p.system_id = e.system_id) as system,
          coalesce((select x.nth from erased_person x where x.account_id = e.account_id and x.employee_id = e.employee_id),
            (select coalesce(max(taken.nth), 0) + 1 from (
              select x.nth from erased_person x where x.account_id = e.account_id
              union all select substring(o.number from '^Removed ([0-9]{1,8})$')::int from employee o
                where o.account_id = e.account_id and o.employee_id <> e.employee_id) taken)) as nth,
          coalesce((select array_agg(distinct d.description order by d.description) from device_person p
            join device d on d.account_id = p.account_id and d.device_id = p.device_id and d.deleted_at is null
            where p.account_id = e.account_id and p.employee_id = e.employee_id), '{}') as recorders,
          (select count(*)::int from device d where d.account_id = e.account_id and d.kind = 'adms' and d.deleted_at is null
            and d.first_contact is not null and coalesce(d.dialect, 'attendance') in ('attendance', 'access')) as terminals
        from employee e where e.account_id = ${accountId} and e.employee_id = ${of.employeeId}`,
  );

/** Stores that a person was erased; erased again after a restore, they have the same number. */
export const insertErased = (
  tx: Db,
  accountId: string,
  { employeeId, nth, hash, by, now }: { employeeId: string; nth: number; hash: Buffer; by: string; now: Date },
) =>
  tx.run(sql`
    insert into erased_person (account_id, employee_id, nth, person_hash, erased_at, erased_by)
    values (${accountId}, ${employeeId}, ${nth}, ${hash}, ${now}, ${by})
    on conflict (account_id, employee_id) do update set erased_at = excluded.erased_at, erased_by = excluded.erased_by`);

const erased = z.object({ employeeId: z.string(), nth: z.int(), hash: z.instanceof(Buffer), at: z.coerce.date() });
export const selectErased = (tx: Db, accountId: string) =>
  tx.rows(
    erased,
    sql`select employee_id as "employeeId", nth, person_hash as hash, erased_at as at from erased_person
        where account_id = ${accountId} order by nth limit 10000`,
  );
const present = z.object({ employeeId: z.string(), number: z.string(), firstName: z.string(), lastName: z.string() });
export const selectPeople = (tx: Db, accountId: string) =>
  tx.rows(
    present,
    sql`select employee_id as "employeeId", number, first_name as "firstName", last_name as "lastName" from employee
        where account_id = ${accountId}`,
  );

const backup = z.object({ at: z.coerce.date(), count: z.int() });
/** Returns how many backups of the account with employees there are, and when the newest was made; undefined without any. */
export const countBackups = (tx: Db, accountId: string) =>
  tx.first(
    backup,
    sql`select max(started_at) as at, count(*)::int as count from backup_job
        where account_id = ${accountId} and status = 'Successful' having count(*) > 0`,
  );
