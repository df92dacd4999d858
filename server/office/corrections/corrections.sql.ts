import { z } from 'zod';
import { effectivePunches, entryInForce, punchInForce } from '../../attendance/effective.sql.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';

/** Statements that an act of correction reads its records with, and writes the ledger. */

const account = z.object({
  correctionDays: z.int(),
  isRestoring: z.boolean(),
  /** The employee record of the acting user. */
  ownEmployeeId: z.string().nullable(),
});
const isRestoring = (accountId: string) =>
  sql`exists (select from restore_job where account_id = ${accountId} and status = 'In Progress') as "isRestoring"`;
export const selectIsRestoring = (tx: Db, accountId: string) =>
  tx.single(account.pick({ isRestoring: true }), sql`select ${isRestoring(accountId)}`);
export const selectActing = (tx: Db, accountId: string, userId: string) =>
  tx.single(
    account,
    sql`select correction_days as "correctionDays",
        ${isRestoring(accountId)},
        (select employee_id from app_user where account_id = ${accountId} and user_id = ${userId}) as "ownEmployeeId"
      from account where account_id = ${accountId}`,
  );

export const selectCorrectionDays = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      account.pick({ correctionDays: true }),
      sql`select correction_days as "correctionDays" from account where account_id = ${accountId}`,
    )
  ).correctionDays;

const standing = z.enum(['counted', 'future-clock', 'duplicate', 'taken-back', 'quarantined', 'rejected']);
const rawPunch = z.object({
  recordId: z.string(),
  employeeId: z.string().nullable(),
  at: z.string(),
  direction: z.enum(['in', 'out', 'auto']),
  standing,
  receivedAt: z.string(),
  deviceId: z.string().nullable(),
  isCorrected: z.boolean(),
});
export type RawPunch = z.infer<typeof rawPunch>;
export const selectRawPunches = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    rawPunch,
    sql`select c.clock_record_id as "recordId", c.employee_id as "employeeId", c.at::text as at, c.direction, c.standing,
        c.received_at::text as "receivedAt", c.device_id as "deviceId",
        exists (select from punch_correction k where k.account_id = ${accountId} and k.clock_record_id = c.clock_record_id
          and ${punchInForce}) as "isCorrected"
      from clock_record c where c.account_id = ${accountId} and c.clock_record_id = any(${[...ids]}::uuid[])`,
  );

const entryValues = {
  units: z.string(),
  startedAt: z.string(),
  /** Its date, if no time is known. */
  date: z.string().nullable(),
  endedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  job: z.string().nullable(),
};
/** The reason of what undoes. */
export const UNDONE = 'undone';
/** A replacement of an entry, as a later act takes its place or gives it back. */
const former = z.object({
  correctionId: z.string(),
  employeeId: z.string(),
  countsAgain: z.boolean(),
  ...entryValues,
});
export type Former = z.infer<typeof former>;
/** The fields of {@link former} of a row of entry_correction. */
const formerOf = (
  row: Sql,
) => sql`json_build_object('correctionId', ${row}.correction_id, 'employeeId', ${row}.employee_id,
  'countsAgain', ${row}.counts_again, 'units', ${row}.units::text, 'startedAt', ${row}.started_at::text, 'date', ${row}.on_date, 'endedAt', ${row}.ended_at::text,
  'durationMs', ${row}.duration_ms, 'lookup1', ${row}.lookup1_code, 'lookup2', ${row}.lookup2_code, 'job', ${row}.job_description_code)`;
