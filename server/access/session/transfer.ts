import { words } from '#contract/platform/words.ts';
import { audit, type UserCall } from '../../platform/audit/audit.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { deleteLinksOf, insertLink, useUpTransfer } from './links.sql.ts';
import { later, type OpenedSession, openSession } from './login.ts';
import { lockActiveUser } from './logins.sql.ts';
import { countWrong } from './passwords.ts';
import { TRANSFER_TTL_SECONDS } from './rules.ts';
import { continueSignOnSession } from './signOn.sql.ts';
import type { SignOn } from './signOn.ts';

/** Creates a single-use link that continues a session on another device: valid for 60 seconds, and only the newest one. */
export async function makeTransfer({ db, config }: Services, { caller, now, hold }: UserCall) {
  const webAuthToken = randomToken();
  const { accountId, userId, sessionId } = caller;
  const expiresAt = later(now, TRANSFER_TTL_SECONDS);
  await db.tx(async (tx) => {
    await hold(tx);
    await deleteLinksOf(tx, caller, 'transfer');
    const link = { accountId, userId, sessionId, purpose: 'transfer' as const, createdAt: now, expiresAt };
    await insertLink(tx, { ...link, tokenHash: tokenHash(webAuthToken) });
  });
  return {
    webAuthToken,
    url: `${config.publicUrl}/login/transfer-session/${webAuthToken}`,
    expiresIn: TRANSFER_TTL_SECONDS,
  };
}

type Exchange = { webAuthToken: string; browserId: string; address: string; now: Date };

/**
 * Opens a session on this device that ends when the continued one would have ended: nothing is revived or prolonged. Throws INVALID_TOKEN for an
 * unknown, used or expired link, and when the session or the user's rights have changed meanwhile. A log-in at a provider ends here as well.
 */
export async function exchangeTransfer(services: Services, signOn: SignOn, asked: Exchange): Promise<OpenedSession> {
  const { now, address, browserId } = asked;
  const failure = signOn.failureOf(asked.webAuthToken, now);
  if (failure !== undefined) throw new Refusal('INVALID_TOKEN', failure);
  const opened = await services.db.tx(async (tx) => {
    const from = await useUpTransfer(tx, tokenHash(asked.webAuthToken), now);
    if (!from) return signOn.arrive(tx, asked);
    if (!(await lockActiveUser(tx, from))) return undefined;
    const { accountId, username: actor, userId: actorId } = from;
    await audit(tx, { accountId, actor, actorId, action: 'session.transfer', address, at: now });
    const session = await openSession(tx, services, from, { ...from, browserId, provedAt: null, now });
    await continueSignOnSession(tx, from.sessionId, tokenHash(session.token));
    return session;
  });
  if (!opened) {
    await countWrong(services, 'transferAddress', address);
    throw new Refusal('INVALID_TOKEN', words('Invalid session transfer token'));
  }
  if (opened instanceof Error) throw opened;
  return opened;
}
