import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_SHOWN } from '../../../api/choices.ts';
import { accountEmployeesQuery } from '../../../api/employees.ts';

type Props = { accountId: string; value: string | null; onChange: (employeeId: string | null) => void };

const NOBODY = '';

/** The employee whom a user of an account is (docs/reference/corrections.md#who-may-do-what), found by name or number. */
export function EmployeeField({ accountId, value, onChange }: Props) {
  const { t } = useLingui();
  const { data: employees, isPending, isError } = useQuery(accountEmployeesQuery(accountId));
  return (
    <Select
      label={t`Linked employee`}
      description={t`A user who may correct cannot correct this employee's days.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={isPending ? t`Loading` : undefined}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      data={
        employees && [
          { value: NOBODY, label: t`None of the employees` },
          ...employees.map(({ _id, number, firstName, lastName }) => ({
            value: _id,
            label: `${firstName} ${lastName}, ${number}`,
          })),
        ]
      }
      value={value ?? NOBODY}
      onChange={(chosen) => onChange(chosen || null)}
      nothingFoundMessage={t`No employee has this name`}
      error={isError && employees === undefined ? t`Failed to load employees` : undefined}
    />
  );
}
