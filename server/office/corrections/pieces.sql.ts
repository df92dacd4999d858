import { z } from 'zod';
import type { PieceChoice } from '#contract/intake/pieces.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { effectiveEntries, effectivePunches } from '../../attendance/effective.sql.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';

/** Statements that choose entries for an act on pieces in bulk (docs/reference/corrections.md#pieces-in-bulk). */

/** The most entries that are looked through for those of an act. */
export const MOST_READ = 50_000;

const chosenEntry = z.object({
  employeeId: z.string(),
  /** Null: a correction added it. */
  recordId: z.string().nullable(),
  correctionId: z.string().nullable(),
  startedAt: z.string(),
  /** Its date, if no time is known. */
  date: z.string().nullable(),
  units: z.string(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  job: z.string().nullable(),
  /** Received after the instant that was asked for. */
  isLater: z.boolean(),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;

/** Instants in ms, the end left out. */
type Spans = readonly { from: number; to: number }[];
const LAST_BEFORE_MS = 1;
const spansOf = (spans: Spans) => sql`unnest(${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
  ${spans.map(({ to }) => new Date(to - LAST_BEFORE_MS).toISOString())}::timestamptz[]) as s("from", "to")`;
const during = (accountId: string) => ({
  accountId,
  employeeId: sql`e.employee_id`,
  from: sql`s."from"`,
  to: sql`s."to"`,
});
const isCode = (column: Sql, code: string | null | undefined) =>
  code === undefined ? empty : code === null ? sql` and ${column} is null` : sql` and ${column} = ${code}`;
const isAmong = (column: Sql, ids: readonly string[] | undefined) =>
  ids ? sql` and ${column} = any(${[...ids]}::uuid[])` : empty;
/** Tells whether `p` was received after an instant: as the raw record `r`, or by the correction that added it. */
const isLater = (accountId: string, until: Date, ledger: Sql) =>
  sql`coalesce(r.received_at, (select k.received_at from ${ledger} k where k.account_id = ${accountId} and k.correction_id = p.correction_id))
    > ${until} as "isLater"`;

type Asked = Pick<PieceChoice, 'lookup1Code' | 'lookup2Code' | 'employeeIds' | 'devices' | 'importedAt'> & {
  spans: Spans;
  /** The codes of lookup 1 to which the caller is limited. */
  own: ReadonlySet<string> | undefined;
  until: Date;
};
/** Returns the entries that count and begin within some spans, oldest first. */
export const selectChosenEntries = (tx: Db, accountId: string, asked: Asked) =>
  tx.rows(
    chosenEntry,
    sql`select e.employee_id as "employeeId", p.piecework_entry_id as "recordId", p.correction_id as "correctionId",
        p.started_at::text as "startedAt", p.on_date::text as date, p.units::text as units, p.lookup1_code as lookup1, p.lookup2_code as lookup2,
        p.job_description_code as job, ${isLater(accountId, asked.until, sql`entry_correction`)}
      from employee e cross join ${spansOf(asked.spans)} cross join lateral ${effectiveEntries(during(accountId))} p
      left join piecework_entry r on r.account_id = ${accountId} and r.piecework_entry_id = p.piecework_entry_id
      where e.account_id = ${accountId}${isAmong(sql`e.employee_id`, asked.employeeIds)}${isAmong(sql`r.device_id`, asked.devices)}
        ${asked.importedAt ? sql` and r.received_at = ${asked.importedAt} and r.source = ${`payroll:${APPLICATION_SYSTEM}`}` : empty}
        ${asked.own ? sql` and p.lookup1_code = any(${[...asked.own]}::text[])` : empty}${isCode(sql`p.lookup1_code`, asked.lookup1Code)}${isCode(sql`p.lookup2_code`, asked.lookup2Code)}
      order by p.started_at, p.piecework_entry_id, p.correction_id limit ${MOST_READ + 1}`,
  );

const chosenPunch = z.object({
  employeeId: z.string(),
  recordId: z.string().nullable(),
  correctionId: z.string().nullable(),
  at: z.string(),
  direction: z.enum(['in', 'out', 'auto']),
  isLater: z.boolean(),
});
export type ChosenPunch = z.infer<typeof chosenPunch>;
/** Returns the clock-ins of some employees within some spans. */
export const selectChosenPunches = (tx: Db, accountId: string, asked: Pick<Asked, 'spans' | 'employeeIds' | 'until'>) =>
  tx.rows(
    chosenPunch,
    sql`select e.employee_id as "employeeId", p.clock_record_id as "recordId", p.correction_id as "correctionId", p.at::text as at, p.direction,
        ${isLater(accountId, asked.until, sql`punch_correction`)}
      from employee e cross join ${spansOf(asked.spans)} cross join lateral ${effectivePunches(during(accountId))} p
      left join clock_record r on r.account_id = ${accountId} and r.clock_record_id = p.clock_record_id
      where e.account_id = ${accountId}${isAmong(sql`e.employee_id`, asked.employeeIds)}
      order by p.at, p.clock_record_id, p.correction_id limit ${MOST_READ + 1}`,
  );
