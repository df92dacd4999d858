import { useLingui } from '@lingui/react/macro';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import type { ReportOrder, ReportType } from '#contract/reports/reports.ts';
import type { DayRange } from '../../api/range.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { RangeBar } from '../../features/figures/dayRange/RangeBar.tsx';
import { ATTENDANCE, AttendanceTrendCard, TIME_WASTED } from '../../features/figures/trends/AttendanceTrendCard.tsx';
import { OftenCard } from '../../features/figures/trends/OftenCard.tsx';
import { PaceTrendCard } from '../../features/figures/trends/PaceTrendCard.tsx';
import { PieceworkTrendCard } from '../../features/figures/trends/PieceworkTrendCard.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import { addDays } from '../../lib/zoned.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import classes from './-overview.module.css';
import { ReportTabs } from './-ReportTabs.tsx';
import { rangeSearch } from './-rangeSearch.ts';
import { retainedDays, trendsSpan } from './-rangeSpan.ts';
import { useRangeAddress } from './-useRangeAddress.ts';

const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));

export const Route = createFileRoute('/employer/reports_/trends')({ validateSearch: rangeSearch, component: Trends });

const PRESETS = [7, 28, 90];
type Report = { type: ReportType; order?: ReportOrder };

function Trends() {
  const session = useSession();
  return session && <TrendsPage info={session.info} />;
}

/** Trends: the dashboard's figures, day beside day. */
function TrendsPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const search = Route.useSearch();
  const today = useToday(timeZone);
  const navigate = useNavigate();
  const { crew, pick, apply } = useRangeAddress('/employer/reports/trends', accountId, search);
  const [report, setReport] = useState<Report>();
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const maySeePiecework = useMay('Stats.GET_PERFORMANCE_METRICS');
  const span = trendsSpan(search, today);
  const range: DayRange = { accountId, timeZone, ...span, crew, live: span.to === today };
  const openDay = (date: string) => void navigate({ to: '/employer/overview', search: { date } });
  const openPerson = (employeeId: string) =>
    void navigate({ to: '/employer/people/$employeeId', params: { employeeId }, search: span });
  const reports = (types: readonly ReportType[], order?: ReportOrder) => (
    <ReportButton quiet types={types} onOpen={(type) => setReport({ type, order })} />
  );
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} live={range.live} />}>
      <div className={classes.summary}>
        <PageTitle>{t`Trends`}</PageTitle>
        <ReportTabs shown="trends" />
        <RangeBar
          span={span}
          requested={search}
          onPick={pick}
          presets={PRESETS}
          until={addDays(today, -1)}
          {...retainedDays(today)}
          most={DASHBOARD_DATA_RETENTION_DAYS}
        />
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
      </div>
      <div className={classes.cards}>
        {maySeeAttendance && (
          <div className={classes.half}>
            <AttendanceTrendCard
              shown={ATTENDANCE}
              range={range}
              report={reports(['employee-attendance'])}
              onOpen={openDay}
            />
          </div>
        )}
        {maySeePiecework && (
          <>
            <div className={classes.half}>
              <PieceworkTrendCard range={range} report={reports(['piecework-performance'])} onOpen={openDay} />
            </div>
            <div className={classes.half}>
              <PaceTrendCard range={range} report={reports(['piecework-performance'], 'units')} onOpen={openDay} />
            </div>
          </>
        )}
        {maySeeAttendance && (
          <>
            <div className={classes.half}>
              <AttendanceTrendCard
                shown={TIME_WASTED}
                range={range}
                report={reports(['time-wasted-summary', 'breaks', 'latecomers'])}
                onOpen={openDay}
              />
            </div>
            <div className={classes.half}>
              <OftenCard range={range} kind="late" report={reports(['latecomers'])} onPerson={openPerson} />
            </div>
            <div className={classes.half}>
              <OftenCard range={range} kind="absent" report={reports(['employee-attendance'])} onPerson={openPerson} />
            </div>
          </>
        )}
      </div>
      {report && (
        <ReportDialog
          type={report.type}
          accountId={accountId}
          referenceDate={span.to}
          today={today}
          orderBy={report.order}
          dates={span}
          crew={crew}
          onClose={() => setReport(undefined)}
        />
      )}
    </EmployerShell>
  );
}
