import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { getAccountsHealth } from '#contract/accountStatistics.ts';
import { AccountsHealth } from '../../../features/statistics/AccountsHealth.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Permitted } from '../-Permitted.tsx';

export const Route = createFileRoute('/manage/accounts/health')({ component: Page });

function Page() {
  return (
    <Permitted calls={[getAccountsHealth]}>
      <Stack gap="md">
        <PageTitle>Health of accounts</PageTitle>
        <AccountsHealth />
      </Stack>
    </Permitted>
  );
}
