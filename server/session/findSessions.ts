import type { Db } from '../db/db.ts';
import { type FoundSession, findSessionTexts, sessionOfText } from './sessions.sql.ts';

/** The session of a token's hash, if there is one. */
export type FindSession = (tokenHash: Buffer) => Promise<FoundSession | undefined>;

type Asked = { hash: Buffer } & PromiseWithResolvers<FoundSession | undefined>;

/** A read that takes longer than this is not waited for: the next one has a connection of its own. */
const PATIENCE_MS = 20;
const MAX_PARSED = 2_000;

/**
 * Reads the sessions of all requests that arrive while the last read is under way with one statement: a dashboard's calls come
 * together, and the more there is to do, the more of them share one. Every read begins after the requests that it answers came (S-19),
 * and one that hangs holds up nobody else. What says the same as the last time, to the letter, is not parsed again.
 */
export function createFindSession(db: Db): FindSession {
  let asking = new Map<string, Asked>();
  let underWay = 0;
  let impatience: NodeJS.Timeout | undefined;
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
    clearTimeout(impatience);
    if (asking.size === 0) return;
    const asked = asking;
    asking = new Map();
    underWay++;
    try {
      const rows = await findSessionTexts(
        db,
        [...asked.values()].map(({ hash }) => hash),
      );
      const texts = new Map(rows.map(({ tokenHash, text }) => [tokenHash, text]));
      for (const [key, one] of asked) settle(one, key, texts.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    } finally {
      underWay--;
      if (asking.size > 0) setImmediate(read);
    }
  };

  const settle = ({ resolve, reject }: Asked, key: string, text: string | undefined) => {
    try {
      resolve(text === undefined ? undefined : parse(key, text));
    } catch (error) {
      reject(error);
    }
  };

  return (hash) => {
    const key = hash.toString('hex');
    const known = asking.get(key);
    if (known) return known.promise;
    if (asking.size === 0) {
      if (underWay === 0) setImmediate(read);
      else impatience = setTimeout(read, PATIENCE_MS);
    }
    const one = { hash, ...Promise.withResolvers<FoundSession | undefined>() };
    asking.set(key, one);
    return one.promise;
  };
}
