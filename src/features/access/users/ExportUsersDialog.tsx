import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../lib/saveFile.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { exportUsersMutation } from './users.queries.ts';

/** Employer users only, inactive accounts and users excluded (spec section 7). */
const DEFAULTS = { employerUsersOnly: true, includeInactiveAccounts: false, includeInactiveUsers: false };

/** 'Export User List' with its defaults. */
export function ExportUsersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [options, setOptions] = useState(DEFAULTS);
  const report = useMutation(exportUsersMutation);
  const exportUsers = () =>
    report.mutate(
      { exportType: 'csv', ...options },
      {
        onSuccess: ({ blob, name }) => {
          saveFile(blob, name);
          onClose();
        },
      },
    );
  const option = (name: keyof typeof DEFAULTS, label: string) => (
    <Checkbox
      label={label}
      checked={options[name]}
      onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.checked })}
    />
  );

  return (
    <Dialog opened onClose={onClose} title={t`Export User List`} closable={!report.isPending}>
      <Stack gap="md">
        {option('employerUsersOnly', t`Employer users only`)}
        {option('includeInactiveAccounts', t`Include inactive accounts`)}
        {option('includeInactiveUsers', t`Include inactive users`)}
        <NativeSelect label={t`Export type`} data={[{ value: 'csv', label: t`CSV` }]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={report.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <ServerButton loading={report.isPending} onClick={exportUsers}>
            <Trans>Export</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
