import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { isMixed } from '../../../lib/owners.ts';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { type Owned, OwnerLock, OwnerOfAll } from './OwnerLock.tsx';

type Props<Row extends Owned & { _id: string }> = {
  label: string;
  rows: readonly Row[];
  empty: string;
  /** The first column names the record and opens it. */
  columns: readonly { title: string; show: (row: Row) => ReactNode }[];
  onOpen: (id: string) => void;
};

/** A list of records: the name opens the record. The system that owns them is said once above; where there are several, by each with a lock. */
export function RecordTable<Row extends Owned & { _id: string }>({ label, rows, empty, columns, onOpen }: Props<Row>) {
  const { t } = useLingui();
  if (rows.length === 0) return <EmptyState text={empty} />;
  const mixed = isMixed(rows);
  return (
    <>
      <OwnerOfAll rows={rows} />
      <ListTable
        label={label}
        stacked
        striped
        columns={[...columns.map(({ title }) => title), ...(mixed ? [t`Owner`] : [])]}
      >
        {rows.map((row) => (
          <Table.Tr key={row._id}>
            {columns.map(({ title, show }, index) => (
              <Table.Td key={title} data-label={index === 0 ? undefined : title}>
                {index === 0 && !row.isLocked ? (
                  <DialogLink onOpen={() => onOpen(row._id)}>{show(row)}</DialogLink>
                ) : (
                  show(row)
                )}
              </Table.Td>
            ))}
            {mixed && <Table.Td>{row.isLocked ? <OwnerLock owner={row.owner} /> : row.owner}</Table.Td>}
          </Table.Tr>
        ))}
      </ListTable>
    </>
  );
}
