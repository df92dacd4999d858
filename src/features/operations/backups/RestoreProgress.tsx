import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { translated } from '../../../lib/words.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { itemWords } from './backupOptions.ts';
import { restoreStatusQuery } from './backups.queries.ts';
import { JobProgress, JobStatus } from './JobState.tsx';
import { UndoRestore } from './RestoreList.tsx';

type Props = {
  accountId: string;
  restoreJobId: string;
  onClose: () => void;
  onUndone: (restoreJobId: string) => void;
};

/** Shows a restore's progress until it has succeeded or failed. */
export function RestoreProgress({ accountId, restoreJobId, onClose, onUndone }: Props) {
  const { t } = useLingui();
  const restore = useQuery(restoreStatusQuery(accountId, restoreJobId));
  const client = useQueryClient();
  const status = restore.data?.status;
  useEffect(() => {
    // Everything in the account may have changed.
    if (status === 'Successful' || status === 'Failed')
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'restore-status' });
  }, [status, client]);

  return (
    <Stack>
      {restore.data ? (
        <>
          <div role="status">
            <JobStatus status={restore.data.status} />
          </div>
          {status === 'Not Started' && (
            <Text>
              <Trans>The restore has not started.</Trans>
            </Text>
          )}
          {status === 'In Progress' && (
            <>
              <JobProgress job={restore.data} />
              <Text size="sm" c="dimmed">
                <Trans>You can close this; the restore goes on. Nothing is changed unless all of it succeeds.</Trans>
              </Text>
            </>
          )}
          {status === 'Successful' && (
            <>
              <Text>
                <Trans>Everything chosen was restored: {itemWords(restore.data.items)}.</Trans>
              </Text>
              {restore.data.terminalsAsked > 0 && (
                <Text size="sm">
                  <Plural
                    value={restore.data.terminalsAsked}
                    one="# terminal is asked for what it still holds."
                    other="# terminals are asked for what they still hold."
                  />
                </Text>
              )}
            </>
          )}
          {status === 'Failed' && (
            <>
              <ErrorNote
                text={
                  restore.data.failureReason
                    ? translated(restore.data.words ?? restore.data.failureReason)
                    : t`The restore failed for an unknown reason.`
                }
              />
              {!restore.data.swapped && (
                <Text size="sm">
                  <Trans>Nothing was changed.</Trans>
                </Text>
              )}
            </>
          )}
        </>
      ) : restore.isError ? (
        <ErrorNote text={messageOf(restore.error)} onRetry={() => void restore.refetch()} />
      ) : (
        <Skeleton h={72} aria-label={t`Loading the status`} />
      )}
      <Group justify="flex-end">
        {restore.data?.status === 'Successful' && restore.data.safetyBackupJobId && (
          <UndoRestore accountId={accountId} restore={restore.data} onStarted={onUndone} />
        )}
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
