import { msg } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import type { Provider } from '../../platform/providers.ts';
import type { Services } from '../../platform/services.ts';
import { INVALID_ROLE } from '../session/login.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import type { UserKey } from '../session/sessions.sql.ts';
import { tell } from '../signIn/notices.ts';
import { loadStanding } from '../signIn/options.sql.ts';
import type { Identity } from './client.ts';
import { findByEmail, findLinked, hasLinkAt, insertLink, noteLinkUse } from './links.sql.ts';
import { createMapped, followMapping } from './mapping.ts';

type Where = { address: string; now: Date };

/**
 * Returns the user whose log-in at a provider it is: one who is linked to it, or else one whose verified email address it has, who is linked now, or
 * else one whom an account creates for it.
 * Returns the refusal where there is none, which the caller throws after the commit.
 */
export async function findUser(
  tx: Db,
  services: Services,
  provider: Provider,
  identity: Identity,
  where: Where,
): Promise<UserKey | Refusal> {
  const { issuer, subject } = identity;
  const find = () => findLinked(tx, { issuer, subject });
  const linked =
    (await find()) ?? ((await linkByEmail(tx, services, provider, identity, where)) ? await find() : undefined);
  if (linked) {
    if (!linked.isActive || linked.role === 'device') return new Refusal('INVALID_ROLE', INVALID_ROLE);
    const refused = linked.isMapped && (await followMapping(tx, provider, identity, linked, where));
    if (refused) return refused;
    await noteLinkUse(tx, { issuer, subject }, where.now);
    return linked;
  }
  const created = await createMapped(tx, provider, identity, where);
  if (created) return created;
  return new Refusal(
    'INVALID_CREDENTIALS',
    msg('No user is linked to this log-in at {name}. Give your administrator its identifier: {subject}', {
      name: provider.name,
      subject,
    }),
  );
}

/**
 * Links a log-in to the one user who has its verified email address, where their account asks for it. Returns false where there is none, and where that
 * user has another log-in at the provider already.
 */
async function linkByEmail(
  tx: Db,
  services: Services,
  provider: Provider,
  { issuer, subject, label, email }: Identity,
  { address, now }: Where,
): Promise<boolean> {
  const [user, another] = email === undefined ? [] : await findByEmail(tx, issuer, email);
  if (!user?.isFound || another) return false;
  if (!(await lockActiveUser(tx, user)) || (await hasLinkAt(tx, user, issuer))) return false;
  const linkedBy = 'verified email address';
  const link = { issuer, subject, label, linkedAt: now, linkedBy, isMapped: false };
  if (!(await insertLink(tx, user, link))) return false;
  const standing = await loadStanding(tx, user, services.config.passkeys.rpId);
  const notice = {
    action: 'sign-in.change',
    sentence: msg('Your log-in at {provider} was linked to your user, because it has your email address.', {
      provider: provider.name,
    }),
    detail: msg('single sign-on linked by email address: {name}', { name: provider.name }),
  } as const;
  await tell(tx, services, { ...standing, ...user }, notice, {
    actor: user.username,
    actorId: user.userId,
    address,
    now,
  });
  return true;
}
