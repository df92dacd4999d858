import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import type { Erased } from './EraseDialog.tsx';
import { exportPersonMutation } from './privacy.queries.ts';

const EraseDialog = lazyDialog(() => import('./EraseDialog.tsx'));
type Props = { accountId: string; employee: Erased };

/** Shows what an employee may ask for of their data: everything that is held about them, and their erasure (docs/reference/privacy.md#export-of-a-person). */
export function PersonalData({ accountId, employee }: Props) {
  const { t } = useLingui();
  const download = useMutation(exportPersonMutation(accountId, employee._id));
  const [isErasing, setErasing] = useState(false);
  return (
    <section aria-label={t`Personal data`}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>
            <Trans>Personal data</Trans>
          </Text>
          <Text size="sm">
            <Trans>Everything that is held about this person, as a ZIP of Excel and JSON.</Trans>
          </Text>
        </div>
        <Group gap="sm">
          <ServerButton variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            <Trans>Download</Trans>
          </ServerButton>
          <ServerButton variant="default" onClick={() => setErasing(true)}>
            <Trans>Erase</Trans>
          </ServerButton>
        </Group>
      </Group>
      {download.error && <ErrorNote text={messageOf(download.error)} />}
      {isErasing && <EraseDialog accountId={accountId} employee={employee} onClose={() => setErasing(false)} />}
    </section>
  );
}
