import { Checkbox, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createReadingKey, type ReadingPermission, readingPermission } from '#contract/readingKeys.ts';
import { fieldErrors } from '../../api/issues.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { createReadingKeyMutation, READS_WORDS } from './readingKeys.ts';

/** Makes a key that reads figures, of what its maker may see, and shows it, this once. */
export default function NewReadingKeyDialog({ onClose }: { onClose: () => void }) {
  const own = useSession()?.info.permissions.api ?? [];
  const offline = useOfflineReason();
  const create = useMutation(createReadingKeyMutation);
  const [key, setKey] = useState<string>();
  const form = useForm<{ name: string; permissions: ReadingPermission[] }>({
    initialValues: { name: '', permissions: [] },
    validate: schemaResolver(createReadingKey.body, { sync: true }),
    validateInputOnBlur: true,
  });
  const submit = async ({ name, permissions }: typeof form.values) => {
    try {
      setKey((await create.mutateAsync({ name: name.trim(), permissions })).key);
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };
  if (key !== undefined)
    return (
      <ShownOnce
        title="Key"
        note="The key is shown this once. Anyone who has it can read these figures."
        secret={key}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="New key"
      submit="Create"
      onSubmit={form.onSubmit(submit)}
      canSubmit={!offline && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={form.isDirty()}
    >
      <TextInput
        label="Name"
        description="Which program uses it, and where."
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Reads" required {...form.getInputProps('permissions')}>
        <Stack mt="xs">
          {readingPermission.options
            .filter((one) => own.includes(one))
            .map((one) => (
              <Checkbox key={one} value={one} label={READS_WORDS[one]} />
            ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
