import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { messageOf } from '../../../api/errors.ts';
import { serverNow } from '../../../api/serverClock.ts';
import { translated } from '../../../lib/words.tsx';
import { addDays, dateOf } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { DateRange, type Dates, rangeFault } from '../../../ui/DateRange.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { recalculateMutation, recalculationQuery } from './backups.queries.ts';
import { JobStatus } from './JobState.tsx';

type Props = { accountId: string; timeZone: string; onClose: () => void };

/** Recalculate Dashboard Data: deletes the day facts of a range and derives them again. */
export default function RecalculateDialog({ accountId, timeZone, onClose }: Props) {
  const { t } = useLingui();
  const [jobId, setJobId] = useState<string>();
  return (
    <Dialog opened onClose={onClose} title={t`Recalculate Dashboard Data`}>
      {jobId ? (
        <Recalculation accountId={accountId} jobId={jobId} onClose={onClose} />
      ) : (
        <Choice accountId={accountId} timeZone={timeZone} onClose={onClose} onStarted={setJobId} />
      )}
    </Dialog>
  );
}

function Choice({ accountId, timeZone, onClose, onStarted }: Props & { onStarted: (jobId: string) => void }) {
  const { t } = useLingui();
  const today = dateOf(serverNow(), timeZone);
  const oldest = addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS);
  const [dates, setDates] = useState<Dates>({ from: today, to: today });
  const [understood, setUnderstood] = useState(false);
  const start = useMutation(recalculateMutation(accountId));

  return (
    <form
      noValidate
      aria-label={t`Recalculate`}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(dates, { onSuccess: ({ jobId }) => onStarted(jobId) });
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            The figures of these days are thrown away and derived again from the records, which stay as they are. The
            dashboard of today is served meanwhile.
          </Trans>
        </Text>
        <DateRange value={dates} onChange={setDates} min={oldest} max={today} />
        <DayPeriods accountId={accountId} span={dates} min={oldest} max={today} onPick={setDates} />
        <Checkbox
          label={t`I understand the consequences.`}
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={start.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <ServerButton
            type="submit"
            disabled={!understood || rangeFault(dates) !== undefined}
            loading={start.isPending}
          >
            <Trans>Recalculate</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}

function Recalculation({ accountId, jobId, onClose }: { accountId: string; jobId: string; onClose: () => void }) {
  const { t } = useLingui();
  const job = useQuery(recalculationQuery(accountId, jobId));
  const { status = 'In Progress', daysDone = 0, daysTotal = 0, failureReason } = job.data ?? {};
  return (
    <Stack>
      <div role="status">
        <JobStatus status={status} />
      </div>
      <Progress value={daysTotal === 0 ? 0 : (100 * daysDone) / daysTotal} size="lg" aria-label={t`Progress`} />
      <Text size="sm" c="dimmed">
        <Trans>
          {daysDone} of {plural(daysTotal, { one: '# day', other: '# days' })}
        </Trans>
      </Text>
      {job.isError && <ErrorNote text={messageOf(job.error)} onRetry={() => void job.refetch()} />}
      {status === 'Failed' && (
        <ErrorNote
          text={failureReason ? translated(failureReason) : t`The recalculation failed for an unknown reason.`}
        />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
