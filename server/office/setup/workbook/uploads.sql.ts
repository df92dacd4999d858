import { z } from 'zod';
import {
  type WorkbookLine,
  type WorkbookOutcome,
  type WorkbookSheet,
  workbookLine,
  workbookPreview,
  workbookResult,
} from '#contract/office/workbook.ts';
import { type Db, type Sql, sql } from '../../../platform/db/db.ts';
import { type WorkbookContent, workbookContent } from './content.ts';

const upload = z.object({
  createdAt: z.iso.datetime(),
  fileName: z.string().nullable(),
  sha256: z.string(),
  /** Its cells and lines are still stored. */
  isKept: z.boolean(),
  preview: workbookPreview.pick({ outcomeHash: true, sheets: true }).nullable(),
  appliedAt: z.iso.datetime().nullable(),
  result: workbookResult.nullable(),
  undone: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type Upload = z.infer<typeof upload>;
const ofUpload = sql`created_at as "createdAt", file_name as "fileName", sha256, content is not null as "isKept", preview,
  applied_at as "appliedAt", result, result->'undone' as undone`;
export const selectUpload = (tx: Db, accountId: string, workbookId: string) =>
  tx.first(
    upload,
    sql`select ${ofUpload} from workbook_upload where account_id = ${accountId} and workbook_upload_id = ${workbookId}`,
  );
const taken = upload.extend({
  workbookId: z.string(),
  by: z.string(),
  appliedAt: z.iso.datetime(),
  result: workbookResult,
  hasBefore: z.boolean(),
});
/** Returns the uploads that were taken since an instant, the newest first. */
export const selectTaken = (tx: Db, accountId: string, { since, limit }: { since: Date; limit: number }) =>
  tx.rows(
    taken,
    sql`select ${ofUpload}, workbook_upload_id as "workbookId", created_by as by, before_data is not null as "hasBefore" from workbook_upload
        where account_id = ${accountId} and applied_at >= ${since} order by applied_at desc, workbook_upload_id desc limit ${limit}`,
  );
type Undone = {
  at: string;
  by: string;
  version: number;
  /** Employees who were changed since the upload: they are not as they were before it. */
  since: readonly string[];
};
/** Stores who undid an upload, and when, with the versions of the employees who are as they were; the first time counts. */
export const saveUndone = (tx: Db, accountId: string, id: string, { since, ...undone }: Undone) =>
  tx.run(sql`update workbook_upload set result = (jsonb_build_object('undone', ${JSON.stringify(undone)}::jsonb
      || jsonb_build_object('former', coalesce(result::jsonb->'former', '{}') - ${[...since]}::text[])) || result::jsonb)::json
    where account_id = ${accountId} and workbook_upload_id = ${id}`);

/** Versions by the numbers of employees. */
const versions = z.record(z.string(), z.int());
export type Versions = z.infer<typeof versions>;
/** Returns the versions in which the employees of an account were changed last. */
export const selectVersions = async (tx: Db, accountId: string): Promise<Versions> =>
  (
    await tx.single(
      z.object({ versions }),
      sql`select coalesce(jsonb_object_agg(number, changed_version), '{}') as versions from employee
          where account_id = ${accountId} and deleted_at is null`,
    )
  ).versions;

export const selectContent = async (tx: Db, accountId: string, workbookId: string): Promise<WorkbookContent> => {
  const row = await tx.single(
    z.object({ content: workbookContent }),
    sql`select content from workbook_upload where account_id = ${accountId} and workbook_upload_id = ${workbookId}`,
  );
  return row.content;
};

/** The previews of an account, the uploads that were taken whose cells are stored, and the former data that are: older ones make room for a new one. */
const MOST_KEPT = 5;
const MOST_BEFORE = 50;
/** Makes room for one more upload of an account, under its lock: the oldest cells, lines and former data beyond the quota are deleted. */
export async function makeRoomForWorkbook(tx: Db, accountId: string): Promise<void> {
  const old = (which: Sql, most: number) => sql`select workbook_upload_id from workbook_upload
    where account_id = ${accountId} and ${which} order by created_at desc, workbook_upload_id desc offset ${most}`;
  const isOld = (which: Sql, most: number) =>
    sql`account_id = ${accountId} and workbook_upload_id in (${old(which, most)})`;
  await tx.run(sql`delete from workbook_upload where ${isOld(sql`applied_at is null`, MOST_KEPT - 1)}`);
  const isTaken = sql`applied_at is not null and content is not null`;
  await tx.run(sql`delete from workbook_line where ${isOld(isTaken, MOST_KEPT)}`);
  await tx.run(sql`update workbook_upload set content = null, preview = null where ${isOld(isTaken, MOST_KEPT)}`);
  await tx.run(
    sql`update workbook_upload set before_data = null where ${isOld(sql`before_data is not null`, MOST_BEFORE)}`,
  );
}

type NewUpload = { id: string; now: Date; by: string; fileName: string | null; sha256: string };
export const insertUpload = (tx: Db, accountId: string, { id, now, by, fileName, sha256 }: NewUpload) =>
  tx.run(sql`insert into workbook_upload (account_id, workbook_upload_id, created_at, created_by, file_name, sha256)
    values (${accountId}, ${id}, ${now}, ${by}, ${fileName}, ${sha256})`);

/** Stores a preview in place of an earlier one. */
export async function savePreview(
  tx: Db,
  accountId: string,
  id: string,
  shown: { content: WorkbookContent; preview: z.infer<typeof workbookPreview>; lines: readonly WorkbookLine[] },
): Promise<void> {
  await tx.run(sql`update workbook_upload set content = ${JSON.stringify(shown.content)}::json, preview = ${JSON.stringify(shown.preview)}::json
    where account_id = ${accountId} and workbook_upload_id = ${id}`);
  await tx.run(sql`delete from workbook_line where account_id = ${accountId} and workbook_upload_id = ${id}`);
  const rows = shown.lines.map((line, seq) => ({ ...line, seq }));
  await tx.run(sql`insert into workbook_line (account_id, workbook_upload_id, seq, sheet, line, number, who, outcome, changes, reason, reason_words)
    select ${accountId}, ${id}, seq, sheet, line, number, who, outcome, changes, reason, "reasonWords"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(seq int, sheet text, line int, number text, who text, outcome text,
      changes jsonb, reason text, "reasonWords" jsonb)`);
}

export const saveResult = (
  tx: Db,
  accountId: string,
  id: string,
  {
    now,
    result,
    before,
    ...kept
  }: {
    now: Date;
    version: number;
    /** Of the employees whom it changed, as they were before. */
    former: Versions;
    /** The ids of the groups that it created because lines name them. */
    madeGroups: readonly string[];
    result: z.infer<typeof workbookResult>;
    before: Buffer;
  },
) =>
  tx.run(sql`update workbook_upload set applied_at = ${now}, result = ${JSON.stringify({ ...result, ...kept })}::json,
      before_data = decode(${before.toString('base64')}, 'base64')
    where account_id = ${accountId} and workbook_upload_id = ${id}`);

const sinceUpload = z.object({
  version: z.int(),
  employees: z.array(z.object({ number: z.string(), version: z.int(), hasRecords: z.boolean() })),
  undone: z.array(z.object({ version: z.int(), former: versions })),
});
/**
 * Returns the numbers of those of some employees who were changed since an upload was applied, or have records that were received since. A later upload that
 * was undone changed nobody.
 */
export async function selectTouchedSince(tx: Db, accountId: string, id: string, numbers: readonly string[]) {
  const { version, employees, undone } = await tx.single(
    sinceUpload,
    sql`select (u.result->>'version')::bigint as version,
        (select coalesce(jsonb_agg(jsonb_build_object('number', e.number, 'version', e.changed_version, 'hasRecords',
            exists (select from clock_record c where c.account_id = e.account_id and c.employee_id = e.employee_id and c.received_at > u.applied_at)
            or exists (select from piecework_entry p where p.account_id = e.account_id and p.employee_id = e.employee_id and p.received_at > u.applied_at))
            order by e.number), '[]')
          from employee e where e.account_id = u.account_id and e.deleted_at is null and e.number = any(${[...numbers]}::text[])) as employees,
        (select coalesce(jsonb_agg(o.result->'undone'), '[]') from workbook_upload o
          where o.account_id = u.account_id and o.result->'undone'->'former' is not null) as undone
      from workbook_upload u where u.account_id = ${accountId} and u.workbook_upload_id = ${id}`,
  );
  const putBack = new Map(undone.map((one) => [one.version, one.former]));
  const changedIn = (number: string, last: number): number => {
    const before = putBack.get(last)?.[number];
    return before === undefined ? last : changedIn(number, before);
  };
  return employees
    .filter((one) => one.hasRecords || changedIn(one.number, one.version) > version)
    .map(({ number }) => number);
}

/** Returns the ids of the groups that an upload created because lines name them. */
export const selectMadeGroups = async (tx: Db, accountId: string, id: string): Promise<string[]> =>
  (
    await tx.single(
      z.object({ made: z.array(z.string()) }),
      sql`select coalesce(result::jsonb->'madeGroups', '[]') as made from workbook_upload
          where account_id = ${accountId} and workbook_upload_id = ${id}`,
    )
  ).made;

export const selectBefore = async (tx: Db, accountId: string, id: string): Promise<Buffer | null> => {
  const row = await tx.first(
    z.object({ before: z.string().nullable() }),
    sql`select encode(before_data, 'base64') as before from workbook_upload
        where account_id = ${accountId} and workbook_upload_id = ${id}`,
  );
  return row?.before ? Buffer.from(row.before, 'base64') : null;
};

type Asked = {
  sheet?: WorkbookSheet | undefined;
  outcome?: WorkbookOutcome | undefined;
  offset: number;
  limit: number;
};
export async function selectLines(tx: Db, accountId: string, id: string, { sheet, outcome, offset, limit }: Asked) {
  const where = sql`account_id = ${accountId} and workbook_upload_id = ${id}
    and (${sheet ?? null}::text is null or sheet = ${sheet ?? null}) and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})`;
  const { count } = await tx.single(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from workbook_line where ${where}`,
  );
  const lines = await tx.rows(
    workbookLine,
    sql`select sheet, line, number, who, outcome, changes, reason, reason_words as "reasonWords" from workbook_line where ${where}
        order by seq offset ${offset} limit ${limit}`,
  );
  return { lines, lastIndex: count };
}

/** Deletes, for all accounts, cells and lines a day after they were read, and the former data after 30 days. */
export async function forgetUploads(db: Db, { dayAgo, monthAgo }: { dayAgo: Date; monthAgo: Date }): Promise<void> {
  await db.run(sql`delete from workbook_line l using workbook_upload u
    where u.account_id = l.account_id and u.workbook_upload_id = l.workbook_upload_id and u.created_at < ${dayAgo}`);
  await db.run(
    sql`update workbook_upload set content = null, preview = null where created_at < ${dayAgo} and content is not null`,
  );
  await db.run(
    sql`delete from workbook_upload where created_at < ${monthAgo} or (created_at < ${dayAgo} and applied_at is null)`,
  );
}
