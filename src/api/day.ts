import { type QueryClient, type QueryMeta, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOnline } from './reachability.ts';

/** The day a dashboard shows. `live`: the reference date is today in the account's zone. */
export type Day = { accountId: string; referenceDate: string; timeZone: string; live: boolean };

let cacheKey = 0;

/** The next refresh. It goes into the address only, never into a query key: a stable key keeps old figures (spec/pwa.md 3c). */
export const raiseCacheKey = () => {
  cacheKey += 1;
};

/** What every statistics call is asked with. */
export const dayRequest = ({ referenceDate }: Day) => ({ referenceDate, cacheKey });

/** Every figure of an account; what a refresh invalidates. */
export const figuresKey = (accountId: string) => ['stats', accountId] as const;

/** The key of one card's figures on one day. */
export const dayKey = ({ accountId, referenceDate }: Day, card: string, options: Record<string, string> = {}) =>
  ['stats', accountId, card, { referenceDate, ...options }] as const;

/** Figures refresh with the dashboard and in no other way; a failure is said on the card and told once per outage. */
export const dayOptions = (meta: QueryMeta = {}) => ({
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta,
});

/** A card may be this much older than its neighbours before it says so: a refresh takes a while to come in. */
const NEIGHBOURLY_MS = 45_000;

function newestFigure(client: QueryClient, accountId: string) {
  const ages = client
    .getQueryCache()
    .findAll({ queryKey: figuresKey(accountId), type: 'active' })
    .map(({ state }) => state.dataUpdatedAt);
  return ages.length === 0 ? 0 : Math.max(...ages);
}

type Figures = { data: unknown; isError: boolean; dataUpdatedAt: number };

/**
 * Epoch ms of a card's figures where it has to say so: its refresh failed, there is no network (said at once, so that nothing moves when
 * the refresh then fails), or its neighbours are newer.
 */
export function useStaleSince({ data, isError, dataUpdatedAt }: Figures, { accountId }: Day): number | undefined {
  const client = useQueryClient();
  const online = useOnline();
  const subscribe = useCallback(
    (listener: () => void) =>
      // Other events come while components render, when nobody may be told.
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && /^(success|error)$/.test(event.action.type)) listener();
      }),
    [client],
  );
  // Yes or no rather than how old: otherwise each answer of a refresh would draw every card again. Not while answers are still coming in:
  // the first of them would make all others old for a moment.
  const isOlder = useSyncExternalStore(
    subscribe,
    () =>
      client.isFetching({ queryKey: figuresKey(accountId) }) === 0 &&
      newestFigure(client, accountId) - dataUpdatedAt > NEIGHBOURLY_MS,
  );
  return data !== undefined && (isError || isOlder || !online) ? dataUpdatedAt : undefined;
}

/**
 * Whether a card says that its figures could not be loaded. Offline is a state, not an error (spec/design.md): where there are older
 * figures, the strip and their age say it.
 */
export function useFailed({ data, isError }: Pick<Figures, 'data' | 'isError'>): boolean {
  const online = useOnline();
  return isError && (online || data === undefined);
}
