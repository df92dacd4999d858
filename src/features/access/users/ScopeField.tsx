import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Input, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_FILTER_IDS } from '#contract/platform/limits.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { entryChoices, groupChoices } from '../../../api/choices.ts';
import type { Choice, Selection } from '../../../lib/selection.ts';
import { GroupPicker } from '../../../ui/GroupPicker.tsx';
import { FailedNote } from '../../../ui/Missing.tsx';
import { scopeChoicesQuery } from './users.queries.ts';
import { useScopeDevices } from './useScopeDevices.ts';

type List = keyof UserScope;
type Props = { accountId: string; value: UserScope | null; onChange: (scope: UserScope | null) => void };

/** The people to whom a user is limited (docs/reference/scope.md): the lists of the crew filter. */
export function ScopeField({ accountId, value, onChange }: Props) {
  const { t } = useLingui();
  const names = useQuery(scopeChoicesQuery(accountId));
  const { devices, maySee: maySeeDevices } = useScopeDevices(accountId);
  const pickers: { list: List; label: string; choices: readonly Choice[] }[] = [
    { list: 'timeGroups', label: t`Shifts`, choices: groupChoices(names.data?.groups.timeGroups) },
    { list: 'employeeGroups', label: t`Employee groups`, choices: groupChoices(names.data?.groups.employeeGroups) },
    { list: 'jobDescriptions', label: t`Job descriptions`, choices: groupChoices(names.data?.groups.jobDescriptions) },
    { list: 'devices', label: t`Devices they clock on`, choices: devices ?? [] },
    { list: 'lookup1', label: names.data?.lookup1?.name || t`Lookup 1`, choices: entryChoices(names.data?.lookup1) },
  ];
  const select = (list: List, selection: Selection) => {
    const { [list]: _, ...others } = value ?? {};
    const next = selection ? { ...others, [list]: [...selection] } : others;
    onChange(Object.keys(next).length > 0 ? next : null);
  };
  const isGone = ({ list, choices }: (typeof pickers)[number]) => {
    const ids = value?.[list];
    const live = new Set(choices.filter(({ deleted }) => !deleted).map(({ id }) => id));
    return ids !== undefined && ids.length > 0 && !ids.some((id) => live.has(id));
  };
  const gone = names.data && (!maySeeDevices || devices) ? pickers.filter(isGone) : [];
  return (
    <Input.Wrapper
      label={t`Sees only these people`}
      description={t`Every figure, list, report and alert of the user is of these people. All: everybody.`}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs">
        {names.isLoadingError && <FailedNote text={t`Failed to load groups`} onRetry={() => void names.refetch()} />}
        {gone.length > 0 && (
          <Alert color="orange" variant="light" role="status">
            <Trans>
              This user sees nobody: what is selected in {gone.map(({ label }) => label).join(' and ')} is deleted.
            </Trans>
          </Alert>
        )}
        <div>
          {pickers.map(({ list, label, choices }) => (
            <GroupPicker
              key={list}
              label={label}
              choices={choices}
              hasDeleted={list !== 'devices'}
              selection={value?.[list] ? new Set(value[list]) : null}
              onSelect={(selection) => select(list, selection)}
              error={faultOf(value?.[list])}
            />
          ))}
        </div>
      </Stack>
    </Input.Wrapper>
  );
}

const faultOf = (ids: readonly string[] | undefined) => {
  if (ids?.length === 0) return t`Select at least one, or all`;
  return ids && ids.length > MAX_FILTER_IDS ? t`At most ${MAX_FILTER_IDS}, or all` : undefined;
};
