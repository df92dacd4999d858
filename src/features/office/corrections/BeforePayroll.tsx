import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import type { PeriodLock } from '#contract/office/periodLocks.ts';
import { MAX_EXCEPTION_DAYS, MAX_RANGE_DAYS } from '#contract/platform/limits.ts';
import { addDays, dateOf, shortDay } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import classes from './corrections.module.css';
import { lockMutation, periodLocksQuery, reopenMutation } from './corrections.queries.ts';
import { exceptionCountsQuery } from './exceptionCounts.ts';
import { useOffline } from './useOffline.ts';
import { periodLabel } from './words.ts';

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
  const { t } = useLingui();
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const parts = partsOf(from, to);
  const counted = useQueries({ queries: parts.map((part) => exceptionCountsQuery(accountId, part)) });
  const locks = useQuery(periodLocksQuery(accountId));
  const standing = locks.data?.filter((lock) => !lock.reopened && lock.from <= to && lock.to >= from) ?? [];
  const counts = counted.flatMap(({ data }, i) => (data ? [{ ...data, days: parts[i] }] : []));
  const isKnown = parts.length > 0 && counts.length === parts.length;
  const toFix = counts.reduce((sum, one) => sum + one.toFix, 0);
  const absences = counts.reduce((sum, one) => sum + one.absences, 0);
  const left = counts.reduce((sum, one) => sum + one.absencesLeft, 0);
  const locked = counts.reduce((sum, one) => sum + one.onLockedDays, 0);
  const linkTo = (label: string, has: (one: (typeof counts)[number]) => number) => {
    const days = counts.find((one) => has(one) > 0)?.days;
    return days ? link(label, days) : label;
  };
  const isLocked = standing.length > 0;
  const period = periodLabel(from, to);
  // The fields below it stay where they are while it is counted.
  if (!isKnown && !isLocked) return counted.some(({ isLoading }) => isLoading) && <Skeleton h={260} />;
  return (
    <section aria-label={t`Before payroll`}>
      <h3 className={classes.head}>
        <Trans>Before payroll, {period}</Trans>
      </h3>
      <List type="ordered" size="sm" spacing="xs" withPadding>
        {isKnown && (
          <Step title={t`Fix`} isDone={toFix === 0}>
            {toFix === 0
              ? t`Nothing to fix.`
              : linkTo(t`${plural(toFix, { one: '# to fix', other: '# to fix' })}`, (one) => one.toFix)}
            {locked > 0 && (
              <Text size="sm" c="dimmed">
                <Plural value={locked} one="# on locked days" other="# on locked days" />
              </Text>
            )}
          </Step>
        )}
        {isKnown && (
          <Step title={t`Excuse`} isDone={absences === 0}>
            {absences === 0
              ? left === 0
                ? t`No absence without a reason.`
                : t`${plural(left, { one: '# absence stays without a reason.', other: '# absences stay without a reason.' })}`
              : linkTo(
                  t`${plural(absences, { one: '# absence without a reason', other: '# absences without a reason' })}`,
                  (one) => one.absences,
                )}
          </Step>
        )}
        <Step title={t`Lock`} isDone={isCovered(standing, from, to)}>
          {standing.map((lock) => (
            <Standing key={lock._id} lock={lock} timeZone={timeZone} />
          ))}
          {isLocked && !isCovered(standing, from, to) && t`Not all of these days are locked.`}
          {!isLocked && to >= today && t`When the last of these days is over.`}
          {!isLocked && to < today && !mayLock && t`By a user who may lock periods.`}
          {mayLock && isKnown && locks.data && !isLocked && to < today && (
            // For another period the decision is another one, so its checkbox is reset.
            <Locking key={`${from} ${to}`} from={from} to={to} toFix={toFix} />
          )}
        </Step>
        <Step title={t`Hand over`}>
          {!isLocked && t`After the lock, so that what payroll takes stays as it is.`}
          {isLocked && !file && t`The days are locked: export the report.`}
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
  const { t } = useLingui();
  return (
    <List.Item>
      <Text span size="sm" fw={600}>
        {title}
        {isDone && (
          <IconCheck size={16} aria-label={t`done`} role="img" color="var(--mantine-color-teal-text)" style={CHECK} />
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
  const { t } = useLingui();
  const [ticked, setTicked] = useState(false);
  const lock = useMutation(lockMutation);
  const reason = useOffline();
  const period = periodLabel(from, to);
  return (
    <>
      {toFix > 0 && (
        <Checkbox
          label={t`${plural(toFix, { one: 'I know that # exception stays as it is.', other: 'I know that # exceptions stay as they are.' })}`}
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
          <Trans>Lock {period}</Trans>
        </ReasonButton>
      </div>
    </>
  );
}

function Standing({ lock, timeZone }: { lock: PeriodLock; timeZone: string }) {
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const [asking, setAsking] = useState(false);
  const period = periodLabel(lock.from, lock.to);
  const lockedOn = shortDay(dateOf(lock.at, timeZone));
  const { by } = lock;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        <Trans>
          {period}: locked by {by} on {lockedOn}.
        </Trans>
      </Text>
      {mayLock && (
        <Button variant="default" size="sm" onClick={() => setAsking(true)} aria-haspopup="dialog">
          <Trans>Re-open</Trans>
        </Button>
      )}
      {asking && <Reopen lock={lock} onClose={() => setAsking(false)} />}
    </Group>
  );
}

/** Re-opens a period and asks for the reason, because payroll has taken its figures. */
function Reopen({ lock, onClose }: { lock: PeriodLock; onClose: () => void }) {
  const { t } = useLingui();
  const period = periodLabel(lock.from, lock.to);
  const [why, setWhy] = useState('');
  const reopen = useMutation(reopenMutation);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Re-open ${period}`}
      size="md"
      submit={t`Re-open`}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        reopen.mutate({ lockId: lock._id, reason: why.trim() }, { onSuccess: onClose });
      }}
      canSubmit={why.trim() !== ''}
      busy={reopen.isPending}
      reason={useOffline()}
      dirty={why !== ''}
    >
      <TextInput
        label={t`Why is it opened again?`}
        required
        maxLength={200}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
