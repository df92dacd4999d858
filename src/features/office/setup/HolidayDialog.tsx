import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SetupGroup, SetupHoliday } from '#contract/office/setupLists.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import {
  deleteHolidayMutation,
  previewHolidayQuery,
  previewNoHolidayQuery,
  saveHolidayMutation,
} from './lists.queries.ts';
import { RecalculationNote, recalculationText } from './RecalculationNote.tsx';

type Props = {
  accountId: string;
  today: string;
  timeGroups: readonly SetupGroup[];
  /** Null: a new one. */
  holiday: SetupHoliday | null;
  onClose: () => void;
};

/** Adds, changes or deletes a holiday. */
export default function HolidayDialog({ accountId, today, timeGroups, holiday, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveHolidayMutation(accountId, holiday));
  const remove = useMutation(deleteHolidayMutation(accountId));
  const form = useForm({
    initialValues: { date: holiday?.date ?? '', name: holiday?.name ?? '', timeGroupId: holiday?.timeGroupId ?? '' },
    validate: {
      date: (date) => (date ? null : t`Date is required`),
      name: (name) => (name.trim() ? null : t`Name is required`),
    },
    validateInputOnBlur: true,
  });
  const bodyOf = (values: typeof form.values) => ({ ...values, timeGroupId: values.timeGroupId || null });
  const { date } = form.values;
  const isPast = (day: string | undefined) => day !== undefined && day !== '' && day <= today;
  const preview = useQuery({
    ...previewHolidayQuery(accountId, holiday, bodyOf(form.values)),
    enabled: form.isValid() && form.isDirty() && (isPast(date) || isPast(holiday?.date)),
  });
  const deletion = useQuery({
    ...previewNoHolidayQuery(accountId, holiday ?? { _id: '', basis: '' }),
    enabled: isPast(holiday?.date) && !holiday?.isLocked,
  });
  return (
    <RecordDialog
      title={holiday ? t`Edit ${holiday.name}` : t`Add holiday`}
      form={form}
      onSave={(values) => save.mutateAsync(bodyOf(values))}
      onClose={onClose}
      deletion={
        holiday
          ? {
              question: `${t`'${holiday.name}' will be an ordinary day again.`} ${deletion.data ? recalculationText(deletion.data) : ''}`,
              onDelete: () => remove.mutateAsync(holiday),
            }
          : undefined
      }
    >
      <TextInput label={t`Name`} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <DateField label={t`Date`} withAsterisk {...form.getInputProps('date')} />
      <NativeSelect
        label={t`For`}
        data={[{ value: '', label: t`Everybody` }, ...timeGroups.map(({ _id, name }) => ({ value: _id, label: name }))]}
        {...form.getInputProps('timeGroupId')}
      />
      <RecalculationNote preview={preview} />
    </RecordDialog>
  );
}
