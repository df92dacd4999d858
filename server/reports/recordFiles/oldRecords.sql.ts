import { z } from 'zod';
import { words } from '#contract/platform/words.ts';
import { type Db, raw, type Sql, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

/** Statements that count and remove old records (docs/reference/records.md#how-long-records-are-stored), on the system path: ledgers are only added to by anybody else. */

/** Records of days before `before` go; `punches`: the instant before which punches and pieces do, some days earlier, as the first day looks back. */
export type Age = { accountId: string; timeZone: string; before: LocalDate; punches: Date };

const settings = z.object({ years: z.int(), removedBefore: z.string().nullable() });
export const selectYears = (tx: Db, accountId: string) =>
  tx.single(
    settings,
    sql`select record_years as years, records_from::text as "removedBefore" from account where account_id = ${accountId}`,
  );
export const setRecordsFrom = (tx: Db, accountId: string, before: LocalDate) =>
  tx.run(
    sql`update account set records_from = greatest(records_from, ${before}::date) where account_id = ${accountId}`,
  );

const crossing = z.object({ from: z.string().nullable() });
/** Returns the first day of the locks in force and payroll files that have days on both sides of a day; null without any. */
export const selectCrossing = async (tx: Db, accountId: string, before: LocalDate) =>
  (
    await tx.single(
      crossing,
      sql`select min(from_day)::text as "from" from (
        select from_day, to_day from period_lock l where account_id = ${accountId} and kind = 'lock'
          and not exists (select from period_lock r where r.account_id = l.account_id and r.undoes = l.lock_id)
        union all select from_day, to_day from pay_file where account_id = ${accountId}) spans
      where from_day < ${before}::date and to_day >= ${before}::date`,
    )
  ).from;

type Kind = {
  what: string;
  table: string;
  key: string;
  /** The date by whose year a row is counted. */
  date: (age: Age) => Sql;
  isOld: (age: Age) => Sql;
};
const local = (column: string, timeZone: string) => sql`(${raw(column)} at time zone ${timeZone})::date`;
const received = ({ timeZone }: Age) => local('received_at', timeZone);
/** Of the ledger: its last day. Entries of records without a day count when they were made. */
const lastDay = (timeZone: string) =>
  sql`coalesce((select max(d)::date from unnest(days) d), ${local('received_at', timeZone)})`;
/** Records that an entry of the ledger which stays is about stay with it. */
const isNamed = (age: Age, ledger: string, key: string, table: string) =>
  sql`exists (select from ${raw(ledger)} where ${raw(ledger)}.account_id = ${raw(table)}.account_id
    and ${raw(ledger)}.${raw(key)} = ${raw(table)}.${raw(key)} and ${lastDay(age.timeZone)} >= ${age.before}::date)`;
const records = (what: string, table: string, at: string, ledger: string): Kind => ({
  what,
  table,
  key: `${table}_id`,
  date: ({ timeZone }) => local(at, timeZone),
  isOld: (age) => sql`${raw(at)} < ${age.punches} and not ${isNamed(age, ledger, `${table}_id`, table)}`,
});
const ofInstant = (what: string, table: string, key: string): Kind => ({
  ...{ what, table, key },
  date: ({ timeZone }) => local('at', timeZone),
  isOld: ({ punches }) => sql`at < ${punches}`,
});
const ofLedger = (what: string, table: string, key: string): Kind => ({
  what,
  table,
  key,
  date: ({ timeZone }) => lastDay(timeZone),
  isOld: ({ timeZone, before }) => sql`${lastDay(timeZone)} < ${before}::date`,
});
const ofDays = (what: string, table: string, key: string, day = 'to_day'): Kind => ({
  what,
  table,
  key,
  date: () => raw(day),
  isOld: ({ before }) => sql`${raw(day)} < ${before}::date`,
});
/** The newest stays, so that no number is used twice. */
const oldFile = ({ accountId, before }: Age) => sql`to_day < ${before}::date
  and number < (select max(number) from pay_file where account_id = ${accountId})`;
const ofPayFile = (what: string, table: string): Kind => ({
  what,
  table,
  key: `${table}_id`,
  date: received,
  isOld: (age) =>
    sql`pay_file_id in (select pay_file_id from pay_file where account_id = ${age.accountId} and ${oldFile(age)})`,
});

/** Everything that goes, in the order in which it does. Who works, groups, hours, rates, rules, consents and the trail stay. */
export const KINDS: readonly Kind[] = [
  records(words('Punches'), 'clock_record', 'at', 'punch_correction'),
  ofInstant(words('Work of teams'), 'team_entry', 'team_entry_id'),
  ofInstant(words('Delivered'), 'container_delivery', 'delivery_id'),
  ofInstant(words('Samples'), 'quality_sample', 'sample_id'),
  records(words('Pieces'), 'piecework_entry', 'started_at', 'entry_correction'),
  ofLedger(words('Corrections of punches'), 'punch_correction', 'correction_id'),
  ofLedger(words('Corrections of pieces'), 'entry_correction', 'correction_id'),
  ofLedger(words('Excuses'), 'excuse', 'excuse_id'),
  {
    ...{ what: words('Decided exceptions'), table: 'exception_review', key: 'review_id', date: received },
    isOld: (age) => sql`${received(age)} < ${age.before}::date`,
  },
  ofDays(words('Notes on days'), 'day_note', 'note_id', 'day'),
  ofDays(words('What employees said of their days'), 'own_day_act', 'act_id', 'day'),
  ofDays(words('Plans of work'), 'work_plan', 'plan_id', 'day'),
  {
    ...{ what: words('Locks'), table: 'period_lock', key: 'lock_id' },
    date: (age) => sql`coalesce(to_day, ${received(age)})`,
    // With its re-opening.
    isOld: ({ accountId, before }) =>
      sql`case when kind = 'lock' then to_day < ${before}::date else exists (select from period_lock l where l.account_id = ${accountId} and l.lock_id = period_lock.undoes and l.to_day < ${before}::date) end`,
  },
  ofPayFile(words('Downloads of payroll files'), 'pay_file_event'),
  ofPayFile(words('Parts of payroll files'), 'pay_file_part'),
  { ...ofDays(words('Payroll files'), 'pay_file', 'pay_file_id'), isOld: oldFile },
  ofDays(words('Exports'), 'export_record', 'export_id'),
  ofDays(words('Samples for auditors'), 'audit_sample', 'sample_id'),
];

const counted = z.object({ year: z.int(), rows: z.int() });
/** Returns how many rows of a kind are old, by year. */
export const countOld = (tx: Db, kind: Kind, age: Age) =>
  tx.rows(
    counted,
    sql`select extract(year from ${kind.date(age)})::int as year, count(*)::int as rows from ${raw(kind.table)}
      where account_id = ${age.accountId} and ${kind.isOld(age)} group by 1 order by 1`,
  );
/** Removes at most `limit` old rows of a kind; returns how many. */
export const deleteOld = (tx: Db, kind: Kind, age: Age, limit: number) =>
  tx.run(sql`delete from ${raw(kind.table)} where account_id = ${age.accountId} and ${raw(kind.key)} in (
    select ${raw(kind.key)} from ${raw(kind.table)} where account_id = ${age.accountId} and ${kind.isOld(age)} limit ${limit})`);

/** The tables of what is derived from records, by day. */
const DERIVED = ['day_fact', 'piecework_fact', 'judged_day', 'judged_date', 'older_day', 'day_change'];
/** Forgets what was derived of days before one. */
export async function forgetDerived(tx: Db, accountId: string, before: LocalDate): Promise<void> {
  for (const table of DERIVED)
    await tx.run(sql`delete from ${raw(table)} where account_id = ${accountId} and day < ${before}::date`);
}
