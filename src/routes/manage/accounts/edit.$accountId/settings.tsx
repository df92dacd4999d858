import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { getAccountSettings } from '#contract/access/accountSettings.ts';
import { getStandardTimes } from '#contract/masterData/groups.ts';
import { RequireSecondFactor } from '../../../../features/access/accountSettings/RequireSecondFactor.tsx';
import { SettingsForm } from '../../../../features/access/accountSettings/SettingsForm.tsx';
import { SyncKeys } from '../../../../features/access/accountSettings/SyncKeys.tsx';
import { WorkingTimes } from '../../../../features/access/accountSettings/WorkingTimes.tsx';
import { AccountSignOn } from '../../../../features/access/users/AccountSignOn.tsx';
import { useMayCall } from '../../../../state/session.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import classes from '../../-manage.module.css';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/settings')({ component: Settings });

function Settings() {
  const { t } = useLingui();
  const { accountId } = Route.useParams();
  const maySeeSettings = useMayCall(getAccountSettings);
  const maySeeTimes = useMayCall(getStandardTimes);
  return (
    <Stack gap="lg" className={classes.form}>
      {maySeeSettings && (
        <Panel label={t`Settings`}>
          <SettingsForm accountId={accountId} />
        </Panel>
      )}
      {maySeeSettings && <RequireSecondFactor accountId={accountId} />}
      {maySeeSettings && <AccountSignOn accountId={accountId} />}
      <SyncKeys accountId={accountId} />
      {maySeeTimes && <WorkingTimes accountId={accountId} />}
    </Stack>
  );
}
