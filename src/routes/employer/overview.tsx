import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { type Day, useDayUnknown } from '../../api/day.ts';
import { CrewButton, CrewChips } from '../../features/figures/crew/Crew.tsx';
import { DateControl } from '../../features/figures/dashboard/DateControl.tsx';
import { DayUnknown } from '../../features/figures/dashboard/DayUnknown.tsx';
import { RefreshControl } from '../../features/figures/dashboard/RefreshControl.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { AlertsButton } from '../../features/reports/alerts/AlertsButton.tsx';
import { offerLastFigures, useLastFigures } from '../../shell/lastFigures.ts';
import { type Session, session, useMay, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingQuietly } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Cards } from './-Cards.tsx';
import { Dialogs } from './-Dialogs.tsx';
import { referenceDateOf } from './-dashboardDate.ts';
import { dashboardSearch } from './-dashboardSearch.ts';
import { EmployerShell } from './-EmployerShell.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';
import { Summary } from './-Summary.tsx';
import { useCrew } from './-useCrew.ts';
import { useDashboardAddress } from './-useDashboardAddress.ts';

const TodayPay = lazyWithRetry(() => import('../../features/money/pay/TodayPay.tsx'), MissingQuietly);

const LastFigures = lazyWithRetry(() => import('./-LastFigures.tsx'), MissingQuietly);

export const Route = createFileRoute('/employer/overview')({ validateSearch: dashboardSearch, component: Overview });

function Overview() {
  const session = useSession();
  return session && <Dashboard info={session.info} />;
}

/** The employer's dashboard: one day, its tiles and charts, and the dialog in the address. */
function Dashboard({ info }: { info: Session['info'] }) {
  const { t } = useLingui();
  const search = Route.useSearch();
  const today = useToday(info.timeZone);
  const { open, close, setDate } = useDashboardAddress(search, today);
  const referenceDate = referenceDateOf(search, today);
  const { crew, apply } = useCrew(info.accountId, search);
  const day: Day = {
    accountId: info.accountId,
    timeZone: info.timeZone,
    referenceDate,
    live: referenceDate === today,
    crew,
  };
  const unknown = useDayUnknown(day);
  const maySee = [
    useMay('Account.GET_SYNC_STATUSES'),
    useMay('Stats.GET_ATTENDANCE_INFORMATION'),
    useMay('Stats.GET_PERFORMANCE_METRICS'),
  ];
  const maySeeAnything = maySee.includes(true);
  const maySeePay = useMay('Pay.VIEW');
  const lastFigures = useLastFigures();
  useEffect(() => {
    const current = session.get();
    if (current) offerLastFigures(current);
  }, []);
  return (
    <EmployerShell
      controls={
        <>
          <DateControl referenceDate={referenceDate} today={today} timeZone={info.timeZone} onPick={setDate} />
          <CrewButton accountId={info.accountId} crew={crew} onApply={apply} />
          <AlertsButton accountId={info.accountId} onOpen={() => open({ open: 'alerts' })} />
          <RefreshControl accountId={info.accountId} live={day.live} />
        </>
      }
    >
      <PageTitle hidden>{t`Overview`}</PageTitle>
      <CrewChips accountId={info.accountId} crew={crew} onApply={apply} />
      {/* Hidden but mounted, so that its queries run again when there is a connection. */}
      {unknown && <DayUnknown day={day} onToday={() => setDate(null)} />}
      {!maySeeAnything && <NotPermitted to="figures" />}
      <div hidden={unknown}>
        <Summary day={day} today={today} onOpen={open} />
        <Cards day={day} today={today} onOpen={open} />
        {/* Below the cards: it comes after them, and nothing that is read already may move. */}
        {maySeePay && day.live && (
          <div className={page.pay}>
            <Suspense>
              <TodayPay accountId={info.accountId} timeZone={info.timeZone} crew={crew} />
            </Suspense>
          </div>
        )}
      </div>
      {day.live && lastFigures?.isOn && (
        <Suspense>
          <LastFigures day={day} />
        </Suspense>
      )}
      <Dialogs day={day} today={today} search={search} license={info.license} onOpen={open} onClose={close} />
    </EmployerShell>
  );
}