const rawEntry = z.object({
  recordId: z.string(),
  employeeId: z.string().nullable(),
  deviceId: z.string().nullable(),
  standing,
  isCorrected: z.boolean(),
  /** Its container was full: it counts once a user says so. */
  isCountedTwice: z.boolean(),
  /** The correction that replaces it. Where its container was found full since, saying that both are right takes its place. */
  former: former.nullable(),
  ...entryValues,
});
export type RawEntry = z.infer<typeof rawEntry>;
export const selectRawEntries = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    rawEntry,
    sql`select p.piecework_entry_id as "recordId", p.employee_id as "employeeId", p.device_id as "deviceId", p.standing, p.units::text as units,
        p.started_at::text as "startedAt", p.on_date::text as date, p.ended_at::text as "endedAt", p.duration_ms::float8 as "durationMs",
        p.lookup1_code as lookup1, p.lookup2_code as lookup2, p.job_description_code as job,
        p.standing = 'duplicate' and p.container is not null as "isCountedTwice",
        k.correction_id is not null as "isCorrected",
        case when k.kind = 'replace' then ${formerOf(sql`k`)} end as former
      from piecework_entry p
      left join entry_correction k on k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}
      where p.account_id = ${accountId} and p.piecework_entry_id = any(${[...ids]}::uuid[])`,
  );

const corrected = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  deletedAt: z.string().nullable(),
});
export type CorrectedEmployee = z.infer<typeof corrected>;
export const selectEmployees = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    corrected,
    sql`select employee_id as "employeeId", number, first_name as "firstName", last_name as "lastName", activity,
        deleted_at::text as "deletedAt"
      from employee where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[])`,
  );

const excuseSpan = z.object({ employeeId: z.string(), judgement: z.string(), from: z.string(), to: z.string() });
/** Returns the excuses in force of some employees that end on a day or later. */
export const selectExcuseSpans = (tx: Db, accountId: string, ids: readonly string[], from: string) =>
  tx.rows(
    excuseSpan,
    sql`select employee_id as "employeeId", judgement, from_day::text as "from", to_day::text as "to" from excuse x
      where account_id = ${accountId} and employee_id = any(${[...ids]}::uuid[]) and kind = 'excuse' and to_day >= ${from}::date
        and not exists (select from excuse u where u.account_id = x.account_id and u.undoes = x.excuse_id)`,
  );

