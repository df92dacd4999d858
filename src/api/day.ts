import { type QueryClient, type QueryMeta, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOnline } from '../state/reachability.ts';
import type { Crew } from './crew.ts';

/** The day a dashboard shows. `live`: the reference date is today in the account's zone. `crew`: the people of every figure; absent: everybody. */
export type Day = { accountId: string; referenceDate: string; timeZone: string; live: boolean; crew?: Crew };

let cacheKey = 0;

/** The next refresh. It goes into the address only, never into a query key: a stable key keeps old figures (spec/pwa.md 3c). */
export const raiseCacheKey = () => {
  cacheKey += 1;
};

/** Returns true if the figures of a day are those of some people only. */
export const isFiltered = ({ crew = {} }: Pick<Day, 'crew'>) => Object.keys(crew).length > 0;

/** Returns the same day with the figures of everybody: devices, reasons and choices of people know no filter. */
export const ofEverybody = (day: Day): Day => ({ ...day, crew: undefined });

/** Returns the query parameters of every statistics call. */
export const dayRequest = ({ referenceDate, crew }: Day) => ({ referenceDate, cacheKey, ...crew });

/** Every figure of an account; what a refresh invalidates. */
export const figuresKey = (accountId: string) => ['stats', accountId] as const;

/** The key of one card's figures on one day. */
export const dayKey = ({ accountId, referenceDate, crew }: Day, card: string, options: Record<string, string> = {}) =>
  ['stats', accountId, card, { referenceDate, ...crew, ...options }] as const;

/** Figures refresh with the dashboard and in no other way; a failure is shown on the card, and notified once per outage. */
export const dayOptions = (meta: QueryMeta = {}) => ({
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta,
});

/** A card may be this much older than its neighbours before it says so: a refresh takes a while to come in. */
const STALE_TOLERANCE_MS = 45_000;

/** The figures of an account that are on show. */
const shownFigures = (client: QueryClient, accountId: string) =>
  client.getQueryCache().findAll({ queryKey: figuresKey(accountId), type: 'active' });

/** Something read from the query cache, anew whenever an answer or a failure comes in, or a figure comes on show. */
export function useCacheReading<T extends string | number | boolean | undefined>(read: (client: QueryClient) => T): T {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) =>
      // Other events come while components render, when nobody may be told.
      client.getQueryCache().subscribe((event) => {
        const isNews = event.type === 'updated' && /^(success|error)$/.test(event.action.type);
        if (isNews || event.type === 'observerAdded' || event.type === 'observerRemoved') listener();
      }),
    [client],
  );
  return useSyncExternalStore(subscribe, () => read(client));
}

type Figures = { data: unknown; isError: boolean; dataUpdatedAt: number };

/**
 * Epoch ms of a card's figures where it has to say so: its refresh failed, or its neighbours are newer. Without a connection the strip
 * says how old everything is, and only what is older than the rest says so itself (spec/design.md).
 */
export function useStaleSince(
  { data, isError, dataUpdatedAt }: Figures,
  { accountId }: Pick<Day, 'accountId'>,
): number | undefined {
  const online = useOnline();
  // Yes or no rather than how old: otherwise each answer of a refresh would draw every card again. Not while answers are still coming in:
  // the first of them would make all others old for a moment.
  const isOlder = useCacheReading(
    (client) =>
      client.isFetching({ queryKey: figuresKey(accountId) }) === 0 &&
      Math.max(0, ...shownFigures(client, accountId).map(({ state }) => state.dataUpdatedAt)) - dataUpdatedAt >
        STALE_TOLERANCE_MS,
  );
  return data !== undefined && ((isError && online) || isOlder) ? dataUpdatedAt : undefined;
}

/**
 * Returns true if a card says that its figures could not be loaded. Offline is a state, not an error (spec/design.md): where there are older
 * figures, the strip says how old they are.
 */
export function useFailed({ data, isError }: Pick<Figures, 'data' | 'isError'>): boolean {
  const online = useOnline();
  return isError && (online || data === undefined);
}

const isOfDay = (of: unknown) => typeof of === 'object' && of !== null && 'referenceDate' in of;

/** Returns true if no figure of the day is known here and none can be loaded: no connection, and every figure on show has failed. */
export function useDayUnknown({ accountId }: Day): boolean {
  const online = useOnline();
  const nothing = useCacheReading((client) => {
    // What is of other days, as the number of exceptions beside a section, says nothing of this one.
    const shown = shownFigures(client, accountId).filter(({ queryKey: [, , , of] }) => isOfDay(of));
    return shown.length > 0 && shown.every(({ state }) => state.status === 'error' && state.data === undefined);
  });
  return !online && nothing;
}
