import type { PendingLogIn } from '#contract/errors.ts';
import type { Db } from '../db/db.ts';
import type { UserKey } from './sessions.sql.ts';

/** `passed`: the log-in may go on, proved with a factor or not. `needed`: something is missing. `wrong`: the code that came along. */
export type SecondStepOutcome =
  | { is: 'passed'; provedAt: Date | null }
  | { is: 'needed'; need: PendingLogIn['need']; methods: PendingLogIn['methods'] }
  | { is: 'wrong' };

/** The second factor after a right password: signIn/ knows it, a log-in asks, app.ts brings the two together. */
export type SecondStep = {
  /** Counts a try with the code of a log-in; throws TOO_MANY_REQUESTS. `wasRight` takes it back. */
  countTry(user: UserKey, code: string): Promise<{ wasRight(): Promise<void> }>;
  /** Within the transaction that would open the session, with the user locked. */
  take(
    tx: Db,
    user: UserKey,
    given: { code?: string | undefined; address: string; now: Date },
  ): Promise<SecondStepOutcome>;
  hasPasskeys(user: UserKey): Promise<boolean>;
};
