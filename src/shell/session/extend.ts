import { session } from '../../state/session.ts';

/** Contract and zod come with the first use, not with the page. */
const load = () => Promise.all([import('../../api/call.ts'), import('#contract/session.ts')]);

/** Starts the session's time again; the new ttl in seconds. Throws ApiError. Harmless to repeat. */
export async function extend(): Promise<number> {
  const [{ call }, { extendSession }] = await load();
  return (await call(extendSession)).ttl;
}

/** Returns how long the server lets this session live still, in seconds; null when it cannot be asked or refuses (401 expires it). */
export async function fetchTtl(): Promise<number | null> {
  const current = session.get();
  if (!current) return null;
  const [{ call }, { getSession }] = await load();
  try {
    return (await call(getSession, {}, { signal: AbortSignal.timeout(3_000) })).ttl;
  } catch {
    return null;
  }
}
