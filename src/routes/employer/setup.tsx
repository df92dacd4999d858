import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Text } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { setupSearch } from '../../features/office/setup/pages.ts';
import { AnchorLink, ButtonLink } from '../../shell/links.ts';
import { useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';

const DevicesHint = lazyWithRetry(() => import('../../features/office/setup/DevicesHint.tsx'), MissingNote);
const SetupPage = lazyWithRetry(() => import('../../features/office/setup/SetupPage.tsx'), MissingNote);
const ScopesPage = lazyWithRetry(() => import('../../features/access/users/ScopesPage.tsx'), MissingNote);
const BadgesDialog = lazyDialog(async () => ({
  default: (await import('../../features/intake/badges/BadgesDialog.tsx')).BadgesDialog,
}));

export const Route = createFileRoute('/employer/setup')({ validateSearch: setupSearch, component: Setup });

/** The section in which an employer's office manages its own people, shifts and lists (spec/setup.md). */
function Setup() {
  const { t } = useLingui();
  const { page } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const session = useSession();
  return (
    <EmployerShell>
      <PageTitle>{t`Set up`}</PageTitle>
      {session && (
        <Suspense fallback={<Skeleton h={400} aria-label={t`Loading the set-up`} />}>
          <SetupPage
            accountId={session.info.accountId}
            page={page}
            devices={
              <DevicesHint>
                <Text size="sm">
                  <Trans>
                    <AnchorLink underline="always" inherit to="/employer/setup" search={{ page: 'phones' }}>
                      Add a phone or tablet
                    </AnchorLink>{' '}
                    yourself. Your administrator adds terminals: tell them the serial numbers.
                  </Trans>
                </Text>
              </DevicesHint>
            }
            badges={(employees, onClose) => (
              <BadgesDialog accountName={session.info.accountName} employees={employees} onClose={onClose} />
            )}
            users={<ScopesPage accountId={session.info.accountId} />}
            dashboard={
              <ButtonLink to="/employer/overview">
                <Trans>Open the dashboard</Trans>
              </ButtonLink>
            }
            onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
          />
        </Suspense>
      )}
    </EmployerShell>
  );
}
