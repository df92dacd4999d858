import type { UserCaller } from './callers.ts';
import { invalid, notFound } from './errors.ts';

/** An employer's account is that of the session, whatever is asked for; an administrator names one. */
export function accountOf(session: UserCaller, asked: string | undefined): string {
  if (session.role !== 'admin') {
    if (asked !== undefined && asked !== session.accountId) throw notFound('Account');
    return session.accountId;
  }
  if (asked === undefined) throw invalid('accountId', 'Name an account');
  return asked;
}
