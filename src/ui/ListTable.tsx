import { Trans } from '@lingui/react/macro';
import { Table, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import { TableScroll } from './TableScroll.tsx';

type Props = ComponentProps<typeof TableScroll> & {
  /** The titles of the columns. */
  columns: readonly string[];
  /** The titles of the columns of figures, whose cells have `data-number`. */
  figures?: readonly string[];
  /** A last column has buttons; only screen readers read its title. */
  actions?: boolean;
  striped?: boolean;
  /** The titles stay in view while the rows scroll. */
  stickyHeader?: boolean;
};

/** Rows (`children`) under the titles of their columns, in a region that scrolls by itself. */
export function ListTable({
  columns,
  figures = [],
  actions = false,
  striped,
  stickyHeader,
  children,
  ...scroll
}: Props) {
  return (
    <TableScroll {...scroll}>
      <Table aria-label={scroll.label} striped={striped} stickyHeader={stickyHeader}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((title) => (
              <Table.Th key={title} data-number={figures.includes(title) || undefined}>
                {title}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th>
                <VisuallyHidden>
                  <Trans>Actions</Trans>
                </VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </TableScroll>
  );
}
