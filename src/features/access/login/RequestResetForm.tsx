import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { notify } from '../../../state/notices.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';

type State =
  | { is: 'initial' }
  | { is: 'submitting' }
  | { is: 'submitted'; more: string }
  | { is: 'error'; error: unknown };

/** Returns the message of a failed reset (spec section 8): its message, or the default. */
export const resetFailure = (error: unknown) =>
  error instanceof ApiError ? messageOf(error) : t`An unknown error occurred`;

const BackToLogin = () => (
  <AnchorLink to="/login">
    <Trans>Back to Login</Trans>
  </AnchorLink>
);

/** Asks for a reset mail; the answer is the same whether or not the identity exists. */
export function RequestResetForm() {
  const { t } = useLingui();
  const [state, setState] = useState<State>({ is: 'initial' });
  const form = useForm({
    initialValues: { identity: '' },
    validate: { identity: (value) => (value.trim() ? null : t`Identity is required`) },
    validateInputOnBlur: true,
  });
  const submit = async ({ identity }: typeof form.values) => {
    setState({ is: 'submitting' });
    try {
      const { requestReset, askAdministrator } = await import('./resets.ts');
      const { sent } = await requestReset(identity.trim());
      setState({ is: 'submitted', more: sent ? '' : askAdministrator() });
      notify('success', t`Successfully requested a password reset email`);
    } catch (error) {
      setState({ is: 'error', error });
    }
  };

  if (state.is === 'submitted')
    return (
      <Stack>
        <PageTitle>{t`Reset Password`}</PageTitle>
        <Text role="status">
          <Trans>Your request has been submitted. Check your email inbox for an email from us.</Trans> {state.more}
        </Text>
        <BackToLogin />
      </Stack>
    );
  if (state.is === 'error')
    return (
      <Stack>
        <PageTitle>{t`Reset Password`}</PageTitle>
        <ErrorNote text={resetFailure(state.error)} onRetry={() => setState({ is: 'initial' })} />
        <BackToLogin />
      </Stack>
    );
  const submitting = state.is === 'submitting';
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <PageTitle>{t`Reset Password`}</PageTitle>
        <Text>
          <Trans>Enter your username or email address below and we'll send you a password reset email.</Trans>
        </Text>
        <TextInput
          label={t`Username or email address`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          disabled={submitting}
          {...form.getInputProps('identity')}
          name="identity"
        />
        <Button type="submit" loading={submitting} disabled={!form.isDirty() || !form.isValid()}>
          <Trans>Reset Password</Trans>
        </Button>
        <BackToLogin />
      </Stack>
    </form>
  );
}
