import { timingSafeEqual } from 'node:crypto';
import type { UserCaller } from '../../platform/http/callers.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { findFiguresOwner, type UserKey } from './sessions.sql.ts';

type Owner = Pick<UserCaller, 'accountId' | 'userId' | 'rights' | 'scope' | 'passwordChangedAt' | 'lastFigures'>;

/** Returns what a device stores with a user's last figures, to ask later whether it still may show them; null: the account forbids it. */
export const figuresProof = (
  secrets: Secrets,
  { accountId, userId, rights, scope, passwordChangedAt, lastFigures }: Owner,
): string | null =>
  lastFigures
    ? secrets
        .hmac(
          'last figures',
          JSON.stringify([accountId, userId, rights, scope?.key ?? null, passwordChangedAt?.getTime() ?? null]),
        )
        .toString('base64url')
    : null;

/** Tells whether a device that has a proof may still show the figures of that user (docs/decisions/037). */
export async function isFiguresProof({ db, secrets }: Services, { proof, ...key }: UserKey & { proof: string }) {
  const owner = await findFiguresOwner(db, key);
  const current = Buffer.from((owner && figuresProof(secrets, owner)) ?? '');
  const given = Buffer.from(proof);
  return current.length > 0 && given.length === current.length && timingSafeEqual(given, current);
}
