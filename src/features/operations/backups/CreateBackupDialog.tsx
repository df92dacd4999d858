import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useOfflineReason } from '../../../state/reachability.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { anyChosen, BACKUP_OPTIONS, DEFAULT_OPTIONS, ITEM_LABEL } from './backupOptions.ts';
import { startBackupMutation } from './backups.queries.ts';

type Props = { accountId: string; onClose: () => void; onStarted: (backupJobId: string) => void };

/** Chooses what a backup includes and starts it. */
export function CreateBackupDialog({ accountId, onClose, onStarted }: Props) {
  const { t } = useLingui();
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  const offline = useOfflineReason();
  const start = useMutation(startBackupMutation(accountId));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Create Backup`}
      submit={t`Create Backup`}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(options, { onSuccess: ({ backupJobId }) => onStarted(backupJobId) });
      }}
      canSubmit={!offline && anyChosen(options)}
      reason={offline}
      busy={start.isPending}
      dirty={false}
    >
      <Text size="sm" c="dimmed">
        <Trans>The account as it is at one moment, even while punches keep arriving.</Trans>
      </Text>
      <Stack gap="sm" role="group" aria-label={t`Include`}>
        {BACKUP_OPTIONS.map(({ option, item, hint }) => (
          <Checkbox
            key={option}
            label={t(ITEM_LABEL[item])}
            description={t(hint)}
            checked={options[option]}
            onChange={(event) => setOptions({ ...options, [option]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      {!anyChosen(options) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>Choose at least one item</Trans>
        </Text>
      )}
    </FormDialog>
  );
}
