import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { nameLookupMutation } from './lists.queries.ts';

type Props = { accountId: string; shown: { lookup: 1 | 2; name: string; basis: string }; onClose: () => void };

/** Changes the account's name of a lookup: 'Products', 'Blocks'. */
export default function LookupNameDialog({ accountId, shown, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(nameLookupMutation(accountId, shown));
  const form = useForm({
    initialValues: { name: shown.name },
    validate: { name: (name) => (name.trim() ? null : t`Name is required`) },
  });
  return (
    <RecordDialog
      title={shown.name ? t`Rename ${shown.name}` : t`Rename lookup ${shown.lookup}`}
      form={form}
      onSave={({ name }) => save.mutateAsync(name)}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        withAsterisk
        maxLength={60}
        data-autofocus
        description={t`What is counted by it, in the plural: Products, Blocks, Operations.`}
        {...form.getInputProps('name')}
      />
    </RecordDialog>
  );
}
