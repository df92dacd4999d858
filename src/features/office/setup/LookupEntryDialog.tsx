import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SetupLookupEntry } from '#contract/office/setupLists.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteLookupEntryMutation, saveLookupEntryMutation } from './lists.queries.ts';

type Props = {
  accountId: string;
  lookup: 1 | 2;
  lookupName: string;
  /** Null: a new one. */
  entry: SetupLookupEntry | null;
  onClose: () => void;
};

/** Adds, describes or deletes an entry of a lookup. */
export default function LookupEntryDialog({ accountId, lookup, lookupName, entry, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveLookupEntryMutation(accountId, entry, lookup));
  const remove = useMutation(deleteLookupEntryMutation(accountId));
  const form = useForm({
    initialValues: { description: entry?.description ?? '', code: entry?.code ?? '' },
    validate: {
      description: (text) => (text.trim() ? null : t`Description is required`),
      code: (text) => (text.trim() ? null : t`Code is required`),
    },
    validateInputOnBlur: true,
  });
  return (
    <RecordDialog
      title={entry ? t`Edit ${entry.description}` : t`Add to ${lookupName}`}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
      deletion={
        entry
          ? {
              question: t`'${entry.description}' will be deleted. What was counted under it stays.`,
              onDelete: () => remove.mutateAsync(entry),
            }
          : undefined
      }
    >
      <TextInput
        label={t`Description`}
        withAsterisk
        maxLength={120}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t`Code`}
        withAsterisk
        maxLength={60}
        readOnly={entry !== null}
        description={t`What devices and spreadsheets call it.`}
        {...form.getInputProps('code')}
      />
    </RecordDialog>
  );
}
