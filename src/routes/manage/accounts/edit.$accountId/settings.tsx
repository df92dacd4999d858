import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { SettingsForm } from '../../../../features/accountSettings/SettingsForm.tsx';
import { SyncKeys } from '../../../../features/accountSettings/SyncKeys.tsx';
import { WorkingTimes } from '../../../../features/accountSettings/WorkingTimes.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import classes from '../../-manage.module.css';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/settings')({ component: Settings });

function Settings() {
  const { accountId } = Route.useParams();
  return (
    <Stack gap="lg" className={classes.form}>
      <Panel label="Settings">
        <SettingsForm accountId={accountId} />
      </Panel>
      <SyncKeys accountId={accountId} />
      <WorkingTimes accountId={accountId} />
    </Stack>
  );
}
