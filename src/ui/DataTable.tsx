import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { CSV_BOM, csvLine } from '#contract/platform/csv.ts';
import { saveFile } from '../lib/saveFile.ts';
import classes from './DataTable.module.css';
import { EmptyState } from './EmptyState.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { TableScroll } from './TableScroll.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  /** The value to sort by, and to write to the CSV unless `text` is set. */
  value: (row: Row) => string | number | null;
  /** The content of the cell; the value when absent. */
  show?: (row: Row) => ReactNode;
  /** The text for the CSV where it differs from the value, e.g. h:mm of milliseconds. */
  text?: (row: Row) => string;
  /** Right-aligned figures. */
  number?: boolean;
  /** The sum of everybody, in the last line. */
  sum?: string;
  /** At the right of the first line where rows are blocks. */
  leads?: boolean;
  /** Makes this column's text the button that opens the row (`onOpen`); the first column by default. */
  opens?: boolean;
};

export type TableProps<Row> = {
  /** The name of the table, for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Name of the CSV, without the extension; absent: not exportable. */
  exportName?: string;
  empty: string;
  /** On a phone each row is a block, in the order of `rows` (TableScroll); for few rows of many words. */
  stacked?: boolean;
  /** Opens the details of a row: one of its cells is then a button. */
  onOpen?: (row: Row) => void;
};

/** The number of rows that are shown at first; the rest on request: no table is a box that scrolls in a page that scrolls. */
const FIRST_ROWS = 31;

/** Lets the shadow through that says that there is more at the side. */
const STRIPE = 'color-mix(in srgb, var(--mantine-color-dimmed) 7%, transparent)';

/** A real table: sortable, scrolls sideways in its card, exportable as CSV with the same numbers. */
export function DataTable<Row>({ label, columns, rows, rowKey, exportName, empty, stacked, onOpen }: TableProps<Row>) {
  const { t } = useLingui();
  const [sort, setSort] = useState<{ key: string; down: boolean } | null>(null);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sort?.key);
    if (!column) return rows;
    return rows.toSorted((one, other) => compare(column.value(one), column.value(other), sort?.down ? -1 : 1));
  }, [rows, columns, sort]);

  const opener = (columns.find(({ opens }) => opens) ?? columns[0])?.key;
  if (rows.length === 0) return <EmptyState text={empty} />;
  const save = () => {
    const lines = [
      columns.map(({ title }) => title),
      ...sorted.map((row) => columns.map(({ value, text }) => (text ?? value)(row))),
    ];
    saveFile(new Blob([CSV_BOM, ...lines.map(csvLine)], { type: 'text/csv' }), `${exportName}.csv`);
  };

  return (
    <Stack gap="xs">
      <TableScroll label={label} className={classes.scroll} stacked={stacked}>
        <Table striped stripedColor={STRIPE}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ key, title, number }) => (
                <Table.Th
                  key={key}
                  data-number={number || undefined}
                  aria-sort={sort?.key !== key ? 'none' : sort.down ? 'descending' : 'ascending'}
                >
                  <UnstyledButton
                    className={classes.sort}
                    onClick={() => setSort((was) => ({ key, down: was?.key === key ? !was.down : Boolean(number) }))}
                  >
                    {title}
                    {sort?.key === key &&
                      (sort.down ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
                  </UnstyledButton>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(all ? sorted : sorted.slice(0, FIRST_ROWS)).map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ key, title, value, show, number, leads }, index) => {
                  const cell = show ? show(row) : value(row);
                  return (
                    <Table.Td
                      key={key}
                      data-number={number || undefined}
                      data-leads={leads || undefined}
                      data-label={stacked && index > 0 ? title : undefined}
                    >
                      {onOpen && key === opener ? (
                        <Anchor
                          component="button"
                          type="button"
                          size="sm"
                          className={classes.open}
                          aria-haspopup="dialog"
                          aria-description={t`Why?`}
                          onClick={() => onOpen(row)}
                        >
                          {cell}
                        </Anchor>
                      ) : (
                        cell
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {columns.some(({ sum }) => sum !== undefined) && (
            <Table.Tfoot>
              <Table.Tr>
                {columns.map(({ key, title, sum, number }, index) =>
                  index === 0 ? (
                    <Table.Th key={key} scope="row">
                      <Trans>Everybody</Trans>
                    </Table.Th>
                  ) : (
                    <Table.Td
                      key={key}
                      data-number={number || undefined}
                      data-label={stacked && sum !== undefined ? title : undefined}
                    >
                      {sum}
                    </Table.Td>
                  ),
                )}
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </TableScroll>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          <Plural value={rows.length} one="# row" other="# rows" />
        </Text>
        <Group gap="xs">
          {!all && rows.length > FIRST_ROWS && (
            <Button size="xs" variant="default" onClick={() => setAll(true)}>
              <Trans>Show all rows</Trans>
            </Button>
          )}
          {exportName && <ExportMenu size="xs" items={[{ label: t`CSV`, onPick: save }]} />}
        </Group>
      </Group>
    </Stack>
  );
}

/** Compares numbers by size and text naturally (2 before 10); missing values are last in either direction. */
function compare(one: string | number | null, other: string | number | null, direction: 1 | -1): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === 'number' && typeof other === 'number') return direction * (one - other);
  return direction * String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' });
}
