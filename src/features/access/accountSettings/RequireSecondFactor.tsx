import { useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { updateAccountSettings } from '#contract/access/accountSettings.ts';
import { messageOf } from '../../../api/errors.ts';
import { useMayCall } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { settingsQuery, updateSettingsMutation } from './accountSettings.queries.ts';

/**
 * A switch that makes users of an account need a second factor. It is saved by itself, because the server asks the administrator for a proof of
 * identity.
 */
export function RequireSecondFactor({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const { data: settings } = useQuery(settingsQuery(accountId));
  const update = useMutation(updateSettingsMutation(accountId));
  const mayUpdate = useMayCall(updateAccountSettings);
  if (!settings) return null;
  return (
    <Panel label={t`Second factor`}>
      <Switch
        label={t`Require a second factor`}
        description={t`Users without one set it up at their next log-in.`}
        checked={settings.requireSecondFactor}
        disabled={!mayUpdate || update.isPending}
        onChange={({ currentTarget: { checked: requireSecondFactor } }) => update.mutate({ requireSecondFactor })}
      />
      {update.isError && <ErrorNote text={messageOf(update.error)} />}
    </Panel>
  );
}
