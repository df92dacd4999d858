import { ActionIcon, Popover, Skeleton, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { dayLabel } from '../../lib/zoned.ts';
import classes from './dashboard.module.css';
import { useClock } from './useToday.ts';

const Calendar = lazy(() => import('./Calendar.tsx'));

type Props = {
  referenceDate: string;
  today: string;
  timeZone: string;
  /** A date within the retention; null (cleared) is today. */
  onPick: (date: string | null) => void;
};

/** The day on show, with a clock; opens the picker. Clearing it goes back to today. */
export function DateControl({ referenceDate, today, timeZone, onPick }: Props) {
  const [open, picker] = useDisclosure();
  const clock = useClock(timeZone);
  const past = referenceDate !== today;
  const pick = (date: string | null) => {
    picker.close();
    onPick(date);
  };
  return (
    <div className={classes.date}>
      <Popover opened={open} onChange={picker.toggle} position="bottom-end" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <UnstyledButton
            className={classes.dateButton}
            onClick={picker.toggle}
            aria-haspopup="dialog"
            aria-expanded={open}
            data-past={past || undefined}
          >
            <IconCalendar size={20} aria-hidden />
            <span className={classes.dateText}>
              <span className={classes.visuallyHidden}>Reference date </span>
              {dayLabel(referenceDate)}
            </span>
            <span className={classes.clock}>
              {past && 'now '}
              {clock}
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Reference date">
          <Suspense fallback={<Skeleton w={252} h={300} />}>
            {open && <Calendar value={referenceDate} today={today} onPick={pick} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {past && (
        <Tooltip label="Back to today">
          <ActionIcon
            variant="subtle"
            c="dimmed"
            size={44}
            aria-label="Clear reference date"
            onClick={() => pick(null)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
