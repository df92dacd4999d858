import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { getAccountsHealth } from '#contract/operations/accountStatistics.ts';
import { AccountsHealth } from '../../../features/operations/statistics/AccountsHealth.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Permitted } from '../-Permitted.tsx';

export const Route = createFileRoute('/manage/accounts/health')({ component: Page });

function Page() {
  const { t } = useLingui();
  return (
    <Permitted calls={[getAccountsHealth]}>
      <Stack gap="md">
        <PageTitle>{t`Health of accounts`}</PageTitle>
        <AccountsHealth />
      </Stack>
    </Permitted>
  );
}
