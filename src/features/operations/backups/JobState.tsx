import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconRefresh } from '@tabler/icons-react';
import type { Backup, Restore } from '#contract/operations/backups.ts';
import { percent } from '../../../lib/figures.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { percentDone } from './backupOptions.ts';
import classes from './backups.module.css';

const STATUS = {
  'Not Started': { label: msg({ message: 'Not Started', context: 'job' }), Icon: IconCircleDashed },
  'In Progress': { label: msg({ message: 'In Progress', context: 'job' }), Icon: IconRefresh },
  Successful: { label: msg({ message: 'Successful', context: 'job' }), Icon: IconCircleCheck },
  Failed: { label: msg({ message: 'Failed', context: 'job' }), Icon: IconCircleX },
};

/** The status of a backup or restore as icon, colour and word. */
export function JobStatus({ status }: { status: Restore['status'] }) {
  const { t } = useLingui();
  const { label, Icon } = STATUS[status];
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={18} aria-hidden /> {t(label)}
    </span>
  );
}

/** Shows a job's status in a row of the lists, and why it failed. */
export function JobOutcome({ job }: { job: Pick<Backup | Restore, 'status' | 'failureReason' | 'words'> }) {
  return (
    <>
      <JobStatus status={job.status} />
      {job.failureReason && (
        <Text size="xs" c="dimmed">
          {translated(job.words ?? job.failureReason)}
        </Text>
      )}
    </>
  );
}

/** The progress of a running job; the bar is animated while the progress is unknown. */
export function JobProgress({ job }: { job: Pick<Backup | Restore, 'progress'> }) {
  const { t } = useLingui();
  const done = percentDone(job);
  const share = done === undefined ? undefined : percent(done, 100);
  const step = job.progress ? translated(job.progress.step) : t`Starting`;
  return (
    <Stack gap={4}>
      <Progress
        value={done ?? 100}
        animated={done === undefined}
        size="lg"
        aria-label={t`Progress`}
        aria-valuetext={share ?? t`Working`}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {share ? labelled(step, share) : step}
      </Text>
    </Stack>
  );
}
