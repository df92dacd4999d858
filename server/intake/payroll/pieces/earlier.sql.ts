import { z } from 'zod';
import type { CorrectionReason } from '#contract/figures/corrections.ts';
import { entryInForce, untouchedEntry } from '../../../attendance/effective.sql.ts';
import { type Db, sql } from '../../../platform/db/db.ts';

const WRONG_LIST: CorrectionReason = 'wrong-list';
const entry = z.object({
  recordId: z.string(),
  employeeNumber: z.string(),
  units: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
  jobDescription: z.string().nullable(),
  receivedAt: z.string(),
  isInForce: z.boolean(),
  /** Set aside with the list that brought it: a later list may bring it again. */
  isOfWrongList: z.boolean(),
});
/** True of `p`, an entry that was set aside with the list that brought it. */
export const isOfWrongList = sql`exists (select from entry_correction k where k.account_id = p.account_id
  and k.piecework_entry_id = p.piecework_entry_id and k.kind = 'void' and k.reason = ${WRONG_LIST} and ${entryInForce})`;
/** An entry of earlier lists, of the employee whom it belongs to now, or of the number that it waits for. */
export type EarlierEntry = z.infer<typeof entry>;

/** Returns the entries of a system that people with some numbers have at some instants, and those with some codes. */
export const selectEarlier = (
  tx: Db,
  accountId: string,
  {
    systemId,
    numbers,
    starts,
    codes,
  }: { systemId: string; numbers: readonly string[]; starts: readonly string[]; codes: readonly string[] },
) =>
  tx.rows(
    entry,
    sql`select p.record_id as "recordId", coalesce(e.number, p.employee_number) as "employeeNumber", p.units::text as units,
          p.started_at as "startedAt", p.ended_at as "endedAt", p.duration_ms as "durationMs", p.lookup1_code as "lookup1Code",
          p.lookup2_code as "lookup2Code", p.job_description_code as "jobDescription", p.received_at as "receivedAt",
          ${untouchedEntry(accountId)} as "isInForce",
          ${isOfWrongList} as "isOfWrongList"
        from piecework_entry p
        left join employee e on e.account_id = p.account_id and e.employee_id = p.employee_id
        where p.account_id = ${accountId} and p.source = ${`payroll:${systemId}`}
          and (p.record_id = any(${[...codes]}::text[]) or (p.started_at = any(${[...starts]}::timestamptz[]) and (p.employee_id = any(array(select employee_id from employee where account_id = ${accountId} and number = any(${[...numbers]}::text[])))
            or (p.employee_id is null and p.employee_number = any(${[...numbers]}::text[])))))
        order by p.record_id`,
  );
