import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { List, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { ITEM_LABEL } from './backupOptions.ts';
import { type RestoreChoice, rehearsalQuery } from './backups.queries.ts';

const ASK_AFTER_MS = 300;

type Props = { accountId: string; restoreJobId: string; choice: RestoreChoice };

/** Lists what the restore would do, per item: added, changed, left, deleted, with samples of conflicts. */
export function Rehearsal({ accountId, restoreJobId, choice }: Props) {
  const { t } = useLingui();
  // Three quick changes of the selection send one request.
  const [requested] = useDebouncedValue(choice, ASK_AFTER_MS);
  const rehearsal = useQuery({
    ...rehearsalQuery(accountId, restoreJobId, requested),
    placeholderData: keepPreviousData,
  });
  const stale = rehearsal.isPlaceholderData || requested !== choice;
  if (choice.items.length === 0)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        <Trans>Choose at least one item</Trans>
      </Text>
    );
  if (rehearsal.isError)
    return <ErrorNote text={messageOf(rehearsal.error)} onRetry={() => void rehearsal.refetch()} />;
  if (!rehearsal.data) return <Skeleton h={120} aria-label={t`Rehearsing the restore`} />;

  const conflicts = rehearsal.data.items.flatMap((item) =>
    item.conflicts.map((text) => labelled(t(ITEM_LABEL[item.type]), translated(text))),
  );
  return (
    <Stack gap="xs" aria-busy={stale} opacity={stale ? 0.6 : undefined}>
      <Text fw={600} size="sm">
        <Trans>What would happen</Trans>
      </Text>
      <TableScroll label={t`Rehearsal`} fit>
        <Table aria-label={t`Rehearsal`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Item</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans>Added</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans>Changed</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans>Kept</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans>Deleted</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rehearsal.data.items.map(({ type, added, changed, unchanged, deleted }) => (
              <Table.Tr key={type}>
                <Table.Td>{t(ITEM_LABEL[type])}</Table.Td>
                <Table.Td ta="end">{count(added)}</Table.Td>
                <Table.Td ta="end">{count(changed)}</Table.Td>
                <Table.Td ta="end">{count(unchanged)}</Table.Td>
                <Table.Td ta="end">{count(deleted)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
      {rehearsal.data.returning !== undefined && (
        <Text size="sm" role="note">
          <Plural
            value={rehearsal.data.returning}
            one="# punch or piece of days whose records were removed would come back. It counts in nothing, and can be removed again: Trends, Records."
            other="# punches and pieces of days whose records were removed would come back. They count in nothing, and can be removed again: Trends, Records."
          />
        </Text>
      )}
      {conflicts.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            <Trans>Conflicts, for example</Trans>
          </Text>
          <List size="sm">
            {conflicts.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
