import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportType } from '#contract/reports/reports.ts';
import { crewOf } from '../../api/crew.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { ReportList } from '../../features/reports/reports/ReportList.tsx';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import page from './-overview.module.css';
import { ReportTabs } from './-ReportTabs.tsx';
import { useCrew } from './-useCrew.ts';

const Alerts = lazyDialog(() => import('./-Alerts.tsx'));
const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));

export const Route = createFileRoute('/employer/reports')({ validateSearch: crewOf, component: Reports });

function Reports() {
  const session = useSession();
  return session && <ReportsPage info={session.info} />;
}

/** *Reports*: every report, and those that are sent by themselves. */
function ReportsPage({ info: { accountId, timeZone, license } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { crew, apply } = useCrew(accountId, Route.useSearch());
  const today = useToday(timeZone);
  const mayReport = useMay('Stats.GENERATE_REPORTS');
  const maySchedule = useMay('GET_ALL_ALERTS');
  const mayMakeRecords = useMay('Attendance.LOCK_PERIOD');
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const seesPiecework = useMay('Stats.GET_PERFORMANCE_METRICS');
  const [open, setOpen] = useState<ReportType | 'scheduled'>();
  const close = () => setOpen(undefined);
  if (!mayReport) {
    if (seesAttendance || seesPiecework) return <Navigate to="/employer/reports/trends" replace />;
    if (mayMakeRecords) return <Navigate to="/employer/reports/records" replace />;
  }
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} live={false} />}>
      <div className={page.summary}>
        <Group justify="space-between">
          <PageTitle>{t`Reports`}</PageTitle>
          {maySchedule && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('scheduled')}>
              <Trans>Scheduled reports</Trans>
            </Button>
          )}
        </Group>
        <ReportTabs shown="reports" />
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        <ReportList onOpen={setOpen} />
      </div>
      {open === 'scheduled' && (
        <Alerts
          accountId={accountId}
          license={license}
          timeZone={timeZone}
          today={today}
          tab="report"
          onClose={close}
        />
      )}
      {open && open !== 'scheduled' && (
        <ReportDialog
          type={open}
          accountId={accountId}
          referenceDate={today}
          today={today}
          crew={crew}
          onClose={close}
        />
      )}
    </EmployerShell>
  );
}
