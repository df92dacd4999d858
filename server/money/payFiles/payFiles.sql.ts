import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type PayFile, payFile, payFileEvent, storedPayLine } from '#contract/money/payFiles.ts';
import { chunksOf } from '../../platform/chunksOf.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import { type packed, unpacked } from './stored.ts';

/** Statements of payroll files, which are only added. */

const columns = sql`f.pay_file_id as "_id", f.number, f.lock_id as "lockId", f.from_day::text as "from", f.to_day::text as "to",
  f.is_delta as "isDelta", f.currency, f.people, f.lines, f.total::text as total, f.left_out as "leftOut", f.sha256 as hash, f.data_version as "dataVersion",
  f.received_at as at, f.made_by_name as by`;

/** Returns the newest files, or the oldest after a number. */
export const selectPayFiles = (tx: Db, accountId: string, limit: number, after?: number) =>
  tx.rows(
    payFile,
    after === undefined
      ? sql`select ${columns} from pay_file f where f.account_id = ${accountId} order by f.number desc limit ${limit}`
      : sql`select ${columns} from pay_file f where f.account_id = ${accountId} and f.number > ${after} order by f.number limit ${limit}`,
  );
export const selectPayFile = (tx: Db, accountId: string, payFileId: string) =>
  tx.first(
    payFile,
    sql`select ${columns} from pay_file f where f.account_id = ${accountId} and f.pay_file_id = ${payFileId}`,
  );
/** Returns the number of the newest file; 0 without any. */
export const lastNumber = async (tx: Db, accountId: string) =>
  (
    await tx.single(
      z.object({ number: z.int() }),
      sql`select coalesce(max(number), 0)::int as number from pay_file where account_id = ${accountId}`,
    )
  ).number;

const part = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  firstLine: z.int(),
  lines: z.array(storedPayLine).transform((lines) => lines.map(unpacked)),
});
export type Part = z.infer<typeof part>;
const columnsOfPart = (
  lines: Sql,
) => sql`p.employee_id as "employeeId", p.number, p.first_name as "firstName", p.last_name as "lastName",
  p.first_line as "firstLine", ${lines} as lines`;
/** Returns the parts of a file in order, from one on: all, or so many. */
export const selectParts = (tx: Db, accountId: string, payFileId: string, from = 0, limit = 10_000_000) =>
  tx.rows(
    part,
    sql`select ${columnsOfPart(sql`p.lines`)} from pay_file_part p where p.account_id = ${accountId} and p.pay_file_id = ${payFileId} and p.nth >= ${from}
      order by p.nth limit ${limit}`,
  );
export const countParts = async (tx: Db, accountId: string, payFileId: string) =>
  (
    await tx.single(
      z.object({ parts: z.int() }),
      sql`select count(*)::int as parts from pay_file_part where account_id = ${accountId} and pay_file_id = ${payFileId}`,
    )
  ).parts;
/** A line is dated at most so many days before the days of its file: the others of a week that ends in them. */
const MOST_DAYS_BEFORE = 6;
const sentPart = part.extend({
  /** Its file is of days that meet those that were asked for. */
  isOfDays: z.boolean(),
});
export type SentPart = z.infer<typeof sentPart>;
type SentOf = { from: string; to: string; dueFrom?: string; before?: number; employeeIds?: readonly string[] };
/**
 * Returns the lines that earlier files have of some days and of the week before them, or before an earlier day from which on windows are due, of everybody or
 * of some employees. `before`: only files of a smaller number.
 */
export const selectSentParts = (tx: Db, accountId: string, { from, to, dueFrom = from, before, employeeIds }: SentOf) =>
  tx.rows(
    sentPart,
    sql`select * from (
        select ${columnsOfPart(sql`case when f.from_day >= ${from}::date and f.to_day <= ${to}::date then p.lines
            else jsonb_path_query_array(p.lines, 'strict $[*] ? (@[0] >= $from && @[0] <= $to)',
              jsonb_build_object('from', (${dueFrom}::date - ${MOST_DAYS_BEFORE}::int)::text, 'to', ${to}::text)) end`)},
          f.from_day <= ${to}::date and f.to_day >= ${from}::date as "isOfDays", f.number as "fileNumber", p.nth
        from pay_file f join pay_file_part p on p.account_id = f.account_id and p.pay_file_id = f.pay_file_id
        where f.account_id = ${accountId} and f.from_day - ${MOST_DAYS_BEFORE}::int <= ${to}::date
          and f.to_day >= ${dueFrom}::date - ${MOST_DAYS_BEFORE}::int
          and (${before ?? null}::int is null or f.number < ${before ?? null}::int)
          and (${employeeIds ?? null}::uuid[] is null or p.employee_id = any(${employeeIds ?? null}::uuid[]))) s
      where jsonb_array_length(s.lines) > 0 order by s."fileNumber", s.nth`,
  );

