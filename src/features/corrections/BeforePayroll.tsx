import { Button, Checkbox, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { MAX_EXCEPTION_DAYS, MAX_RANGE_DAYS } from '#contract/limits.ts';
import type { PeriodLock } from '#contract/periodLocks.ts';
import { count, counted as inWords } from '../../lib/figures.ts';
import { addDays, dateOf } from '../../lib/zoned.ts';
import { useOnline } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './corrections.module.css';
import { lockMutation, periodLocksQuery, reopenMutation } from './corrections.queries.ts';
import { exceptionCountsQuery } from './exceptionCounts.ts';
import { OFFLINE, periodLabel } from './words.ts';

type Dates = { from: string; to: string };
type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  from: string;
  to: string;
  /** The link to the exceptions of some of these days. */
  link: (label: string, days: Dates) => ReactNode;
  /** The step that hands a locked period over to payroll; absent for users who see no pay. */
  file?: ((lock: PeriodLock) => ReactNode) | undefined;
};

/** 'Before payroll': closes the days of a report step by step, and says what is left of each: fix, excuse, lock, hand over. */
export default function BeforePayroll({ accountId, timeZone, today, from, to, link, file }: Props) {
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const parts = partsOf(from, to);
  const counted = useQueries({ queries: parts.map((part) => exceptionCountsQuery(accountId, part)) });
  const locks = useQuery(periodLocksQuery(accountId));
  const standing = locks.data?.filter((lock) => !lock.reopened && lock.from <= to && lock.to >= from) ?? [];
  const counts = counted.flatMap(({ data }, i) => (data ? [{ ...data, days: parts[i] }] : []));
  const isKnown = parts.length > 0 && counts.length === parts.length;
  const toFix = counts.reduce((sum, one) => sum + one.toFix, 0);
  const absences = counts.reduce((sum, one) => sum + one.absences, 0);
  const linkTo = (label: string, has: (one: (typeof counts)[number]) => number) => {
    const days = counts.find((one) => has(one) > 0)?.days;
    return days ? link(label, days) : label;
  };
  const isLocked = standing.length > 0;
  // The fields below it stay where they are while it is counted.
  if (!isKnown && !isLocked) return counted.some(({ isLoading }) => isLoading) && <Skeleton h={260} />;
  return (
    <section aria-label="Before payroll">
      <h3 className={classes.head}>Before payroll, {periodLabel(from, to)}</h3>
      <List type="ordered" size="sm" spacing="xs" withPadding>
        {isKnown && (
          <Step title="Fix" isDone={toFix === 0}>
            {toFix === 0 ? 'Nothing to fix.' : linkTo(`${count(toFix)} to fix`, (one) => one.toFix)}
          </Step>
        )}
        {isKnown && (
          <Step title="Excuse" isDone={absences === 0}>
            {absences === 0
              ? 'No absence without a reason.'
              : linkTo(`${inWords(absences, 'absence', 'absences')} without a reason`, (one) => one.absences)}
          </Step>
        )}
        <Step title="Lock" isDone={isCovered(standing, from, to)}>
          {standing.map((lock) => (
            <Standing key={lock._id} lock={lock} timeZone={timeZone} />
          ))}
          {isLocked && !isCovered(standing, from, to) && 'Not all of these days are locked.'}
          {!isLocked && to >= today && 'When the last of these days is over.'}
          {!isLocked && to < today && !mayLock && 'By a user who may lock periods.'}
          {mayLock && isKnown && locks.data && !isLocked && to < today && (
            // For another period the decision is another one, so its checkbox is reset.
            <Locking key={`${from} ${to}`} from={from} to={to} toFix={toFix} />
          )}
        </Step>
        <Step title="Hand over">
          {!isLocked && 'After the lock, so that what payroll takes stays as it is.'}
          {isLocked && !file && 'The days are locked: export the report.'}
          {file && standing.map((lock) => <Fragment key={lock._id}>{file(lock)}</Fragment>)}
        </Step>
      </List>
    </section>
  );
}

/** Returns true if every day from `from` to `to` (local dates, both included) is in a lock. */
function isCovered(locks: readonly PeriodLock[], from: string, to: string): boolean {
  let open = from;
  for (const lock of locks.toSorted((one, other) => one.from.localeCompare(other.from)))
    if (lock.from <= open && lock.to >= open) open = addDays(lock.to, 1);
  return open > to;
}

type StepProps = { title: string; isDone?: boolean; children: ReactNode };
/** A step on the way to payroll: its name, a mark once it is done, and what is left. */
function Step({ title, isDone, children }: StepProps) {
  return (
    <List.Item>
      <Text span size="sm" fw={600}>
        {title}
        {isDone && (
          <IconCheck size={16} aria-label="done" role="img" color="var(--mantine-color-teal-text)" style={CHECK} />
        )}
      </Text>
      <Stack gap="xs">{children}</Stack>
    </List.Item>
  );
}
const CHECK = { marginInlineStart: 6, verticalAlign: 'text-bottom' } as const;

/** Splits the days into parts of as many as are counted in one call. */
function partsOf(from: string, to: string): Dates[] {
  const parts: Dates[] = [];
  for (let start = from; start <= to && parts.length < MOST_PARTS; start = addDays(start, MAX_EXCEPTION_DAYS)) {
    const end = addDays(start, MAX_EXCEPTION_DAYS - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}
/** For the days that can be locked at once; the server refuses others. */
const MOST_PARTS = Math.ceil(MAX_RANGE_DAYS / MAX_EXCEPTION_DAYS);

function Locking({ from, to, toFix }: { from: string; to: string; toFix: number }) {
  const [ticked, setTicked] = useState(false);
  const lock = useMutation(lockMutation);
  const reason = useOnline() ? undefined : OFFLINE;
  return (
    <>
      {toFix > 0 && (
        <Checkbox
          label={`I know that ${inWords(toFix, 'exception stays as it is', 'exceptions stay as they are')}.`}
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

/** Re-opens a period and asks for the reason, because payroll has taken its figures. */
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
