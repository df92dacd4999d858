import { z } from 'zod';
import { language } from '#contract/platform/common.ts';
import type { Language } from '#contract/platform/languages.ts';
import { type Message, words } from '#contract/platform/words.ts';
import { RECORD_FILE_DAYS, type RecordFile, recordFile, recordOptions } from '#contract/reports/recordFiles.ts';
import { liveScope, scopeOfUser } from '../../access/session/scope.sql.ts';
import { type Db, empty, sql } from '../../platform/db/db.ts';
import type { Scope } from '../../platform/http/callers.ts';
import { stored } from '../../platform/words/stored.ts';

/** Statements on files of records (docs/reference/records.md#files-of-records). */

const columns = sql`record_file_id as "_id", from_day::text as "from", to_day::text as "to", parts, export_type as "exportType",
  made_by as by, made_at as at, status, failure, failure_words as words, bytes::float8 as bytes, sha256,
  made_at + make_interval(days => ${RECORD_FILE_DAYS}::int) as "endsAt"`;
/** `scope`: the people to whom the user who asked for it was limited then. `language`: English for one from before there were others. */
const ordered = recordFile.extend({
  options: recordOptions,
  scope: liveScope.nullable(),
  language: language.catch('en'),
});
export type OrderedFile = z.infer<typeof ordered>;
const since = (now: Date) => sql`made_at > ${now}::timestamptz - make_interval(days => ${RECORD_FILE_DAYS}::int)`;

/** Which files a user sees: with a scope, those that were made within the same. */
const seenWithin = (scope: Scope | null) => (scope ? sql` and options->>'scopeKey' = ${scope.key}` : empty);

/** Returns the files that have not ended, the newest first. */
export const listFiles = (tx: Db, accountId: string, now: Date, scope: Scope | null) =>
  tx.rows(
    recordFile,
    sql`select ${columns} from record_file where account_id = ${accountId} and ${since(now)}${seenWithin(scope)} order by made_at desc, record_file_id desc`,
  );
export const findFile = (tx: Db, accountId: string, recordFileId: string, now: Date, scope: Scope | null) =>
  tx.first(
    ordered,
    sql`select ${columns}, options - 'scope' - 'scopeKey' - 'language' as options, options->'scope' as scope,
        options->>'language' as language from record_file
      where account_id = ${accountId} and record_file_id = ${recordFileId} and ${since(now)}${seenWithin(scope)}`,
  );

type Order = Pick<RecordFile, '_id' | 'from' | 'to' | 'parts' | 'exportType' | 'by'> & {
  options: object;
  language: Language;
  scope: Scope | null;
  userId: string;
  now: Date;
};
export const insertFile = (tx: Db, accountId: string, order: Order) =>
  tx.run(sql`insert into record_file (account_id, record_file_id, from_day, to_day, parts, export_type, options, made_by, made_by_id, made_at, status)
    values (${accountId}, ${order._id}, ${order.from}, ${order.to}, ${[...order.parts]}, ${order.exportType},
      ${JSON.stringify({ ...order.options, language: order.language, ...(order.scope && { scope: order.scope.lists, scopeKey: order.scope.key }) })}::jsonb, ${order.by}, ${order.userId}, ${order.now}, 'making')`);

export type RecordEnd = { bytes: number; sha256: string } | { failure: string | Message };
const told = z.object({
  userId: z.string(),
  firstName: z.string(),
  email: z.string(),
  from: z.string(),
  to: z.string(),
  scope: liveScope.nullable(),
  scopeKey: z.string().nullable(),
});
/**
 * Ends the making of a file; one that has ended stays as it is. Returns the user who asked for it, with its days, where they are active and may still make such
 * files, of the same people.
 */
export async function endFile(tx: Db, accountId: string, recordFileId: string, end: RecordEnd) {
  const failure = stored('failure' in end ? end.failure : null);
  const asked = await tx.first(
    told,
    sql`with ended as (update record_file set ${
      'failure' in end
        ? sql`status = 'failed', failure = ${failure.text}, failure_words = ${failure.words}::jsonb`
        : sql`status = 'ready', bytes = ${end.bytes}, sha256 = ${end.sha256}`
    } where account_id = ${accountId} and record_file_id = ${recordFileId} and status = 'making' returning *)
      select u.user_id as "userId", u.first_name as "firstName", u.email, e.from_day::text as "from", e.to_day::text as "to", ${scopeOfUser} as scope, e.options->>'scopeKey' as "scopeKey" from ended e
      join app_user u on u.account_id = e.account_id and u.user_id = e.made_by_id
      where u.is_active and 'Attendance.LOCK_PERIOD' = any(u.permissions)`,
  );
  return asked && (asked.scope?.key ?? null) === asked.scopeKey ? asked : undefined;
}

const STOPPED = words('The server stopped before it was done.');
/** Gives up, in all accounts, files whose making began before an instant: no job takes that long. */
export const giveUpFiles = (db: Db, before: Date) =>
  db.run(sql`update record_file set status = 'failed', failure = ${STOPPED}
    where status = 'making' and made_at < ${before}`);
/** Deletes, in all accounts, the files that have ended. */
export const deleteEnded = (db: Db, now: Date) => db.run(sql`delete from record_file where not (${since(now)})`);
/** Deletes the oldest file of an account that failed; returns how many there were to delete: one or none. */
export const deleteOldestFailed = (tx: Db, accountId: string) =>
  tx.run(sql`delete from record_file where account_id = ${accountId} and record_file_id = (
    select record_file_id from record_file where account_id = ${accountId} and status = 'failed' order by made_at, record_file_id limit 1)`);
const onDisk = z.object({ name: z.string() });
/** Returns the names of the files that are or will be on disk, and of the folders of those that are being made: account and file. */
export const storedNames = async (db: Db) =>
  new Set(
    (
      await db.rows(
        onDisk,
        sql`select account_id || '/' || record_file_id || '.zip' as name from record_file where status <> 'failed'
          union all select account_id || '/unfinished-' || record_file_id from record_file where status = 'making'`,
      )
    ).map(({ name }) => name),
  );
