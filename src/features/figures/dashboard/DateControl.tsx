import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Popover, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { addDays, dayLabel } from '../../../lib/zoned.ts';
import { hint } from '../../../ui/hint.ts';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import classes from './dashboard.module.css';
import { useClock } from './useToday.ts';

/** Loaded when it is first opened: the calendar's library is large. */
const Calendar = lazyWithRetry(() => import('./Calendar.tsx'), MissingNote);

type Props = {
  referenceDate: string;
  today: string;
  timeZone: string;
  /** Called with a date within the retention; null (cleared) is today. */
  onPick: (date: string | null) => void;
};

/** The shown day with a clock; opens the picker. The days before and after are one press away; clearing returns to today. */
export function DateControl({ referenceDate, today, timeZone, onPick }: Props) {
  const { t } = useLingui();
  const clock = useClock(timeZone);
  const past = referenceDate !== today;
  const date = useRef<HTMLButtonElement>(null);
  const [opened, picker] = useDisclosure();
  const pick = (picked: string | null) => {
    picker.close();
    onPick(picked);
  };
  const button = (
    <UnstyledButton ref={date} className={classes.dateButton} data-past={past || undefined} onClick={picker.toggle}>
      <IconCalendar size={20} aria-hidden />
      <span className={classes.dateText}>
        <VisuallyHidden component="span">
          <Trans>Reference date </Trans>
        </VisuallyHidden>
        {dayLabel(referenceDate)}
      </span>
      <span className={classes.clock}>
        {past && t`now `}
        {clock}
      </span>
    </UnstyledButton>
  );
  return (
    <div className={classes.date}>
      <ActionIcon
        variant="subtle"
        c="dimmed"
        size={44}
        aria-label={t`Previous day`}
        {...hint(t`Previous day`)}
        disabled={referenceDate <= addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)}
        onClick={() => onPick(addDays(referenceDate, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Popover
        opened={opened}
        onChange={(open) => !open && picker.close()}
        position="bottom-end"
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown aria-label={t`Reference date`}>
          {opened && (
            <Suspense fallback={<Skeleton w={252} h={300} />}>
              <Calendar value={referenceDate} today={today} onPick={pick} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="subtle"
        c="dimmed"
        size={44}
        aria-label={t`Next day`}
        {...hint(t`Next day`)}
        disabled={!past}
        onClick={() => onPick(addDays(referenceDate, 1))}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
      {past && (
        <ActionIcon
          variant="subtle"
          c="dimmed"
          size={44}
          aria-label={t`Clear reference date`}
          {...hint(t`Back to today`)}
          onClick={() => {
            // It goes away with the day: the focus goes to the date.
            date.current?.focus();
            onPick(null);
          }}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
