import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Defect } from '#contract/masterData/defects.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteDefectMutation, saveDefectMutation } from './lists.queries.ts';

/** Adds, renames or deletes a defect; null: a new one. */
export default function DefectDialog(props: { accountId: string; defect: Defect | null; onClose: () => void }) {
  const { t } = useLingui();
  const { accountId, defect, onClose } = props;
  const save = useMutation(saveDefectMutation(accountId, defect));
  const remove = useMutation(deleteDefectMutation(accountId));
  const form = useForm({
    initialValues: { name: defect?.name ?? '' },
    validate: { name: (name) => (name.trim() ? null : t`Name is required`) },
    validateInputOnBlur: true,
  });
  return (
    <RecordDialog
      title={defect ? t`Edit ${defect.name}` : t`Add defect`}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
      deletion={
        defect
          ? {
              question: t`'${defect.name}' will be deleted. What was found of it stays.`,
              onDelete: () => remove.mutateAsync(defect),
            }
          : undefined
      }
    >
      <TextInput
        label={t`Name`}
        placeholder={t`Bruised`}
        withAsterisk
        maxLength={40}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </RecordDialog>
  );
}
