import { z } from 'zod';
import type { Permission } from '#contract/platform/permissions.ts';
import { PIN_OF_NUMBER } from '../../attendance/records.sql.ts';
import { type Db, raw, type Sql, sql } from '../../platform/db/db.ts';

/** An employee by everything that other rows name them by. */
export type Named = {
  employeeId: string;
  number: string;
  firstName: string;
  lastName: string;
  /** Their PIN. */
  timeId: string | null;
  cards: string[];
};

/** A table whose rows are about employees. A test compares the list with the columns of the database. */
export type Place = {
  table: string;
  title: string;
  /** The permission that shows these rows on the screens; absent: that to set up employees. */
  needs?: Permission;
  /** The rows that are about one employee; by default those with their id. */
  rows?: (of: Named) => Sql;
  /** Columns that are not handed out: secrets, and what names other people. */
  omit?: readonly string[];
  /** Columns that say something about a secret in its place. */
  tells?: Sql;
};

const ATTENDANCE = { needs: 'Stats.GET_ATTENDANCE_INFORMATION' } as const;
const PIECES = { needs: 'Stats.GET_PERFORMANCE_METRICS' } as const;
const PAY = { needs: 'Pay.VIEW' } as const;
const byPin = ({ timeId }: Named) => sql`time_id = ${timeId}`;
export const fullName = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/** Every table that has something of a person: what an export holds (docs/reference/privacy.md#export-of-a-person). The order is that of its sheets. */
export const PLACES: readonly Place[] = [
  {
    table: 'employee',
    title: 'Employee',
    omit: ['own_days_pin'],
    tells: sql`jsonb_build_object('has_own_days_pin', own_days_pin is not null)`,
  },
  { table: 'former_name', title: 'Former names' },
  { table: 'consent', title: 'Consents' },
  { table: 'biometric_template', title: 'Templates', omit: ['sealed'] },
  { table: 'clock_record', title: 'Punches', ...ATTENDANCE },
  { table: 'punch_correction', title: 'Corrections of punches', ...ATTENDANCE },
  { table: 'excuse', title: 'Excuses', ...ATTENDANCE },
  {
    table: 'exception_review',
    title: 'Exceptions left as they are',
    ...ATTENDANCE,
    rows: ({ employeeId }) => sql`strpos(key, ${employeeId}) > 0`,
  },
  {
    table: 'own_day_act',
    title: 'What they said of their days',
    ...ATTENDANCE,
    omit: ['shown_checksum', 'office_checksum'],
  },
  { table: 'day_fact', title: 'Days', ...ATTENDANCE },
  { table: 'judged_day', title: 'Days as judged', ...ATTENDANCE },
  {
    table: 'day_note',
    title: 'Notes that name them',
    ...ATTENDANCE,
    rows: (of) => sql`strpos(lower(text), lower(${fullName(of)})) > 0`,
  },
  { table: 'piecework_entry', title: 'Work', ...PIECES },
  { table: 'entry_correction', title: 'Corrections of work', ...PIECES },
  {
    table: 'team',
    title: 'Teams that they are of',
    ...PIECES,
    omit: ['members'],
    rows: ({ employeeId }) => sql`strpos(members::text, ${employeeId}) > 0`,
  },
  {
    table: 'team_entry',
    title: 'Work of their teams',
    ...PIECES,
    rows: ({ employeeId }) =>
      sql`exists (select from piecework_entry p where p.account_id = t.account_id and p.employee_id = ${employeeId} and p.team_entry_id = t.team_entry_id)`,
  },
  {
    table: 'quality_sample',
    title: 'Samples of containers they filled',
    ...PIECES,
    rows: ({ employeeId }) =>
      sql`exists (select from piecework_entry p where p.account_id = t.account_id and p.employee_id = ${employeeId} and p.container = t.container
        and p.started_at between t.at - interval '7 days' and t.at)`,
  },
  { table: 'piecework_fact', title: 'Work by day', ...PIECES },
  { table: 'pay_rate', title: 'Pay rates', ...PAY },
  { table: 'pay_rule', title: 'Pay rules', ...PAY },
  { table: 'pay_file_part', title: 'Payroll files', ...PAY },
  { table: 'device_employee', title: 'Devices' },
  { table: 'device_person', title: 'Phones and tablets told' },
  {
    table: 'terminal_user',
    title: 'Terminals told',
    rows: (of) => sql`employee_id = ${of.employeeId} or ${byPin(of)}`,
  },
  {
    table: 'pin_conflict',
    title: 'Names on terminals',
    rows: (of) => sql`employee_id = ${of.employeeId} or ${byPin(of)}`,
  },
  { table: 'terminal_deletion', title: 'Deletions on terminals' },
  {
    table: 'terminal_command',
    title: 'Commands to terminals',
    // A command that names another is of the former holder of the PIN.
    rows: (of) =>
      sql`payload ->> 'pin' = ${of.timeId} and coalesce(payload ->> 'name', ${fullName(of)}) = ${fullName(of)}`,
  },
  {
    table: 'new_person',
    title: 'Names from Recorders',
    rows: ({ timeId, number }) =>
      sql`pin = any(${[`${PIN_OF_NUMBER}${number}`, ...(timeId === null ? [] : [timeId])]}::text[])`,
  },
  {
    table: 'rejected_line',
    title: 'Lines that became no punch',
    rows: ({ timeId }) =>
      sql`${timeId}::text is not null and (split_part(raw, e'\t', 1) = ${timeId} or position(e'PIN=' || ${timeId} || e'\t' in raw) > 0)`,
  },
  {
    table: 'alert_said',
    title: 'Alerts about them',
    ...ATTENDANCE,
    rows: ({ employeeId }) => sql`subject = ${`employee:${employeeId}`}`,
  },
  {
    table: 'audit_sample',
    title: 'Auditors’ samples',
    rows: ({ employeeId }) => sql`strpos(periods::text, ${employeeId}) > 0`,
    omit: ['periods'],
  },
  { table: 'own_days_link', title: 'Link to their own days' },
  { table: 'erased_person', title: 'Erasure before a restore', omit: ['person_hash'] },
  { table: 'judged_stale', title: 'Days to be judged anew', ...ATTENDANCE },
  {
    table: 'app_user',
    title: 'Log-in',
    omit: ['password_hash', 'search_text', 'permissions', 'modules', 'scope', 'choices'],
  },
  {
    table: 'audit_entry',
    title: 'Who looked, and who changed',
    // The detail in other languages.
    omit: ['words'],
    rows: (of) => sql`target = ${of.number} or strpos(target, ${`${of.number} ${fullName(of)}`}) = 1
      or exists (select from former_name f where f.account_id = t.account_id and f.employee_id = ${of.employeeId} and t.at < f.received_at
        and strpos(t.target, concat_ws(' ', f.number, nullif(f.first_name, ''), nullif(f.last_name, ''))) = 1)`,
  },
];

/** The most rows of one table that an export holds; the file says where there are more. */
export const MAX_PLACE_ROWS = 50_000;

/** Returns the rows of a place that are about an employee. */
export const rowsOfPlace = async (tx: Db, accountId: string, place: Place, of: Named) =>
  (
    await tx.rows(
      z.object({ row: z.record(z.string(), z.unknown()) }),
      sql`select to_jsonb(t) - ${['account_id', ...(place.omit ?? [])]}::text[] || ${place.tells ?? sql`'{}'::jsonb`} as row from ${raw(place.table)} t
          where account_id = ${accountId} and (${place.rows?.(of) ?? sql`employee_id = ${of.employeeId}`}) limit ${MAX_PLACE_ROWS}`,
    )
  ).map(({ row }) => row);

const named = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
});
/** Returns an employee, also one whom a payroll system has deleted; undefined where the account has none of this id. */
export const selectNamed = (tx: Db, accountId: string, employeeId: string): Promise<Named | undefined> =>
  tx.first(
    named,
    sql`select employee_id as "employeeId", number, first_name as "firstName", last_name as "lastName", time_id as "timeId", to_jsonb(cards) as cards
        from employee where account_id = ${accountId} and employee_id = ${employeeId}`,
  );
