import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listOwnDevices } from '#contract/intake/devices.ts';
import type { Lookup } from '#contract/masterData/groups.ts';
import {
  canTellClocking,
  exportType as exportTypes,
  ORDER_LABELS,
  REPORTS,
  type ReportOrder,
  type ReportType,
  reportOrder,
} from '#contract/reports/reports.ts';
import { exportLabel } from '../../../api/exportLabels.ts';
import { groupsQuery, lookupsQuery } from '../../../api/names.ts';
import { ownDevicesQuery } from '../../../api/ownDevices.ts';
import { translated } from '../../../lib/words.tsx';
import { useMayCall } from '../../../state/session.ts';
import { GroupPicker } from '../../../ui/GroupPicker.tsx';
import { FailedNote } from '../../../ui/Missing.tsx';
import { type Chosen, orderOf, ordersOf } from './chosen.ts';
import { pickersOf } from './filters.ts';
import { ReportRows } from './ReportRows.tsx';

type Props = {
  type: ReportType;
  accountId: string;
  value: Chosen;
  onChange: (value: Chosen) => void;
  /** Marks a picker in which nothing is selected. */
  tried: boolean;
  /** False: the report cannot be narrowed to time groups; those that it has can be taken off. */
  hasTimeGroups?: boolean;
  disabled: boolean;
};

/** Names lookups as the account does. */
const orderLabel = (order: ReportOrder, lookups: readonly Lookup[] | undefined) =>
  (order === 'lookup1' && lookups?.find(({ lookup }) => lookup === 1)?.name) ||
  (order === 'lookup2' && lookups?.find(({ lookup }) => lookup === 2)?.name) ||
  translated(ORDER_LABELS[order]);

/** Returns the lookups of an account where a report has them, and their names. */
export function useLookupNames(type: ReportType, accountId: string) {
  const isNeeded = REPORTS[type].filters.some((filter) => filter === 'lookup1Ids');
  const lookups = useQuery({ ...lookupsQuery(accountId), enabled: isNeeded });
  const named = { lookup1: orderLabel('lookup1', lookups.data), lookup2: orderLabel('lookup2', lookups.data) };
  return { lookups, named };
}

/** Chooses the filters, the rows, the order and the file type of a report. */
export function ReportChoice({ type, accountId, value, onChange, tried, hasTimeGroups = true, disabled }: Props) {
  const { t } = useLingui();
  const { selections, clocking, rows, format } = value;
  const order = orderOf(type, value);
  const groups = useQuery(groupsQuery(accountId));
  const { lookups, named } = useLookupNames(type, accountId);
  // Only the page's filter has devices; the report itself offers none.
  const hasDevices = selections.deviceIds !== undefined;
  const maySeeDevices = useMayCall(listOwnDevices);
  const devices = useQuery({ ...ownDevicesQuery(accountId), enabled: hasDevices && maySeeDevices });
  const pickers = useMemo(
    () => pickersOf(type, groups.data, lookups.data, hasDevices ? (devices.data ?? []) : undefined),
    [type, groups.data, lookups.data, devices.data, hasDevices, t],
  );
  return (
    <>
      {groups.isLoadingError || lookups.isLoadingError ? (
        <FailedNote
          text={t`Failed to load groups. The report covers everything.`}
          onRetry={() => void Promise.all([groups.refetch(), lookups.refetch()])}
        />
      ) : (
        <div>
          {pickers
            .filter(({ filter }) => hasTimeGroups || filter !== 'timeGroupIds' || selections.timeGroupIds)
            .map(({ filter, label, choices, hasDeleted }) => (
              <GroupPicker
                key={filter}
                label={label}
                choices={choices}
                hasDeleted={hasDeleted}
                selection={selections[filter] ?? null}
                onSelect={(selection) => onChange({ ...value, selections: { ...selections, [filter]: selection } })}
                error={tried && selections[filter]?.size === 0 ? t`Select at least one, or all` : undefined}
              />
            ))}
        </div>
      )}
      <ReportRows
        type={type}
        value={rows}
        onChange={(chosen) => onChange({ ...value, rows: chosen })}
        orderBy={order}
        isCsv={format === 'csv'}
        lookups={named}
        disabled={disabled}
      />
      <Select
        label={t`Order by`}
        value={order}
        onChange={(chosen) => onChange({ ...value, orderBy: reportOrder.parse(chosen) })}
        data={ordersOf(type, value).map((one) => ({ value: one, label: orderLabel(one, lookups.data) }))}
        allowDeselect={false}
        disabled={disabled}
      />
      {canTellClocking(type) && !rows.sums && (
        <Checkbox
          label={t`How people clocked, and their work codes`}
          checked={clocking}
          onChange={(event) => onChange({ ...value, clocking: event.currentTarget.checked })}
          disabled={disabled}
        />
      )}
      <div>
        <Text size="sm" fw={600} mb={4} id="export-type">
          <Trans>Export type</Trans>
        </Text>
        <SegmentedControl
          aria-labelledby="export-type"
          value={format}
          onChange={(chosen) => onChange({ ...value, format: exportTypes.parse(chosen) })}
          data={exportTypes.options.map((each) => ({ value: each, label: exportLabel(each) }))}
          disabled={disabled}
        />
      </div>
    </>
  );
}
