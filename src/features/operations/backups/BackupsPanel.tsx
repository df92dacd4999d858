import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconArchive, IconRefresh, IconRestore } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useMay } from '../../../state/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingDialog } from '../../../ui/Missing.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { BackupList } from './BackupList.tsx';
import { BackupStatusDialog } from './BackupStatusDialog.tsx';
import classes from './backups.module.css';
import { CreateBackupDialog } from './CreateBackupDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { RestoreList } from './RestoreList.tsx';
import { RestoreProgress } from './RestoreProgress.tsx';
import type { Uploaded } from './restoreFlow.ts';
import { SchedulePanel } from './SchedulePanel.tsx';

const RecalculateDialog = lazyWithRetry(() => import('./RecalculateDialog.tsx'), MissingDialog);

type Open =
  | { dialog: 'create' | 'recalculate' }
  | { dialog: 'restore'; waiting?: Uploaded }
  | { dialog: 'backup-status'; backupJobId: string }
  | { dialog: 'restore-status'; restoreJobId: string };

/** Backups, restores and recalculation of an account. `timeZone`: that of the account. */
export function BackupsPanel({ accountId, timeZone }: { accountId: string; timeZone: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const showRestore = (restoreJobId: string) => setOpen({ dialog: 'restore-status', restoreJobId });
  const may = {
    create: useMay('Backup.CREATE'),
    restore: useMay('Restore.RUN'),
    recalculate: useMay('Stats.RESET_STATE'),
    list: useMay('Backup.GET'),
  };

  return (
    <Stack gap="lg">
      <div className={classes.jobs}>
        {may.create && (
          <Button leftSection={<IconArchive size={18} aria-hidden />} onClick={() => setOpen({ dialog: 'create' })}>
            <Trans>Create Backup</Trans>
          </Button>
        )}
        {may.restore && (
          <Button
            variant="default"
            leftSection={<IconRestore size={18} aria-hidden />}
            onClick={() => setOpen({ dialog: 'restore' })}
          >
            <Trans>Restore Backup</Trans>
          </Button>
        )}
        {may.recalculate && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => setOpen({ dialog: 'recalculate' })}
          >
            <Trans>Recalculate Dashboard Data</Trans>
          </Button>
        )}
      </div>
      {may.list && <SchedulePanel accountId={accountId} timeZone={timeZone} />}
      {may.list && (
        <Panel title={t`Backups`}>
          <BackupList
            accountId={accountId}
            onShow={(backupJobId) => setOpen({ dialog: 'backup-status', backupJobId })}
          />
        </Panel>
      )}
      {(may.list || may.restore) && (
        <Panel title={t`Restores`}>
          <RestoreList
            accountId={accountId}
            onShow={showRestore}
            onContinue={(waiting) => setOpen({ dialog: 'restore', waiting })}
          />
        </Panel>
      )}
      {open?.dialog === 'create' && (
        <CreateBackupDialog
          accountId={accountId}
          onClose={close}
          onStarted={(backupJobId) => (may.list ? setOpen({ dialog: 'backup-status', backupJobId }) : close())}
        />
      )}
      {open?.dialog === 'backup-status' && (
        <BackupStatusDialog accountId={accountId} backupJobId={open.backupJobId} onClose={close} />
      )}
      {open?.dialog === 'restore' && <RestoreDialog accountId={accountId} waiting={open.waiting} onClose={close} />}
      {open?.dialog === 'restore-status' && (
        <Dialog opened onClose={close} title={t`Restore status`}>
          <RestoreProgress
            key={open.restoreJobId}
            accountId={accountId}
            restoreJobId={open.restoreJobId}
            onClose={close}
            onUndone={showRestore}
          />
        </Dialog>
      )}
      {open?.dialog === 'recalculate' && (
        <Suspense>
          <RecalculateDialog accountId={accountId} timeZone={timeZone} onClose={close} />
        </Suspense>
      )}
    </Stack>
  );
}
