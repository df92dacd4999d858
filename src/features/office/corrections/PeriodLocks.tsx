import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PeriodLock } from '#contract/office/periodLocks.ts';
import { addDays, dateOf, shortDay } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { lockMutation, reopenMutation } from './corrections.queries.ts';
import { exceptionCountsQuery } from './exceptionCounts.ts';
import { useOffline } from './useOffline.ts';
import { periodLabel } from './words.ts';

type Dates = { from: string; to: string };

/** Returns the days from `from` to `to` (local dates, both included) that are in no lock, as spans in order. */
export function openSpans(locks: readonly Dates[], from: string, to: string): Dates[] {
  const spans: Dates[] = [];
  let open = from;
  for (const lock of locks.toSorted((one, other) => one.from.localeCompare(other.from))) {
    if (lock.from > to) break;
    if (lock.from > open) spans.push({ from: open, to: addDays(lock.from, -1) });
    if (lock.to >= open) open = addDays(lock.to, 1);
  }
  return open > to ? spans : [...spans, { from: open, to }];
}

type LockingProps = Dates & {
  accountId: string;
  /** Nothing of the period is left after it: it is the act of its step. */
  isWhole: boolean;
};
/** Locks days and asks, where exceptions are open, whether they may stay as they are. */
export function Locking(props: LockingProps) {
  const { t } = useLingui();
  const { accountId, from, to } = props;
  // Of the days that it locks: the period may go on.
  const counted = useQuery(exceptionCountsQuery(accountId, { from, to }));
  return (
    <Loaded query={counted} failed={t`Failed to load exceptions`} height={44} label={t`exceptions`}>
      {({ toFix }) => <Lock {...props} toFix={toFix} />}
    </Loaded>
  );
}

function Lock({ from, to, toFix, isWhole }: LockingProps & { toFix: number }) {
  const { t } = useLingui();
  // The number that was acknowledged: of another one the decision is another.
  const [known, setKnown] = useState<number>();
  const lock = useMutation(lockMutation);
  const reason = useOffline();
  const period = periodLabel(from, to);
  return (
    <>
      {toFix > 0 && (
        <Checkbox
          label={t`${plural(toFix, { one: 'I know that # exception stays as it is.', other: 'I know that # exceptions stay as they are.' })}`}
          checked={known === toFix}
          onChange={({ currentTarget }) => setKnown(currentTarget.checked ? toFix : undefined)}
        />
      )}
      <div>
        <ReasonButton
          variant={isWhole ? 'filled' : 'default'}
          reason={reason}
          disabled={toFix > 0 && known !== toFix}
          loading={lock.isPending}
          onClick={() => lock.mutate({ from, to, knownOpen: toFix })}
        >
          <Trans>Lock {period}</Trans>
        </ReasonButton>
      </div>
    </>
  );
}

/** A lock: its days, who locked them, and the way to open them again. */
export function StandingLock({ lock, timeZone }: { lock: PeriodLock; timeZone: string }) {
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
