import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { importPieces } from '#contract/intake/payroll.ts';
import { listContainers } from '#contract/office/containers.ts';
import type { ReportType } from '#contract/reports/reports.ts';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { ContainersPanel } from '../../features/office/containers/ContainersPanel.tsx';
import { TeamsPanel } from '../../features/office/corrections/TeamsPanel.tsx';
import { workSearch } from '../../features/office/corrections/workPages.ts';
import { PiecesPanel } from '../../features/office/pieces/PiecesPanel.tsx';
import { QualityPanel } from '../../features/office/quality/QualityPanel.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import { type Session, useMay, useMayCall, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import page from './-overview.module.css';

const WorkPage = lazyWithRetry(() => import('../../features/office/corrections/WorkPage.tsx'), MissingNote);
const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));

export const Route = createFileRoute('/employer/work')({ validateSearch: workSearch, component: Work });

function Work() {
  const session = useSession();
  return session && <WorkOf info={session.info} />;
}

/** *Work*: acts of the office on many records at once. */
function WorkOf({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const today = useToday(timeZone);
  const navigate = useNavigate();
  const openDay = (date: string) => void navigate({ to: '/employer/overview', search: { date } });
  const [report, setReport] = useState<{ type: ReportType; dates: { from: string; to: string } }>();
  const reporting = (only: ReportType) => (dates: { from: string; to: string }) => (
    <ReportButton types={[only]} onOpen={(type) => setReport({ type, dates })} />
  );
  const mayCorrect = useMay('Attendance.CORRECT');
  const mayList = useMayCall(listContainers);
  const mayImport = useMayCall(importPieces);
  return (
    <EmployerShell>
      <div className={page.summary}>
        <PageTitle>{t`Work`}</PageTitle>
        <Suspense fallback={<Skeleton h={400} aria-label={t`Loading pieces`} />}>
          <WorkPage
            accountId={accountId}
            timeZone={timeZone}
            today={today}
            page={Route.useSearch().page}
            mayCorrect={mayCorrect}
            teams={
              mayList ? (
                <TeamsPanel accountId={accountId} timeZone={timeZone} today={today} mayCorrect={mayCorrect} />
              ) : undefined
            }
            containers={
              mayList ? (
                <ContainersPanel
                  accountId={accountId}
                  timeZone={timeZone}
                  today={today}
                  report={reporting('containers')}
                />
              ) : undefined
            }
            quality={
              mayList ? (
                <QualityPanel accountId={accountId} today={today} onOpen={openDay} report={reporting('quality')} />
              ) : undefined
            }
            file={mayImport ? <PiecesPanel accountId={accountId} ofOffice /> : undefined}
          />
        </Suspense>
      </div>
      {report && (
        <ReportDialog
          {...report}
          accountId={accountId}
          referenceDate={today}
          today={today}
          onClose={() => setReport(undefined)}
        />
      )}
    </EmployerShell>
  );
}
