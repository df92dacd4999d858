import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Backup } from '#contract/operations/backups.ts';
import { fileSize } from '../../../lib/fileSize.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMay } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ITEM_LABEL, itemWords } from './backupOptions.ts';
import { backupsQuery, deleteBackupMutation } from './backups.queries.ts';
import { DownloadBackup } from './DownloadBackup.tsx';
import { JobOutcome } from './JobState.tsx';

type Props = { accountId: string; onShow: (backupJobId: string) => void };

/** The backups of an account, newest first. */
export function BackupList({ accountId, onShow }: Props) {
  const { t } = useLingui();
  const backups = useQuery(backupsQuery(accountId));
  return (
    <Loaded
      query={backups}
      failed={t`Failed to load backup list. Please try again later.`}
      height={120}
      label={t`backups`}
      empty={t`No backups to show.`}
    >
      {(shown) => (
        <ListTable label={t`Backups`} stacked actions columns={[t`Started`, t`By`, t`Status`, t`Items`, t`Size`]}>
          {shown.map((backup) => (
            <Table.Tr key={backup.id}>
              <Table.Td>{moment(backup.started)}</Table.Td>
              <Table.Td data-label={t`By`}>{backup.by}</Table.Td>
              <Table.Td>
                <JobOutcome job={backup} />
              </Table.Td>
              <Table.Td>{itemWords(backup.items)}</Table.Td>
              <Table.Td>{backup.bytes === null ? '' : fileSize(backup.bytes)}</Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button size="xs" variant="default" onClick={() => onShow(backup.backupJobId)}>
                    <Trans>Status</Trans>
                  </Button>
                  {backup.status === 'Successful' && (
                    <DownloadBackup accountId={accountId} backupJobId={backup.backupJobId} />
                  )}
                  {backup.status !== 'In Progress' && <DeleteBackup accountId={accountId} backup={backup} />}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Loaded>
  );
}

function DeleteBackup({ accountId, backup }: { accountId: string; backup: Backup }) {
  const { t } = useLingui();
  const remove = useMutation(deleteBackupMutation(accountId, backup.backupJobId));
  const mayDelete = useMay('Backup.DELETE');
  if (!mayDelete) return null;
  return (
    <ConfirmedButton
      size="xs"
      title={t`Delete Backup`}
      question={t`Delete the backup of ${moment(backup.started)} and its file?`}
      consequences={backup.items.map((item) => t(ITEM_LABEL[item]))}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
    >
      <Trans>Delete</Trans>
    </ConfirmedButton>
  );
}
