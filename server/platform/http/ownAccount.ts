import { words } from '#contract/platform/words.ts';
import type { UserCaller } from './callers.ts';
import { invalid, notFound } from './errors.ts';

/** Returns the account that a call concerns: an employer's is that of the session, whatever is asked for; an administrator names one. */
export function accountOf(caller: UserCaller, asked: string | undefined): string {
  if (caller.role !== 'admin') {
    if (asked !== undefined && asked !== caller.accountId) throw notFound(words('Account not found'));
    return caller.accountId;
  }
  if (asked === undefined) throw invalid('accountId', words('Name an account'));
  return asked;
}
