import { Button, Checkbox, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { listOwnDevices } from '#contract/devices.ts';
import type { Lookup } from '#contract/groups.ts';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import {
  canSubtotal,
  canTellClocking,
  type ExportType,
  exportType as exportTypes,
  ORDER_LABELS,
  REPORTS,
  type ReportOrder,
  type ReportType,
  reportOrder,
} from '#contract/reports.ts';
import type { AttendanceStatus } from '#contract/statusWords.ts';
import type { Crew } from '../../api/crew.ts';
import { groupsQuery, lookupsQuery } from '../../api/names.ts';
import { ownDevicesQuery } from '../../api/ownDevices.ts';
import { addDays } from '../../lib/zoned.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { useMayCall } from '../../state/session.ts';
import { type Dates, rangeFault } from '../../ui/DateRange.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { GroupPicker } from '../../ui/GroupPicker.tsx';
import { FailedNote } from '../../ui/Missing.tsx';
import { optionsOf, pickersOf, type Selections, selectionsOf } from './filters.ts';
import { lastPreset, presetDates, rememberPreset } from './presets.ts';
import { openPrintView } from './printView.ts';
import { ReportColumns, useReportColumns } from './ReportColumns.tsx';
import { type ChosenDates, ReportDates } from './ReportDates.tsx';
import { ReportProgress } from './ReportProgress.tsx';
import { ReportRows, type Rows } from './ReportRows.tsx';
import { useReport } from './useReport.ts';

type Props = {
  type: ReportType;
  accountId: string;
  /** The card's day: the range starts as that day, or as the preset of the last export on this device. */
  referenceDate: string;
  today: string;
  /** The card's own order or filter. */
  orderBy?: ReportOrder;
  statuses?: readonly AttendanceStatus[];
  /** The page's range instead of a day, and its filter. */
  dates?: Dates;
  crew?: Crew | undefined;
  /** Shown between the days and the file: open exceptions, and the lock. */
  beforePayroll?: ((dates: { from: string; to: string }) => ReactNode) | undefined;
  /** The dialog is in the page's address. */
  inAddress?: boolean;
  onClose: () => void;
};

const EXPORT_LABELS: Record<ExportType, string> = { csv: 'CSV', xlsx: 'Excel', html: 'Print view' };

/** Names lookups as the account does. */
const orderLabel = (order: ReportOrder, lookups: readonly Lookup[] | undefined) =>
  (order === 'lookup1' && lookups?.find(({ lookup }) => lookup === 1)?.name) ||
  (order === 'lookup2' && lookups?.find(({ lookup }) => lookup === 2)?.name) ||
  ORDER_LABELS[order];

/** 'Export {name} Report': chooses days, filters, order and file type. */
export default function ReportDialog(props: Props) {
  const { type, accountId, referenceDate, today, onClose } = props;
  const { name, filters, orderBy: orders } = REPORTS[type];
  const groups = useQuery(groupsQuery(accountId));
  const lookups = useQuery({
    ...lookupsQuery(accountId),
    enabled: filters.some((filter) => filter === 'lookup1Ids'),
  });
  const earliest = addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS);
  const [dates, setDates] = useState<ChosenDates>(() => {
    if (props.dates) return { ...props.dates, preset: undefined };
    const preset = lastPreset();
    return { ...(preset ? presetDates(preset, today, earliest) : { from: referenceDate, to: referenceDate }), preset };
  });
  const [orderBy, setOrderBy] = useState<ReportOrder>(orders.find((order) => order === props.orderBy) ?? orders[0]);
  const [format, setFormat] = useState<ExportType>('csv');
  const [selections, setSelections] = useState<Selections>({
    ...selectionsOf(type, props.crew),
    ...(props.statuses && { statuses: new Set(props.statuses) }),
  });
  const [clocking, setClocking] = useState(false);
  const [rows, setRows] = useState<Rows>({});
  const isByLookup = rows.sums === undefined || rows.sums.lookups === true;
  const offered = orders.filter((order) => isByLookup || !order.startsWith('lookup'));
  const order = offered.find((one) => one === orderBy) ?? offered[0] ?? orderBy;
  const asked = {
    ...(rows.sums ? { sums: rows.sums } : clocking && { clocking }),
    ...(rows.subtotals && format !== 'csv' && canSubtotal(order) && { subtotals: true }),
  };
  const columns = useReportColumns(type, asked);
  const named = { lookup1: orderLabel('lookup1', lookups.data), lookup2: orderLabel('lookup2', lookups.data) };
  const [tried, setTried] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const report = useReport(accountId, onClose);

  // Only the page's filter has devices; the report itself offers none.
  const hasDevices = selections.deviceIds !== undefined;
  const maySeeDevices = useMayCall(listOwnDevices);
  const devices = useQuery({ ...ownDevicesQuery(accountId), enabled: hasDevices && maySeeDevices });
  const pickers = useMemo(
    () => pickersOf(type, groups.data, lookups.data, hasDevices ? (devices.data ?? []) : undefined),
    [type, groups.data, lookups.data, devices.data, hasDevices],
  );
  const empty = pickers.find(({ filter }) => selections[filter]?.size === 0);
  const backwards = rangeFault(dates) !== undefined;
  const submit = () => {
    setTried(true);
    if (backwards || empty) return;
    const { preset, ...range } = dates;
    rememberPreset(preset);
    report.start({
      reportType: type,
      dates: range,
      exportType: format,
      options: {
        ...optionsOf(selections, order),
        ...asked,
        ...(columns.chosen && { columns: columns.chosen }),
      },
    });
  };
  const show = () => {
    if (report.printView === undefined) return;
    if (openPrintView(report.printView)) onClose();
    else setBlocked(true);
  };
  return (
    <Dialog inAddress={props.inAddress} opened onClose={onClose} title={`Export ${name} Report`} size="lg">
      <Stack gap="md">
        <ReportDates
          value={dates}
          onChange={setDates}
          day={referenceDate}
          min={earliest}
          max={today}
          disabled={report.busy}
        />
        {groups.isLoadingError || lookups.isLoadingError ? (
          <FailedNote
            text="Failed to load groups. The report covers everything."
            onRetry={() => void Promise.all([groups.refetch(), lookups.refetch()])}
          />
        ) : (
          <div>
            {pickers.map(({ filter, label, choices, hasDeleted }) => (
              <GroupPicker
                key={filter}
                label={label}
                choices={choices}
                hasDeleted={hasDeleted}
                selection={selections[filter] ?? null}
                onSelect={(selection) => setSelections((before) => ({ ...before, [filter]: selection }))}
                error={tried && selections[filter]?.size === 0 ? 'Select at least one, or all' : undefined}
              />
            ))}
          </div>
        )}
        <ReportRows
          type={type}
          value={rows}
          onChange={setRows}
          orderBy={order}
          isCsv={format === 'csv'}
          lookups={named}
          disabled={report.busy}
        />
        <Select
          label="Order by"
          value={order}
          onChange={(value) => setOrderBy(reportOrder.parse(value))}
          data={offered.map((one) => ({ value: one, label: orderLabel(one, lookups.data) }))}
          allowDeselect={false}
          disabled={report.busy}
        />
        {canTellClocking(type) && !rows.sums && (
          <Checkbox
            label="How people clocked, and their work codes"
            checked={clocking}
            onChange={(event) => setClocking(event.currentTarget.checked)}
            disabled={report.busy}
          />
        )}
        <div>
          <Text size="sm" fw={600} mb={4} id="export-type">
            Export type
          </Text>
          <SegmentedControl
            aria-labelledby="export-type"
            value={format}
            onChange={(value) => setFormat(exportTypes.parse(value))}
            data={exportTypes.options.map((value) => ({ value, label: EXPORT_LABELS[value] }))}
            disabled={report.busy}
          />
        </div>
        <ReportColumns {...columns} lookups={named} />
        {props.beforePayroll?.({ from: dates.from, to: dates.to })}
        {blocked && (
          <ErrorNote text="This browser blocked the window. Allow pop-ups for this site, then open the print view again." />
        )}
        {report.failure && <ErrorNote text={report.failure} />}
        {report.busy && <ReportProgress />}
        <DialogFoot>
          <Button variant="default" onClick={report.busy ? report.cancel : onClose}>
            Cancel
          </Button>
          {report.printView !== undefined ? (
            <Button onClick={show}>Open print view</Button>
          ) : (
            <ServerButton onClick={submit} loading={report.busy} disabled={backwards}>
              Export
            </ServerButton>
          )}
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
