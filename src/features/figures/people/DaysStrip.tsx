import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import type { PersonDay } from '#contract/figures/people.ts';
import { hours } from '../../../lib/figures.ts';
import { labelled, listed } from '../../../lib/lists.ts';
import { longDay, weekdayOf } from '../../../lib/zoned.ts';
import { cellOf } from './cells.ts';
import classes from './people.module.css';
import { WhyLink } from './WhyLink.tsx';

/** A person's days in a strip, oldest first: each shows its letter and shape, and links to 'Why?'. */
export const DaysStrip = ({ days, employeeId }: { days: readonly PersonDay[]; employeeId: string }) => (
  <ol className={classes.strip}>
    {days.toReversed().map((day) => (
      <li key={day.date}>
        <Day day={day} employeeId={employeeId} />
      </li>
    ))}
  </ol>
);

function Day({ day: { date, cell, attendance }, employeeId }: { day: PersonDay; employeeId: string }) {
  const { letter, text, marks, words } = cellOf(cell ?? '-');
  const clocked = attendance && attendance.clockedMs > 0 ? [t`${hours(attendance.clockedMs)} clocked`] : [];
  return (
    <WhyLink employeeId={employeeId} date={date} underline="never" className={classes.day} data-letter={letter}>
      <VisuallyHidden>{labelled(longDay(date), listed([words, ...clocked]))}</VisuallyHidden>
      <small aria-hidden>{weekdayOf(date, 'narrow')}</small>
      <small aria-hidden>{Number(date.slice(8))}</small>
      <span aria-hidden data-marks={marks}>
        {text}
      </span>
    </WhyLink>
  );
}
