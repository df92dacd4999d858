import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type TableProps } from './DataTable.tsx';
import { Panel } from './Panel.tsx';
import { Sums } from './Sums.tsx';

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
      <section aria-label={t`Everybody`}>
        <Sums sums={sums.map(([label, figure]) => ({ label, figure }))} />
        <Text size="sm" c="dimmed" mt="xs">
          {note}
        </Text>
      </section>
      <Panel title={t`Employees`}>
        <DataTable {...table} />
      </Panel>
    </>
  );
}
