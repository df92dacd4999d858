import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moment } from '../../../lib/moments.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import type { Erased } from './EraseDialog.tsx';
import { returnedQuery } from './privacy.queries.ts';

const EraseDialog = lazyDialog(() => import('./EraseDialog.tsx'));

/** Asks to erase people again whom an older backup or payroll has brought back (docs/reference/privacy.md#erasing-a-person); renders nothing without any. */
export function ReturnedPeople({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(returnedQuery(accountId));
  const [open, setOpen] = useState<Erased>();
  if (data.length === 0) return null;
  return (
    <Alert color="red" title={t`Erased people are back`}>
      <Text size="sm">
        <Trans>A backup of before, or payroll, has brought them back. Erase them again.</Trans>
      </Text>
      {data.map(({ employeeId, number, firstName, lastName, erasedAt }) => (
        <Group key={employeeId} justify="space-between" gap="sm">
          <Text size="sm">
            <Trans>
              {number} {firstName} {lastName}, erased {moment(erasedAt)}
            </Trans>
          </Text>
          <Button variant="default" onClick={() => setOpen({ _id: employeeId, number, firstName, lastName })}>
            <Trans>Erase again</Trans>
          </Button>
        </Group>
      ))}
      {open && <EraseDialog accountId={accountId} employee={open} onClose={() => setOpen(undefined)} />}
    </Alert>
  );
}
