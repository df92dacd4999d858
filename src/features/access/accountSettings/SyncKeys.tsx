import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { KeyCells } from '../../../shell/KeyCells.tsx';
import { useMay } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { revokeSyncKeyMutation, syncKeysQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';
import { NewSyncKeyDialog } from './NewSyncKeyDialog.tsx';

/** The sync keys of payroll systems: create, show once, revoke. */
export function SyncKeys({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const mayManage = useMay('Account.MANAGE_SYNC_KEYS');
  const keys = useQuery({ ...syncKeysQuery(accountId), enabled: mayManage });
  const [making, dialog] = useDisclosure();
  if (!mayManage) return null;

  return (
    <Panel
      title={t`Sync keys`}
      aside={
        <Button variant="default" leftSection={<IconKey size={18} aria-hidden />} onClick={dialog.open}>
          <Trans>New Sync Key</Trans>
        </Button>
      }
    >
      <Loaded query={keys} failed={messageOf} height={80} label={t`sync keys`}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              text={t`No sync keys yet. A payroll system needs one to deliver data, or to fetch payroll files.`}
            />
          ) : (
            <ListTable
              label={t`Sync keys`}
              stacked
              actions
              columns={[t`Description`, t`System ID`, t`May`, t`Made`, t`Last used`]}
            >
              {all.map((key) => (
                <Table.Tr key={key._id}>
                  <Table.Td>{key.description}</Table.Td>
                  <Table.Td data-label={t`System ID`}>{key.systemId ?? t`Any allowed`}</Table.Td>
                  <Table.Td data-label={t`May`}>{t(RIGHTS_WORDS[key.rights])}</Table.Td>
                  <KeyCells
                    name={key.description}
                    made={{ at: key.createdAt, by: key.createdBy }}
                    lastUsedAt={key.lastUsedAt}
                    revoke={revokeSyncKeyMutation(accountId, key._id)}
                    user={t`The payroll system that uses it`}
                  />
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
