import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Exception } from '#contract/office/exceptions.ts';
import { groupsQuery } from '../../../api/names.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { makeEmployeeMutation } from './corrections.queries.ts';

type Props = {
  accountId: string;
  person: NonNullable<Exception['newPerson']>;
  /** The first day of which records wait. */
  firstDay: string;
  onClose: () => void;
};

const required = (words: string) => (value: string) => (value.trim() ? null : words);

/** Makes an employee of a person whom a Recorder has named: the records that wait become theirs. */
export function MakeEmployeeDialog({ accountId, person, firstDay, onClose }: Props) {
  const { t } = useLingui();
  const { timeId, name } = person;
  const save = useMutation(makeEmployeeMutation(accountId));
  const { data: groups } = useQuery(groupsQuery(accountId));
  const [firstName = '', ...rest] = name.split(/\s+/);
  const form = useForm({
    initialValues: {
      number: person.number,
      firstName,
      lastName: rest.join(' '),
      timeGroupId: '',
      activeFrom: firstDay,
    },
    validate: {
      number: required(t`Employee number is required`),
      firstName: required(t`First name is required`),
      lastName: required(t`Last name is required`),
    },
  });
  return (
    <RecordDialog
      title={t`Make ${name} an employee`}
      form={form}
      canSubmit
      onSave={({ timeGroupId, activeFrom, ...names }) =>
        save.mutateAsync({
          ...names,
          timeId,
          timeGroupId: timeGroupId || null,
          activeFrom: activeFrom || null,
        })
      }
      onClose={onClose}
    >
      <TextInput
        label={t`Employee number`}
        withAsterisk
        maxLength={60}
        readOnly={timeId === null}
        description={
          timeId === null
            ? t`Their badge holds this number: by it the records become theirs.`
            : t`Their badge, ${timeId}, becomes their time ID: by it the records become theirs.`
        }
        {...form.getInputProps('number')}
      />
      <TextInput
        label={t`First name`}
        withAsterisk
        maxLength={100}
        data-autofocus
        {...form.getInputProps('firstName')}
      />
      <TextInput label={t`Last name`} withAsterisk maxLength={100} {...form.getInputProps('lastName')} />
      <NativeSelect
        label={t`Shift`}
        data={[
          { value: '', label: t`No shift` },
          ...(groups?.timeGroups ?? [])
            .filter(({ deletedAt }) => deletedAt === null)
            .map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        {...form.getInputProps('timeGroupId')}
      />
      <DateField
        optional
        label={t`Starts on`}
        description={t`The first day that counts. On days that are locked nobody starts: choose a later one, and their records of before are listed.`}
        {...form.getInputProps('activeFrom')}
      />
      <Text size="sm" c="dimmed">
        <Trans>All clock-ins and pieces that wait under this number become theirs.</Trans>
      </Text>
    </RecordDialog>
  );
}
