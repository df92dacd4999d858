import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PeriodLock } from '#contract/corrections.ts';
import { MAX_EXCEPTION_DAYS } from '#contract/limits.ts';
import { counted } from '../../lib/figures.ts';
import { addDays, dateOf } from '../../lib/zoned.ts';
import { useOnline } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './corrections.module.css';
import { lockMutation, periodLocksQuery, reopenMutation } from './corrections.queries.ts';
import { exceptionCountsQuery } from './exceptionCounts.ts';
import { OFFLINE, periodLabel } from './words.ts';

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  from: string;
  to: string;
  /** The link to the exceptions of these days. */
  link: (label: string) => ReactNode;
};

/** 'Before payroll': the exceptions that are open in the days of a report, and the lock that closes what payroll takes. */
export default function BeforePayroll({ accountId, timeZone, today, from, to, link }: Props) {
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const isListable = from <= to && addDays(from, MAX_EXCEPTION_DAYS) > to;
  const counts = useQuery({ ...exceptionCountsQuery(accountId, { from, to }), enabled: isListable });
  const locks = useQuery(periodLocksQuery(accountId));
  const standing = locks.data?.filter((lock) => !lock.reopened && lock.from <= to && lock.to >= from) ?? [];
  if (!isListable) return null;
  const toFix = counts.data?.toFix ?? 0;
  const absences = counts.data?.toDecide ?? 0;
  const open = [
    toFix > 0 && `${toFix} to fix`,
    absences > 0 && `${counted(absences, 'absence', 'absences')} without a reason`,
  ].filter((part) => part !== false);
  return (
    <section aria-label="Before payroll">
      <h3 className={classes.head}>Before payroll</h3>
      <Stack gap="xs">
        {counts.data && (
          <Text size="sm" component="div">
            {open.length > 0 ? link(open.join(', ')) : 'Nothing to fix.'}
          </Text>
        )}
        {standing.map((lock) => (
          <Standing key={lock._id} lock={lock} timeZone={timeZone} />
        ))}
        {mayLock && counts.data && locks.data && standing.length === 0 && to < today && (
          // Another period is another decision: its tick starts anew.
          <Locking key={`${from} ${to}`} from={from} to={to} toFix={toFix} />
        )}
      </Stack>
    </section>
  );
}

function Locking({ from, to, toFix }: { from: string; to: string; toFix: number }) {
  const [ticked, setTicked] = useState(false);
  const lock = useMutation(lockMutation);
  const reason = useOnline() ? undefined : OFFLINE;
  return (
    <>
      {toFix > 0 && (
        <Checkbox
          label={`I know that ${counted(toFix, 'exception stays as it is', 'exceptions stay as they are')}.`}
          checked={ticked}
          onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
        />
      )}
      <div>
        <ReasonButton
          variant="default"
          reason={reason}
          disabled={toFix > 0 && !ticked}
          loading={lock.isPending}
          onClick={() => lock.mutate({ from, to, knownOpen: toFix })}
        >
          Lock {periodLabel(from, to)}
        </ReasonButton>
      </div>
    </>
  );
}

function Standing({ lock, timeZone }: { lock: PeriodLock; timeZone: string }) {
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const [asking, setAsking] = useState(false);
  const lockedOn = dateOf(lock.at, timeZone);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {periodLabel(lock.from, lock.to)}: locked by {lock.by} on {periodLabel(lockedOn, lockedOn)}.
      </Text>
      {mayLock && (
        <Button variant="default" size="sm" onClick={() => setAsking(true)} aria-haspopup="dialog">
          Re-open
        </Button>
      )}
      {asking && <Reopen lock={lock} onClose={() => setAsking(false)} />}
    </Group>
  );
}

/** Opening a period again asks why: payroll has taken its figures. */
function Reopen({ lock, onClose }: { lock: PeriodLock; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const reopen = useMutation(reopenMutation);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Re-open ${periodLabel(lock.from, lock.to)}`}
      size="md"
      submit="Re-open"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        reopen.mutate({ lockId: lock._id, reason: why.trim() }, { onSuccess: onClose });
      }}
      canSubmit={why.trim() !== ''}
      busy={reopen.isPending}
      reason={useOnline() ? undefined : OFFLINE}
      dirty={why !== ''}
    >
      <TextInput
        label="Why is it opened again?"
        required
        maxLength={200}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
