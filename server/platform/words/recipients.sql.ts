import { z } from 'zod';
import { languageOf } from '#contract/platform/languages.ts';
import { type Db, sql } from '../db/db.ts';
import { type Words, wordsIn } from './words.ts';

/** The words of a recipient are in the user's own language, or in that of their account until they choose one. */
const spoken = z.object({ language: z.string().nullable() });
const wordsOf = (found: z.infer<typeof spoken> | undefined): Words => wordsIn(languageOf([found?.language ?? '']));

/** Returns the words of an account: of what is for nobody by name. */
export const wordsOfAccount = async (db: Db, accountId: string): Promise<Words> =>
  wordsOf(await db.first(spoken, sql`select language from account where account_id = ${accountId}`));

/** Returns the words of a user; of one who was deleted, or of no user, the account's. */
export const wordsOfUser = async (
  db: Db,
  { accountId, userId }: { accountId: string; userId: string | null },
): Promise<Words> =>
  wordsOf(
    await db.first(
      spoken,
      sql`select coalesce(u.language, a.language) as language from account a
          left join app_user u on u.account_id = a.account_id and u.user_id = ${userId}::uuid
          where a.account_id = ${accountId}`,
    ),
  );

/** Returns the words of a mail address: of the active user of the account who has it, else the account's. */
export const wordsOfAddress = async (db: Db, accountId: string, address: string): Promise<Words> =>
  wordsOf(
    await db.first(
      spoken,
      sql`select coalesce(u.language, a.language) as language from account a
          left join app_user u on u.account_id = a.account_id and lower(u.email) = lower(${address}) and u.is_active
          where a.account_id = ${accountId} order by u.language, u.user_id limit 1`,
    ),
  );
