import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type TableProps } from './DataTable.tsx';
import { Panel } from './Panel.tsx';
import { Sums } from './Sums.tsx';

type Props<Row> = TableProps<Row> & {
  /** The few sums of everybody that matter most: titles and texts; their parts are in the last line of the table. */
  sums: readonly (readonly [title: string, text: string])[];
  /** Explains the sums, where they need it. */
  note?: ReactNode;
};

/** The figures of a pay period: the sum of everybody on top, then a row an employee. */
export function SumsAndRows<Row>({ sums, note, ...table }: Props<Row>) {
  const { t } = useLingui();
  return (
    <>
      <section aria-label={t`Everybody`}>
        <Sums sums={sums.map(([label, figure]) => ({ label, figure }))} />
        {note && (
          <Text size="sm" c="dimmed" mt="xs">
            {note}
          </Text>
        )}
      </section>
      <Panel title={t`Employees`}>
        <DataTable {...table} />
      </Panel>
    </>
  );
}
