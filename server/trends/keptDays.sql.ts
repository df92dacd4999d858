import { z } from 'zod';
import { calendarText } from '../attendance/facts.sql.ts';
import { type Db, sql } from '../db/db.ts';
import { knownFrom, person } from '../stats/day.sql.ts';

const dayVersion = z.object({ day: z.string(), version: z.int() });
const basis = z.object({
  timeZone: z.string(),
  calendar: z.string(),
  firstEvidence: z.iso.datetime().nullable(),
  dataVersion: z.int(),
  changes: z.array(dayVersion),
  /** Punches that wait for a decision, by UTC date. */
  quarantined: z.array(z.object({ day: z.string(), hash: z.string() })),
  devices: z.array(z.object({ id: z.string(), lastContact: z.string().nullable() })),
});
export type BasisRow = z.infer<typeof basis>;

type Days = { from: string; to: string };
/** Returns hashes and versions of everything that the days of a range are judged from, except the employees (`selectHashes`; basis.ts). */
export const selectBasis = (tx: Db, accountId: string, { from, to }: Days) =>
  tx.first(
    basis,
    sql`select a.time_zone as "timeZone", a.data_version as "dataVersion", md5(${calendarText(accountId)}) as calendar,
        least(a.first_record_at, (select min(d.first_contact) from device d where d.account_id = a.account_id)) as "firstEvidence",
        (select coalesce(json_agg(json_build_object('day', c.day, 'version', c.version)), '[]') from day_change c
          where c.account_id = a.account_id and c.day between ${from}::date and ${to}::date) as changes,
        (select coalesce(json_agg(q), '[]') from (select (c.at at time zone 'UTC')::date::text as day,
            md5(string_agg(c.clock_record_id::text, ' ' order by c.clock_record_id)) as hash
          from clock_record c where c.account_id = a.account_id and c.standing = 'quarantined'
            and c.at >= ${from}::date - 3 and c.at < ${to}::date + 4 group by 1) q) as quarantined,
        (select coalesce(json_agg(json_build_object('id', d.device_id, 'lastContact', d.last_contact) order by d.device_id), '[]')
          from device d where d.account_id = a.account_id and d.deleted_at is null) as devices
      from account a where a.account_id = ${accountId}`,
  );

const hashes = z.object({ employees: z.string(), assignments: z.string().nullable() });
/** Returns hashes of all employees, as far as days from `from` on are judged by them, and of the devices that they clock on. */
export const selectHashes = (tx: Db, accountId: string, { from }: Pick<Days, 'from'>) =>
  tx.single(
    hashes,
    sql`select
        (select coalesce(md5(string_agg(concat_ws(' ', e.employee_id, e.activity, e.deleted_at, e.time_group_id, e.time_groups,
            ${knownFrom(accountId, from)}), '|' order by e.employee_id)), '') from employee e where e.account_id = a.account_id) as employees,
        (select md5(string_agg(concat_ws(' ', de.device_id, de.employee_id), '|' order by de.device_id, de.employee_id))
          from device_employee de where de.account_id = a.account_id) as assignments
      from account a where a.account_id = ${accountId}`,
  );

const known = z.object({ employeeId: z.string(), knownFrom: z.string().nullable() });
/** Returns the dates from which some employees are known (rule 13), for days from `from` on. */
export const selectKnownFrom = (
  tx: Db,
  accountId: string,
  { from }: Pick<Days, 'from'>,
  employeeIds: readonly string[],
) =>
  tx.rows(
    known,
    sql`select e.employee_id as "employeeId", (${knownFrom(accountId, from)})::text as "knownFrom"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId} and e.employee_id = any(${[...employeeIds]}::uuid[])`,
  );

const judgedBy = person
  .pick({ employeeId: true, timeGroupId: true, timeGroups: true, activity: true, deletedOn: true })
  .extend({ knownFrom: z.string().nullable() });
export type JudgedBy = z.infer<typeof judgedBy>;
/** Returns all employees with the values that decide whether they count on a day, and in which time group (rule 13). */
export const selectJudgedBy = (tx: Db, accountId: string, { from }: Pick<Days, 'from'>) =>
  tx.rows(
    judgedBy,
    sql`select e.employee_id as "employeeId", e.time_group_id as "timeGroupId", e.time_groups as "timeGroups", e.activity,
        (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn", (${knownFrom(accountId, from)})::text as "knownFrom"
      from employee e join account a on a.account_id = e.account_id where e.account_id = ${accountId}`,
  );

const keptRow = z.object({ day: z.string(), basis: z.string(), content: z.instanceof(Buffer) });
/** The parts of a stored day: the day of all employees, and their figures. */
export type KeptPart = 'content' | 'figures';
const PARTS = { content: sql`content`, figures: sql`figures` };
/** Returns one part of the stored days of some dates that may still be valid at an instant. */
export const selectKept = (
  tx: Db,
  accountId: string,
  { days, part, at }: { days: readonly string[]; part: KeptPart; at: Date },
) =>
  tx.rows(
    keptRow,
    sql`select day::text as day, basis, ${PARTS[part]} as content from kept_day
      where account_id = ${accountId} and day = any(${[...days]}::date[])
        and made_at <= ${at} and (valid_until is null or valid_until > ${at})`,
  );

type KeptContent = {
  day: string;
  basis: string;
  madeAt: Date;
  validUntil: Date | null;
  figures: Buffer;
  content: Buffer;
};
export const upsertKept = (
  tx: Db,
  accountId: string,
  { day, basis, madeAt, validUntil, figures, content }: KeptContent,
) =>
  tx.run(sql`insert into kept_day (account_id, day, basis, made_at, valid_until, figures, content)
    values (${accountId}, ${day}, ${basis}, ${madeAt}, ${validUntil}, ${figures}, ${content})
    on conflict (account_id, day) do update set basis = excluded.basis, made_at = excluded.made_at,
      valid_until = excluded.valid_until, figures = excluded.figures, content = excluded.content`);

const keptBasis = z.object({ day: z.string(), basis: z.string() });
/** Returns the bases of an account's stored days that may still be valid at an instant. */
export const selectKeptBases = (tx: Db, accountId: string, at: Date) =>
  tx.rows(
    keptBasis,
    sql`select day::text as day, basis from kept_day
      where account_id = ${accountId} and made_at <= ${at} and (valid_until is null or valid_until > ${at})`,
  );

export const deleteKeptBefore = (db: Db, before: string) =>
  db.run(sql`delete from kept_day where day < ${before}::date`);

/** Returns the accounts that have days to store. */
export const selectAccountsWithFacts = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string(), timeZone: z.string(), dataVersion: z.int() }),
    sql`select a.account_id as "accountId", a.time_zone as "timeZone", a.data_version as "dataVersion" from account a
      where exists (select from day_fact f where f.account_id = a.account_id) order by a.account_id`,
  );
