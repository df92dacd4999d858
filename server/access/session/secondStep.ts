import type { PendingLogIn } from '#contract/platform/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserKey } from './sessions.sql.ts';

/** `passed`: the log-in may continue, with or without a factor. `needed`: a factor is missing. `wrong`: the code that was sent along is wrong. */
export type SecondStepOutcome =
  | { is: 'passed'; provedAt: Date | null }
  | { is: 'needed'; need: PendingLogIn['need']; methods: PendingLogIn['methods'] }
  | { is: 'wrong' };

/** The second factor after a right password. signIn/ implements it, a log-in uses it, and app.ts connects the two. */
export type SecondStep = {
  /** Counts a try with the code of a log-in; throws TOO_MANY_REQUESTS. `wasRight` takes the try back. */
  countTry(user: UserKey, code: string): Promise<{ wasRight(): Promise<void> }>;
  /** Runs within the transaction that would open the session, with the user locked. */
  take(
    tx: Db,
    user: UserKey,
    given: { code?: string | undefined; address: string; now: Date },
  ): Promise<SecondStepOutcome>;
  hasPasskeys(user: UserKey): Promise<boolean>;
};
