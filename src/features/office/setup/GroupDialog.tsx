import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteGroupMutation, saveGroupMutation } from './lists.queries.ts';

type Kind = SetupGroup['kind'];
export const ADD_GROUP: Record<Kind, MessageDescriptor> = {
  time: msg`Add shift`,
  employee: msg`Add employee group`,
  job: msg`Add job description`,
};
const EDIT_GROUP: Record<Kind, MessageDescriptor> = {
  time: msg`Edit shift`,
  employee: msg`Edit employee group`,
  job: msg`Edit job description`,
};

type Props = {
  accountId: string;
  kind: Kind;
  /** Null: a new one. */
  group: SetupGroup | null;
  onClose: () => void;
};

/** Adds, renames or deletes a group. */
export default function GroupDialog({ accountId, kind, group, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveGroupMutation(accountId, group, kind));
  const remove = useMutation(deleteGroupMutation(accountId));
  const form = useForm({
    initialValues: { name: group?.name ?? '', code: group?.code ?? '' },
    validate: { name: (name) => (name.trim() ? null : t`Name is required`) },
    validateInputOnBlur: true,
  });
  const name = group?.name ?? '';
  return (
    <RecordDialog
      title={t((group ? EDIT_GROUP : ADD_GROUP)[kind])}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
      deletion={
        group
          ? {
              question:
                group.employees > 0
                  ? t`${plural(group.employees, {
                      one: `# person is in '${name}': move them first.`,
                      other: `# people are in '${name}': move them first.`,
                    })}`
                  : t`${select(kind, {
                      employee: `The employee group '${name}' will be deleted.`,
                      job: `The job description '${name}' will be deleted.`,
                      other: `The shift '${name}' will be deleted.`,
                    })}`,
              onDelete: () => remove.mutateAsync(group),
            }
          : undefined
      }
    >
      <TextInput label={t`Name`} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      {!group && (
        <TextInput
          label={t`Code`}
          maxLength={60}
          description={t`What another system calls it. Empty: the name.`}
          {...form.getInputProps('code')}
        />
      )}
    </RecordDialog>
  );
}
