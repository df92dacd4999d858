import { Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { BadgesDialog } from '../../../../features/intake/badges/BadgesDialog.tsx';
import { ContainerLabelsDialog } from '../../../../features/intake/badges/ContainerLabelsDialog.tsx';
import DevicesHint from '../../../../features/office/setup/DevicesHint.tsx';
import { setupSearch } from '../../../../features/office/setup/pages.ts';
import SetupButtons from '../../../../features/office/setup/SetupButtons.tsx';
import SetupPage from '../../../../features/office/setup/SetupPage.tsx';
import { accountQuery } from '../../../../features/operations/accounts/accounts.queries.ts';
import { AnchorLink } from '../../../../shell/links.ts';
import { useMayCall } from '../../../../state/session.ts';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/setup')({
  validateSearch: setupSearch,
  component: Setup,
});

function Setup() {
  const { accountId } = Route.useParams();
  const { page } = Route.useSearch();
  const { data: account } = useQuery(accountQuery(accountId));
  const mayAdd = useMayCall(createAdmsDevice);
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <>
      <Group justify="flex-end">
        <SetupButtons accountId={accountId} page={page} />
      </Group>
      <SetupPage
        accountId={accountId}
        page={page}
        devices={
          <DevicesHint>
            {mayAdd && (
              <AnchorLink underline="always" to="/manage/accounts/edit/$accountId/devices" params={{ accountId }}>
                <Trans>Add a device</Trans>
              </AnchorLink>
            )}
          </DevicesHint>
        }
        badges={(employees, onClose) => (
          <BadgesDialog accountName={account?.name ?? ''} employees={employees} onClose={onClose} />
        )}
        labels={(given) => <ContainerLabelsDialog accountId={accountId} accountName={account?.name ?? ''} {...given} />}
        onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
      />
    </>
  );
}
