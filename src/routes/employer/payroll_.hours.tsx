import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportType } from '#contract/reports/reports.ts';
import { PayHours } from '../../features/figures/people/PayHours.tsx';
import { Samples } from '../../features/office/samples/Samples.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import type { Span } from '../../lib/dayRange.ts';
import { addDays } from '../../lib/zoned.ts';
import { useMay } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { PayrollFrame } from './-PayrollFrame.tsx';
import { personLink } from './-personLink.tsx';
import { rangeSearch } from './-rangeSearch.ts';

const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));
const REPORTS: readonly ReportType[] = ['paid-hours-period', 'paid-hours', 'working-hours'];

export const Route = createFileRoute('/employer/payroll_/hours')({
  validateSearch: rangeSearch,
  component: HoursOfPeriod,
});

/** Returns the days that are over: a sample has no others. */
const beforeToday = ({ from, to }: Span, today: string): Span => {
  const yesterday = addDays(today, -1);
  return { from: from > yesterday ? yesterday : from, to: to > yesterday ? yesterday : to };
};

/** 'Hours': the paid hours of everybody in a pay period, by class (docs/reference/paid-hours.md). */
function HoursOfPeriod() {
  const { t } = useLingui();
  const mayDraw = useMay('Setup.MANAGE');
  const [report, setReport] = useState<{ type: ReportType; dates: Span }>();
  return (
    <PayrollFrame part="hours" title={t`Paid hours`} search={Route.useSearch()}>
      {(shown) => (
        <>
          <PayHours
            {...shown}
            person={personLink}
            report={(dates) => <ReportButton types={REPORTS} onOpen={(type) => setReport({ type, dates })} />}
            below={mayDraw ? (dates) => <Samples span={beforeToday(dates, shown.today)} /> : undefined}
          />
          {report && (
            <ReportDialog
              type={report.type}
              accountId={shown.accountId}
              referenceDate={shown.today}
              today={shown.today}
              dates={report.dates}
              crew={shown.crew}
              onClose={() => setReport(undefined)}
            />
          )}
        </>
      )}
    </PayrollFrame>
  );
}
