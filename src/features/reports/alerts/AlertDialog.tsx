import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Chip, Group, Input, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { License } from '#contract/access/accounts.ts';
import { type Alert, type AlertCategory, type AlertInput, alertInput, figuresOf } from '#contract/reports/alerts.ts';
import { weekdayName } from '../../../lib/zoned.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { offlineReason, useOnline } from '../../../state/reachability.ts';
import { may as mayDo, useMay, useSession } from '../../../state/session.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { AlertPreview } from './AlertPreview.tsx';
import { AlertTimes } from './AlertTimes.tsx';
import { CREATE_ALERT, DAYS, inputOf, newAlert, slotLimit } from './alertForm.ts';
import { deleteAlertMutation, saveAlertMutation } from './alerts.queries.ts';
import { EventField } from './EventField.tsx';
import { Recipients } from './Recipients.tsx';
import type { ReportParts } from './reportParts.ts';
import { TimeGroups } from './TimeGroups.tsx';

type Props = {
  accountId: string;
  license: License;
  timeZone: string;
  today: string;
  category: AlertCategory;
  /** Absent: a new one. */
  alert: Alert | null;
  reportFields: ReportParts['fields'];
  onClose: () => void;
};

/** Returns whether the user may see the figures of an alert: others may not have them mailed. */
function useMaySee(alert: Parameters<typeof figuresOf>[0]) {
  const session = useSession();
  return figuresOf(alert).every((permission) => mayDo(session, permission));
}

/** Create or edit an alert; saving and deleting need MANAGE_ALERTS. After either it closes (spec section 4). */
export default function AlertDialog({
  accountId,
  license,
  timeZone,
  today,
  category,
  alert,
  reportFields,
  onClose,
}: Props) {
  const { t } = useLingui();
  const manages = useMay('MANAGE_ALERTS');
  const may = useMaySee(alert ?? { category }) && manages;
  const online = useOnline();
  const slots = slotLimit(category, license);
  const form = useForm<AlertInput>({
    initialValues: alert ? inputOf(alert) : newAlert(category, slots),
    validate: checkedBy(alertInput),
    validateInputOnBlur: true,
  });
  const [draft, setDraft] = useState('');
  const [asking, deletion] = useDisclosure();
  const save = useMutation(saveAlertMutation(accountId, alert?._id ?? null));
  const remove = useMutation(deleteAlertMutation(accountId));
  const { values } = form;

  const recipientFault = (words: string | undefined) => form.setFieldError('emailRecipients', words ?? null);
  const halfTyped = values.viaEmail && draft.trim() !== '';
  const sayHalfTyped = () => halfTyped && recipientFault(t`Press Enter to add this recipient`);

  const submit = form.onSubmit(
    (input) => {
      if (!halfTyped) return save.mutate(input, { onSuccess: onClose });
      sayHalfTyped();
      focusFault('emailRecipients');
    },
    (errors) => {
      sayHalfTyped();
      focusFault(Object.keys(errors)[0]);
    },
  );
  return (
    <>
      <FormDialog
        opened
        onClose={onClose}
        title={alert ? t`Edit Alert` : t(CREATE_ALERT[category])}
        size="lg"
        submit={may ? t`Save` : undefined}
        onSubmit={submit}
        canSubmit={form.isDirty() && online}
        busy={save.isPending || remove.isPending}
        reason={online ? undefined : offlineReason()}
        dirty={may && (form.isDirty() || draft !== '')}
        aside={
          manages &&
          alert && (
            <ServerButton variant="subtle" color="red.8" c="var(--mantine-color-error)" onClick={deletion.open}>
              <Trans>Delete</Trans>
            </ServerButton>
          )
        }
      >
        <TextInput
          label={t`Description`}
          withAsterisk
          maxLength={120}
          readOnly={!may}
          data-field="description"
          {...form.getInputProps('description')}
        />
        <DaysOfWeek
          days={values.daysOfWeek}
          error={form.errors.daysOfWeek}
          disabled={!may}
          onChange={(daysOfWeek) => form.setFieldValue('daysOfWeek', daysOfWeek)}
        />
        {values.event ? (
          <EventField event={values.event} disabled={!may} onChange={(event) => form.setFieldValue('event', event)} />
        ) : (
          <AlertTimes
            times={values.times}
            limit={slots}
            timeZone={timeZone}
            error={form.errors.times}
            disabled={!may}
            onChange={(times) => form.setFieldValue('times', times)}
          />
        )}
        {values.report
          ? reportFields({
              value: values.report,
              onChange: (report) => form.setFieldValue('report', report),
              isMailed: values.viaEmail,
              hasTimeGroups: license.alerts.canSelectTimeGroups,
              tried: Object.keys(form.errors).some((path) => path.startsWith('report')),
              disabled: !may,
            })
          : license.alerts.canSelectTimeGroups && (
              <TimeGroups
                accountId={accountId}
                targets={values.targetGroups}
                disabled={!may}
                onChange={(targetGroups) => form.setFieldValue('targetGroups', targetGroups)}
              />
            )}
        <EmailFields form={form} draft={draft} onDraft={setDraft} onFault={recipientFault} disabled={!may} />
        {!values.event && !values.report && (
          <Checkbox
            label={t`Send nothing when there is nothing to say`}
            disabled={!may}
            {...form.getInputProps('suppressEmpty', { type: 'checkbox' })}
          />
        )}
        {may && (
          <AlertPreview input={values} valid={() => !form.validate().hasErrors} timeZone={timeZone} today={today} />
        )}
      </FormDialog>
      <ConfirmDialog
        opened={asking}
        onClose={deletion.close}
        title={t`Confirm Deletion`}
        question={t`The alert '${alert?.description ?? ''}' will be deleted. What it has sent stays listed.`}
        action={t`Delete`}
        busy={remove.isPending}
        reason={online ? undefined : offlineReason()}
        onConfirm={() => alert && remove.mutate(alert._id, { onSuccess: onClose, onError: deletion.close })}
      />
    </>
  );
}

