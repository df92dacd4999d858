import { session } from '../../state/session.ts';

// Contract and zod are loaded at the first use, not with the page, and of the contract what is named here.

/** Extends the session; returns the new ttl in seconds. Throws ApiError. It can safely be repeated. */
export async function extend(): Promise<number> {
  const { extendSession } = await import('#contract/access/session.ts');
  const { call } = await import('../../api/call.ts');
  return (await call(extendSession)).ttl;
}

/** Returns the seconds until the server ends this session; null when it cannot be reached or refuses (a 401 expires the session). */
export async function fetchTtl(): Promise<number | null> {
  const current = session.get();
  if (!current) return null;
  const { getSession } = await import('#contract/access/session.ts');
  const { call } = await import('../../api/call.ts');
  try {
    return (await call(getSession, {}, { signal: AbortSignal.timeout(3_000) })).ttl;
  } catch {
    return null;
  }
}
