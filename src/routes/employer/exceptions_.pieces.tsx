import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { importPieces } from '#contract/intake/payroll.ts';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { piecesSearch } from '../../features/office/corrections/piecesPages.ts';
import { PiecesPanel } from '../../features/office/pieces/PiecesPanel.tsx';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useMay, useMayCall, useSession } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';

const PiecesPage = lazyWithRetry(() => import('../../features/office/corrections/PiecesPage.tsx'), MissingNote);

export const Route = createFileRoute('/employer/exceptions_/pieces')({
  validateSearch: piecesSearch,
  component: Pieces,
});

function Pieces() {
  const session = useSession();
  return session && <PiecesOf info={session.info} />;
}

/** 'Pieces and crews': acts of the office on many records at once (spec/office.md). */
function PiecesOf({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const today = useToday(timeZone);
  const mayCorrect = useMay('Attendance.CORRECT');
  const mayImport = useMayCall(importPieces);
  const { page: shown = 'bulk' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EmployerShell>
      <div className={page.summary}>
        <AnchorLink to="/employer/exceptions" size="sm" className={page.backLink}>
          <Trans>Back to Exceptions</Trans>
        </AnchorLink>
        <PageTitle>{t`Pieces and crews`}</PageTitle>
        {mayCorrect || mayImport ? (
          <Suspense fallback={<Skeleton h={400} aria-label={t`Loading pieces`} />}>
            <PiecesPage
              accountId={accountId}
              timeZone={timeZone}
              today={today}
              page={shown}
              mayCorrect={mayCorrect}
              file={mayImport ? <PiecesPanel accountId={accountId} ofOffice /> : undefined}
              onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
            />
          </Suspense>
        ) : (
          <NotPermitted to="corrections" />
        )}
      </div>
    </EmployerShell>
  );
}
