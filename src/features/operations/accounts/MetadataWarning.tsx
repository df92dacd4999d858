import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Account } from '#contract/access/accounts.ts';
import { lacksMetadata } from './accountForm.ts';

/** Says that an older account lacks metadata, instead of showing empty fields. */
export function MetadataWarning({ account }: { account: Account }) {
  const { t } = useLingui();
  if (!lacksMetadata(account)) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`This account lacks metadata`}>
      <Trans>
        It was made before Tallyboard recorded who creates and changes accounts, and when. It works as any other; saving
        it records the change.
      </Trans>
    </Alert>
  );
}
