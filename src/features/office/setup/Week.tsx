import { useLingui } from '@lingui/react/macro';
import { Group, UnstyledButton } from '@mantine/core';
import type { ShiftDay } from '#contract/office/setupLists.ts';
import { listed } from '../../../lib/lists.ts';
import { weekdayName } from '../../../lib/zoned.ts';
import { type Bar, barsOf, hoursInWords, WEEKDAYS } from './shifts.ts';
import classes from './week.module.css';

type Props = {
  days: readonly ShiftDay[];
  /** Absent where a payroll system owns the hours. */
  onOpen: ((weekday: number) => void) | undefined;
};
const DAY = 24 * 60;
const AXIS = ['00', '06', '12', '18', '24'];
const percent = (minutes: number) => `${(minutes / DAY) * 100}%`;

/** The week of a time group: a row per weekday with its hours as a bar, breaks hatched; a night shift continues in the next row. */
export function Week({ days, onOpen }: Props) {
  const { t } = useLingui();
  const bars = barsOf(days);
  return (
    <ul className={classes.week}>
      <li className={classes.day} style={{ minHeight: 0 }} aria-hidden>
        <span />
        <Group className={classes.track} justify="space-between" fz="xs" c="dimmed" bg="none" bd={0}>
          {AXIS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Group>
      </li>
      {WEEKDAYS.map((weekday) => {
        const day = days.find((one) => one.weekday === weekday);
        const breaks = day?.isRest ? [] : (day?.breaks ?? []);
        const row = (
          <>
            <span className={classes.name}>{weekdayName(weekday)}</span>
            <span className={classes.track} aria-hidden>
              {bars
                .filter((bar) => bar.weekday === weekday)
                .map((bar) => (
                  <BarPart key={`${bar.start} ${bar.isBreak}`} bar={bar} />
                ))}
            </span>
            <span className={classes.hours}>{hoursInWords(day)}</span>
            {breaks.length > 0 && (
              <span className={classes.spoken}>
                {t`, breaks ${listed(breaks.map(({ startTime, endTime }) => t`${startTime} to ${endTime}`))}`}
              </span>
            )}
          </>
        );
        return (
          <li key={weekday}>
            {onOpen ? (
              <UnstyledButton className={classes.day} aria-haspopup="dialog" onClick={() => onOpen(weekday)}>
                {row}
              </UnstyledButton>
            ) : (
              <div className={classes.day}>{row}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const BarPart = ({ bar }: { bar: Bar }) => (
  <span
    className={classes.bar}
    data-break={bar.isBreak || undefined}
    data-continued={bar.isContinued || undefined}
    style={{ insetInlineStart: percent(bar.start), width: percent(bar.end - bar.start) }}
  />
);
