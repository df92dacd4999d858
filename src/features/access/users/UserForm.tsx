import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isPreset, PRESETS, type Preset } from '#contract/access/presets.ts';
import { createUser, type User, updateUser } from '#contract/access/users.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import type { Role } from '#contract/platform/permissions.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { EmployeeField } from './EmployeeField.tsx';
import { ScopeField } from './ScopeField.tsx';
import { useOutranked } from './useOutranked.ts';
import { ROLE_LABEL, type UserChange, type UserValues, userErrors, userValues } from './userForm.ts';
import classes from './users.module.css';

const ROLES: readonly Role[] = ['admin', 'employer', 'device'];

type Props = {
  /** Absent: a new user. */
  user?: User;
  accountId: string;
  /** Determined by the account; the selector is locked (spec section 5). */
  role: Role;
  /** One's own user cannot be made inactive, and needs the current password for another email address. */
  isSelf?: boolean;
  /** No mail server is set up, so that a new user gets no invitation. */
  isWithoutMail?: boolean;
  onSubmit: (values: UserChange, preset: Preset) => Promise<unknown>;
  /** Further actions beside the submit button. */
  children?: ReactNode;
};

const isOtherAddress = (one: string, other: string) => one.trim().toLowerCase() !== other.toLowerCase();

/** The General tab of a user. */
export function UserForm({ user, accountId, role, isSelf = false, isWithoutMail = false, onSubmit, children }: Props) {
  const { t } = useLingui();
  const outranked = useOutranked(user);
  const mayChange = useMayCall(user ? updateUser : createUser) && !outranked;
  const maySeeEmployees = useMayCall(listAccountEmployees);
  const maySeeGroups = useMayCall(getGroups);
  const form = useForm<UserValues>({
    initialValues: userValues(user, role),
    validate: userErrors,
    validateInputOnBlur: true,
  });

  const [preset, setPreset] = useState<Preset>('viewer');
  const [currentPassword, setCurrentPassword] = useState('');
  const needsPassword = isSelf && user !== undefined && isOtherAddress(form.values.email, user.email);

  const submit = async (values: UserValues) => {
    if (needsPassword && !currentPassword) return form.setFieldError('currentPassword', t`Password is required`);
    try {
      await onSubmit({ ...values, ...(needsPassword && { currentPassword }) }, preset);
      setCurrentPassword('');
      form.resetDirty(values);
    } catch (error) {
      form.setErrors(fieldErrors(error, (message) => (/email/i.test(message) ? 'email' : 'username')));
    }
  };

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={t`User`} data-dirty={form.isDirty() || undefined}>
      <LeaveGuard when={form.isDirty() && !form.submitting} />
      {outranked && (
        <Alert color="indigo" variant="light" icon={<IconInfoCircle aria-hidden />} mb="lg">
          <Trans>
            This administrator has permissions that you do not have: only a user who has them can change or delete the
            user.
          </Trans>
        </Alert>
      )}
      <fieldset disabled={!mayChange} className={classes.whole}>
        <Panel>
          <div className={classes.fields}>
            <TextInput label={t`First name`} required maxLength={100} {...form.getInputProps('firstName')} />
            <TextInput label={t`Last name`} required maxLength={100} {...form.getInputProps('lastName')} />
            <TextInput
              label={t`Username`}
              required
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('username')}
            />
            <TextInput
              label={t`Email`}
              required
              type="email"
              maxLength={254}
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            {needsPassword && (
              <PasswordInput
                label={t`Current password`}
                description={t`Needed to change your own email address.`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                required
                autoComplete="current-password"
                value={currentPassword}
                onChange={({ currentTarget }) => {
                  setCurrentPassword(currentTarget.value);
                  form.clearFieldError('currentPassword');
                }}
                error={form.errors.currentPassword}
              />
            )}
            <NativeSelect
              label={t`Role`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={t`The role follows from the account and cannot be changed.`}
              disabled
              value={role}
              data={ROLES.map((each) => ({ value: each, label: t(ROLE_LABEL[each]), disabled: each === 'device' }))}
            />
            {!user && role === 'employer' && (
              <NativeSelect
                label={t`Access`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                description={t`Each permission can be changed on the Settings tab.`}
                value={preset}
                onChange={({ currentTarget: { value } }) => isPreset(value) && setPreset(value)}
                data={Object.entries(PRESETS).map(([value, { label, about }]) => ({
                  value,
                  label: labelled(translated(label), translated(about)),
                }))}
              />
            )}
            {role === 'employer' && maySeeEmployees && (
              <EmployeeField
                accountId={accountId}
                value={form.values.employeeId ?? null}
                onChange={(employeeId) => form.setFieldValue('employeeId', employeeId)}
              />
            )}
          </div>
          {role === 'employer' && maySeeGroups && (
            <ScopeField
              accountId={accountId}
              value={form.values.scope ?? null}
              onChange={(scope) => form.setFieldValue('scope', scope)}
            />
          )}
          <Switch
            label={t({ message: 'Active', context: 'user' })}
            description={isSelf ? t`You cannot make your own user inactive.` : t`An inactive user cannot log in.`}
            disabled={isSelf}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          {!user && (
            <p className={classes.note}>
              {isWithoutMail
                ? t`No mail server is set up, so that the invitation reaches nobody: make a link to hand over on the Password tab once the user is saved.`
                : t`An invitation with a link to set a password is sent to the email address.`}{' '}
              {t`Modules and permissions start with those of the role; they are on the Settings tab once the user is saved.`}
            </p>
          )}
        </Panel>
      </fieldset>
      <div className={classes.actions}>
        <div>{!outranked && children}</div>
        {mayChange && (
          <ServerButton type="submit" disabled={!form.isValid()} loading={form.submitting}>
            {user ? t`Update User` : t`Create User`}
          </ServerButton>
        )}
      </div>
    </form>
  );
}
