import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Radio, type RadioGroupProps, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EMPLOYEE_FIELDS, type SetupEmployee, type SetupEmployeeInput } from '#contract/office/setup.ts';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import form from '../../../ui/form.module.css';
import { useForm } from '../../../ui/useForm.ts';
import { Consent } from './Consent.tsx';
import { changesPerson, type EmployeeValues, employeeChange, employeeErrors, employeeValues } from './employees.ts';
import { OwnDaysLink } from './OwnDaysLink.tsx';
import { lockedBy } from './OwnerLock.tsx';
import { PersonalData } from './PersonalData.tsx';
import { RecalculationNote } from './RecalculationNote.tsx';
import { deleteEmployeeMutation, previewEmployeeQuery, saveEmployeeMutation } from './setup.queries.ts';

type Props = {
  accountId: string;
  /** Null: a new one. */
  employee: SetupEmployee | null;
  groups: readonly SetupGroup[];
  today: string;
  onClose: () => void;
};
type InputWrapperOrder = TextInputProps['inputWrapperOrder'];
type Field = SetupEmployee['lockedFields'][number];

/** Returns the groups of a kind to choose from, none first. */
const choices = (groups: readonly SetupGroup[], kind: SetupGroup['kind'], none: string) => [
  { value: '', label: none },
  ...groups.filter((one) => one.kind === kind).map(({ _id, name }) => ({ value: _id, label: name })),
];

/** Fields whose change can judge past days again. */
const PAST: readonly (keyof SetupEmployeeInput)[] = ['timeGroupId', 'activeFrom', 'inactiveFrom'];
const namesOf = ({ number, firstName, lastName }: EmployeeValues) => ({ number, firstName, lastName });

/** Adds or changes an employee. Fields that a payroll system owns show its name. */
export default function EmployeeDialog({ accountId, employee, groups, today, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveEmployeeMutation(accountId, employee));
  const remove = useMutation(deleteEmployeeMutation(accountId));
  // Only fields that differ from what was shown are sent, even if another user has changed others since.
  const [shown] = useState(employee);
  const values = useForm<EmployeeValues>({
    initialValues: employeeValues(employee, today),
    validate: (typed) => employeeErrors(typed, shown),
    validateInputOnBlur: true,
  });
  const name = employee && `${employee.firstName} ${employee.lastName}`.trim();
  const isLocked = (field: Field) => employee?.lockedFields.includes(field) ?? false;
  const field = (path: keyof EmployeeValues, locked: Field, description?: string) => ({
    ...values.getInputProps(path),
    disabled: isLocked(locked),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies InputWrapperOrder,
    description: isLocked(locked) && employee ? lockedBy(employee.owner) : description,
  });
  const isMoving = values.values.timeGroupId !== (employee?.timeGroupId ?? '');
  // Also where there was none: a day may be locked, and another date is the way out.
  const changesRates =
    employee !== null &&
    (values.values.employeeGroupId !== (employee.employeeGroupId ?? '') ||
      values.values.jobDescriptionId !== (employee.jobDescriptionId ?? ''));
  const change = employeeChange(values.values, shown, today);
  const preview = useQuery({
    ...previewEmployeeQuery(accountId, employee ?? { _id: '', basis: '' }, change),
    enabled: employee !== null && values.isValid() && PAST.some((path) => path in change),
  });
  const isLockedWhole = employee !== null && employee.lockedFields.length === EMPLOYEE_FIELDS.length;
  return (
    <RecordDialog
      title={name ? t`Employee ${name}` : t`Add employee`}
      form={values}
      readOnly={isLockedWhole}
      onSave={(typed) => save.mutateAsync({ names: namesOf(typed), change: employeeChange(typed, shown, today) })}
      onClose={onClose}
      deletion={
        employee && !employee.isLocked
          ? {
              question: t`${name} will be deleted. An employee who has records ends on a date instead.`,
              onDelete: () => remove.mutateAsync(employee),
            }
          : undefined
      }
    >
      <div className={form.fields}>
        <TextInput
          label={t`Employee number`}
          withAsterisk
          maxLength={60}
          data-autofocus
          {...field('number', 'number')}
        />
        <TextInput
          label={t`Time ID`}
          maxLength={24}
          {...field('timeId', 'timeId', t`The PIN on a terminal, often the number.`)}
        />
        <TextInput label={t`First name`} withAsterisk maxLength={100} {...field('firstName', 'firstName')} />
        <TextInput label={t`Last name`} withAsterisk maxLength={100} {...field('lastName', 'lastName')} />
        {values.values.lastName.trim() && changesPerson(values.values, shown) && (
          <SamePerson {...values.getInputProps('person')} />
        )}
        <TextInput
          label={t`Card numbers`}
          maxLength={700}
          {...field(
            'cards',
            'cards',
            t`RFID cards, separated by commas, for devices that send a card instead of a PIN.`,
          )}
        />
        <TextInput
          type="tel"
          label={t`Phone number`}
          maxLength={30}
          {...field('phoneNumber', 'phoneNumber', t`To call from the list of who is missing.`)}
        />
        <NativeSelect
          label={t`Shift`}
          data={choices(groups, 'time', t`No shift`)}
          {...field('timeGroupId', 'timeGroupId')}
        />
        {isMoving && (
          <FromField
            label={t`In this group from`}
            today={today}
            value={values.values.timeGroupFrom}
            error={values.errors.timeGroupFrom}
            onChange={(from) => values.setFieldValue('timeGroupFrom', from)}
          />
        )}
        <NativeSelect
          label={t`Employee group`}
          data={choices(groups, 'employee', t({ message: 'None', context: 'employee group' }))}
          {...field('employeeGroupId', 'employeeGroupId')}
        />
        <NativeSelect
          label={t`Job description`}
          data={choices(groups, 'job', t({ message: 'None', context: 'job description' }))}
          {...field('jobDescriptionId', 'jobDescriptionId')}
        />
        {changesRates && (
          <FromField
            label={t`Paid by this group and job from`}
            today={today}
            value={values.values.employeeGroupFrom}
            error={values.errors.employeeGroupFrom}
            onChange={(from) => values.setFieldValue('employeeGroupFrom', from)}
          />
        )}
        <DateField
          optional
          label={t`Starts on`}
          {...field('activeFrom', 'activeFrom', t`The first day that counts. Empty: since always.`)}
        />
        <DateField
          optional
          label={t`Ends on`}
          {...field('endsOn', 'inactiveFrom', t`The last day that counts. Records stay.`)}
        />
      </div>
      <RecalculationNote preview={preview} />
      {employee && <Consent accountId={accountId} employeeId={employee._id} name={name ?? ''} />}
      {employee && <OwnDaysLink accountId={accountId} employeeId={employee._id} />}
      {employee && <PersonalData accountId={accountId} employee={employee} />}
    </RecordDialog>
  );
}

/** Asks whether a new name is that of another person. */
function SamePerson(input: Omit<RadioGroupProps, 'children'>) {
  const { t } = useLingui();
  return (
    <Radio.Group label={t`Is this the same person?`} {...input}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="another"
          label={t`Another person`}
          description={t`Consent, stored fingerprints and faces, private link and PIN end. Past days stay with this number.`}
        />
        <Radio
          value="same"
          label={t`The same person, another name`}
          description={t`Consent, private link and PIN stay.`}
        />
      </Stack>
    </Radio.Group>
  );
}
