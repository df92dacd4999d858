import { Alert, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type BackupSchedule, backupSchedule } from '#contract/backups.ts';
import { moment } from '../../lib/moments.ts';
import { LeaveGuard } from '../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { useMay } from '../../state/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './backups.module.css';
import { backupScheduleQuery, saveScheduleMutation } from './backups.queries.ts';

const FREQUENCIES = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  value: String(index + 1),
  label,
}));

/** The schedule of automatic backups of an account, the last good one of them, and problems that need attention. */
export function SchedulePanel({ accountId, timeZone }: { accountId: string; timeZone: string }) {
  const known = useQuery(backupScheduleQuery(accountId));
  return (
    <Panel title="Scheduled backups">
      <Loaded query={known} failed="Failed to load the backup schedule." height={120} label="the schedule">
        {({ schedule, health, rehearsedAt }) => (
          <Stack gap="md">
            {health.warnings.map((warning) => (
              <Alert key={warning} color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
                {warning}
              </Alert>
            ))}
            <Text>
              Last scheduled backup: <b>{moment(health.lastGoodAt)}</b>
              {health.nextAt && <>. Next: {moment(health.nextAt)}</>}
              {rehearsedAt && <>. Last rehearsal: {moment(rehearsedAt)}</>}.
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
  const save = useMutation(saveScheduleMutation(accountId));
  const mayChange = useMay('Backup.CREATE');
  const form = useForm<BackupSchedule>({
    initialValues: schedule,
    validate: schemaResolver(backupSchedule, { sync: true }),
  });
  const { frequency, weekday } = form.values;
  return (
    <form
      aria-label="Backup schedule"
      noValidate
      data-dirty={form.isDirty() || undefined}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <LeaveGuard when={form.isDirty() && !save.isPending} />
      <fieldset className={classes.schedule} disabled={!mayChange || save.isPending}>
        <NativeSelect label="Make a backup" data={FREQUENCIES} {...form.getInputProps('frequency')} />
        {frequency === 'weekly' && (
          <NativeSelect
            label="On"
            data={WEEKDAYS}
            value={String(weekday)}
            onChange={({ currentTarget }) => form.setFieldValue('weekday', Number(currentTarget.value))}
          />
        )}
        {frequency !== 'off' && (
          <>
            <TextInput label={`At (${timeZone})`} type="time" {...form.getInputProps('time')} />
            <NumberField label="Keep the last" min={1} max={100} {...form.getInputProps('keep')} />
            <Switch
              label="Rehearse each restore"
              description="Restored into a scratch account, compared and thrown away."
              {...form.getInputProps('rehearse', { type: 'checkbox' })}
            />
          </>
        )}
        {mayChange && (
          <div className={classes.save}>
            <ServerButton type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
              Save Schedule
            </ServerButton>
          </div>
        )}
      </fieldset>
    </form>
  );
}
