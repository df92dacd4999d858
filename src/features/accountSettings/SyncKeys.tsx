import { Button, Stack, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { syncKey } from '#contract/accountSettings.ts';
import { messageOf } from '../../api/errors.ts';
import { moment } from '../../lib/moments.ts';
import { ConfirmedButton } from '../../shell/ConfirmedButton.tsx';
import { useMay } from '../../state/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { revokeSyncKeyMutation, syncKeysQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';
import { NewSyncKeyDialog } from './NewSyncKeyDialog.tsx';

/** The sync keys of payroll systems: create, show once, revoke. */
export function SyncKeys({ accountId }: { accountId: string }) {
  const mayManage = useMay('Account.MANAGE_SYNC_KEYS');
  const keys = useQuery({ ...syncKeysQuery(accountId), enabled: mayManage });
  const [making, dialog] = useDisclosure();
  if (!mayManage) return null;

  return (
    <Panel
      title="Sync keys"
      aside={
        <Button variant="default" leftSection={<IconKey size={18} aria-hidden />} onClick={dialog.open}>
          New Sync Key
        </Button>
      }
    >
      <Loaded query={keys} failed={messageOf} height={80} label="sync keys">
        {(all) =>
          all.length === 0 ? (
            <EmptyState text="No sync keys yet. A payroll system needs one to deliver data, or to fetch payroll files." />
          ) : (
            <ListTable
              label="Sync keys"
              stacked
              actions
              columns={['Description', 'System ID', 'May', 'Made', 'Last used']}
            >
              {all.map((key) => (
                <Table.Tr key={key._id}>
                  <Table.Td>{key.description}</Table.Td>
                  <Table.Td data-label="System ID">{key.systemId ?? 'Any allowed'}</Table.Td>
                  <Table.Td data-label="May">{RIGHTS_WORDS[key.rights]}</Table.Td>
                  <Table.Td data-label="Made">
                    {moment(key.createdAt)}
                    {key.createdBy && ` by ${key.createdBy}`}
                  </Table.Td>
                  <Table.Td data-label="Last used">{moment(key.lastUsedAt)}</Table.Td>
                  <Table.Td>
                    <Revoke accountId={accountId} syncKey={key} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </ListTable>
          )
        }
      </Loaded>
      {making && <NewSyncKeyDialog accountId={accountId} onClose={dialog.close} />}
    </Panel>
  );
}

function Revoke({ accountId, syncKey: key }: { accountId: string; syncKey: z.infer<typeof syncKey> }) {
  const revoke = useMutation(revokeSyncKeyMutation(accountId, key._id));
  return (
    <Stack align="flex-end">
      <ConfirmedButton
        size="xs"
        label={`Revoke ${key.description}`}
        title="Revoke sync key"
        question={`Revoke ${key.description}?`}
        consequences={['The payroll system that uses it can no longer use it']}
        action="Revoke"
        busy={revoke.isPending}
        onConfirm={(close) => revoke.mutate(undefined, { onSuccess: close })}
      >
        Revoke
      </ConfirmedButton>
    </Stack>
  );
}
