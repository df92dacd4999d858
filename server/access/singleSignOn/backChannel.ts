import { msg, words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import { invalid, Refusal } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deleteDevice } from '../push/subscriptions.sql.ts';
import { later } from '../session/login.ts';
import { countWrong } from '../session/passwords.ts';
import { endSessionsOf } from './arrivals.sql.ts';
import type { Clients } from './clients.ts';
import { ProviderFailure } from './failure.ts';
import { TOLERANCE_SECONDS } from './tokens.ts';

/**
 * Ends the sessions that a log-out token of a provider names: those that began until it was made, as far as clocks may differ. Throws
 * VALIDATION_FAILED for a token that is not the provider's, UNAVAILABLE when its keys cannot be read, NOT_FOUND, TOO_MANY_REQUESTS.
 */
export async function logOutByProvider(
  services: Services,
  clients: Clients,
  { provider, token, address, now }: { provider: string; token: string; address: string; now: Date },
): Promise<void> {
  const client = clients.require(provider);
  const named = await client.readLogoutToken(token).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.kind === 'away')
      throw new Refusal('UNAVAILABLE', msg('{name} cannot be reached.', { name: client.provider.name }), {
        retryAfter: 60,
      });
    await countWrong(services, 'signOnAddress', address);
    throw invalid('logout_token', words('This log-out token is not valid'));
  });
  const { subject, sid, madeAt } = named;
  const until = later(madeAt, TOLERANCE_SECONDS);
  await services.db.tx(
    async (tx) => {
      for (const ended of await endSessionsOf(tx, { issuer: client.provider.issuer, subject, sid, until })) {
        const { accountId, userId: actorId, username: actor } = ended;
        await deleteDevice(tx, ended);
        const detail = msg('single sign-on: {name}', { name: client.provider.name });
        await audit(tx, { accountId, actor, actorId, at: now, address, action: 'session.logout', detail });
      }
    },
    { essential: true },
  );
}
