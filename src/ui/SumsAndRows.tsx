import { useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type TableProps } from './DataTable.tsx';
import { ListTable } from './ListTable.tsx';
import { Panel } from './Panel.tsx';

type Props<Row> = TableProps<Row> & {
  /** The sums of everybody: titles and texts. */
  sums: readonly (readonly [title: string, text: string])[];
  /** Explains the sums. */
  note: ReactNode;
};

/** The figures of a pay period: the sum of everybody on top, then a row an employee. */
export function SumsAndRows<Row>({ sums, note, ...table }: Props<Row>) {
  const { t } = useLingui();
  return (
    <>
      <Panel title={t`Everybody`}>
        <ListTable label={t`Everybody`} stacked columns={sums.map(([title]) => title)}>
          <Table.Tr>
            {sums.map(([title, text]) => (
              <Table.Td key={title} data-label={title}>
                {text}
              </Table.Td>
            ))}
          </Table.Tr>
        </ListTable>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </Panel>
      <Panel title={t`Employees`}>
        <DataTable {...table} />
      </Panel>
    </>
  );
}
