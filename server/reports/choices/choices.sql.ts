import { z } from 'zod';
import type { Language } from '#contract/platform/languages.ts';
import { type Choices, choices } from '#contract/reports/choices.ts';
import { type Db, empty, sql } from '../../platform/db/db.ts';

const NOTHING: Choices = { columns: {}, periods: [] };
/** A choice of another version or a backup that cannot be read is as specified. */
const stored = z.object({ choices: choices.nullable().catch(null) });

/** Returns what a user has chosen. `lock`: until the transaction ends, no other does. */
export async function selectChoices(tx: Db, accountId: string, userId: string, lock = false): Promise<Choices> {
  const row = await tx.first(
    stored,
    sql`select choices from app_user where account_id = ${accountId} and user_id = ${userId}${lock ? sql` for update` : empty}`,
  );
  return row?.choices ?? NOTHING;
}

export const updateChoices = (tx: Db, accountId: string, userId: string, chosen: Choices) =>
  tx.run(
    sql`update app_user set choices = ${JSON.stringify(chosen)}::jsonb where account_id = ${accountId} and user_id = ${userId}`,
  );

/** Returns whether the user's language is another one now. `language`: null for the account's. */
export const updateLanguage = async (tx: Db, accountId: string, userId: string, language: Language | null) =>
  (await tx.run(sql`update app_user set language = ${language}
    where account_id = ${accountId} and user_id = ${userId} and language is distinct from ${language}`)) === 1;
