import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CrewChips } from '../../features/crew/Crew.tsx';
import { useToday } from '../../features/dashboard/useToday.ts';
import { PayHours } from '../../features/people/PayHours.tsx';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';
import { personLink } from './-personLink.tsx';
import { rangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

export const Route = createFileRoute('/employer/people_/hours')({
  validateSearch: rangeSearch,
  component: HoursOfPeriod,
});

function HoursOfPeriod() {
  const session = useSession();
  return session && <HoursPage info={session.info} />;
}

/** 'Paid hours': the hours of everybody in a pay period, by class (spec/pay.md, Part 1). */
function HoursPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const search = Route.useSearch();
  const { crew, apply } = useCrew(accountId, search);
  const navigate = useNavigate({ from: '/employer/people/hours' });
  const today = useToday(timeZone);
  const maySee = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const { from, to } = search;
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        <AnchorLink to="/employer/people" size="sm" className={page.backLink}>
          Back to People
        </AnchorLink>
        <PageTitle>Paid hours</PageTitle>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {maySee ? (
          <PayHours
            accountId={accountId}
            crew={crew}
            span={from && to ? { from, to } : undefined}
            today={today}
            onPick={(span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false })}
            person={personLink}
          />
        ) : (
          <NotPermitted to="see attendance" />
        )}
      </div>
    </EmployerShell>
  );
}
