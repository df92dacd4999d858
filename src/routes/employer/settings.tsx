import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton, Text } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { setupSearch } from '../../features/office/setup/pages.ts';
import { AnchorLink, ButtonLink } from '../../shell/links.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import page from './-overview.module.css';

const DevicesHint = lazyWithRetry(() => import('../../features/office/setup/DevicesHint.tsx'), MissingNote);
const SetupPage = lazyWithRetry(() => import('../../features/office/setup/SetupPage.tsx'), MissingNote);
const SetupButtons = lazyWithRetry(
  () => import('../../features/office/setup/SetupButtons.tsx'),
  () => null,
);
const ScopesPage = lazyWithRetry(() => import('../../features/access/users/ScopesPage.tsx'), MissingNote);
const RatesPage = lazyWithRetry(() => import('../../features/money/pay/RatesPage.tsx'), MissingNote);
const PayRulesPage = lazyWithRetry(() => import('../../features/money/pay/PayRulesPage.tsx'), MissingNote);
const TestRulePage = lazyWithRetry(() => import('../../features/money/pay/TestRulePage.tsx'), MissingNote);
const BadgesDialog = lazyDialog(async () => ({
  default: (await import('../../features/intake/badges/BadgesDialog.tsx')).BadgesDialog,
}));

const ContainerLabelsDialog = lazyDialog(async () => ({
  default: (await import('../../features/intake/badges/ContainerLabelsDialog.tsx')).ContainerLabelsDialog,
}));

export const Route = createFileRoute('/employer/settings')({ validateSearch: setupSearch, component: Settings });

function Settings() {
  const session = useSession();
  return session && <SettingsPage info={session.info} />;
}

/** *Settings*, in which an employer's office manages its own people, shifts, lists and pay (docs/reference/pay.md). */
function SettingsPage({ info: { accountId, accountName, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const today = useToday(timeZone);
  const mayManagePay = useMay('Pay.MANAGE');
  const pay = { accountId, today };
  return (
    <EmployerShell>
      <div className={page.summary}>
        <Group justify="space-between" gap="xs">
          <PageTitle>{t`Settings`}</PageTitle>
          <Suspense>
            <SetupButtons accountId={accountId} page={search.page} />
          </Suspense>
        </Group>
        <Suspense fallback={<Skeleton h={400} aria-label={t`Loading the set-up`} />}>
          <SetupPage
            accountId={accountId}
            page={search.page}
            devices={
              <DevicesHint>
                <Text size="sm">
                  <Trans>
                    <AnchorLink underline="always" inherit to="/employer/settings" search={{ page: 'phones' }}>
                      Add a phone or tablet
                    </AnchorLink>{' '}
                    yourself. Your administrator adds terminals: tell them the serial numbers.
                  </Trans>
                </Text>
              </DevicesHint>
            }
            badges={(employees, onClose) => (
              <BadgesDialog accountName={accountName} employees={employees} onClose={onClose} />
            )}
            labels={(given) => <ContainerLabelsDialog accountId={accountId} accountName={accountName} {...given} />}
            users={<ScopesPage accountId={accountId} />}
            money={
              mayManagePay
                ? {
                    rates: <RatesPage {...pay} kinds={['piece', 'hourly']} />,
                    minimums: <RatesPage {...pay} kinds={['minimum']} />,
                    rules: <PayRulesPage {...pay} />,
                    test: <TestRulePage {...pay} />,
                  }
                : undefined
            }
            dashboard={
              <ButtonLink to="/employer/overview">
                <Trans>Open the dashboard</Trans>
              </ButtonLink>
            }
            onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
          />
        </Suspense>
      </div>
    </EmployerShell>
  );
}
