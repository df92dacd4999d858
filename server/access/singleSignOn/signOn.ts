import { setTimeout } from 'node:timers/promises';
import { msg } from '#contract/platform/words.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { nameOfIssuer } from '../../platform/providers.ts';
import { SealBroken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { INVALID_ROLE, passOrAsk } from '../session/login.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import { refusalByRequirement } from '../session/requirement.ts';
import type { SecondStep } from '../session/secondStep.ts';
import { findSignOnSession } from '../session/signOn.sql.ts';
import type { SignOn } from '../session/signOn.ts';
import { takeArrival } from './arrivals.sql.ts';
import type { Clients } from './clients.ts';
import { idTokenContext } from './flow.ts';
import { findLinked } from './links.sql.ts';
import { failureIn } from './state.ts';

/** A log-out does not wait longer for a provider. */
const LOG_OUT_WAIT_MS = 2_000;

/** Returns the end of a log-in at a provider, and of its session. */
export const createSignOn = (services: Services, clients: Clients, secondStep: SecondStep): SignOn => ({
  failureOf: (token, now) => failureIn(services.secrets, token, now),

  async arrive(tx, { webAuthToken, ...where }) {
    const { now } = where;
    const found = await takeArrival(tx, { tokenHash: tokenHash(webAuthToken), purpose: 'login', ...where });
    if (!found) return undefined;
    if (!(await lockActiveUser(tx, found))) return new Refusal('INVALID_ROLE', INVALID_ROLE);
    // The link may have been removed since the provider answered.
    const linked = await findLinked(tx, found);
    if (linked?.accountId !== found.accountId || linked.userId !== found.userId) return undefined;
    const elsewhere = await refusalByRequirement(tx, services.config, found, found);
    if (elsewhere) return elsewhere;
    const { accountId, userId, username, issuer, subject, sid, sealedIdToken, hasFactor } = found;
    const user = { accountId, userId, username };
    // A session there may be hours old: what was proved then is no proof of now. Where the person just logged in, a factor of the provider's is one,
    // and its password for a person who has no factor here.
    const proof = found.isFresh && (found.provesFactor || !hasFactor) ? now : null;
    const step = found.provesFactor
      ? ({ is: 'passed', provedAt: null } as const)
      : await secondStep.take(tx, user, where);
    const passed = step.is === 'passed' ? { ...step, provedAt: step.provedAt ?? proof } : step;
    const signOn = { issuer, subject, sid, sealedIdToken };
    const detail = msg('single sign-on: {name}', { name: nameOfIssuer(services.config.providers, issuer) });
    return passOrAsk(tx, services, user, passed, { ...where, signOn, detail });
  },

  async logOutUrl(sessionId) {
    if (clients.all.length === 0) return undefined;
    const began = await findSignOnSession(services.db, sessionId);
    const client = began && clients.ofIssuer(began.issuer);
    if (!began || !client) return undefined;
    try {
      const idToken = services.secrets.open(began.sealedIdToken, idTokenContext(began.issuer)).toString('utf8');
      const url = client.logoutUrl(idToken, `${services.config.publicUrl}/login`).catch(() => undefined);
      return await Promise.race([url, setTimeout(LOG_OUT_WAIT_MS, undefined, { ref: false })]);
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  },
});
