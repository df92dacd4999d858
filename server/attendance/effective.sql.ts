import { empty, type Sql, sql } from '../platform/db/db.ts';

/**
 * SQL fragments for effective records (docs/reference/corrections.md#effective-records), on which rules 3 to 17 work: an employee's records that count, without those that a
 * correction in force voids or replaces, with added ones, and with replacements at their new employee, time and direction. Every figure reads raw
 * records through these fragments. Each statement first checks once whether the ledger has any rows: an empty ledger costs nothing.
 */
const hasCorrections = {
  punch: (accountId: string) => sql`(select exists (select from punch_correction where account_id = ${accountId}))`,
  entry: (accountId: string) => sql`(select exists (select from entry_correction where account_id = ${accountId}))`,
};

/** Tells whether the account has any correction of a record. */
export const hasLedger = (accountId: string) =>
  sql`(${hasCorrections.punch(accountId)} or ${hasCorrections.entry(accountId)})`;

/** True of `k`, a row of punch_correction, if nobody has undone it. */
export const punchInForce = sql`k.kind <> 'undo' and not exists (
  select from punch_correction u where u.account_id = k.account_id and u.undoes = k.correction_id)`;
/** The same of `k`, a row of entry_correction. */
export const entryInForce = sql`k.kind <> 'undo' and not exists (
  select from entry_correction u where u.account_id = k.account_id and u.undoes = k.correction_id)`;

/** True of `k`, a replacement of the entry `p`, if it counts: not where that was taken back, nor where it was found twice since, until a user says that both are right. */
const replacementCounts = sql`p.standing not in ('quarantined', 'rejected', 'taken-back') and (p.standing <> 'duplicate' or k.counts_again)`;

/** True of `c`, a raw punch, if no correction in force voids or replaces it. */
export const untouchedPunch = (accountId: string) => sql`(not ${hasCorrections.punch(accountId)} or not exists (
  select from punch_correction k where k.account_id = c.account_id and k.clock_record_id = c.clock_record_id and ${punchInForce}))`;
/** The same of `p`, a raw entry. */
export const untouchedEntry = (accountId: string) => sql`(not ${hasCorrections.entry(accountId)} or not exists (
  select from entry_correction k where k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}))`;

type Within = {
  accountId: string;
  /** The account whose raw records are read, if not simply its id: {@link averageAccount}. */
  account?: Sql;
  employeeId: Sql;
  from: Sql;
  to: Sql;
  asOf?: Date | undefined;
  /** False where the account is known to have no corrections: the statement then omits the ledger. */
  hasLedger?: boolean | undefined;
};
/** True of a record that had been received by an instant, or had happened by then and was received later. */
const knownBy = (asOf: Date | undefined, received: Sql, happened: Sql) =>
  asOf ? sql` and (${received} <= ${asOf} or ${happened} <= ${asOf})` : empty;

/**
 * Selects an employee's effective punches between two instants: at, direction, final, given (a correction added it, or assigned the record of another
 * employee or of none), clock_record_id, correction_id.
 */
export function effectivePunches({ accountId, account, employeeId, from, to, asOf, hasLedger = true }: Within): Sql {
  const received = sql`
    select c.at, c.direction, false as final, false as given, c.clock_record_id, null::uuid as correction_id
    from clock_record c
    where c.account_id = ${account ?? accountId} and c.employee_id = ${employeeId} and c.standing = 'counted'
      and c.at between ${from} and ${to}${knownBy(asOf, sql`c.received_at`, sql`c.at`)}`;
  if (!hasLedger) return sql`(${received})`;
  return sql`(${received} and ${untouchedPunch(accountId)}
  union all
  select coalesce(k.at, c.at), coalesce(k.direction, c.direction), k.direction is not null, c.employee_id is distinct from k.employee_id,
    c.clock_record_id, k.correction_id
  from punch_correction k
  left join clock_record c on c.account_id = k.account_id and c.clock_record_id = k.clock_record_id
  where ${hasCorrections.punch(accountId)} and k.account_id = ${accountId} and k.employee_id = ${employeeId}
    and (k.kind = 'add' or (k.kind = 'replace' and c.standing not in ('quarantined', 'rejected'))) and ${punchInForce}
    and coalesce(k.at, c.at) between ${from} and ${to}${knownBy(asOf, sql`k.received_at`, sql`coalesce(k.at, c.at)`)})`;
}

const ended = (entry: Sql) =>
  sql`coalesce(${entry}.ended_at, ${entry}.started_at + coalesce(${entry}.duration_ms, 0) * interval '1 millisecond')`;
/** Selects an employee's effective entries that start between two instants; `given` as of punches. */
export function effectiveEntries({ accountId, account, employeeId, from, to, asOf, hasLedger = true }: Within): Sql {
  const received = sql`
    select p.started_at, p.on_date, p.ended_at, p.duration_ms, p.units, p.lookup1_code, p.lookup2_code, p.job_description_code, p.counting, false as given,
      p.piecework_entry_id, null::uuid as correction_id
    from piecework_entry p
    where p.account_id = ${account ?? accountId} and p.employee_id = ${employeeId} and p.standing = 'counted'
      and p.started_at between ${from} and ${to}${knownBy(asOf, sql`p.received_at`, ended(sql`p`))}`;
  if (!hasLedger) return sql`(${received})`;
  return sql`(${received} and ${untouchedEntry(accountId)}
  union all
  select k.started_at, k.on_date, k.ended_at, k.duration_ms, k.units, k.lookup1_code, k.lookup2_code, k.job_description_code, p.counting,
    p.employee_id is distinct from k.employee_id, k.piecework_entry_id, k.correction_id
  from entry_correction k
  left join piecework_entry p on p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id
  where ${hasCorrections.entry(accountId)} and k.account_id = ${accountId} and k.employee_id = ${employeeId}
    and (k.kind = 'add' or (k.kind = 'replace' and ${replacementCounts})) and ${entryInForce}
    and k.started_at between ${from} and ${to}${knownBy(asOf, sql`k.received_at`, ended(sql`k`))})`;
}
