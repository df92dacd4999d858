import { Skeleton } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RefreshControl } from '../../features/dashboard/RefreshControl.tsx';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import page from './-overview.module.css';
import { rangeSearch } from './-rangeSearch.ts';

const PersonPay = lazyWithRetry(() => import('../../features/pay/PersonPay.tsx'), MissingNote);

export const Route = createFileRoute('/employer/pay_/$employeeId')({
  validateSearch: rangeSearch,
  component: PayOfPerson,
});

function PayOfPerson() {
  const session = useSession();
  return session && <PersonPage info={session.info} />;
}

/** The pay of one person (spec/pay.md, Screens): each line opens 'Why this pay?'. */
function PersonPage({ info: { accountId } }: { info: Session['info'] }) {
  const { employeeId } = Route.useParams();
  const { from, to } = Route.useSearch();
  return (
    <EmployerShell controls={<RefreshControl accountId={accountId} live />}>
      <div className={page.summary}>
        <AnchorLink to="/employer/pay" search={from && to ? { from, to } : {}} size="sm" className={page.backLink}>
          Back to Pay
        </AnchorLink>
        <Suspense fallback={<Skeleton h={480} aria-label="Loading pay" />}>
          <PersonPay accountId={accountId} employeeId={employeeId} span={from && to ? { from, to } : undefined} />
        </Suspense>
      </div>
    </EmployerShell>
  );
}
