import { useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { AlertReport } from '#contract/reports/alerts.ts';
import { columnsAsSpecified } from '#contract/reports/reportColumns.ts';
import { PERIOD_LABELS, reportPeriod } from '#contract/reports/reportPeriods.ts';
import { dataPermission, REPORTS, reportType } from '#contract/reports/reports.ts';
import { translated } from '../../../lib/words.tsx';
import { may, useSession } from '../../../state/session.ts';
import { type Chosen, chosenOf, optionsOfChosen } from './chosen.ts';
import { ReportChoice, useLookupNames } from './ReportChoice.tsx';
import { ReportColumns } from './ReportColumns.tsx';

type Props = {
  accountId: string;
  value: AlertReport;
  onChange: (value: AlertReport) => void;
  isMailed: boolean;
  /** The report can be narrowed to time groups. */
  hasTimeGroups: boolean;
  /** Marks a filter in which nothing is selected. */
  tried: boolean;
  disabled: boolean;
};

/** Chooses the report that an alert makes: its kind, its days, its filters, its columns and what becomes of the file. */
export function ReportFields({ accountId, value, onChange, isMailed, hasTimeGroups, tried, disabled }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const offered = reportType.options.filter((type) => type === value.reportType || may(session, dataPermission(type)));
  const { named } = useLookupNames(value.reportType, accountId);
  const all = columnsAsSpecified(value);
  const columns = value.options?.columns;
  const choose = (chosen: Chosen) => {
    const options = optionsOfChosen(value.reportType, chosen);
    // Other rows may not have all of the chosen columns.
    const asSpecified = columnsAsSpecified({ reportType: value.reportType, options });
    const remaining = columns?.filter((id) => asSpecified.some((column) => column.id === id));
    onChange({
      ...value,
      exportType: chosen.format,
      options: { ...options, ...(remaining?.length && { columns: remaining }) },
    });
  };
  const chooseColumns = (ids: string[] | undefined) => {
    const { columns: _, ...options } = value.options ?? {};
    onChange({ ...value, options: { ...options, ...(ids && { columns: ids }) } });
  };
  return (
    <>
      <NativeSelect
        label={t`Report`}
        data-field="report"
        disabled={disabled}
        value={value.reportType}
        onChange={({ currentTarget }) => {
          const { options: _, ...other } = value;
          onChange({ ...other, reportType: reportType.parse(currentTarget.value) });
        }}
        data={offered.map((type) => ({ value: type, label: translated(REPORTS[type].name) }))}
      />
      <NativeSelect
        label={t`Days`}
        description={t`As seen on the day of the alert, at most the days that can be exported.`}
        disabled={disabled}
        value={value.period}
        onChange={({ currentTarget }) => onChange({ ...value, period: reportPeriod.parse(currentTarget.value) })}
        data={reportPeriod.options.map((period) => ({ value: period, label: translated(PERIOD_LABELS[period]) }))}
      />
      <ReportChoice
        type={value.reportType}
        accountId={accountId}
        value={chosenOf(value)}
        onChange={choose}
        tried={tried}
        hasTimeGroups={hasTimeGroups}
        disabled={disabled}
      />
      <ReportColumns all={all} chosen={columns} choose={chooseColumns} lookups={named} disabled={disabled} />
      {isMailed && (
        <Checkbox
          label={t`Attach the file`}
          description={t`Otherwise, and over 10 MB, the mail has a link, and the reader logs in to download the file.`}
          checked={value.attach}
          onChange={({ currentTarget }) => onChange({ ...value, attach: currentTarget.checked })}
          disabled={disabled}
        />
      )}
    </>
  );
}
