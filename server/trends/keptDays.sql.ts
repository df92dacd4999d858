import { z } from 'zod';
import { calendarText } from '../attendance/facts.sql.ts';
import { type Db, sql } from '../db/db.ts';

const dayVersion = z.object({ day: z.string(), version: z.int() });
const basis = z.object({
  timeZone: z.string(),
  /** A hash of the calendar, the first evidence, lookups, employees as far as they are judged by, and their devices. */
  account: z.string(),
  /** The latest local date on which an employee was received. */
  lastReceived: z.string().nullable(),
  /** The last change of all days before the range. */
  before: z.int(),
  changes: z.array(dayVersion),
  /** Punches that wait for a decision, by UTC date. */
  quarantined: z.array(z.object({ day: z.string(), hash: z.string() })),
  devices: z.array(z.object({ id: z.string(), lastContact: z.string().nullable() })),
});
export type BasisRow = z.infer<typeof basis>;

/** Everything that the days of a range are judged from, in hashes and versions (keptDays.ts). */
export const selectBasis = (tx: Db, accountId: string, { from, to }: { from: string; to: string }) =>
  tx.first(
    basis,
    sql`select a.time_zone as "timeZone",
        md5(concat_ws('|', ${calendarText(accountId)}, least(a.first_record_at, (select min(d.first_contact) from device d
            where d.account_id = a.account_id)),
          (select md5(string_agg(concat_ws(' ', e.employee_id, e.activity, e.received_at, e.deleted_at, e.time_group_id, e.time_groups),
              '|' order by e.employee_id)) from employee e where e.account_id = a.account_id),
          (select md5(string_agg(concat_ws(' ', l.lookup, l.code, l.description), '|' order by l.lookup_entry_id))
            from lookup_entry l where l.account_id = a.account_id),
          (select md5(string_agg(concat_ws(' ', de.device_id, de.employee_id), '|' order by de.device_id, de.employee_id))
            from device_employee de where de.account_id = a.account_id))) as account,
        (select max((e.received_at at time zone a.time_zone)::date)::text from employee e where e.account_id = a.account_id) as "lastReceived",
        (select coalesce(max(c.version), 0) from day_change c where c.account_id = a.account_id and c.day < ${from}::date)::int as before,
        (select coalesce(json_agg(json_build_object('day', c.day, 'version', c.version)), '[]') from day_change c
          where c.account_id = a.account_id and c.day between ${from}::date and ${to}::date) as changes,
        (select coalesce(json_agg(q), '[]') from (select (c.at at time zone 'UTC')::date::text as day,
            md5(string_agg(c.clock_record_id::text, ' ' order by c.clock_record_id)) as hash
          from clock_record c where c.account_id = a.account_id and c.standing = 'quarantined'
            and c.at >= ${from}::date and c.at < ${to}::date + 1 group by 1) q) as quarantined,
        (select coalesce(json_agg(json_build_object('id', d.device_id, 'lastContact', d.last_contact) order by d.device_id), '[]')
          from device d where d.account_id = a.account_id and d.deleted_at is null) as devices
      from account a where a.account_id = ${accountId}`,
  );

const keptRow = z.object({ day: z.string(), basis: z.string(), content: z.instanceof(Buffer) });
/** The kept days of a range that may still hold at an instant. */
export const selectKept = (tx: Db, accountId: string, { from, to, at }: { from: string; to: string; at: Date }) =>
  tx.rows(
    keptRow,
    sql`select day::text as day, basis, content from kept_day
      where account_id = ${accountId} and day between ${from}::date and ${to}::date
        and made_at <= ${at} and (valid_until is null or valid_until > ${at})`,
  );

const figuresRow = z.object({
  day: z.string(),
  basis: z.string(),
  madeAt: z.number(),
  validUntil: z.number().nullable(),
  figures: z.string(),
});
/** Everybody's figures of the kept days of a range that may still hold at an instant; instants as epoch milliseconds. */
export const selectKeptFigures = (
  tx: Db,
  accountId: string,
  { from, to, at }: { from: string; to: string; at: Date },
) =>
  tx.rows(
    figuresRow,
    sql`select day::text as day, basis, extract(epoch from made_at)::float8 * 1000 as "madeAt",
        extract(epoch from valid_until)::float8 * 1000 as "validUntil", figures from kept_day
      where account_id = ${accountId} and day between ${from}::date and ${to}::date
        and made_at <= ${at} and (valid_until is null or valid_until > ${at})`,
  );

type KeptContent = {
  day: string;
  basis: string;
  madeAt: Date;
  validUntil: Date | null;
  figures: string;
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

export const deleteKeptBefore = (db: Db, before: string) =>
  db.run(sql`delete from kept_day where day < ${before}::date`);

/** The accounts that have anything to keep. */
export const selectAccountsWithFacts = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string(), timeZone: z.string(), dataVersion: z.int() }),
    sql`select a.account_id as "accountId", a.time_zone as "timeZone", a.data_version as "dataVersion" from account a
      where exists (select from day_fact f where f.account_id = a.account_id) order by a.account_id`,
  );
