import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ScopedUser, setUserScope } from '#contract/access/userScopes.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { useForm } from '../../../ui/useForm.ts';
import { ScopeField } from './ScopeField.tsx';
import { setScopeMutation } from './users.queries.ts';

type Props = { accountId: string; user: ScopedUser; onClose: () => void };

/** Limits a user of one's own account to some people. */
export default function ScopeDialog({ accountId, user, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(setScopeMutation(accountId, user._id));
  const form = useForm<{ scope: UserScope | null }>({
    initialValues: { scope: user.scope },
    validate: checkedBy(setUserScope.body),
  });
  return (
    <RecordDialog
      title={t`Whom ${user.firstName} ${user.lastName} sees`}
      form={form}
      onSave={({ scope }) => save.mutateAsync(scope)}
      onClose={onClose}
      canSubmit={form.isDirty() && form.isValid()}
    >
      <ScopeField
        accountId={accountId}
        value={form.values.scope}
        onChange={(scope) => form.setFieldValue('scope', scope)}
      />
    </RecordDialog>
  );
}
