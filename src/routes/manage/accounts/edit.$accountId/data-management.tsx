import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getAccountSettings } from '#contract/access/accountSettings.ts';
import { settingsQuery } from '../../../../features/access/accountSettings/accountSettings.queries.ts';
import { PiecesPanel } from '../../../../features/office/pieces/PiecesPanel.tsx';
import { BackupsPanel } from '../../../../features/operations/backups/BackupsPanel.tsx';
import { useMayCall } from '../../../../state/session.ts';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/data-management')({
  component: DataManagement,
});

function DataManagement() {
  const { accountId } = Route.useParams();
  // Only the time zone is used here: for users who may not read the settings, days are in UTC.
  const enabled = useMayCall(getAccountSettings);
  const { data: settings } = useQuery({ ...settingsQuery(accountId), enabled, meta: { silent: true } });
  return (
    <Stack gap="lg">
      <BackupsPanel accountId={accountId} timeZone={settings?.timeZone ?? 'UTC'} />
      <PiecesPanel accountId={accountId} />
    </Stack>
  );
}
