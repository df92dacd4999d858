import { z } from 'zod';
import { language } from '#contract/common.ts';
import type { Language } from '#contract/languages.ts';
import { type Db, sql } from '../db/db.ts';
import type { UserKey } from '../session/sessions.sql.ts';

/**
 * Returns the language of a user: their own, else that of the account, which is also that of callers who are no users of it, and of print views
 * (spec/languages.md W3). English where this version does not know the language.
 */
export async function languageOfUser(db: Db, accountId: string, userId: string | null = null): Promise<Language> {
  const found = await db.first(
    z.object({ language: language.catch('en') }),
    sql`select coalesce(u.language, a.language) as language
        from account a left join app_user u on u.account_id = a.account_id and u.user_id = ${userId}::uuid
        where a.account_id = ${accountId}`,
  );
  return found?.language ?? 'en';
}

export const updateLanguage = (tx: Db, { accountId, userId }: UserKey, chosen: Language | null) =>
  tx.run(sql`update app_user set language = ${chosen} where account_id = ${accountId} and user_id = ${userId}`);