type NewPart = Omit<Part, 'lines'> & { lines: ReturnType<typeof packed> };
type NewFile = Omit<PayFile, 'at' | 'by'> & { madeBy: string; madeByName: string; now: Date };
/** Inserts a file with its parts. */
export async function insertPayFile(tx: Db, accountId: string, file: NewFile, parts: readonly NewPart[]) {
  const { now } = file;
  await tx.run(sql`insert into pay_file (account_id, pay_file_id, number, lock_id, from_day, to_day, is_delta, currency, people, lines, total,
      left_out, sha256, data_version, made_by, made_by_name, received_at)
    values (${accountId}, ${file._id}, ${file.number}, ${file.lockId}, ${file.from}, ${file.to}, ${file.isDelta}, ${file.currency},
      ${file.people}, ${file.lines}, ${file.total}, ${file.leftOut}, ${file.hash}, ${file.dataVersion}, ${file.madeBy},
      ${file.madeByName}, ${now})`);
  let nth = 0;
  for (const some of chunksOf(parts, 500)) {
    const rows = some.map((one) => ({ ...one, id: uuidv7({ msecs: now.getTime() }), nth: nth++ }));
    await tx.run(sql`insert into pay_file_part (account_id, pay_file_part_id, pay_file_id, nth, employee_id, number, first_name, last_name,
        first_line, lines, received_at)
      select ${accountId}, r.id, ${file._id}, r.nth, r."employeeId", r.number, r."firstName", r."lastName", r."firstLine", r.lines, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, nth int, "employeeId" uuid, number text, "firstName" text,
        "lastName" text, "firstLine" int, lines jsonb)`);
  }
}

type NewEvent = { payFileId: string; by: string; now: Date } & (
  | { kind: 'download'; profileName: string; profileVersion: number; hash: string; systemId?: undefined }
  | { kind: 'taken'; systemId: string; profileName?: undefined; profileVersion?: undefined; hash: string }
);
export const insertEvent = (tx: Db, accountId: string, event: NewEvent) =>
  tx.run(sql`insert into pay_file_event (account_id, pay_file_event_id, pay_file_id, kind, profile_name, profile_version, sha256, system_id,
      made_by_name, received_at)
    values (${accountId}, ${uuidv7({ msecs: event.now.getTime() })}, ${event.payFileId}, ${event.kind}, ${event.profileName ?? null},
      ${event.profileVersion ?? null}, ${event.hash}, ${event.systemId ?? null}, ${event.by}, ${event.now})`);
/** Returns what became of some files, newest first: at most 20 of each. */
export const selectEvents = (tx: Db, accountId: string, payFileIds: readonly string[]) =>
  tx.rows(
    payFileEvent.extend({ payFileId: z.string() }),
    sql`select e."payFileId", e.kind, e.name, e."profileVersion", e.hash, e.at, e.by from unnest(${[...payFileIds]}::uuid[]) as f(id)
      cross join lateral (select pay_file_id as "payFileId", kind, coalesce(profile_name, system_id) as name,
          profile_version as "profileVersion", sha256 as hash, received_at as at, made_by_name as by
        from pay_file_event where account_id = ${accountId} and pay_file_id = f.id
        order by received_at desc, pay_file_event_id desc limit 20) e`,
  );
/** Returns when a payroll system took each of some files; case is ignored. */
export const selectTaken = (tx: Db, accountId: string, systemId: string, payFileIds: readonly string[]) =>
  tx.rows(
    z.object({ payFileId: z.string(), at: z.string() }),
    sql`select pay_file_id as "payFileId", min(received_at) as at
      from pay_file_event where account_id = ${accountId} and kind = 'taken' and lower(system_id) = lower(${systemId})
        and pay_file_id = any(${[...payFileIds]}::uuid[]) group by pay_file_id`,
  );
/** Returns the locks in force, newest first. */
export const selectLocksInForce = (tx: Db, accountId: string, limit: number) =>
  tx.rows(
    z.object({ _id: z.string(), from: z.string(), to: z.string(), at: z.string() }),
    sql`select l.lock_id as "_id", l.from_day::text as "from", l.to_day::text as "to",
        l.received_at as at
      from period_lock l where l.account_id = ${accountId} and l.kind = 'lock'
        and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
      order by l.from_day desc, l.lock_id desc limit ${limit}`,
  );
