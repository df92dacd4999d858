import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { AnchorLink } from '../../../shell/links.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { NewPasswordFields, newPasswordRules } from './NewPasswordFields.tsx';
import { resetFailure } from './RequestResetForm.tsx';

type State = { is: 'initial' } | { is: 'submitting' } | { is: 'submitted' } | { is: 'error'; error: unknown };

/** Sets a new password with the secret from a mail's link; without it, says that the link is invalid. */
export function SetPasswordForm({ requestId, redirect }: { requestId: string; redirect: string | null }) {
  const { t } = useLingui();
  const [state, setState] = useState<State>({ is: 'initial' });
  const screen = (content: ReactNode) => (
    <Stack>
      <PageTitle>{t`Set Password`}</PageTitle>
      {content}
      <AnchorLink to="/login" search={redirect ? { redirect } : {}}>
        <Trans>Back to Login</Trans>
      </AnchorLink>
    </Stack>
  );
  if (!requestId) return screen(<ErrorNote text={t`Invalid Reset Token`} />);
  switch (state.is) {
    case 'initial':
    case 'submitting':
      return screen(<Fields requestId={requestId} submitting={state.is === 'submitting'} onChange={setState} />);
    case 'submitted':
      return screen(
        <Text role="status">
          <Trans>Your password has been updated.</Trans>
        </Text>,
      );
    case 'error':
      return screen(<ErrorNote text={resetFailure(state.error)} onRetry={() => setState({ is: 'initial' })} />);
    default:
      return screen(<ErrorNote text={t`Invalid form state.`} />);
  }
}

type FieldsProps = { requestId: string; submitting: boolean; onChange: (state: State) => void };
function Fields({ requestId, submitting, onChange }: FieldsProps) {
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: newPasswordRules(),
    validateInputOnBlur: true,
  });
  const submit = async ({ newPassword }: typeof form.values) => {
    onChange({ is: 'submitting' });
    try {
      const { setNewPassword } = await import('./resets.ts');
      await setNewPassword(requestId, newPassword);
      onChange({ is: 'submitted' });
    } catch (error) {
      onChange({ is: 'error', error });
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <NewPasswordFields form={form} disabled={submitting} />
        <Button type="submit" loading={submitting} disabled={!form.isDirty() || !form.isValid()}>
          <Trans>Set Password</Trans>
        </Button>
      </Stack>
    </form>
  );
}
