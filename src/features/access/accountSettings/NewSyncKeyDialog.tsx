import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getAccountSettings, type KeyRights, keyRights } from '#contract/access/accountSettings.ts';
import { NewKeyDialog } from '../../../shell/NewKeyDialog.tsx';
import { useMayCall } from '../../../state/session.ts';
import { useForm } from '../../../ui/useForm.ts';
import { createSyncKeyMutation, settingsQuery } from './accountSettings.queries.ts';
import { RIGHTS_WORDS } from './keyRights.ts';

/** Makes a sync key and shows it, this once. */
export function NewSyncKeyDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { t } = useLingui();
  const settings = useQuery({ ...settingsQuery(accountId), enabled: useMayCall(getAccountSettings) });
  const create = useMutation(createSyncKeyMutation(accountId));
  const form = useForm({
    initialValues: { description: '', systemId: '', rights: 'send' as KeyRights },
    validate: { description: (text) => (text.trim() ? null : t`Description is required`) },
    validateInputOnBlur: true,
  });
  return (
    <NewKeyDialog
      title={t`New Sync Key`}
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
        title: t`Sync key`,
        note: t`The key is shown this once. Anyone who has it can ${t(RIGHTS_WORDS[form.values.rights]).toLowerCase()} of this account.`,
      }}
      onClose={onClose}
    >
      <TextInput
        label={t`Description`}
        description={t`Which payroll system uses it, and where.`}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <NativeSelect
        label={t`May`}
        data={keyRights.options.map((value) => ({ value, label: t(RIGHTS_WORDS[value]) }))}
        {...form.getInputProps('rights')}
      />
      <NativeSelect
        label={t`System ID`}
        data={[{ value: '', label: t`Any allowed` }, ...(settings.data?.allowedSystemIds ?? [])]}
        {...form.getInputProps('systemId')}
      />
    </NewKeyDialog>
  );
}
