import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Language } from '#contract/platform/languages.ts';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { REPORTS, type ReportOrder, type ReportType } from '#contract/reports/reports.ts';
import type { Crew } from '../../../api/crew.ts';
import { translated } from '../../../lib/words.tsx';
import { addDays } from '../../../lib/zoned.ts';
import { FileLanguage } from '../../../shell/FileLanguage.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { type Dates, rangeFault } from '../../../ui/DateRange.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFoot } from '../../../ui/DialogFoot.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { type Chosen, optionsOfChosen, rowOptionsOf } from './chosen.ts';
import { isEmpty, selectionsOf } from './filters.ts';
import { lastPreset, presetDates, rememberPreset } from './presets.ts';
import { BLOCKED, openPrintView } from './printView.ts';
import { ReportChoice, useLookupNames } from './ReportChoice.tsx';
import { ReportColumns, useReportColumns } from './ReportColumns.tsx';
import { type ChosenDates, ReportDates } from './ReportDates.tsx';
import { ReportProgress } from './ReportProgress.tsx';
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
  onClose: () => void;
};

/** 'Export {name} Report': chooses days, filters, order and file type. */
export default function ReportDialog(props: Props) {
  const { t } = useLingui();
  const { type, accountId, referenceDate, today, onClose } = props;
  const { orderBy: orders } = REPORTS[type];
  const name = translated(REPORTS[type].name);
  const earliest = addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS);
  const [dates, setDates] = useState<ChosenDates>(() => {
    if (props.dates) return { ...props.dates, preset: undefined };
    const preset = lastPreset();
    return { ...(preset ? presetDates(preset, today, earliest) : { from: referenceDate, to: referenceDate }), preset };
  });
  const [chosen, setChosen] = useState<Chosen>({
    selections: { ...selectionsOf(type, props.crew), ...(props.statuses && { statuses: new Set(props.statuses) }) },
    orderBy: orders.find((order) => order === props.orderBy) ?? orders[0],
    clocking: false,
    rows: {},
    format: 'csv',
  });
  const [language, setLanguage] = useState<Language>();
  const columns = useReportColumns(type, rowOptionsOf(type, chosen));
  const { named } = useLookupNames(type, accountId);
  const [tried, setTried] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const report = useReport(accountId, onClose);

  const empty = isEmpty(chosen.selections);
  const backwards = rangeFault(dates) !== undefined;
  const submit = () => {
    setTried(true);
    if (backwards || empty) return;
    const { preset, ...range } = dates;
    rememberPreset(preset);
    report.start({
      reportType: type,
      dates: range,
      exportType: chosen.format,
      ...(language && { language }),
      options: { ...optionsOfChosen(type, chosen), ...(columns.chosen && { columns: columns.chosen }) },
    });
  };
  const show = () => {
    if (report.printView === undefined) return;
    if (openPrintView(report.printView)) onClose();
    else setBlocked(true);
  };
  return (
    <Dialog opened onClose={onClose} title={t`Export ${name} Report`} size="lg">
      <Stack gap="md">
        <ReportDates
          value={dates}
          onChange={setDates}
          day={referenceDate}
          min={earliest}
          max={today}
          disabled={report.busy}
        />
        <ReportChoice
          type={type}
          accountId={accountId}
          value={chosen}
          onChange={setChosen}
          tried={tried}
          disabled={report.busy}
        />
        <FileLanguage format={chosen.format} value={language} onChange={setLanguage} disabled={report.busy} />
        <ReportColumns {...columns} lookups={named} />
        {blocked && <ErrorNote text={t(BLOCKED)} />}
        {report.failure && <ErrorNote text={report.failure} />}
        {report.busy && <ReportProgress />}
        <DialogFoot>
          <Button variant="default" onClick={report.busy ? report.cancel : onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {report.printView !== undefined ? (
            <Button onClick={show}>
              <Trans>Open print view</Trans>
            </Button>
          ) : (
            <ServerButton onClick={submit} loading={report.busy} disabled={backwards}>
              <Trans>Export</Trans>
            </ServerButton>
          )}
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
