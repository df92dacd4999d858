import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportType } from '#contract/reports/reports.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { PayHours } from '../../features/figures/people/PayHours.tsx';
import { Samples } from '../../features/office/samples/Samples.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import type { Span } from '../../lib/dayRange.ts';
import { addDays } from '../../lib/zoned.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';
import { personLink } from './-personLink.tsx';
import { rangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));
const REPORTS: readonly ReportType[] = ['paid-hours-period', 'paid-hours', 'working-hours'];

export const Route = createFileRoute('/employer/people_/hours')({
  validateSearch: rangeSearch,
  component: HoursOfPeriod,
});

/** Returns the days that are over: a sample has no others. */
const beforeToday = ({ from, to }: Span, today: string): Span => {
  const yesterday = addDays(today, -1);
  return { from: from > yesterday ? yesterday : from, to: to > yesterday ? yesterday : to };
};

function HoursOfPeriod() {
  const session = useSession();
  return session && <HoursPage info={session.info} />;
}

/** 'Paid hours': the hours of everybody in a pay period, by class (docs/reference/paid-hours.md). */
function HoursPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { crew, apply } = useCrew(accountId, search);
  const navigate = useNavigate({ from: '/employer/people/hours' });
  const today = useToday(timeZone);
  const maySee = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const mayDraw = useMay('Setup.MANAGE');
  const { from, to } = search;
  const [report, setReport] = useState<{ type: ReportType; dates: Span }>();
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        <AnchorLink to="/employer/people" size="sm" className={page.backLink}>
          <Trans>Back to People</Trans>
        </AnchorLink>
        <PageTitle>{t`Paid hours`}</PageTitle>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {maySee ? (
          <PayHours
            accountId={accountId}
            crew={crew}
            span={from && to ? { from, to } : undefined}
            today={today}
            onPick={(span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false })}
            person={personLink}
            report={(dates) => <ReportButton types={REPORTS} onOpen={(type) => setReport({ type, dates })} />}
            below={mayDraw ? (dates) => <Samples span={beforeToday(dates, today)} /> : undefined}
          />
        ) : (
          <NotPermitted to="attendance" />
        )}
      </div>
      {report && (
        <ReportDialog
          type={report.type}
          accountId={accountId}
          referenceDate={today}
          today={today}
          dates={report.dates}
          crew={crew}
          onClose={() => setReport(undefined)}
        />
      )}
    </EmployerShell>
  );
}
