import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { listed } from '../../../lib/lists.ts';
import { KeyCells } from '../../../shell/KeyCells.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { READS_WORDS, readingKeysQuery, revokeReadingKeyMutation } from './readingKeys.ts';

const NewReadingKeyDialog = lazyDialog(() => import('./NewReadingKeyDialog.tsx'));

/** The keys of dashboards and BI programs that read figures (spec/pay.md X6): create, show once, revoke. */
export function ReadingKeys() {
  const { t } = useLingui();
  const keys = useQuery(readingKeysQuery);
  const [making, dialog] = useDisclosure();
  return (
    <Panel
      title={t`Keys that read figures`}
      aside={
        <Button variant="default" onClick={dialog.open}>
          <Trans>New key</Trans>
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        <Trans>
          For dashboards and BI programs. A key shows what the user who made it may see, and changes nothing. It ends
          with that user.
        </Trans>
      </Text>
      <Loaded query={keys} failed={messageOf} height={80} label={t`keys`}>
        {(all) =>
          all.length > 0 && (
            <ListTable
              label={t`Keys that read figures`}
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
      </Loaded>
      {making && <NewReadingKeyDialog onClose={dialog.close} />}
    </Panel>
  );
}
