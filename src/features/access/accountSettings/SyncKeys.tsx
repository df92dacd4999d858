import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { KeyCells } from '../../../shell/KeyCells.tsx';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { useMay } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { revokeSyncKeyMutation, syncKeysQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';
import { NewSyncKeyDialog } from './NewSyncKeyDialog.tsx';

/** The sync keys of payroll systems: create, show once, revoke. */
export function SyncKeys({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const mayManage = useMay('Account.MANAGE_SYNC_KEYS');
  const keys = useQuery({ ...syncKeysQuery(accountId), enabled: mayManage });
  if (!mayManage) return null;

  return (
    <RecordsPanel
      title={t`Sync keys`}
      add={t`New Sync Key`}
      addIcon={<IconKey size={18} aria-hidden />}
      query={keys}
      label={t`sync keys`}
      height={80}
      empty={t`No sync keys yet. A payroll system needs one to deliver data, or to fetch payroll files.`}
      dialog={(_key, close) => <NewSyncKeyDialog accountId={accountId} onClose={close} />}
    >
      {(all) => (
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
      )}
    </RecordsPanel>
  );
}
