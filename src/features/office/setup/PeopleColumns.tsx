import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import {
  DATE_FIELDS,
  LIST_FIELDS,
  type ListColumn,
  type NameOrder,
  nameOrder,
  type ReadColumn,
} from '#contract/office/list.ts';
import { DateOrderField } from '../../../shell/DateOrderField.tsx';
import { ListColumns } from '../../../shell/ListColumns.tsx';
import { FIELD_LABEL, NAME_LABEL } from './listFields.ts';

type Props = { columns: readonly ReadColumn[]; onChange: (columns: ReadColumn[]) => void };

/** The columns of a list of people, with the order of dates and names where it is not clear. */
export function PeopleColumns({ columns, onChange }: Props) {
  const { t } = useLingui();
  const set = (at: number, change: Partial<ListColumn>) =>
    onChange(
      columns.map((column, place) => {
        if (place !== at) return column;
        const { isUnclear, ...known } = column;
        return { ...known, ...change };
      }),
    );
  const take = (at: number, field: ListColumn['field']) => {
    const isDate = field !== null && DATE_FIELDS.includes(field);
    const { dates, names } = columns[at] ?? { dates: null, names: null };
    set(at, { field, dates: isDate ? dates : null, names: field === 'fullName' ? (names ?? 'first-last') : null });
  };
  /** The order, with a name of the list as it would be stored. */
  const orderLabel = (order: NameOrder, orders: ReadColumn['orders']) => {
    const label = t(NAME_LABEL[order]);
    const shown = orders?.find(({ names }) => names === order);
    return shown ? t`${label}: ${shown.firstName} | ${shown.lastName}` : label;
  };
  return (
    <ListColumns
      columns={columns}
      fields={LIST_FIELDS.map((value) => ({ value, label: t(FIELD_LABEL[value]) }))}
      onChange={take}
      more={({ field, dates, names, orders }, at, name) => (
        <>
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
              data={nameOrder.options.map((value) => ({ value, label: orderLabel(value, orders) }))}
            />
          )}
        </>
      )}
    />
  );
}
