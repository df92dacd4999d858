import { t } from '@lingui/core/macro';
import { getGroups, getLookupDefinition, getLookups } from '#contract/masterData/groups.ts';
import { queryOf } from './query.ts';

/** The account's names of its groups and lookups. They name no people, so they are cached on disk beside the figures. */
const meta = { silent: true, persist: true };

/** Employee groups, time groups and job descriptions, deleted ones too. */
export const groupsQuery = (accountId: string) =>
  queryOf(getGroups, ['groups', accountId], { request: () => ({ query: {} }), staleTime: 60_000, meta });

/** Both lookups with their entries. */
export const lookupsQuery = (accountId: string) =>
  queryOf(getLookups, ['lookups', accountId, 'entries'], {
    request: () => ({ query: {} }),
    select: ({ lookups }) => lookups,
    staleTime: 60_000,
    meta,
  });

/** Returns the names for as long as the account's own are not known. */
export const lookupsUnnamed = () => ({ lookup1: t`Lookup 1`, lookup2: t`Lookup 2` });
/** Returns the account's names of its lookups; until they are loaded, lookup 1 and 2. */
export const lookupNamesQuery = (accountId: string) =>
  queryOf(getLookupDefinition, ['lookups', accountId, 'names'], {
    request: () => ({ query: {} }),
    select: ({ lookup1, lookup2 }) => ({
      lookup1: lookup1 || lookupsUnnamed().lookup1,
      lookup2: lookup2 || lookupsUnnamed().lookup2,
    }),
    placeholderData: lookupsUnnamed,
    staleTime: 5 * 60_000,
    meta,
  });
