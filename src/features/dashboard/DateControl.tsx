import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import { addDays, dayLabel } from '../../lib/zoned.ts';
import { hint } from '../../ui/hint.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingMenu } from '../../ui/Missing.tsx';
import { OnPress } from '../../ui/OnPress.tsx';
import classes from './dashboard.module.css';
import { useClock } from './useToday.ts';

const DatePopover = lazyWithRetry(() => import('./DatePopover.tsx'), MissingMenu);

type Props = {
  referenceDate: string;
  today: string;
  timeZone: string;
  /** Called with a date within the retention; null (cleared) is today. */
  onPick: (date: string | null) => void;
};

/** The shown day with a clock; opens the picker. The days before and after are one press away; clearing returns to today. */
export function DateControl({ referenceDate, today, timeZone, onPick }: Props) {
  const clock = useClock(timeZone);
  const past = referenceDate !== today;
  const date = useRef<HTMLButtonElement>(null);
  const button = (
    <UnstyledButton ref={date} className={classes.dateButton} data-past={past || undefined}>
      <IconCalendar size={20} aria-hidden />
      <span className={classes.dateText}>
        <VisuallyHidden component="span">Reference date </VisuallyHidden>
        {dayLabel(referenceDate)}
      </span>
      <span className={classes.clock}>
        {past && 'now '}
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
        aria-label="Previous day"
        {...hint('Previous day')}
        disabled={referenceDate <= addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)}
        onClick={() => onPick(addDays(referenceDate, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <OnPress button={button} opens="dialog">
        {(pressed) => <DatePopover button={pressed} value={referenceDate} today={today} onPick={onPick} />}
      </OnPress>
      <ActionIcon
        variant="subtle"
        c="dimmed"
        size={44}
        aria-label="Next day"
        {...hint('Next day')}
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
          aria-label="Clear reference date"
          {...hint('Back to today')}
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
