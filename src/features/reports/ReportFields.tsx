import { Checkbox, NativeSelect } from '@mantine/core';
import type { AlertReport } from '#contract/alerts.ts';
import { PERIOD_LABELS, reportPeriod } from '#contract/reportPeriods.ts';
import { dataPermission, REPORTS, reportType } from '#contract/reports.ts';
import { may, useSession } from '../../state/session.ts';
import { type Chosen, chosenOf, optionsOfChosen } from './chosen.ts';
import { ReportChoice } from './ReportChoice.tsx';

type Props = {
  accountId: string;
  value: AlertReport;
  onChange: (value: AlertReport) => void;
  isMailed: boolean;
  /** Marks a filter in which nothing is selected. */
  tried: boolean;
  disabled: boolean;
};

/** Chooses the report that an alert makes: its kind, its days, its filters and what becomes of the file. */
export function ReportFields({ accountId, value, onChange, isMailed, tried, disabled }: Props) {
  const session = useSession();
  const offered = reportType.options.filter((type) => type === value.reportType || may(session, dataPermission(type)));
  // The columns are as specified.
  const choose = (chosen: Chosen) =>
    onChange({ ...value, exportType: chosen.format, options: optionsOfChosen(value.reportType, chosen) });
  return (
    <>
      <NativeSelect
        label="Report"
        data-field="report"
        disabled={disabled}
        value={value.reportType}
        onChange={({ currentTarget }) => {
          const { options: _, ...other } = value;
          onChange({ ...other, reportType: reportType.parse(currentTarget.value) });
        }}
        data={offered.map((type) => ({ value: type, label: REPORTS[type].name }))}
      />
      <NativeSelect
        label="Days"
        description="As seen on the day of the alert, at most the days that can be exported."
        disabled={disabled}
        value={value.period}
        onChange={({ currentTarget }) => onChange({ ...value, period: reportPeriod.parse(currentTarget.value) })}
        data={reportPeriod.options.map((period) => ({ value: period, label: PERIOD_LABELS[period] }))}
      />
      <ReportChoice
        type={value.reportType}
        accountId={accountId}
        value={chosenOf(value)}
        onChange={choose}
        tried={tried}
        disabled={disabled}
      />
      {isMailed && (
        <Checkbox
          label="Attach the file"
          description="Otherwise, and over 10 MB, the mail has a link, and the reader logs in to download the file."
          checked={value.attach}
          onChange={({ currentTarget }) => onChange({ ...value, attach: currentTarget.checked })}
          disabled={disabled}
        />
      )}
    </>
  );
}
