import { useLingui } from '@lingui/react/macro';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createReadingKey, type ReadingPermission, readingPermission } from '#contract/access/readingKeys.ts';
import { NewKeyDialog } from '../../../shell/NewKeyDialog.tsx';
import { useSession } from '../../../state/session.ts';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { useForm } from '../../../ui/useForm.ts';
import { createReadingKeyMutation, READS_WORDS } from './readingKeys.ts';

/** Makes a key that reads figures, of what its maker may see, and shows it, this once. */
export default function NewReadingKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const own = useSession()?.info.permissions.api ?? [];
  const create = useMutation(createReadingKeyMutation);
  const form = useForm<{ name: string; permissions: ReadingPermission[] }>({
    initialValues: { name: '', permissions: [] },
    validate: checkedBy(createReadingKey.body),
    validateInputOnBlur: true,
  });
  return (
    <NewKeyDialog
      title={t`New key`}
      form={form}
      make={async ({ name, permissions }) => (await create.mutateAsync({ name: name.trim(), permissions })).key}
      shown={{ title: t`Key`, note: t`The key is shown this once. Anyone who has it can read these figures.` }}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Which program uses it, and where.`}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t`Reads`} required {...form.getInputProps('permissions')}>
        <Stack mt="xs">
          {readingPermission.options
            .filter((one) => own.includes(one))
            .map((one) => (
              <Checkbox key={one} value={one} label={t(READS_WORDS[one])} />
            ))}
        </Stack>
      </Checkbox.Group>
    </NewKeyDialog>
  );
}
