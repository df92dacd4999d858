import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Session } from '../state/session.ts';
import { collectForeign, MAX_ENTRY_BYTES, openDisk, wipe } from './disk.ts';
import { datesToDrop, firstPages, isTooOld, localDateOf, MAX_AGE_MS, referenceDateOf } from './keep.ts';
import { keepOwnFigures } from './lastFigures.ts';
import { importSecret, open, type Sealed, seal } from './seal.ts';

/**
 * The last known figures on disk, per query: written after each fetch of a query with `meta.persist`, restored before the first
 * render. The persister's own lazy restore is not used, because it would mark restored figures as current.
 */
export type FigureCache = {
  /** Restores the entries that are still useful. */
  restore: () => Promise<void>;
  /** Nothing is written after this. */
  close: () => void;
};

const prefixOf = ({ info }: Pick<Session, 'info'>) => `tb|${info.userId}|${info.accountId}`;

/** The limit of data in pages, so that the entry fits together with its key and state. */
const MAX_PAGES_BYTES = MAX_ENTRY_BYTES - 4_000;

/** `schemaHash`: entries of another shape are dropped. Rejects when the browser has no WebCrypto or the secret is damaged. */
export async function openFigureCache(
  session: Session,
  client: QueryClient,
  schemaHash: string,
  clock: () => number = Date.now,
): Promise<FigureCache> {
  void keepOwnFigures(session, clock()).catch(console.warn);
  const key = await importSecret(session.info.cacheSecret);
  const prefix = prefixOf(session);
  const queries = client.getQueryCache();
  const disk = openDisk(prefix, (key) => queries.get(key.slice(prefix.length + 1))?.meta?.persist === 'large');
  const { timeZone } = session.info;

  const persister = createQueryPersister<Sealed>({
    storage: disk,
    prefix,
    buster: schemaHash,
    maxAge: MAX_AGE_MS,
    serialize(query) {
      const data = firstPages(query.state.data, MAX_PAGES_BYTES);
      return seal(key, { ...query, state: { ...query.state, data } }, query.state.dataUpdatedAt, clock());
    },
    async deserialize(sealed) {
      // Only `serialize` writes entries under this key.
      const query = (await open(key, sealed)) as PersistedQuery;
      if (isTooOld(query.queryKey, query.state.dataUpdatedAt, clock(), timeZone)) throw new Error('too old');
      // The network was faster than the disk: its answer stays.
      const live = client.getQueryState(query.queryKey);
      const isOutdated = live?.data !== undefined && live.dataUpdatedAt >= query.state.dataUpdatedAt;
      return isOutdated ? { ...query, state: live } : query;
    },
  });

  /** Keeps today and the past dates that were used last. */
  async function dropDates() {
    const used = new Map<string, { at: number; keys: string[] }>();
    for (const [name, sealed] of await disk.entries()) {
      const date = /"referenceDate":"([\d-]{10})"/.exec(name)?.[1];
      if (!date) continue;
      const known = used.get(date) ?? { at: 0, keys: [] };
      used.set(date, { at: Math.max(known.at, sealed.usedAt), keys: [...known.keys, name] });
    }
    const drop = datesToDrop(new Map([...used].map(([date, { at }]) => [date, at])), localDateOf(clock(), timeZone));
    for (const date of drop) for (const name of used.get(date)?.keys ?? []) await disk.removeItem(name);
  }

  /** Keeps the `last` entries that were used last among those with the same name: an account's rolls, people or trends. */
  async function dropOlder({ queryKey }: Query, last: number) {
    const name = `${prefix}-${JSON.stringify(queryKey.slice(0, 3)).slice(0, -1)},`;
    const same = (await disk.entries()).filter(([key]) => key.startsWith(name));
    const older = same.sort(([, one], [, other]) => other.usedAt - one.usedAt).slice(last);
    for (const [key] of older) await disk.removeItem(key);
  }

  async function persist(query: Query) {
    await persister.persistQuery(query);
    const persist = query.meta?.persist;
    if (typeof persist === 'object') await dropOlder(query, persist.last);
    if (referenceDateOf(query.queryKey) !== localDateOf(clock(), timeZone)) await dropDates();
  }

  /** Restores a query from the disk: the network failed, and its data is no longer in memory, because it was last shown over a minute ago. */
  async function restoreQuery(query: Query) {
    const sealed = await disk.getItem(`${prefix}-${query.queryHash}`);
    const data = sealed && (await persister.retrieveQuery(query.queryHash));
    if (data === undefined || query.state.data !== undefined) return;
    client.setQueryData(query.queryKey, data, { updatedAt: sealed?.updatedAt });
  }

  const stop = queries.subscribe((event) => {
    if (event.type !== 'updated' || !event.query.meta?.persist) return;
    const { action, query } = event;
    if (action.type === 'success' && !action.manual) void persist(query).catch(console.warn);
    if (action.type === 'error' && query.state.data === undefined) void restoreQuery(query).catch(console.warn);
  });

  return {
    async restore() {
      await persister.restoreQueries(client);
      void collectForeign(prefix, clock());
    },
    close() {
      stop();
      disk.close();
    },
  };
}

/** Deletes a user's figures from this disk. */
export const wipeFigures = (session: Session) => wipe(prefixOf(session));
