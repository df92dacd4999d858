import { List, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/errors.ts';
import { count } from '../../lib/figures.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { type RestoreChoice, rehearsalQuery } from './backups.queries.ts';

const ASK_AFTER_MS = 300;

type Props = { accountId: string; restoreJobId: string; choice: RestoreChoice };

/** Lists what the restore would do, per item: added, changed, left, deleted, with samples of conflicts. */
export function Rehearsal({ accountId, restoreJobId, choice }: Props) {
  // Three quick changes of the selection send one request.
  const [asked] = useDebouncedValue(choice, ASK_AFTER_MS);
  const rehearsal = useQuery({
    ...rehearsalQuery(accountId, restoreJobId, asked),
    placeholderData: keepPreviousData,
  });
  const stale = rehearsal.isPlaceholderData || asked !== choice;
  if (choice.items.length === 0)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        Choose at least one item
      </Text>
    );
  if (rehearsal.isError)
    return <ErrorNote text={messageOf(rehearsal.error)} onRetry={() => void rehearsal.refetch()} />;
  if (!rehearsal.data) return <Skeleton h={120} aria-label="Rehearsing the restore" />;

  const conflicts = rehearsal.data.items.flatMap((item) => item.conflicts.map((text) => `${item.type}: ${text}`));
  return (
    <Stack gap="xs" aria-busy={stale} opacity={stale ? 0.6 : undefined}>
      <Text fw={600} size="sm">
        What would happen
      </Text>
      <TableScroll label="Rehearsal" fit>
        <Table aria-label="Rehearsal">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="end">Added</Table.Th>
              <Table.Th ta="end">Changed</Table.Th>
              <Table.Th ta="end">Kept</Table.Th>
              <Table.Th ta="end">Deleted</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rehearsal.data.items.map(({ type, added, changed, unchanged, deleted }) => (
              <Table.Tr key={type}>
                <Table.Td>{type}</Table.Td>
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
          {count(rehearsal.data.returning)} punches and pieces of days whose records were removed would come back. They
          count in nothing, and can be removed again: Trends, Records.
        </Text>
      )}
      {conflicts.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            Conflicts, for example
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
