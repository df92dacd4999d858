import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

const state = z.object({
  since: z.string(),
  nextAt: z.string(),
  goodAt: z.string().nullable(),
  problem: z.string().nullable(),
});
export const selectState = (db: Db) =>
  db.first(state, sql`select since, next_at as "nextAt", good_at as "goodAt", problem from installation_backup`);

/** Begins to count, once; a slot that lies further ahead than the next one is that one. */
export const insertState = (tx: Db, next: Date, now: Date) =>
  tx.run(sql`
    insert into installation_backup as i (since, next_at) values (${now}, ${next})
    on conflict (one) do update set next_at = least(i.next_at, excluded.next_at)`);

/** Takes the slot that has come; answers false when there is none, or another process took it. */
export const takeInstallationSlot = async (tx: Db, next: Date, now: Date) =>
  (await tx.run(sql`update installation_backup set next_at = ${next} where next_at <= ${now}`)) > 0;

/** `goodAt` null: the last good one stays what it was. */
export const noteBackup = (db: Db, goodAt: Date | null, problem: string | null) =>
  db.run(sql`update installation_backup set good_at = coalesce(${goodAt}, good_at), problem = ${problem}`);
