import { z } from 'zod';
import { liveScope } from '../../access/session/scope.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Scope } from '../../platform/http/callers.ts';
import type { LocalDate } from '../../platform/zone.ts';

const note = z.object({
  _id: z.string(),
  day: z.string(),
  text: z.string(),
  by: z.string(),
  at: z.string(),
  madeBy: z.string().nullable(),
  /** The people to whom its author was limited; null: everybody. */
  scope: liveScope.nullable(),
});
export type StoredNote = z.infer<typeof note>;

const columns = sql`note_id as "_id", day::text as day, text, made_by_name as by, received_at as at, made_by as "madeBy", scope`;

/** Far more than anybody reads: whose notes a reader sees is decided afterwards. */
const MOST_READ = 2_000;

export const selectNotes = (tx: Db, accountId: string, { from, to }: { from: LocalDate; to: LocalDate }) =>
  tx.rows(
    note,
    sql`select ${columns} from day_note where account_id = ${accountId} and day between ${from}::date and ${to}::date
      order by received_at desc, note_id desc limit ${MOST_READ}`,
  );
/** Returns how many notes of a user a day has. */
export const countNotesOf = async (tx: Db, accountId: string, userId: string, day: LocalDate) =>
  (
    await tx.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from day_note
        where account_id = ${accountId} and day = ${day}::date and made_by = ${userId}`,
    )
  ).count;
export const selectNote = (tx: Db, accountId: string, noteId: string) =>
  tx.first(note, sql`select ${columns} from day_note where account_id = ${accountId} and note_id = ${noteId}`);

type NewNote = { id: string; day: LocalDate; text: string; scope: Scope | null; madeBy: string; by: string; now: Date };
export const insertNote = (tx: Db, accountId: string, { id, day, text, scope, madeBy, by, now }: NewNote) =>
  tx.single(
    note,
    sql`insert into day_note (account_id, note_id, day, text, scope, made_by, made_by_name, received_at)
      values (${accountId}, ${id}, ${day}, ${text}, ${scope && JSON.stringify(scope.lists)}::jsonb, ${madeBy}, ${by}, ${now})
      returning ${columns}`,
  );
export const deleteNote = (tx: Db, accountId: string, noteId: string) =>
  tx.run(sql`delete from day_note where account_id = ${accountId} and note_id = ${noteId}`);
/** Deletes the notes on days that can no longer be chosen. */
export const deleteNotesBefore = (tx: Db, accountId: string, first: LocalDate) =>
  tx.run(sql`delete from day_note where account_id = ${accountId} and day < ${first}::date`);
