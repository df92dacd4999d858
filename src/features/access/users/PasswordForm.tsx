import { Trans, useLingui } from '@lingui/react/macro';
import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type UserWithPassword, updateUser } from '#contract/access/users.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { UserSignIn } from './UserSignIn.tsx';
import { UserSignOn } from './UserSignOn.tsx';
import { useOutranked } from './useOutranked.ts';
import { type PasswordValues, passwordErrors } from './userForm.ts';
import classes from './users.module.css';
import { requestResetMutation, updateUserMutation } from './users.queries.ts';

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * The Password tab: sets a password for the user, or mails the user a link to set one. `isSelf`: the caller's own, for which the present one is
 * needed.
 */
export function PasswordForm({ user, isSelf }: { user: UserWithPassword; isSelf: boolean }) {
  const { t } = useLingui();
  const mayChange = useMayCall(updateUser) && !useOutranked(user);
  const update = useMutation(updateUserMutation(user._id));
  const reset = useMutation(requestResetMutation);
  const personal = [user.username, user.email.split('@')[0] ?? ''];
  const form = useForm<PasswordValues>({
    initialValues: EMPTY,
    validate: (values) => passwordErrors(values, { personal, isSelf }),
    validateInputOnBlur: true,
  });

  const submit = async ({ currentPassword, newPassword }: PasswordValues) => {
    try {
      await update.mutateAsync({ newPassword, ...(isSelf && { currentPassword }) });
      form.reset();
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };

  return (
    <Stack gap="lg" className={classes.narrow}>
      {mayChange && (
        <form
          onSubmit={form.onSubmit(submit)}
          noValidate
          aria-label={t`Password`}
          data-dirty={form.isDirty() || undefined}
        >
          <LeaveGuard when={form.isDirty() && !form.submitting} />
          <Panel>
            <Text size="sm" c="dimmed">
              <Trans>
                Setting a password ends the sessions of {user.firstName} {user.lastName}.
              </Trans>
            </Text>
            {isSelf && (
              <PasswordInput
                label={t`Current password`}
                required
                autoComplete="current-password"
                {...form.getInputProps('currentPassword')}
              />
            )}
            <PasswordInput
              label={t`New password`}
              required
              autoComplete="new-password"
              {...form.getInputProps('newPassword')}
            />
            <PasswordInput
              label={t`Confirm password`}
              required
              autoComplete="new-password"
              {...form.getInputProps('confirmPassword')}
            />
            <Group justify="flex-end">
              <ServerButton type="submit" disabled={!form.isDirty() || !form.isValid()} loading={form.submitting}>
                <Trans>Set Password</Trans>
              </ServerButton>
            </Group>
          </Panel>
        </form>
      )}
      <InvitationLink user={user} />
      {!isSelf && <UserSignIn user={user} />}
      {!isSelf && <UserSignOn user={user} />}
      <Panel>
        <Text size="sm">
          <Trans>Send a link to {user.email} with which the user sets a password.</Trans>
        </Text>
        <Group justify="flex-end">
          <ServerButton variant="default" loading={reset.isPending} onClick={() => reset.mutate(user.email)}>
            <Trans>Send password reset email</Trans>
          </ServerButton>
        </Group>
      </Panel>
    </Stack>
  );
}
