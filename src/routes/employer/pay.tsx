import { Skeleton } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { CrewChips } from '../../features/crew/Crew.tsx';
import { useToday } from '../../features/dashboard/useToday.ts';
import { type PayPageName, payPageOf } from '../../features/pay/pages.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { PersonLink } from '../../ui/personLink.ts';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import page from './-overview.module.css';
import { type RangeSearch, rangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

const PayPage = lazyWithRetry(() => import('../../features/pay/PayPage.tsx'), MissingNote);

type PaySearch = RangeSearch & { page?: PayPageName | undefined };
export const Route = createFileRoute('/employer/pay')({
  validateSearch: (raw: Record<string, unknown>): PaySearch => ({ ...rangeSearch(raw), page: payPageOf(raw.page) }),
  component: Pay,
});

function Pay() {
  const session = useSession();
  return session && <PaySection info={session.info} />;
}

/** The section *Pay* (spec/pay.md): what people earn, what work costs, and what is paid for it. */
function PaySection({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const search = Route.useSearch();
  const { crew, apply } = useCrew(accountId, search);
  const navigate = useNavigate({ from: '/employer/pay' });
  const today = useToday(timeZone);
  const { from, to } = search;
  const person = useCallback<PersonLink>(
    (employeeId, name) => (
      <AnchorLink
        to="/employer/pay/$employeeId"
        params={{ employeeId }}
        search={from && to ? { from, to } : {}}
        inherit
      >
        {name}
      </AnchorLink>
    ),
    [from, to],
  );
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        <PageTitle>Pay</PageTitle>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        <Suspense fallback={<Skeleton h={480} aria-label="Loading pay" />}>
          <PayPage
            accountId={accountId}
            crew={crew}
            span={from && to ? { from, to } : undefined}
            today={today}
            page={search.page}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }), resetScroll: false })}
            onPick={(span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false })}
            person={person}
          />
        </Suspense>
      </div>
    </EmployerShell>
  );
}
