import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PayRate, RateKind } from '#contract/masterData/payRules.ts';
import { groupsQuery, lookupNamesQuery, lookupsQuery, lookupsUnnamed } from '../../../api/names.ts';
import { listed } from '../../../lib/lists.ts';
import { useMay } from '../../../state/session.ts';
import { earningsQuery } from './pay.queries.ts';

export const KIND_WORDS: Record<RateKind, MessageDescriptor> = {
  piece: msg`Piecework`,
  hourly: msg`Hours`,
  minimum: msg`Minimum`,
};

type Choice = { value: string; label: string };
/** Returns what rates can name, with the words for it. Employees are those of the current pay period. */
export function useRateNames(accountId: string) {
  const { t } = useLingui();
  const { data: groups, isLoading: isLoadingGroups } = useQuery(groupsQuery(accountId));
  const { data: lookups = [], isLoading: isLoadingLookups } = useQuery(lookupsQuery(accountId));
  const { data: lookupNames = lookupsUnnamed() } = useQuery(lookupNamesQuery(accountId));
  const { data: pay, isLoading: isLoadingPeople } = useQuery({
    ...earningsQuery(accountId, {}, undefined),
    enabled: useMay('Pay.VIEW'),
  });
  const live = <T extends { deletedAt: string | null }>(all: readonly T[] | undefined) =>
    (all ?? []).filter(({ deletedAt }) => deletedAt === null);
  const choices = {
    lookup1: entriesOf(1),
    lookup2: entriesOf(2),
    jobDescriptionId: live(groups?.jobDescriptions).map(({ _id, name }) => ({ value: _id, label: name })),
    employeeGroupId: live(groups?.employeeGroups).map(({ _id, name }) => ({ value: _id, label: name })),
    employeeId: (pay?.rows ?? []).map(({ employee: { _id, number, firstName, lastName } }) => ({
      value: _id,
      label: `${number} ${firstName} ${lastName}`,
    })),
  };
  const titles = {
    ...lookupNames,
    jobDescriptionId: t`Job description`,
    employeeGroupId: t`Employee group`,
    employeeId: t`Employee`,
  };
  return {
    isLoading: isLoadingGroups || isLoadingLookups || isLoadingPeople,
    choices,
    titles,
    timeGroups: live(groups?.timeGroups).map(({ _id, name }): Choice => ({ value: _id, label: name })),
    /** Returns what a rate names: 'Pinklady, Block 4'. */
    of: (rate: PayRate) =>
      listed(
        KEYS.map((key) => {
          const value = rate[key];
          return value && (choices[key].find((one) => one.value === value)?.label ?? titles[key]);
        }),
      ),
  };
  function entriesOf(nth: 1 | 2): Choice[] {
    const entries = lookups.find(({ lookup }) => lookup === nth)?.entries;
    return live(entries).map(({ code, description }) => ({ value: code, label: description }));
  }
}
export const KEYS = ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId', 'employeeId'] as const;
