import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { updateAccountSettings } from '#contract/accountSettings.ts';
import { messageOf } from '../../api/errors.ts';
import { useMayCall } from '../../state/session.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { settingsQuery, updateSettingsMutation } from './accountSettings.queries.ts';

/** A switch: the users of an account have to have a second factor: saved by itself, because the server asks who wants it. */
export function RequireSecondFactor({ accountId }: { accountId: string }) {
  const { data: settings } = useQuery(settingsQuery(accountId));
  const update = useMutation(updateSettingsMutation(accountId));
  const mayUpdate = useMayCall(updateAccountSettings);
  if (!settings) return null;
  return (
    <Panel label="Second factor">
      <Switch
        label="Require a second factor"
        description="Users without one set it up at their next log-in."
        checked={settings.requireSecondFactor}
        disabled={!mayUpdate || update.isPending}
        onChange={({ currentTarget: { checked: requireSecondFactor } }) => update.mutate({ requireSecondFactor })}
      />
      {update.isError && <ErrorNote text={messageOf(update.error)} />}
    </Panel>
  );
}
