import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import type { PersonDay } from '#contract/figures/people.ts';
import { hours } from '../../../lib/figures.ts';
import { inLanguage } from '../../../lib/language.ts';
import { labelled, listed } from '../../../lib/lists.ts';
import { addDays, longDay, weekdayName } from '../../../lib/zoned.ts';
import { cellOf } from './cells.ts';
import classes from './people.module.css';
import { WhyLink } from './WhyLink.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const monthName = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  'en-GB',
);

/** Returns the weeks of a month, Monday first: local dates, null outside the month. */
function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const start = addDays(first, -((new Date(first).getUTCDay() + 6) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    WEEKDAYS.map((_, day) => {
      const date = addDays(start, week * 7 + day);
      return date.startsWith(month) ? date : null;
    }),
  ).filter((week) => week.some((date) => date !== null));
}

/** The months of a person's days, newest first: each day shows its letter, its shape and the hours clocked, and links to 'Why?'. */
export function DaysCalendar({ days, employeeId }: { days: readonly PersonDay[]; employeeId: string }) {
  const known = new Map(days.map((day) => [day.date, day]));
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))];
  return (
    <div className={classes.months}>
      {months.map((month) => (
        <table key={month} className={classes.month}>
          <caption>{monthName().format(Date.parse(`${month}-01`))}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((day) => (
                <th key={day} scope="col">
                  {weekdayName(day, 'short')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find((date) => date !== null)}>
                {week.map((date, nth) => {
                  const day = date === null ? undefined : known.get(date);
                  return (
                    <td key={WEEKDAYS[nth]}>
                      {day ? (
                        <Day day={day} employeeId={employeeId} />
                      ) : (
                        <span className={classes.outside}>{date && Number(date.slice(8))}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Day({ day: { date, cell, attendance }, employeeId }: { day: PersonDay; employeeId: string }) {
  const { t } = useLingui();
  const { letter, text, marks, words } = cellOf(cell ?? '-');
  const clocked = attendance && attendance.clockedMs > 0 ? hours(attendance.clockedMs) : '';
  return (
    <WhyLink employeeId={employeeId} date={date} underline="never" className={classes.day} data-letter={letter}>
      <VisuallyHidden>
        {labelled(longDay(date), listed(clocked ? [words, t`${clocked} clocked`] : [words]))}
      </VisuallyHidden>
      <small aria-hidden>{Number(date.slice(8))}</small>
      <span aria-hidden data-marks={marks}>
        {text}
      </span>
      <small aria-hidden>{clocked}</small>
    </WhyLink>
  );
}
