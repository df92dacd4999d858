import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Exception } from '#contract/exceptions.ts';
import { groupsQuery } from '../../api/names.ts';
import { RecordDialog } from '../../shell/RecordDialog.tsx';
import { makeEmployeeMutation } from './corrections.queries.ts';

type Props = {
  accountId: string;
  person: NonNullable<Exception['newPerson']>;
  /** The first day of which records wait. */
  firstDay: string;
  onClose: () => void;
};

const required = (label: string) => (value: string) => (value.trim() ? null : `${label} is required`);

/** Makes an employee of a person whom a Recorder has named: the records that wait become theirs (spec/office.md 9). */
export function MakeEmployeeDialog({ accountId, person, firstDay, onClose }: Props) {
  const { timeId } = person;
  const save = useMutation(makeEmployeeMutation(accountId));
  const { data: groups } = useQuery(groupsQuery(accountId));
  const [firstName = '', ...rest] = person.name.split(/\s+/);
  const form = useForm({
    initialValues: {
      ...{ number: person.number, firstName, lastName: rest.join(' ') },
      ...{ timeGroupId: '', activeFrom: firstDay },
    },
    validate: {
      number: required('Employee number'),
      firstName: required('First name'),
      lastName: required('Last name'),
    },
  });
  return (
    <RecordDialog
      title={`Make ${person.name} an employee`}
      form={form}
      canSubmit
      onSave={({ timeGroupId, activeFrom, ...names }) =>
        save.mutateAsync({
          ...{ ...names, timeId, timeGroupId: timeGroupId || null, activeFrom: activeFrom || null },
        })
      }
      onClose={onClose}
    >
      <TextInput
        label="Employee number"
        withAsterisk
        maxLength={60}
        readOnly={timeId === null}
        description={
          timeId === null
            ? 'Their badge holds this number: by it the records become theirs.'
            : `Their badge, ${timeId}, becomes their time ID: by it the records become theirs.`
        }
        {...form.getInputProps('number')}
      />
      <TextInput label="First name" withAsterisk maxLength={100} data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label="Last name" withAsterisk maxLength={100} {...form.getInputProps('lastName')} />
      <NativeSelect
        label="Time group"
        data={[
          { value: '', label: 'No shift' },
          ...(groups?.timeGroups ?? [])
            .filter(({ deletedAt }) => deletedAt === null)
            .map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        {...form.getInputProps('timeGroupId')}
      />
      <TextInput
        type="date"
        label="Starts on"
        description="The first day that counts. On days that are locked nobody starts: choose a later one, and their records of before are listed."
        {...form.getInputProps('activeFrom')}
      />
      <Text size="sm" c="dimmed">
        All clock-ins and pieces that wait under this number become theirs.
      </Text>
    </RecordDialog>
  );
}
