import { Trans } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/saveFile.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { downloadBackupMutation } from './backups.queries.ts';

type Props = { accountId: string; backupJobId: string; primary?: boolean };

/** Downloads the ZIP of a successful backup under the server's name for it. */
export function DownloadBackup({ accountId, backupJobId, primary = false }: Props) {
  const download = useMutation(downloadBackupMutation(accountId, backupJobId));
  const mayDownload = useMay('Backup.DOWNLOAD');
  if (!mayDownload) return null;
  return (
    <ServerButton
      variant={primary ? 'filled' : 'default'}
      size={primary ? undefined : 'xs'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined, { onSuccess: ({ blob, name }) => saveFile(blob, name) })}
    >
      <Trans>Download</Trans>
    </ServerButton>
  );
}
