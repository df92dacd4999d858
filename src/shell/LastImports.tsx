import { useLingui } from '@lingui/react/macro';
import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { listedImport } from '#contract/platform/listedImports.ts';
import { messageOf } from '../api/errors.ts';
import { moment } from '../lib/moments.ts';
import { translated } from '../lib/words.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';

type Import = Pick<z.infer<typeof listedImport>, 'at' | 'by' | 'fileName' | 'cannotUndo' | 'cannotUndoWords'>;
type Query<I> = {
  data: { imports: readonly I[] } | undefined;
  error: Error | null;
  refetch: () => unknown;
  dataUpdatedAt?: number;
};
type Props<I extends Import> = {
  query: Query<I>;
  countsOf: (one: I) => string;
  /** Undoes it; shown where that can be done. */
  undo: (one: I) => ReactNode;
  more?: (one: I) => ReactNode;
};

/** The imports of the last 30 days: when, by whom, how many lines, and the undo of each until it cannot be done any more, and why not. Nothing without any. */
export function LastImports<I extends Import>({ query, countsOf, undo, more }: Props<I>) {
  const { t } = useLingui();
  if (query.data?.imports.length === 0) return null;
  return (
    <Panel title={t`Last imports`}>
      <Loaded query={query} failed={messageOf} height={120} label={t`last imports`}>
        {({ imports }) => (
          <ListTable label={t`Last imports`} stacked actions columns={[t`Imported`, t`By`, t`File`, t`Lines`]}>
            {imports.map((one) => (
              <Table.Tr key={`${one.at} ${one.fileName}`}>
                <Table.Td>{moment(one.at)}</Table.Td>
                <Table.Td data-label={t`By`}>{one.by}</Table.Td>
                <Table.Td data-label={t`File`}>{one.fileName ?? t`Pasted cells`}</Table.Td>
                <Table.Td data-label={t`Lines`}>{countsOf(one)}</Table.Td>
                <Table.Td tabIndex={-1}>
                  <Group gap="xs" justify="flex-end">
                    {one.cannotUndo === null ? (
                      undo(one)
                    ) : (
                      <Text size="sm" c="dimmed">
                        {translated(one.cannotUndoWords ?? one.cannotUndo)}
                      </Text>
                    )}
                    {more?.(one)}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )}
      </Loaded>
    </Panel>
  );
}
