import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type BackupSchedule, backupSchedule } from '#contract/operations/backups.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { weekdayName } from '../../../lib/zoned.ts';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import classes from './backups.module.css';
import { backupScheduleQuery, saveScheduleMutation } from './backups.queries.ts';

const frequencies = () => [
  { value: 'off', label: t({ message: 'Off', context: 'switch' }) },
  { value: 'daily', label: t`Every day` },
  { value: 'weekly', label: t`Every week` },
];
const weekdays = () => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }));

/** The schedule of automatic backups of an account, the last good one of them, and problems that need attention. */
export function SchedulePanel({ accountId, timeZone }: { accountId: string; timeZone: string }) {
  const { t } = useLingui();
  const known = useQuery(backupScheduleQuery(accountId));
  return (
    <Panel title={t`Scheduled backups`}>
      <Loaded query={known} failed={t`Failed to load the backup schedule.`} height={120} label={t`the schedule`}>
        {({ schedule, health, rehearsedAt }) => (
          <Stack gap="md">
            {(health.words ?? health.warnings).map(translated).map((warning) => (
              <Alert key={warning} color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
                {warning}
              </Alert>
            ))}
            <Text>
              <Trans>
                Last scheduled backup: <b>{moment(health.lastGoodAt)}</b>
              </Trans>
              {health.nextAt && (
                <>
                  . <Trans>Next: {moment(health.nextAt)}</Trans>
                </>
              )}
              {rehearsedAt && (
                <>
                  . <Trans>Last rehearsal: {moment(rehearsedAt)}</Trans>
                </>
              )}
              .
            </Text>
            <ScheduleForm
              key={JSON.stringify(schedule)}
              accountId={accountId}
              timeZone={timeZone}
              schedule={schedule}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type FormProps = { accountId: string; timeZone: string; schedule: BackupSchedule };

function ScheduleForm({ accountId, timeZone, schedule }: FormProps) {
  const { t } = useLingui();
  const save = useMutation(saveScheduleMutation(accountId));
  const mayChange = useMay('Backup.CREATE');
  const form = useForm<BackupSchedule>({
    initialValues: schedule,
    validate: checkedBy(backupSchedule),
  });
  const { frequency, weekday } = form.values;
  return (
    <form
      aria-label={t`Backup schedule`}
      noValidate
      data-dirty={form.isDirty() || undefined}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <LeaveGuard when={form.isDirty() && !save.isPending} />
      <fieldset className={classes.schedule} disabled={!mayChange || save.isPending}>
        <NativeSelect label={t`Make a backup`} data={frequencies()} {...form.getInputProps('frequency')} />
        {frequency === 'weekly' && (
          <NativeSelect
            label={t`On`}
            data={weekdays()}
            value={String(weekday)}
            onChange={({ currentTarget }) => form.setFieldValue('weekday', Number(currentTarget.value))}
          />
        )}
        {frequency !== 'off' && (
          <>
            <TimeField label={t`At (${timeZone})`} {...form.getInputProps('time')} value={form.values.time} />
            <NumberField label={t`Keep the last`} min={1} max={100} {...form.getInputProps('keep')} />
            <Switch
              label={t`Rehearse each restore`}
              description={t`Restored into a scratch account, compared and thrown away.`}
              {...form.getInputProps('rehearse', { type: 'checkbox' })}
            />
          </>
        )}
        {mayChange && (
          <div className={classes.save}>
            <ServerButton type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
              <Trans>Save Schedule</Trans>
            </ServerButton>
          </div>
        )}
      </fieldset>
    </form>
  );
}
