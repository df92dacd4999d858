import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Table, Text } from '@mantine/core';
import {
  DATE_FIELDS,
  LIST_FIELDS,
  type ListColumn,
  listField,
  nameOrder,
  type ReadColumn,
} from '#contract/office/list.ts';
import { DateOrderField } from '../../../shell/DateOrderField.tsx';
import { FIELD_LABEL, NAME_LABEL } from './listFields.ts';
import classes from './workbook.module.css';

type Props = { columns: readonly ReadColumn[]; onChange: (columns: ReadColumn[]) => void };

/** The columns of a list: the heading and first values of each, and a choice of what it is taken for. */
export function ListColumns({ columns, onChange }: Props) {
  const { t } = useLingui();
  const set = (at: number, change: Partial<ListColumn>) =>
    onChange(columns.map((column, place) => (place === at ? { ...column, ...change } : column)));
  const take = (at: number, field: ListColumn['field']) => {
    const isDate = field !== null && DATE_FIELDS.includes(field);
    const { dates, names } = columns[at] ?? { dates: null, names: null };
    set(at, { field, dates: isDate ? dates : null, names: field === 'fullName' ? (names ?? 'first-last') : null });
  };
  return (
    <div className={classes.columns}>
      <Table aria-label={t`Columns`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Column</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Taken for</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ heading, samples, field, dates, names }, at) => {
            const name = heading || t`Column ${at + 1}`;
            return (
              <Table.Tr key={at}>
                <Table.Td>
                  {name}
                  <Text size="sm" c="dimmed" lineClamp={3}>
                    {samples.join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={t`${name} is taken for`}
                    value={field ?? ''}
                    onChange={({ currentTarget }) =>
                      take(at, listField.nullable().catch(null).parse(currentTarget.value))
                    }
                    data={[
                      { value: '', label: t`Ignore` },
                      ...LIST_FIELDS.map((value) => ({ value, label: t(FIELD_LABEL[value]) })),
                    ]}
                  />
                  {field && DATE_FIELDS.includes(field) && (
                    <DateOrderField
                      label={t`Dates of ${name}`}
                      isHidden
                      value={dates}
                      onChange={(chosen) => set(at, { dates: chosen })}
                    />
                  )}
                  {field === 'fullName' && (
                    <NativeSelect
                      mt="xs"
                      aria-label={t`Names of ${name}`}
                      value={names ?? 'first-last'}
                      onChange={({ currentTarget }) => set(at, { names: nameOrder.parse(currentTarget.value) })}
                      data={nameOrder.options.map((value) => ({ value, label: t(NAME_LABEL[value]) }))}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
