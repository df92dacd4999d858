import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_SHOWN } from '../../../api/choices.ts';
import type { Day } from '../../../api/day.ts';
import { peopleQuery } from './corrections.queries.ts';
import { nameOf } from './words.ts';

type Props = {
  day: Day;
  /** The present owner of the record, who cannot be chosen. */
  except?: string;
  value: string | null;
  onChange: (employeeId: string | null) => void;
  autoFocus?: boolean;
};

/** Returns everybody who counts on a day, to choose from by name or number. */
export function usePeople(day: Day) {
  const people = useQuery(peopleQuery(day));
  const choices = (people.data?.entries ?? []).map(({ employee }) => ({
    value: employee._id,
    label: `${nameOf(employee)}, ${employee.number}`,
  }));
  return { ...people, choices };
}

/** Chooses the employee to whom records are reassigned, by name or number. */
export function PersonPicker({ day, except, value, onChange, autoFocus = false }: Props) {
  const { t } = useLingui();
  const people = usePeople(day);
  return (
    <Select
      label={t`Give to`}
      placeholder={t`Name or number`}
      required
      searchable
      limit={MOST_SHOWN}
      data={people.choices.filter((choice) => choice.value !== except)}
      value={value}
      onChange={onChange}
      nothingFoundMessage={people.isPending ? t`Loading` : t`No employee has this name`}
      error={people.isError && people.data === undefined ? t`Failed to load employees` : undefined}
      data-autofocus={autoFocus || undefined}
    />
  );
}