type DaysOfWeekProps = {
  days: readonly number[];
  error: ReactNode;
  disabled: boolean;
  onChange: (days: number[]) => void;
};
function DaysOfWeek({ days, error, disabled, onChange }: DaysOfWeekProps) {
  const { t } = useLingui();
  return (
    <Input.Wrapper label={t`Days of week`} error={error} labelElement="div">
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => onChange(chosen.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap="xs" mt={4} data-field="daysOfWeek" role="group" aria-label={t`Days of week`}>
          {DAYS.map((day) => (
            <Chip key={day} value={String(day)} disabled={disabled}>
              {weekdayName(day, 'short')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

type EmailFieldsProps = Pick<ComponentProps<typeof Recipients>, 'draft' | 'onDraft' | 'onFault' | 'disabled'> & {
  form: UseFormReturnType<AlertInput>;
};
function EmailFields({ form, draft, onDraft, onFault, disabled }: EmailFieldsProps) {
  const { t } = useLingui();
  const { values } = form;
  return (
    <>
      <Switch
        label={t`Send via Email`}
        description={
          values.report ? t`Off: the report stays in this application.` : t`Off: the summary stays in this application.`
        }
        disabled={disabled}
        {...form.getInputProps('viaEmail', { type: 'checkbox' })}
      />
      {(values.viaEmail || values.emailRecipients.length > 0) && (
        <Recipients
          recipients={values.emailRecipients}
          draft={draft}
          onDraft={onDraft}
          // The error of the list, or of one address in it.
          error={Object.entries(form.errors).find(([path]) => path.startsWith('emailRecipients'))?.[1]}
          onFault={onFault}
          disabled={disabled}
          onChange={(emailRecipients) => form.setFieldValue('emailRecipients', emailRecipients)}
        />
      )}
    </>
  );
}

/** Focuses the first field with an error after a submit. */
function focusFault(path: string | undefined) {
  const field = path?.split('.')[0];
  const place = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
  const input = place?.matches('input') ? place : place?.querySelector<HTMLElement>('input, button');
  input?.focus();
}
