import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ListTable } from '../ui/ListTable.tsx';
import classes from './listColumns.module.css';

type Column<Field> = {
  heading: string;
  samples: readonly string[];
  field: Field | null;
  /** The user is to say what it is taken for, or that it is ignored. */
  isUnclear?: true | undefined;
};
const UNCLEAR = '?';
type Props<Field, C extends Column<Field>> = {
  columns: readonly C[];
  /** The fields of the choice, in its order. */
  fields: readonly { value: Field; label: string }[];
  onChange: (at: number, field: Field | null) => void;
  /** Further choices of a column. */
  more?: (column: C, at: number, name: string) => ReactNode;
};

/** The columns of a list: the heading and first values of each, and a choice of what it is taken for. */
export function ListColumns<Field extends string, C extends Column<Field>>(props: Props<Field, C>) {
  const { columns, fields, onChange, more } = props;
  const { t } = useLingui();
  return (
    <ListTable label={t`Columns`} stacked className={classes.columns} columns={[t`Column`, t`Taken for`]}>
      {columns.map((column, at) => {
        const name = column.heading || t`Column ${at + 1}`;
        return (
          <Table.Tr key={at}>
            <Table.Td>
              {name}
              <Text size="sm" c="dimmed" lineClamp={3}>
                {column.samples.join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td>
              <NativeSelect
                aria-label={t`${name} is taken for`}
                value={column.isUnclear ? UNCLEAR : (column.field ?? '')}
                onChange={({ currentTarget: { value } }) =>
                  onChange(at, fields.find((field) => field.value === value)?.value ?? null)
                }
                data={[
                  ...(column.isUnclear ? [{ value: UNCLEAR, label: t`Choose` }] : []),
                  { value: '', label: t`Ignore` },
                  ...fields,
                ]}
              />
              {more?.(column, at, name)}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
