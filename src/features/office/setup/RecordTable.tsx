import { useLingui } from '@lingui/react/macro';
import { Anchor, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { OwnerLock } from './OwnerLock.tsx';

type Owned = { _id: string; owner: string; isLocked: boolean };
type Props<Row extends Owned> = {
  label: string;
  rows: readonly Row[];
  empty: string;
  /** The first column names the record and opens it. */
  columns: readonly { title: string; show: (row: Row) => ReactNode }[];
  onOpen: (id: string) => void;
};

/** A list of records: the name opens the record; one that a payroll system owns has a lock with its name. */
export function RecordTable<Row extends Owned>({ label, rows, empty, columns, onOpen }: Props<Row>) {
  const { t } = useLingui();
  if (rows.length === 0) return <EmptyState text={empty} />;
  return (
    <ListTable label={label} stacked striped columns={[...columns.map(({ title }) => title), t`Owner`]}>
      {rows.map((row) => (
        <Table.Tr key={row._id}>
          {columns.map(({ title, show }, index) => (
            <Table.Td key={title} data-label={index === 0 ? undefined : title}>
              {index === 0 && !row.isLocked ? (
                <Anchor component="button" type="button" aria-haspopup="dialog" onClick={() => onOpen(row._id)}>
                  {show(row)}
                </Anchor>
              ) : (
                show(row)
              )}
            </Table.Td>
          ))}
          <Table.Td>{row.isLocked ? <OwnerLock owner={row.owner} /> : row.owner}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
