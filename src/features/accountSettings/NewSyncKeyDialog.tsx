import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getAccountSettings, type KeyRights, keyRights } from '#contract/accountSettings.ts';
import { NewKeyDialog } from '../../shell/NewKeyDialog.tsx';
import { useMayCall } from '../../state/session.ts';
import { createSyncKeyMutation, settingsQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';

/** Makes a sync key and shows it, this once. */
export function NewSyncKeyDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const settings = useQuery({ ...settingsQuery(accountId), enabled: useMayCall(getAccountSettings) });
  const create = useMutation(createSyncKeyMutation(accountId));
  const form = useForm({
    initialValues: { description: '', systemId: '', rights: 'send' as KeyRights },
    validate: { description: (text) => (text.trim() ? null : 'Description is required') },
    validateInputOnBlur: true,
  });
  return (
    <NewKeyDialog
      title="New Sync Key"
      form={form}
      make={async ({ description, systemId, rights }) => {
        const made = await create.mutateAsync({
          description: description.trim(),
          rights,
          ...(systemId && { systemId }),
        });
        return made.key;
      }}
      shown={{
        title: 'Sync key',
        note: `The key is shown this once. Anyone who has it can ${RIGHTS_WORDS[form.values.rights].toLowerCase()} of this account.`,
      }}
      onClose={onClose}
    >
      <TextInput
        label="Description"
        description="Which payroll system uses it, and where."
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <NativeSelect
        label="May"
        data={keyRights.options.map((value) => ({ value, label: RIGHTS_WORDS[value] }))}
        {...form.getInputProps('rights')}
      />
      <NativeSelect
        label="System ID"
        data={[{ value: '', label: 'Any allowed' }, ...(settings.data?.allowedSystemIds ?? [])]}
        {...form.getInputProps('systemId')}
      />
    </NewKeyDialog>
  );
}
