import { type QueryClient, type QueryMeta, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOnline } from '../state/reachability.ts';
import type { Crew } from './crew.ts';

/**
 * The day that a dashboard shows. `live`: the reference date is today in the account's zone. `crew`: the people whom every figure covers; absent:
 * everybody.
 */
export type Day = { accountId: string; referenceDate: string; timeZone: string; live: boolean; crew?: Crew };

let cacheKey = 0;

/**
 * Raises the number of the refresh. It goes into the address only, never into a query key: with a stable key, old figures stay until new ones arrive.
 */
export const raiseCacheKey = () => {
  cacheKey += 1;
};

/** Returns true if the figures of a day are those of some people only. */
export const isFiltered = ({ crew = {} }: Pick<Day, 'crew'>) => Object.keys(crew).length > 0;

/** Returns the same day without filters, for devices, reasons and choices of people, which filters do not apply to. */
export const ofEverybody = (day: Day): Day => ({ ...day, crew: undefined });

/** Returns the query parameters of every statistics call. */
export const dayRequest = ({ referenceDate, crew }: Day) => ({ referenceDate, cacheKey, ...crew });

/** The key of all figures of an account, which a refresh invalidates. */
export const figuresKey = (accountId: string) => ['stats', accountId] as const;

/** The key of one card's figures on one day. */
export const dayKey = ({ accountId, referenceDate, crew }: Day, card: string, options: Record<string, string> = {}) =>
  ['stats', accountId, card, { referenceDate, ...crew, ...options }] as const;

/** Figures refresh only with the dashboard; a failure is shown on the card, with one notification per outage. */
export const dayOptions = (meta: QueryMeta = {}) => ({
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta,
});

/** A card may be this much older than the others before it shows its age: the answers of a refresh arrive one after the other. */
const STALE_TOLERANCE_MS = 45_000;

/** Returns the figures of an account that are shown at present. */
const shownFigures = (client: QueryClient, accountId: string) =>
  client.getQueryCache().findAll({ queryKey: figuresKey(accountId), type: 'active' });

/** Reads something from the query cache, again whenever an answer or failure arrives or another figure is shown. */
export function useCacheReading<T extends string | number | boolean | undefined>(read: (client: QueryClient) => T): T {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) =>
      // Other events are raised while components render, when no state may change.
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
 * Returns the time (epoch ms) of a card's figures if the card has to show it: its refresh failed, or other cards are newer. Without a connection the
 * strip shows the age of everything, and a card only if it is older than the rest.
 */
export function useStaleSince(
  { data, isError, dataUpdatedAt }: Figures,
  { accountId }: Pick<Day, 'accountId'>,
): number | undefined {
  const online = useOnline();
  // A boolean, because with the age itself each answer of a refresh would render every card again. Not while answers are still arriving: the first
  // would make all others look old for a moment.
  const isOlder = useCacheReading(
    (client) =>
      client.isFetching({ queryKey: figuresKey(accountId) }) === 0 &&
      Math.max(0, ...shownFigures(client, accountId).map(({ state }) => state.dataUpdatedAt)) - dataUpdatedAt >
        STALE_TOLERANCE_MS,
  );
  return data !== undefined && ((isError && online) || isOlder) ? dataUpdatedAt : undefined;
}

/**
 * Returns true if a card must say that its figures could not be loaded. Being offline is a state, not an error: where there are
 * older figures, the strip shows their age.
 */
export function useFailed({ data, isError }: Pick<Figures, 'data' | 'isError'>): boolean {
  const online = useOnline();
  return isError && (online || data === undefined);
}

const isOfDay = (of: unknown) => typeof of === 'object' && of !== null && 'referenceDate' in of;

/** Returns true if this device has no figure of the day and cannot load any: there is no connection, and every figure that is shown has failed. */
export function useDayUnknown({ accountId }: Day): boolean {
  const online = useOnline();
  const nothing = useCacheReading((client) => {
    // Queries about other days, such as the number of exceptions beside a section, do not count.
    const shown = shownFigures(client, accountId).filter(({ queryKey: [, , , of] }) => isOfDay(of));
    return shown.length > 0 && shown.every(({ state }) => state.status === 'error' && state.data === undefined);
  });
  return !online && nothing;
}
