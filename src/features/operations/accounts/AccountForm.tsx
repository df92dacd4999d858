import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Account, createAccount, type NewAccount, updateAccount } from '#contract/access/accounts.ts';
import { fieldErrors } from '../../../api/issues.ts';
import { zoneChoices } from '../../../lib/timeZones.ts';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import classes from '../../../ui/form.module.css';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { type AccountValues, accountErrors, accountPayload, accountValues, LICENSE_MAX } from './accountForm.ts';

type Props = {
  /** Absent: a new account. */
  account?: Account;
  onSubmit: (input: NewAccount) => Promise<unknown>;
  /** Further actions, shown beside the submit button. */
  children?: ReactNode;
};

/** The General tab of an account: its code and name, its holder and its licence (spec section 5). */
export function AccountForm({ account, onSubmit, children }: Props) {
  const { t } = useLingui();
  const mayChange = useMayCall(account ? updateAccount : createAccount);
  const form = useForm<AccountValues>({
    initialValues: accountValues(account),
    validate: (values) => accountErrors(values, account !== undefined),
    validateInputOnBlur: true,
  });

  const submit = async (values: AccountValues) => {
    try {
      await onSubmit(accountPayload(values, account));
      form.resetDirty(values);
    } catch (error) {
      form.setErrors(fieldErrors(error, () => 'code'));
    }
  };

  const license = (name: keyof typeof LICENSE_MAX, label: string) => (
    <NumberField label={label} min={0} max={LICENSE_MAX[name]} {...form.getInputProps(`license.alerts.${name}`)} />
  );

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={t`Account`} data-dirty={form.isDirty() || undefined}>
      <LeaveGuard when={form.isDirty() && !form.submitting} />
      <fieldset disabled={!mayChange} className={classes.whole}>
        <Panel title={t`Account`}>
          <div className={classes.fields}>
            <TextInput
              label={t`Code`}
              required
              maxLength={40}
              disabled={account !== undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={account ? t`The code of a saved account cannot be changed.` : undefined}
              autoComplete="off"
              data-autofocus={account ? undefined : true}
              {...form.getInputProps('code')}
            />
            <TextInput label={t`Name`} required maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
          </div>
          {!account && (
            <NativeSelect
              label={t`Time zone`}
              description={t`Days, shifts and the times of terminals go by it.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={zoneChoices(form.values.timeZone ?? 'UTC')}
              {...form.getInputProps('timeZone')}
            />
          )}
          <Switch
            label={t`Active`}
            description={t`Users of an inactive account cannot log in.`}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        </Panel>
        <Panel title={t`Account holder`}>
          <div className={classes.fields}>
            <TextInput label={t`First name`} required maxLength={100} {...form.getInputProps('holder.firstName')} />
            <TextInput label={t`Last name`} required maxLength={100} {...form.getInputProps('holder.lastName')} />
            <TextInput
              label={t`Contact number`}
              required
              type="tel"
              maxLength={40}
              {...form.getInputProps('holder.contactNo')}
            />
            <TextInput
              label={t`Email address`}
              required
              type="email"
              maxLength={254}
              {...form.getInputProps('holder.emailAddr')}
            />
          </div>
        </Panel>
        <Panel title={t`Licence: alerts`}>
          <div className={classes.fields}>
            {license('maxAlerts', t`Maximum alerts`)}
            {license('attendanceTimeSlots', t`Attendance time slots`)}
            {license('pieceworkTimeSlots', t`Piecework time slots`)}
            {license('breakTimeSlots', t`Break time slots`)}
          </div>
          <Switch
            label={t`Can select shifts`}
            {...form.getInputProps('license.alerts.canSelectTimeGroups', { type: 'checkbox' })}
          />
        </Panel>
      </fieldset>
      <div className={classes.actions}>
        <div>{children}</div>
        {mayChange && (
          <ServerButton type="submit" disabled={!form.isValid()} loading={form.submitting}>
            {account ? t`Update Account` : t`Create Account`}
          </ServerButton>
        )}
      </div>
    </form>
  );
}
