import { Trans } from '@lingui/react/macro';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RefreshControl } from '../../features/figures/dashboard/RefreshControl.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { RangeBar } from '../../features/figures/dayRange/RangeBar.tsx';
import { PersonView } from '../../features/figures/people/PersonView.tsx';
import { lastDays, spanOf } from '../../lib/dayRange.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import page from './-overview.module.css';
import { rangeSearch } from './-rangeSearch.ts';
import { recorded } from './-rangeSpan.ts';
import { WhyHere } from './-WhyHere.tsx';

export const Route = createFileRoute('/employer/people_/$employeeId')({
  validateSearch: rangeSearch,
  component: Person,
});

const PRESETS = [7, 30, 90];

const PersonPayPanel = lazyWithRetry(
  () => import('../../features/money/pay/PersonPayPanel.tsx'),
  () => null,
);

function Person() {
  const session = useSession();
  return session && <PersonPage info={session.info} />;
}

/** One person: who they are, their figures and their days. */
function PersonPage({ info: { accountId, accountName, timeZone } }: { info: Session['info'] }) {
  const { employeeId } = Route.useParams();
  const search = Route.useSearch();
  const today = useToday(timeZone);
  const navigate = useNavigate({ from: '/employer/people/$employeeId' });
  const maySeePay = useMay('Pay.VIEW');
  const bounds = recorded(today);
  const span = spanOf(search, bounds, lastDays(30, today));
  return (
    <EmployerShell controls={<RefreshControl accountId={accountId} live={span.to === today} />}>
      <div className={page.summary}>
        <AnchorLink to="/employer/people" size="sm" className={page.backLink}>
          <Trans>Back to People</Trans>
        </AnchorLink>
        <PersonView
          range={{ accountId, timeZone, ...span, crew: {}, live: span.to === today }}
          employeeId={employeeId}
          accountName={accountName}
          today={today}
          days={
            <RangeBar
              span={span}
              requested={search}
              onPick={(picked) => void navigate({ search: picked, replace: true, resetScroll: false })}
              presets={PRESETS}
              until={today}
              {...bounds}
            />
          }
          pay={
            maySeePay && (
              <Suspense>
                <PersonPayPanel accountId={accountId} employeeId={employeeId} span={span} />
              </Suspense>
            )
          }
        />
      </div>
      <WhyHere {...search} accountId={accountId} timeZone={timeZone} today={today} />
    </EmployerShell>
  );
}
