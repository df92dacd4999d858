import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { listOwnDevices } from '#contract/intake/devices.ts';
import { entryChoices, groupChoices } from '../../../api/choices.ts';
import { type Crew, type CrewFilter, idsOf } from '../../../api/crew.ts';
import { groupsQuery, lookupsQuery } from '../../../api/names.ts';
import { ownDevicesQuery } from '../../../api/ownDevices.ts';
import type { Choice } from '../../../lib/selection.ts';
import { useMay, useMayCall } from '../../../state/session.ts';

export type Picker = { filter: CrewFilter; label: string; choices: readonly Choice[] };

/** Returns the names of the groups, devices and entries of a crew, as far as they are known. */
export function useCrewNames(accountId: string, crew: Crew): string[] {
  const { pickers } = useCrewChoices(accountId);
  return pickers.flatMap(({ filter, choices }) =>
    idsOf(crew, filter).flatMap((id) => choices.find((choice) => choice.id === id)?.label ?? []),
  );
}

/** Returns the filters that this user may use, each with its choices. */
export function useCrewChoices(accountId: string) {
  const { t } = useLingui();
  const maySeeDevices = useMayCall(listOwnDevices);
  const maySeePiecework = useMay('Stats.GET_PERFORMANCE_METRICS');
  const groups = useQuery(groupsQuery(accountId));
  const lookups = useQuery({ ...lookupsQuery(accountId), enabled: maySeePiecework });
  const devices = useQuery({ ...ownDevicesQuery(accountId), enabled: maySeeDevices });
  const lookup1 = lookups.data?.find(({ lookup }) => lookup === 1);
  const pickers: Picker[] = [
    { filter: 'timeGroups', label: t`Shifts`, choices: groupChoices(groups.data?.timeGroups) },
    { filter: 'employeeGroups', label: t`Employee groups`, choices: groupChoices(groups.data?.employeeGroups) },
    { filter: 'jobDescriptions', label: t`Job descriptions`, choices: groupChoices(groups.data?.jobDescriptions) },
  ];
  if (maySeeDevices) pickers.push({ filter: 'devices', label: t`Devices they clock on`, choices: devices.data ?? [] });
  if (maySeePiecework)
    pickers.push({ filter: 'lookup1', label: lookup1?.name || t`Lookup 1`, choices: entryChoices(lookup1) });
  return {
    pickers,
    failed: groups.isLoadingError || lookups.isLoadingError || devices.isLoadingError,
    retry: () => void Promise.all([groups.refetch(), lookups.refetch(), devices.refetch()]),
  };
}
