import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../api/day.ts';
import { peopleQuery } from './corrections.queries.ts';
import { nameOf } from './words.ts';

type Props = {
  day: Day;
  /** The present owner of the record, who cannot be chosen. */
  except: string | undefined;
  value: string | null;
  onChange: (employeeId: string | null) => void;
};

/** The most choices that are rendered; others are found by typing. */
export const MOST_SHOWN = 50;

/** Chooses the employee to whom a record is reassigned, by name or number. */
export function PersonPicker({ day, except, value, onChange }: Props) {
  const people = useQuery(peopleQuery(day));
  const data = (people.data?.entries ?? [])
    .filter(({ employee }) => employee._id !== except)
    .map(({ employee }) => ({ value: employee._id, label: `${nameOf(employee)}, ${employee.number}` }));
  return (
    <Select
      label="Give to"
      placeholder="Name or number"
      required
      searchable
      limit={MOST_SHOWN}
      data={data}
      value={value}
      onChange={onChange}
      nothingFoundMessage={people.isPending ? 'Loading' : 'No employee has this name'}
      error={people.isError && people.data === undefined ? 'Failed to load employees' : undefined}
      data-autofocus
    />
  );
}
