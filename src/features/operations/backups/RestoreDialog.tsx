import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { fileSize } from '../../../lib/fileSize.ts';
import { notify } from '../../../state/notices.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { uploadMutation } from './backups.queries.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ConfirmRestore } from './ConfirmRestore.tsx';
import { RestoreProgress } from './RestoreProgress.tsx';
import { fileProblem, type RestoreStep, type Uploaded } from './restoreFlow.ts';

type Props = {
  accountId: string;
  /** An upload that waits: the dialog continues at its confirmation. */
  waiting?: Uploaded;
  onClose: () => void;
};

/** The restore flow: choose file, confirm upload, uploading, confirm, restoring, then success or failed (spec section 4). */
export function RestoreDialog({ accountId, waiting, onClose }: Props) {
  const { t } = useLingui();
  const [flow, setFlow] = useState<RestoreStep>(waiting ? { step: 'confirm', uploaded: waiting } : { step: 'choose' });
  const upload = useMutation(uploadMutation(accountId));
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const choose = (file: File | null) => {
    const problem = fileProblem(file);
    if (problem) notify('error', problem);
    else if (file) setFlow({ step: 'confirm-upload', file });
  };
  const send = (file: File) => {
    stop.current = new AbortController();
    setFlow({ step: 'uploading', file, sent: 0 });
    upload.mutate(
      {
        file,
        signal: stop.current.signal,
        onProgress: (sent) => setFlow((was) => (was.step === 'uploading' ? { ...was, sent } : was)),
      },
      {
        onSuccess: (uploaded) => setFlow({ step: 'confirm', uploaded }),
        onError: (error) =>
          setFlow({ step: 'choose', problem: error.name === 'AbortError' ? undefined : messageOf(error) }),
      },
    );
  };

  return (
    <Dialog opened onClose={onClose} title={t`Restore Backup`} size="lg" closable={flow.step !== 'uploading'}>
      {flow.step === 'choose' && <ChooseFile problem={flow.problem} onChoose={choose} onCancel={onClose} />}
      {flow.step === 'confirm-upload' && (
        <Stack>
          <Text>
            <Trans>
              Upload <strong>{flow.file.name}</strong> ({fileSize(flow.file.size)})? It is checked as a whole; nothing
              is changed before you confirm what to restore.
            </Trans>
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setFlow({ step: 'choose' })}>
              <Trans>Back</Trans>
            </Button>
            <Button onClick={() => send(flow.file)} data-autofocus>
              <Trans>Upload</Trans>
            </Button>
          </Group>
        </Stack>
      )}
      {flow.step === 'uploading' && (
        <Stack>
          <Progress value={100 * flow.sent} size="lg" animated={flow.sent === 1} aria-label={t`Upload`} />
          <Text role="status">
            {flow.sent < 1
              ? t`Uploading: ${Math.round(100 * flow.sent)}% of ${fileSize(flow.file.size)}`
              : t`Uploaded. Checking the file`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => stop.current?.abort()}>
              <Trans>Cancel upload</Trans>
            </Button>
          </Group>
        </Stack>
      )}
      {flow.step === 'confirm' && (
        <ConfirmRestore
          accountId={accountId}
          uploaded={flow.uploaded}
          onCancel={onClose}
          onStarted={() => setFlow({ step: 'restoring', restoreJobId: flow.uploaded.restoreJobId })}
        />
      )}
      {flow.step === 'restoring' && (
        <RestoreProgress
          accountId={accountId}
          restoreJobId={flow.restoreJobId}
          onClose={onClose}
          onUndone={(restoreJobId) => setFlow({ step: 'restoring', restoreJobId })}
        />
      )}
    </Dialog>
  );
}
