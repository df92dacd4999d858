import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Day } from '../../api/day.ts';
import { AlertsButton } from '../../features/alerts/AlertsButton.tsx';
import { DateControl } from '../../features/dashboard/DateControl.tsx';
import { RefreshControl } from '../../features/dashboard/RefreshControl.tsx';
import { useToday } from '../../features/dashboard/useToday.ts';
import { type Session, useSession } from '../../session/session.ts';
import { AreaShell } from '../../shell/AreaShell.tsx';
import { AgeZone } from '../../ui/Age.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Cards } from './-Cards.tsx';
import { Dialogs } from './-Dialogs.tsx';
import { dashboardSearch, type OpenDialog, referenceDateOf } from './-dashboardSearch.ts';
import { Summary } from './-Summary.tsx';

export const Route = createFileRoute('/employer/overview')({ validateSearch: dashboardSearch, component: Overview });

function Overview() {
  const session = useSession();
  return session && <Dashboard info={session.info} />;
}

/** The employer's dashboard: one day, its tiles and charts, and whatever dialog the address says is open. */
function Dashboard({ info }: { info: Session['info'] }) {
  const search = Route.useSearch();
  const { open, close, setDate } = useDashboardAddress();
  const today = useToday(info.timeZone);
  const referenceDate = referenceDateOf(search, today);
  const day: Day = {
    accountId: info.accountId,
    timeZone: info.timeZone,
    referenceDate,
    live: referenceDate === today,
  };
  return (
    <AgeZone value={info.timeZone}>
      <AreaShell
        controls={
          <>
            <DateControl referenceDate={referenceDate} today={today} timeZone={info.timeZone} onPick={setDate} />
            <AlertsButton accountId={info.accountId} onOpen={() => open({ open: 'alerts' })} />
            <RefreshControl accountId={info.accountId} live={day.live} />
          </>
        }
      >
        <PageTitle hidden>Overview</PageTitle>
        <Summary day={day} today={today} onOpen={open} />
        <Cards day={day} today={today} onOpen={open} />
        <Dialogs day={day} today={today} search={search} license={info.license} onOpen={open} onClose={close} />
      </AreaShell>
    </AgeZone>
  );
}

/** The address as the dashboard's state. A dialog opened here is closed by going back, so that the back gesture does the same. */
function useDashboardAddress() {
  const navigate = useNavigate({ from: Route.fullPath });
  const router = useRouter();
  const opened = useRef(0);
  const open: OpenDialog = (dialog) => {
    opened.current += 1;
    void navigate({ search: ({ date }) => ({ ...(date && { date }), ...dialog }), resetScroll: false });
  };
  const close = () => {
    if (opened.current > 0) {
      opened.current -= 1;
      return router.history.back();
    }
    void navigate({
      // 'Why?' stands on what it was opened from: closing it leaves that.
      search: ({ date, open: kind, status, why }) => ({
        ...(date && { date }),
        ...(why && { open: kind, ...(status && { status }) }),
      }),
      replace: true,
      resetScroll: false,
    });
  };
  const setDate = (date: string | null) => void navigate({ search: date ? { date } : {}, resetScroll: false });
  return { open, close, setDate };
}
