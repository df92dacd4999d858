import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { DASHBOARD_DATA_RETENTION_DAYS, MAX_EXCEPTION_DAYS } from '#contract/limits.ts';
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

/** 'Before payroll': the exceptions that are open in the days of a report, and the lock that closes what payroll takes. */
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
  const open = [
    toFix > 0 && `${count(toFix)} to fix`,
    absences > 0 && `${inWords(absences, 'absence', 'absences')} without a reason`,
  ].filter((part) => part !== false);
  const first = counts.find((one) => one.toFix + one.absences > 0)?.days;
  if (!isKnown && standing.length === 0) return null;
  return (
    <section aria-label="Before payroll">
      <h3 className={classes.head}>Before payroll, {periodLabel(from, to)}</h3>
      <Stack gap="xs">
        {isKnown && (
          <Text size="sm" component="div">
            {first ? link(open.join(', '), first) : 'Nothing to fix.'}
          </Text>
        )}
        {standing.map((lock) => (
          <Fragment key={lock._id}>
            <Standing lock={lock} timeZone={timeZone} />
            {file?.(lock)}
          </Fragment>
        ))}
        {mayLock && isKnown && locks.data && standing.length === 0 && to < today && (
          // For another period the decision is another one, so its checkbox is reset.
          <Locking key={`${from} ${to}`} from={from} to={to} toFix={toFix} />
        )}
      </Stack>
    </section>
  );
}

/** Splits the days into parts of as many as are counted in one call. */
function partsOf(from: string, to: string): Dates[] {
  const parts: Dates[] = [];
  for (let start = from; start <= to && parts.length < MOST_PARTS; start = addDays(start, MAX_EXCEPTION_DAYS)) {
    const end = addDays(start, MAX_EXCEPTION_DAYS - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}
/** For the days that are retained; the server refuses others. */
const MOST_PARTS = Math.ceil(DASHBOARD_DATA_RETENTION_DAYS / MAX_EXCEPTION_DAYS);

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
