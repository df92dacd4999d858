import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { fileSize } from '../../../lib/fileSize.ts';
import { translated } from '../../../lib/words.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { backupStatusQuery, backupsQuery } from './backups.queries.ts';
import { DownloadBackup } from './DownloadBackup.tsx';
import { JobProgress, JobStatus } from './JobState.tsx';

type Props = { accountId: string; backupJobId: string; onClose: () => void };

/** Shows how a backup goes on; a successful one offers its download, a failed one its reason. */
export function BackupStatusDialog({ accountId, backupJobId, onClose }: Props) {
  const { t } = useLingui();
  const backup = useQuery(backupStatusQuery(accountId, backupJobId));
  const client = useQueryClient();
  const status = backup.data?.status;
  useEffect(() => {
    if (status && status !== 'In Progress')
      void client.invalidateQueries({ queryKey: backupsQuery(accountId).queryKey });
  }, [status, client, accountId]);

  return (
    <Dialog opened onClose={onClose} title={t`Backup status`}>
      <Stack gap="md">
        {backup.data ? (
          <>
            <div role="status">
              <JobStatus status={backup.data.status} />
            </div>
            {backup.data.status === 'In Progress' && (
              <>
                <JobProgress job={backup.data} />
                <Text size="sm" c="dimmed">
                  <Trans>You can close this; the backup goes on.</Trans>
                </Text>
              </>
            )}
            {backup.data.status === 'Successful' && backup.data.bytes !== null && (
              <Text>
                <Trans>The backup is ready: {fileSize(backup.data.bytes)}.</Trans>
              </Text>
            )}
            {backup.data.status === 'Failed' && (
              <ErrorNote
                text={
                  backup.data.failureReason
                    ? translated(backup.data.words ?? backup.data.failureReason)
                    : t`The backup failed for an unknown reason.`
                }
              />
            )}
          </>
        ) : backup.isError ? (
          <ErrorNote text={messageOf(backup.error)} onRetry={() => void backup.refetch()} />
        ) : (
          <Skeleton h={72} aria-label={t`Loading the status`} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {status === 'Successful' && <DownloadBackup accountId={accountId} backupJobId={backupJobId} primary />}
        </Group>
      </Stack>
    </Dialog>
  );
}
