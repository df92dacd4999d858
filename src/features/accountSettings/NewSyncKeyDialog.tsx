import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAccountSettings, type KeyRights, keyRights } from '#contract/accountSettings.ts';
import { fieldErrors } from '../../api/issues.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { useMayCall } from '../../state/session.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { createSyncKeyMutation, settingsQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';

/** Makes a sync key and shows it, this once. */
export function NewSyncKeyDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const settings = useQuery({ ...settingsQuery(accountId), enabled: useMayCall(getAccountSettings) });
  const offline = useOfflineReason();
  const create = useMutation(createSyncKeyMutation(accountId));
  const [key, setKey] = useState<string>();
  const form = useForm({
    initialValues: { description: '', systemId: '', rights: 'send' as KeyRights },
    validate: { description: (text) => (text.trim() ? null : 'Description is required') },
    validateInputOnBlur: true,
  });
  const submit = async ({ description, systemId, rights }: typeof form.values) => {
    try {
      const made = await create.mutateAsync({ description: description.trim(), rights, ...(systemId && { systemId }) });
      setKey(made.key);
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };

  if (key !== undefined)
    return (
      <ShownOnce
        title="Sync key"
        note={`The key is shown this once. Anyone who has it can ${RIGHTS_WORDS[form.values.rights].toLowerCase()} of this account.`}
        secret={key}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="New Sync Key"
      submit="Create"
      onSubmit={form.onSubmit(submit)}
      canSubmit={!offline && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={form.isDirty()}
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
    </FormDialog>
  );
}
