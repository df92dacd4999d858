import { msg } from '#contract/platform/words.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { nameOfIssuer } from '../../platform/providers.ts';
import type { UserKey } from './sessions.sql.ts';
import { findRequiredIssuer } from './signOn.sql.ts';

/** Returns the refusal of a password, passkey or reset of a user whose account requires single sign-on; undefined where it does not. */
export async function refusalByRequirement(
  db: Db,
  { providers }: Pick<Config, 'providers'>,
  user: UserKey,
  at?: { issuer: string },
): Promise<Refusal | undefined> {
  const issuer = await findRequiredIssuer(db, user);
  if (issuer === null || issuer === at?.issuer) return undefined;
  return new Refusal(
    'INVALID_CREDENTIALS',
    msg('Log in with {provider}.', { provider: nameOfIssuer(providers, issuer) }),
  );
}
