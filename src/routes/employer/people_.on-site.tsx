import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { Muster } from '../../features/figures/people/Muster.tsx';
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

export const Route = createFileRoute('/employer/people_/on-site')({
  validateSearch: rangeSearch,
  component: OnSite,
});

function OnSite() {
  const session = useSession();
  return session && <OnSitePage info={session.info} />;
}

/** 'On site now': everybody whose work has begun and not ended. */
function OnSitePage({ info: { accountId, accountName } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { crew, apply } = useCrew(accountId, Route.useSearch());
  const maySee = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        <AnchorLink to="/employer/people" size="sm" className={page.backLink}>
          <Trans>Back to People</Trans>
        </AnchorLink>
        <PageTitle>{t`On site now`}</PageTitle>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {maySee ? (
          <Muster accountId={accountId} accountName={accountName} crew={crew} person={personLink} />
        ) : (
          <NotPermitted to="attendance" />
        )}
      </div>
    </EmployerShell>
  );
}
