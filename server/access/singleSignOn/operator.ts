import { msg } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { OPERATOR } from '../users/operator.ts';
import { liftRequirement } from './links.sql.ts';

/**
 * Makes an account no longer require single sign-on, for users whose provider is gone and whose way back is lost; all else of its settings stays, as do
 * links. Returns the account's code. Throws one line for an unknown account, or one that requires none.
 */
export async function requireNoSignOnByOperator(db: Db, code: string, now: Date): Promise<string> {
  const account = await db.tx(async (tx) => {
    const found = await liftRequirement(tx, code.toLowerCase());
    const detail = msg('single sign-on: {fields}', { fields: 'isRequired' });
    if (found)
      await audit(tx, { ...found, actor: OPERATOR, action: 'account.settings', target: found.code, detail, at: now });
    return found;
  });
  if (!account) throw new Error(`there is no account ${code} that requires single sign-on.`);
  return account.code;
}
