import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listed } from '../../../lib/lists.ts';
import { KeyCells } from '../../../shell/KeyCells.tsx';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { READS_WORDS, readingKeysQuery, revokeReadingKeyMutation } from './readingKeys.ts';

const NewReadingKeyDialog = lazyDialog(() => import('./NewReadingKeyDialog.tsx'));

/** The keys of dashboards and BI programs that read figures (docs/reference/payroll-files.md#fetching-them): create, show once, revoke. */
export function ReadingKeys() {
  const { t } = useLingui();
  const keys = useQuery(readingKeysQuery);
  return (
    <RecordsPanel
      title={t`API keys (read only)`}
      add={t`New key`}
      addIcon={null}
      query={keys}
      label={t`keys`}
      height={80}
      about={
        <Text size="sm" c="dimmed">
          <Trans>
            For dashboards and BI programs. A key shows what the user who made it may see, and changes nothing. It ends
            with that user.
          </Trans>
        </Text>
      }
      dialog={(_key, close) => <NewReadingKeyDialog onClose={close} />}
    >
      {(all) =>
        all.length > 0 && (
          <ListTable
            label={t`API keys (read only)`}
            stacked
            actions
            columns={[t`Name`, t`Reads`, t`Made`, t`Last used`]}
          >
            {all.map((key) => (
              <Table.Tr key={key._id}>
                <Table.Td>
                  {key.name}
                  {!key.isInForce && t` (ended with its user)`}
                </Table.Td>
                <Table.Td data-label={t`Reads`}>{listed(key.permissions.map((one) => t(READS_WORDS[one])))}</Table.Td>
                <KeyCells
                  name={key.name}
                  made={{ at: key.madeAt, by: key.madeBy }}
                  lastUsedAt={key.lastUsedAt}
                  revoke={revokeReadingKeyMutation(key._id)}
                  user={t`The program that uses it`}
                />
              </Table.Tr>
            ))}
          </ListTable>
        )
      }
    </RecordsPanel>
  );
}
