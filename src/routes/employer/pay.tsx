import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { PersonLink } from '../../ui/personLink.ts';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import page from './-overview.module.css';
import { rangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

const PayPage = lazyWithRetry(() => import('../../features/money/pay/PayPage.tsx'), MissingNote);

/** The address: a range with its filter, `page`, and `employee`, whose pay is shown instead. It is read where it is used, not in the first script. */
type PaySearch = Record<string, unknown>;
export const Route = createFileRoute('/employer/pay')({
  validateSearch: (raw: PaySearch) => raw,
  component: Pay,
});

function Pay() {
  const session = useSession();
  return session && <PaySection info={session.info} />;
}

/** The section *Pay* (docs/reference/pay.md): what people earn, what work costs, and what is paid for it. */
function PaySection({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { page: pageName, employee, ...raw } = Route.useSearch();
  const search = rangeSearch(raw);
  const { crew, apply } = useCrew(accountId, search);
  const navigate = useNavigate({ from: '/employer/pay' });
  const today = useToday(timeZone);
  const { from, to } = search;
  const span = useMemo(() => (from && to ? { from, to } : undefined), [from, to]);
  const person = useCallback<PersonLink>(
    (employeeId, name) => (
      <AnchorLink to="/employer/pay" search={{ ...span, employee: employeeId }} inherit>
        {name}
      </AnchorLink>
    ),
    [span],
  );
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        {typeof employee === 'string' ? (
          <AnchorLink to="/employer/pay" search={{ ...span }} size="sm" className={page.backLink}>
            <Trans>Back to Pay</Trans>
          </AnchorLink>
        ) : (
          <>
            <PageTitle>{t`Pay`}</PageTitle>
            <CrewChips accountId={accountId} crew={crew} onApply={apply} />
          </>
        )}
        <Suspense fallback={<Skeleton h={480} aria-label={t`Loading pay`} />}>
          <PayPage
            accountId={accountId}
            crew={crew}
            span={span}
            today={today}
            page={pageName}
            employeeId={typeof employee === 'string' ? employee : undefined}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }), resetScroll: false })}
            onPick={(span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false })}
            person={person}
          />
        </Suspense>
      </div>
    </EmployerShell>
  );
}
