import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { translated } from '../../../lib/words.tsx';
import { AnchorLink } from '../../../shell/links.ts';
import { useMay } from '../../../state/session.ts';
import { backupWarningsQuery } from './backups.queries.ts';

/** A warning above the list of accounts about backups that were not made, copied or rehearsed in time. */
export function BackupBanner() {
  const { t } = useLingui();
  const may = useMay('Backup.GET');
  const { data } = useQuery({ ...backupWarningsQuery, enabled: may });
  if (!may || !data) return null;
  const { installation, accounts } = data;
  if (installation.warnings.length + accounts.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t`Backups need attention`}>
      {(installation.words ?? installation.warnings).map(translated).map((warning) => (
        <div key={warning}>
          <Trans>Installation: {warning}</Trans>
        </div>
      ))}
      {accounts.map(({ accountId, name, warnings, words }) => (
        <div key={accountId}>
          <Trans>
            <AnchorLink to="/manage/accounts/edit/$accountId/data-management" params={{ accountId }}>
              {name}
            </AnchorLink>
            : {(words ?? warnings).map(translated).join(' ')}
          </Trans>
        </div>
      ))}
    </Alert>
  );
}
