import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { PasswordInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { passwordProblem } from '#contract/platform/password.ts';
import { translated } from '../../../lib/words.tsx';

export type NewPassword = { newPassword: string; confirmPassword: string };

const passwordFault = (password: string, personal: readonly string[]) => {
  const problem = passwordProblem(password, personal);
  return problem && translated(problem);
};

/** The rules of both fields (spec section 5), for `useForm({ validate })`. `personal`: names that others know. */
export const newPasswordRules = (personal: readonly string[] = []) => ({
  newPassword: (value: string) => (value ? passwordFault(value, personal) : t`Password is required`),
  confirmPassword: (value: string, { newPassword }: NewPassword) => {
    if (!value) return t`Confirm password`;
    return value === newPassword ? null : t`Passwords don't match. `;
  },
});

type Props<Values extends NewPassword> = {
  form: UseFormReturnType<Values>;
  personal?: readonly string[];
  disabled?: boolean;
};

/** The new password, with the result of the strength check while it is typed, and its confirmation. */
export function NewPasswordFields<Values extends NewPassword>({ form, personal = [], disabled }: Props<Values>) {
  const { t } = useLingui();
  const typed = form.values.newPassword;
  const problem = typed ? passwordFault(typed, personal) : null;
  const hint = useId();
  return (
    <>
      <PasswordInput
        label={t`New password`}
        autoComplete="new-password"
        disabled={disabled}
        aria-describedby={hint}
        {...form.getInputProps('newPassword')}
        name="newPassword"
        error={typed ? problem : form.errors.newPassword}
      />
      <Text id={hint} size="xs" c={typed && !problem ? 'var(--tb-on-time)' : 'dimmed'} role="status">
        {typed && !problem
          ? t`This password is strong enough.`
          : t`At least 10 characters; a few unrelated words work well.`}
      </Text>
      <PasswordInput
        label={t`Confirm password`}
        autoComplete="new-password"
        disabled={disabled}
        {...form.getInputProps('confirmPassword')}
        name="confirmPassword"
      />
    </>
  );
}
