import { z } from 'zod';
import { message } from '#contract/platform/message.ts';
import type { Message } from '#contract/platform/words.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { stored } from '../../platform/words/stored.ts';

const state = z.object({
  since: z.string(),
  nextAt: z.string(),
  goodAt: z.string().nullable(),
  problem: z.string().nullable(),
  words: message.nullable(),
});
export const selectState = (db: Db) =>
  db.first(
    state,
    sql`select since, next_at as "nextAt", good_at as "goodAt", problem, problem_words as words from installation_backup`,
  );

/** Starts the schedule, once; a stored slot that lies further ahead than the next one is moved to it. */
export const insertState = (tx: Db, next: Date, now: Date) =>
  tx.run(sql`
    insert into installation_backup as i (since, next_at) values (${now}, ${next})
    on conflict (one) do update set next_at = least(i.next_at, excluded.next_at)`);

/** Takes the slot that is due; returns false when none is, or another process took it. */
export const takeInstallationSlot = async (tx: Db, next: Date, now: Date) =>
  (await tx.run(sql`update installation_backup set next_at = ${next} where next_at <= ${now}`)) > 0;

/** Records a backup's outcome; `goodAt` null keeps the time of the last good one. */
export function noteBackup(db: Db, goodAt: Date | null, problem: string | Message | null) {
  const { text, words } = stored(problem);
  return db.run(sql`
    update installation_backup set good_at = coalesce(${goodAt}, good_at), problem = ${text}, problem_words = ${words}::jsonb`);
}
