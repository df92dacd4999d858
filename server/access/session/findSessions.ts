import type { Db } from '../../platform/db/db.ts';
import { type FoundSession, findSessionTexts, sessionOfText } from './sessions.sql.ts';

/** Returns the session with this hash of its token; undefined when there is none. */
export type FindSession = (tokenHash: Buffer) => Promise<FoundSession | undefined>;

type Pending = { hash: Buffer } & PromiseWithResolvers<FoundSession | undefined>;

/** A read that takes longer is not waited for: the next batch uses another connection. */
const MAX_WAIT_MS = 20;
const MAX_PARSED = 2_000;

/**
 * Batches session reads: requests that arrive while a read is in flight share the next statement, because a dashboard's calls come together. Every
 * read begins after the requests that it answers, and a read that hangs delays no other. A row whose text has not changed is not parsed again.
 */
export function createFindSession(db: Db): FindSession {
  let pending = new Map<string, Pending>();
  let inFlight = 0;
  let batchTimer: NodeJS.Timeout | undefined;
  const parsed = new Map<string, { text: string; session: FoundSession }>();

  const parse = (key: string, text: string) => {
    const known = parsed.get(key);
    if (known?.text === text) return known.session;
    const session = sessionOfText(text);
    parsed.delete(key);
    parsed.set(key, { text, session });
    if (parsed.size > MAX_PARSED) parsed.delete(parsed.keys().next().value ?? '');
    return session;
  };

  const read = async () => {
    clearTimeout(batchTimer);
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    inFlight++;
    try {
      const rows = await findSessionTexts(
        db,
        [...batch.values()].map(({ hash }) => hash),
      );
      const texts = new Map(rows.map(({ tokenHash, text }) => [tokenHash, text]));
      for (const [key, one] of batch) settle(one, key, texts.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      inFlight--;
      if (pending.size > 0) setImmediate(read);
    }
  };

  const settle = ({ resolve, reject }: Pending, key: string, text: string | undefined) => {
    try {
      resolve(text === undefined ? undefined : parse(key, text));
    } catch (error) {
      reject(error);
    }
  };

  return (hash) => {
    const key = hash.toString('hex');
    const known = pending.get(key);
    if (known) return known.promise;
    if (pending.size === 0) {
      if (inFlight === 0) setImmediate(read);
      else batchTimer = setTimeout(read, MAX_WAIT_MS);
    }
    const one = { hash, ...Promise.withResolvers<FoundSession | undefined>() };
    pending.set(key, one);
    return one.promise;
  };
}
