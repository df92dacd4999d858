import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { getGroups, getLookupDefinition, getLookups } from '#contract/masterData/groups.ts';
import { call } from './call.ts';

/** The account's names of its groups and lookups. They name no people, so they are cached on disk beside the figures (spec/pwa.md 3c). */
const meta = { silent: true, persist: true };

/** Employee groups, time groups and job descriptions, deleted ones too. */
export const groupsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['groups', accountId],
    queryFn: ({ signal }) => call(getGroups, { query: {} }, { signal }),
    staleTime: 60_000,
    meta,
  });

/** Both lookups with their entries. */
export const lookupsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['lookups', accountId, 'entries'],
    queryFn: ({ signal }) => call(getLookups, { query: {} }, { signal }),
    select: ({ lookups }) => lookups,
    staleTime: 60_000,
    meta,
  });

/** Returns the names for as long as the account's own are not known. */
export const lookupsUnnamed = () => ({ lookup1: t`Lookup 1`, lookup2: t`Lookup 2` });
/** Returns the account's names of its lookups; until they are loaded, lookup 1 and 2. */
export const lookupNamesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['lookups', accountId, 'names'],
    queryFn: ({ signal }) => call(getLookupDefinition, { query: {} }, { signal }),
    select: ({ lookup1, lookup2 }) => ({
      lookup1: lookup1 || lookupsUnnamed().lookup1,
      lookup2: lookup2 || lookupsUnnamed().lookup2,
    }),
    placeholderData: lookupsUnnamed,
    staleTime: 5 * 60_000,
    meta,
  });
