import type { Db } from '../db/db.ts';
import { findSessionRows, type SessionRow, sessionOfRow } from './sessions.sql.ts';

/** The session of a token's hash, if there is one. */
export type FindSession = (tokenHash: Buffer) => Promise<SessionRow | undefined>;

type Asked = { hash: Buffer } & PromiseWithResolvers<SessionRow | undefined>;

/**
 * Reads the sessions of all requests that arrived in one turn of the event loop with one statement: a dashboard's calls come together,
 * and so do those of many. Nothing is kept: every read begins after the requests that it answers came (S-19).
 */
export function createFindSession(db: Db): FindSession {
  let asking = new Map<string, Asked>();

  const read = async () => {
    const asked = asking;
    asking = new Map();
    try {
      const rows = await findSessionRows(
        db,
        [...asked.values()].map(({ hash }) => hash),
      );
      const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
      for (const [key, one] of asked) settle(one, byHash.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  };

  const settle = ({ resolve, reject }: Asked, row: unknown) => {
    try {
      resolve(row === undefined ? undefined : sessionOfRow(row));
    } catch (error) {
      reject(error);
    }
  };

  return (hash) => {
    const key = hash.toString('hex');
    const known = asking.get(key);
    if (known) return known.promise;
    if (asking.size === 0) setImmediate(read);
    const one = { hash, ...Promise.withResolvers<SessionRow | undefined>() };
    asking.set(key, one);
    return one.promise;
  };
}