const ledgerRow = z.object({
  correctionId: z.string(),
  table: z.enum(['punch', 'entry', 'excuse']),
  kind: z.enum(['add', 'void', 'replace', 'undo', 'excuse']),
  recordId: z.string().nullable(),
  employeeId: z.string().nullable(),
  at: z.string().nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  units: z.string().nullable(),
  startedAt: z.string().nullable(),
  date: z.string().nullable(),
  endedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  job: z.string().nullable(),
  /** It makes an entry count whose container was full. */
  countsAgain: z.boolean(),
  /** The correction in whose place it came: undoing it gives that back. */
  former: former.nullable(),
  days: z.array(z.string()),
  /** Of an excuse or an approval. */
  judgement: z.string().nullable(),
  isUndone: z.boolean(),
  /** The correction by which it is in force: itself, or the one that gave it back once the act that took its place was undone. */
  inForceAs: z.string(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;
/** The correction that gave `k` back, if it is in force: the same again, made by an undo, where it was no undo that ended `k`. */
const givenBack = sql`select g.correction_id from entry_correction u
  join entry_correction g on g.account_id = u.account_id and g.piecework_entry_id = u.piecework_entry_id and g.kind = 'replace' and g.reason = ${UNDONE}
  where u.account_id = k.account_id and u.undoes = k.correction_id and u.reason <> ${UNDONE} and k.kind = 'replace'
    and (g.employee_id, g.units, g.started_at, g.on_date, g.ended_at, g.duration_ms, g.lookup1_code, g.lookup2_code, g.job_description_code, g.counts_again)
      is not distinct from
      (k.employee_id, k.units, k.started_at, k.on_date, k.ended_at, k.duration_ms, k.lookup1_code, k.lookup2_code, k.job_description_code, k.counts_again)
    and not exists (select from entry_correction o where o.account_id = g.account_id and o.undoes = g.correction_id)`;
const selectRows = (tx: Db, accountId: string, { correction, excuse }: { correction: Sql; excuse: Sql }) =>
  tx.rows(
    ledgerRow,
    sql`select k.correction_id as "correctionId", 'punch' as table, k.kind, k.clock_record_id as "recordId", k.employee_id as "employeeId",
        k.at::text as at, k.direction, null as units, null as "startedAt", null as date, null as "endedAt", null::float8 as "durationMs",
        null as lookup1, null as lookup2, null as job, false as "countsAgain", null::json as former, k.days, null as judgement,
        exists (select from punch_correction u where u.account_id = k.account_id and u.undoes = k.correction_id) as "isUndone", k.correction_id as "inForceAs"
      from punch_correction k where k.account_id = ${accountId} and ${correction}
      union all
      select k.correction_id, 'entry', k.kind, k.piecework_entry_id, k.employee_id, null, null, k.units::text, k.started_at::text,
        k.on_date::text, k.ended_at::text, k.duration_ms::float8, k.lookup1_code, k.lookup2_code, k.job_description_code, k.counts_again,
        (select ${formerOf(sql`f`)} from entry_correction u
          join entry_correction f on f.account_id = u.account_id and f.correction_id = u.undoes and f.kind = 'replace'
          where u.account_id = k.account_id and u.act_id = k.act_id and u.piecework_entry_id = k.piecework_entry_id and u.kind = 'undo'
            and k.kind <> 'undo' and k.reason <> ${UNDONE}),
        k.days, null,
        b.correction_id is null and exists (select from entry_correction u where u.account_id = k.account_id and u.undoes = k.correction_id),
        coalesce(b.correction_id, k.correction_id)
      from entry_correction k left join lateral (${givenBack}) b on true where k.account_id = ${accountId} and ${correction}
      union all
      select x.excuse_id, 'excuse', x.kind, null, x.employee_id, null, null, null, null, null, null, null, null, null, null, false, null, x.days, x.judgement,
        exists (select from excuse u where u.account_id = x.account_id and u.undoes = x.excuse_id), x.excuse_id
      from excuse x where x.account_id = ${accountId} and ${excuse}`,
  );
/** Returns corrections and excuses by id, from whichever table. */
export const selectLedgerRows = (tx: Db, accountId: string, ids: readonly string[]) =>
  selectRows(tx, accountId, {
    correction: sql`k.correction_id = any(${[...ids]}::uuid[])`,
    excuse: sql`x.excuse_id = any(${[...ids]}::uuid[])`,
  });
/** Returns what an act did, without undos. */
export const selectActRows = (tx: Db, accountId: string, actId: string) =>
  selectRows(tx, accountId, {
    correction: sql`k.act_id = ${actId} and k.kind <> 'undo'`,
    excuse: sql`x.act_id = ${actId} and x.kind <> 'undo'`,
  });

/** Counts the rows of the ledger for the planner, of all accounts. */
export const analyzeLedger = (db: Db) => db.run(sql`analyze entry_correction, punch_correction`);

/** The fields that all rows of an act share. */
export type ActRow = {
  actId: string;
  reason: string;
  note: string | null;
  inBulk: boolean;
  madeBy: string;
  madeByName: string;
  receivedAt: string;
};
const ACT = sql`"actId" uuid, reason text, note text, "inBulk" boolean, "madeBy" uuid, "madeByName" text, "receivedAt" timestamptz`;
const ACT_COLUMNS = sql`act_id, reason, note, in_bulk, made_by, made_by_name, received_at`;
const ACT_VALUES = sql`"actId", reason, note, "inBulk", "madeBy", "madeByName", "receivedAt"`;
type Written = { id: string; kind: string; employeeId: string | null; undoes: string | null; days: readonly string[] };
export type PunchRow = Written & { recordId: string | null; at: string | null; direction: string | null };
export type EntryCorrectionRow = Written & {
  recordId: string | null;
  units: string | null;
  startedAt: string | null;
  date: string | null;
  endedAt: string | null;
  durationMs: number | null;
  lookup1: string | null;
  lookup2: string | null;
  job?: string | null;
  countsAgain: boolean;
  /** The correction in whose place it comes, which is undone with it. */
  former?: string | undefined;
  /** The correction that it gives back. */
  givesBack?: Former | undefined;
};
export type ExcuseRow = Written & {
  judgement: string | null;
  excusedAs: string | null;
  from: string | null;
  to: string | null;
};

const DAYS = sql`array(select jsonb_array_elements_text(days))`;
const rowsOf = (rows: readonly Written[], act: ActRow) => JSON.stringify(rows.map((row) => ({ ...row, ...act })));

export const insertPunchCorrections = (tx: Db, accountId: string, rows: readonly PunchRow[], act: ActRow) =>
  tx.run(sql`insert into punch_correction (account_id, correction_id, kind, clock_record_id, employee_id, at, direction, undoes, days, ${ACT_COLUMNS})
    select ${accountId}, id, kind, "recordId", "employeeId", at, direction, undoes, ${DAYS}, ${ACT_VALUES}
    from jsonb_to_recordset(${rowsOf(rows, act)}::jsonb) as r(id uuid, kind text, "recordId" uuid, "employeeId" uuid, at timestamptz,
      direction text, undoes uuid, days jsonb, ${ACT})`);

export const insertEntryCorrections = (tx: Db, accountId: string, rows: readonly EntryCorrectionRow[], act: ActRow) =>
  tx.run(sql`insert into entry_correction (account_id, correction_id, kind, piecework_entry_id, employee_id, units, started_at, on_date, ended_at,
      duration_ms, lookup1_code, lookup2_code, job_description_code, counts_again, undoes, days, ${ACT_COLUMNS})
    select ${accountId}, id, kind, "recordId", "employeeId", units, "startedAt", date, "endedAt", "durationMs", lookup1, lookup2, job, "countsAgain", undoes,
      ${DAYS}, ${ACT_VALUES}
    from jsonb_to_recordset(${rowsOf(rows, act)}::jsonb) as r(id uuid, kind text, "recordId" uuid, "employeeId" uuid, units numeric,
      "startedAt" timestamptz, date date, "endedAt" timestamptz, "durationMs" bigint, lookup1 text, lookup2 text, job text, "countsAgain" boolean, undoes uuid, days jsonb, ${ACT})`);

export const insertExcuses = (tx: Db, accountId: string, rows: readonly ExcuseRow[], act: ActRow) =>
  tx.run(sql`insert into excuse (account_id, excuse_id, kind, employee_id, judgement, excused_as, from_day, to_day, undoes, days, ${ACT_COLUMNS})
    select ${accountId}, id, kind, "employeeId", judgement, "excusedAs", "from", "to", undoes, ${DAYS}, ${ACT_VALUES}
    from jsonb_to_recordset(${rowsOf(rows, act)}::jsonb) as r(id uuid, kind text, "employeeId" uuid, judgement text, "excusedAs" text,
      "from" date, "to" date, undoes uuid, days jsonb, ${ACT})`);

export type Second = { employeeId: string; at: string };
const takenSecond = z.object({ employeeId: z.string(), at: z.string(), recordId: z.string().nullable() });
/** Returns the effective punches of some employees at some seconds. */
export const selectTaken = (tx: Db, accountId: string, seconds: readonly Second[]) =>
  tx.rows(
    takenSecond,
    sql`select r.employee_id as "employeeId", r.at::text as at, e.clock_record_id as "recordId"
      from unnest(${seconds.map(({ employeeId }) => employeeId)}::uuid[], ${seconds.map(({ at }) => at)}::timestamptz[]) as r(employee_id, at)
      cross join lateral ${effectivePunches({ accountId, employeeId: sql`r.employee_id`, from: sql`r.at`, to: sql`r.at` })} e`,
  );
