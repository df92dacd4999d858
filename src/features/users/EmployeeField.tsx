import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_SHOWN } from '../../api/choices.ts';
import { accountEmployeesQuery } from '../../api/employees.ts';

type Props = { accountId: string; value: string | null; onChange: (employeeId: string | null) => void };

const NOBODY = '';

/** The employee whom a user of an account is (spec/corrections.md, Who), found by name or number. */
export function EmployeeField({ accountId, value, onChange }: Props) {
  const { data: employees, isPending, isError } = useQuery(accountEmployeesQuery(accountId));
  return (
    <Select
      label="Is the employee"
      description="A user who may correct cannot correct this employee's days."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={isPending ? 'Loading' : undefined}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      data={
        employees && [
          { value: NOBODY, label: 'None of the employees' },
          ...employees.map(({ _id, number, firstName, lastName }) => ({
            value: _id,
            label: `${firstName} ${lastName}, ${number}`,
          })),
        ]
      }
      value={value ?? NOBODY}
      onChange={(chosen) => onChange(chosen || null)}
      nothingFoundMessage="No employee has this name"
      error={isError && employees === undefined ? 'Failed to load employees' : undefined}
    />
  );
}
