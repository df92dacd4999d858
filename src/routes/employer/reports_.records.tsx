import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { crewOf } from '../../api/crew.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { RecordFiles } from '../../features/reports/records/RecordFiles.tsx';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';
import { ReportTabs } from './-ReportTabs.tsx';
import { useCrew } from './-useCrew.ts';

export const Route = createFileRoute('/employer/reports_/records')({ validateSearch: crewOf, component: Records });

function Records() {
  const session = useSession();
  return session && <RecordsPage info={session.info} />;
}

/** 'Records' (docs/reference/records.md#files-of-records): files of whatever days, for those who lock periods. */
function RecordsPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { crew, apply } = useCrew(accountId, Route.useSearch());
  const today = useToday(timeZone);
  const mayMake = useMay('Attendance.LOCK_PERIOD');
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} live={false} />}>
      <div className={page.summary}>
        <PageTitle>{t`Records`}</PageTitle>
        <ReportTabs shown="records" />
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {mayMake ? <RecordFiles accountId={accountId} today={today} crew={crew} /> : <NotPermitted to="records" />}
      </div>
    </EmployerShell>
  );
}
