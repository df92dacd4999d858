import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { logOutNow } from '../../../shell/session/lifecycle.ts';
import type { Session } from '../../../state/session.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { NewPasswordFields, newPasswordRules } from './NewPasswordFields.tsx';

type Props = { session: Session; onChanged: () => void; onCancel: () => void };

/** Changes the user's own password. One that another user has set must be changed first: the form then has no way back. */
export function ChangePasswordForm({ session, onChanged, onCancel }: Props) {
  const { t } = useLingui();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { username, accountName, accountCode, mustChangePassword } = session.info;
  const personal = [username, accountName, accountCode];
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      currentPassword: (value: string) => (value ? null : t`Password is required`),
      ...newPasswordRules(personal),
    },
    validateInputOnBlur: true,
  });
  const submit = async ({ currentPassword, newPassword }: typeof form.values) => {
    setBusy(true);
    setFailure(null);
    try {
      const [{ changeOwnPassword }, { refreshInfo }] = await Promise.all([
        import('./resets.ts'),
        import('./signIn.ts'),
      ]);
      await changeOwnPassword(currentPassword, newPassword);
      await refreshInfo();
      onChanged();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <PageTitle>{t`Change Password`}</PageTitle>
        {mustChangePassword && (
          <Text size="sm">
            <Trans>Choose your own password to go on.</Trans>
          </Text>
        )}
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(failure)}
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields form={form} personal={personal} disabled={busy} />
        <Button type="submit" loading={busy} disabled={!form.isDirty() || !form.isValid()}>
          <Trans>Change Password</Trans>
        </Button>
        <Button variant="subtle" onClick={mustChangePassword ? () => void logOutNow() : onCancel}>
          {mustChangePassword ? t`Log Out` : t`Cancel`}
        </Button>
      </Stack>
    </form>
  );
}
