import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Restore } from '#contract/operations/backups.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMay } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ITEM_LABEL, itemWords } from './backupOptions.ts';
import { restoresQuery, undoRestoreMutation } from './backups.queries.ts';
import { JobOutcome } from './JobState.tsx';
import { STRATEGY_LABEL, type Uploaded } from './restoreFlow.ts';

type Props = {
  accountId: string;
  onShow: (restoreJobId: string) => void;
  /** Continues with an upload that waits. */
  onContinue: (waiting: Uploaded) => void;
};

/** The restores of an account, newest first; a replace that succeeded can be undone. */
export function RestoreList({ accountId, onShow, onContinue }: Props) {
  const { t } = useLingui();
  const mayRestore = useMay('Restore.RUN');
  const restores = useQuery(restoresQuery(accountId));
  return (
    <Loaded
      query={restores}
      failed={t`Failed to load restore list. Please try again later.`}
      height={120}
      label={t`restores`}
      empty={t`No restores to show.`}
    >
      {(shown) => (
        <ListTable label={t`Restores`} stacked actions columns={[t`Started`, t`By`, t`Status`, t`Items`, t`Strategy`]}>
          {shown.map((restore) => (
            <Table.Tr key={restore.id}>
              <Table.Td>{moment(restore.started)}</Table.Td>
              <Table.Td data-label={t`By`}>{restore.by}</Table.Td>
              <Table.Td>
                <JobOutcome job={restore} />
              </Table.Td>
              <Table.Td>{itemWords(restore.items)}</Table.Td>
              <Table.Td>{restore.strategy && t(STRATEGY_LABEL[restore.strategy])}</Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {mayRestore && restore.upload && (
                    <Continue restore={restore} upload={restore.upload} onContinue={onContinue} />
                  )}
                  <Button size="xs" variant="default" onClick={() => onShow(restore.restoreJobId)}>
                    <Trans>Status</Trans>
                  </Button>
                  {restore.status === 'Successful' && restore.safetyBackupJobId && (
                    <UndoRestore accountId={accountId} restore={restore} onStarted={onShow} />
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Loaded>
  );
}

type UndoProps = { accountId: string; restore: Restore; onStarted: (restoreJobId: string) => void };

/** Restores the state from before a replace. */
export function UndoRestore({ accountId, restore, onStarted }: UndoProps) {
  const { t } = useLingui();
  const undo = useMutation(undoRestoreMutation(accountId, restore.restoreJobId));
  const mayRestore = useMay('Restore.RUN');
  if (!mayRestore) return null;
  return (
    <ConfirmedButton
      look="plain"
      size="xs"
      title={t`Undo this restore`}
      question={t`What was there before the restore of ${moment(restore.started)} is put back.`}
      consequences={restore.items.map((item) => t`${t(ITEM_LABEL[item])}: what was added or changed since is lost`)}
      tick={t`I understand the consequences.`}
      busy={undo.isPending}
      onConfirm={(close) =>
        undo.mutate(undefined, {
          onSuccess: ({ restoreJobId }) => {
            close();
            onStarted(restoreJobId);
          },
        })
      }
    >
      <Trans>Undo this restore</Trans>
    </ConfirmedButton>
  );
}

type ContinueProps = { restore: Restore; upload: NonNullable<Restore['upload']>; onContinue: Props['onContinue'] };

/** Continues an upload that was checked and waits: it need not be uploaded again. */
function Continue({ restore, upload, onContinue }: ContinueProps) {
  const { t } = useLingui();
  return (
    <Button
      size="xs"
      aria-label={t`Continue the restore of ${moment(restore.started)}`}
      onClick={() => onContinue({ restoreJobId: restore.restoreJobId, ...upload })}
    >
      <Trans>Continue</Trans>
    </Button>
  );
}
