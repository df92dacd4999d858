import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react';
import type { countExceptions } from '#contract/office/exceptionCounts.ts';
import type { PeriodLock } from '#contract/office/periodLocks.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { addDays } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { periodLocksQuery } from './corrections.queries.ts';
import { exceptionCountsQuery } from './exceptionCounts.ts';
import { Locking, openSpans, StandingLock } from './PeriodLocks.tsx';
import classes from './periodSteps.module.css';

export const PERIOD_STEPS = ['fix', 'decide', 'lock', 'hand-over'] as const;
export type PeriodStep = (typeof PERIOD_STEPS)[number];

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  /** The pay period: local dates, both included. It may go on. */
  from: string;
  to: string;
  /** The step that is open; absent: the first with something left. */
  openStep: PeriodStep | undefined;
  onOpen: (step: PeriodStep) => void;
  /** The exceptions to fix, or those that need a decision. */
  exceptions: (which: 'fix' | 'decide') => ReactNode;
  /** The people who are not settled. */
  unsettled: ReactNode;
  /** Hands a locked period over to payroll; absent for users who see no pay. */
  handOver: ((lock: PeriodLock) => ReactNode) | undefined;
};

/** Closes a pay period in four steps, with what is left of each: fix, decide, lock, hand over. */
export function PeriodSteps(props: Props) {
  const { t } = useLingui();
  const { accountId, from, to, today } = props;
  const isOver = to < today;
  const counted = useQuery(exceptionCountsQuery(accountId, { from, to: isOver ? to : today }));
  const listed = useQuery(periodLocksQuery(accountId));
  const shared = { failed: t`Failed to load the steps`, height: 320, label: t`the steps` };
  return (
    <Loaded query={counted} {...shared}>
      {(counts) => (
        <Loaded query={listed} {...shared}>
          {(all) => <Steps {...props} counts={counts} all={all} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type Counts = ResponseOf<typeof countExceptions>;
function Steps({
  accountId,
  timeZone,
  today,
  from,
  to,
  openStep,
  onOpen,
  counts,
  all,
  ...parts
}: Props & { counts: Counts; all: readonly PeriodLock[] }) {
  const { t } = useLingui();
  const mayLock = useMay('Attendance.LOCK_PERIOD');
  const locks = all.filter((lock) => !lock.reopened && lock.from <= to && lock.to >= from);
  const isLocked = locks.length > 0;
  const open = openSpans(locks, from, to);
  const isWhole = open.length === 0;
  const isOver = to < today;
  // Of a period that goes on, the days that are over can be locked before its end.
  const [lockable] = openSpans(locks, from, isOver ? to : addDays(today, -1));
  const lockState = () => {
    if (isWhole) return t`Locked`;
    if (isLocked) return t`Not all of these days are locked.`;
    if (!isOver) return t`When the last of these days is over.`;
    return mayLock ? t`Not locked yet` : t`By a user who may lock periods.`;
  };
  const steps = [
    {
      step: 'fix',
      title: t`Fix`,
      isDone: counts.toFix === 0,
      state:
        counts.toFix === 0 ? t`Nothing to fix.` : t`${plural(counts.toFix, { one: '# to fix', other: '# to fix' })}`,
      content: () => (
        <>
          {counts.onLockedDays > 0 && (
            <Text size="sm" c="dimmed">
              <Plural value={counts.onLockedDays} one="# on locked days" other="# on locked days" />
            </Text>
          )}
          {parts.exceptions('fix')}
        </>
      ),
    },
    {
      step: 'decide',
      title: t`Decide`,
      isDone: counts.toDecide === 0,
      state:
        counts.toDecide === 0
          ? t`Nothing to decide.`
          : t`${plural(counts.toDecide, { one: '# to decide', other: '# to decide' })}`,
      content: () => (
        <>
          {counts.absencesLeft > 0 && (
            <Text size="sm" c="dimmed">
              <Plural
                value={counts.absencesLeft}
                one="# absence stays without a reason."
                other="# absences stay without a reason."
              />
            </Text>
          )}
          {parts.exceptions('decide')}
        </>
      ),
    },
    {
      step: 'lock',
      title: t`Lock`,
      isDone: isWhole,
      state: lockState(),
      content: () => (
        <>
          {locks.map((lock) => (
            <StandingLock key={lock._id} lock={lock} timeZone={timeZone} />
          ))}
          {!lockable && locks.length === 0 && <Text size="sm">{t`Days that are over can be locked here.`}</Text>}
          {lockable && parts.unsettled}
          {mayLock && lockable && (
            // For other days the decision is another one, so its checkbox is reset.
            <Locking
              key={`${lockable.from} ${lockable.to}`}
              {...lockable}
              accountId={accountId}
              isWhole={isOver && open.length === 1}
            />
          )}
        </>
      ),
    },
    {
      step: 'hand-over',
      title: t`Hand over`,
      isDone: false,
      state: isLocked
        ? t`The locked days stay as they are.`
        : t`After the lock, so that what payroll takes stays as it is.`,
      content: () =>
        !isLocked ? (
          <Text size="sm">{t`The lines for payroll come here.`}</Text>
        ) : parts.handOver ? (
          locks.map((lock) => <Fragment key={lock._id}>{parts.handOver?.(lock)}</Fragment>)
        ) : (
          <Text size="sm">{t`The days are locked: export the report.`}</Text>
        ),
    },
  ] as const;
  const shown = openStep ?? steps.find(({ isDone }) => !isDone)?.step;
  const head = useFocusAfter(locks.map(({ _id }) => _id).join());
  const last = useRef(shown);
  // The step above that closes takes its list away: the heading that was pressed may be out of view.
  useLayoutEffect(() => {
    if (last.current !== shown) head.current?.scrollIntoView({ block: 'nearest' });
    last.current = shown;
  }, [shown]);
  return (
    <ol className={classes.steps} aria-label={t`Close the period`}>
      {steps.map(({ step, content, ...words }, nth) => (
        <Step
          key={step}
          number={nth + 1}
          {...words}
          isOpen={step === shown}
          headRef={step === shown ? head : undefined}
          onOpen={() => onOpen(step)}
        >
          {content()}
        </Step>
      ))}
    </ol>
  );
}

/** Gives an element the focus when something has changed, if what had the focus has gone with it. */
function useFocusAfter(change: string) {
  const element = useRef<HTMLButtonElement>(null);
  const last = useRef(change);
  useEffect(() => {
    if (last.current === change) return;
    last.current = change;
    // After a dialog that has closed gave it to the page.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement?.id === 'main') element.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [change]);
  return element;
}

type StepProps = {
  number: number;
  title: string;
  isDone: boolean;
  /** The rest of its work, in words. */
  state: string;
  isOpen: boolean;
  headRef: Ref<HTMLButtonElement> | undefined;
  onOpen: () => void;
  children: ReactNode;
};
/** A step: its number or, once it is done, a mark; what is left; and its content below while it is the open one. */
function Step({ number, title, isDone, state, isOpen, headRef, onOpen, children }: StepProps) {
  const { t } = useLingui();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.step}>
      <section aria-label={title}>
        <h2 className={classes.heading}>
          <UnstyledButton
            ref={headRef}
            className={classes.head}
            aria-expanded={isOpen}
            aria-disabled={isOpen}
            onClick={onOpen}
          >
            <span className={classes.mark} data-done={isDone || undefined}>
              {isDone ? <IconCheck size={18} role="img" aria-label={t`done`} /> : number}
            </span>
            {/* Between the words of the button's name. */} <span className={classes.title}>{title}</span>{' '}
            <span className={classes.state}>{state}</span>
            <Chevron size={18} aria-hidden />
          </UnstyledButton>
        </h2>
        {isOpen && (
          <Stack gap="sm" className={classes.content}>
            {children}
          </Stack>
        )}
      </section>
    </li>
  );
}
