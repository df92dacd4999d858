import type { Message } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Refusal } from '../../platform/http/errors.ts';
import type { OpenedSession } from './login.ts';

/** Log-ins at providers. singleSignOn/ implements it, a session transfer and a log-out use it, and app.ts connects the two. */
export type SignOn = {
  /** Returns what went wrong at a provider, if that is what a transfer token says. */
  failureOf(token: string, now: Date): string | Message | undefined;
  /** Opens the session of a log-in that waits for its browser; undefined when the token is of no such log-in. */
  arrive(
    tx: Db,
    given: { webAuthToken: string; browserId: string; address: string; now: Date },
  ): Promise<OpenedSession | Refusal | undefined>;
  /** Returns the address at which the browser of a session ends the provider's session as well; undefined where there is none. */
  logOutUrl(sessionId: string): Promise<string | undefined>;
};
