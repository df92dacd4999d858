import { msg, select, t } from '@lingui/core/macro';
import { type LimitFinding, limitMessage, passMessage } from '#contract/figures/hourLimits.ts';
import type { OwnDay } from '#contract/figures/ownDays.ts';
import type { DayChange, PersonDay, PersonTrend } from '#contract/figures/people.ts';
import { effectOf } from '../../../lib/effects.ts';
import { hours, units } from '../../../lib/figures.ts';
import { flagWords } from '../../../lib/flagWords.ts';
import { lookupName } from '../../../lib/lookups.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel, timeOf } from '../../../lib/zoned.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { cellOf } from './cells.ts';
import { paidColumns, paidOf } from './paid.ts';
import classes from './people.module.css';
import { WhyLink } from './WhyLink.tsx';

export type Attendance = NonNullable<PersonDay['attendance']>;
const changeWords = ({ kind, ...effect }: DayChange) => {
  const { was, is } = effectOf(effect);
  const what = is ?? was ?? '';
  if (kind === 'changed') return t`${was ?? ''}, now ${is ?? ''}`;
  if (kind === 'added') return t`${what} added`;
  return kind === 'voided' ? t`${what} voided` : is;
};
/** The employee's word on the day (docs/reference/privacy.md#their-own-day). */
const OWN_DAY_WORDS = {
  agreed: msg`Agreed`,
  changed: msg`Changed after they agreed`,
  other: msg`Agreed to other figures`,
};
const DISPUTED = {
  hours: msg`Disputed: not my hours`,
  pieces: msg`Disputed: pieces missing`,
  product: msg`Disputed: wrong product`,
  other: msg`Disputed: other`,
};
const ownDayWords = ({ state, wrong }: OwnDay) =>
  t(state === 'disputed' ? DISPUTED[wrong ?? 'other'] : OWN_DAY_WORDS[state]);
/** Returns the doubts about a day, and what was corrected or excused; for paper the employee's answer too, and without the times that have a column of their own. */
export const notesOf = ({ attendance, changes, ownDay }: PersonDay, isPaper = false) =>
  [
    isPaper && ownDay && ownDayWords(ownDay),
    ...(attendance?.flags ?? []).map(flagWords),
    // A record that was reassigned is listed as a change of the other employee.
    attendance?.corrected && changes.length === 0 && t`corrected`,
    !isPaper &&
      attendance?.paid &&
      attendance.paid.earlyMs > 0 &&
      t`${hours(attendance.paid.earlyMs)} before the shift`,
    ...changes.map(changeWords),
  ]
    .filter(Boolean)
    .join('; ');
const at = (title: string, key: 'timeIn' | 'timeOut', timeZone: string): Column<PersonDay> => ({
  key,
  title,
  value: ({ attendance }) => {
    const instant = attendance?.[key];
    return instant ? timeOf(instant, timeZone) : null;
  },
});
const time = (key: string, title: string, of: (attendance: Attendance) => number): Column<PersonDay> => {
  const text = ({ attendance }: PersonDay) => (attendance && of(attendance) > 0 ? hours(of(attendance)) : '');
  return { key, title, number: true, value: ({ attendance }) => attendance && of(attendance), show: text, text };
};

/** Returns a column for each class of paid hours that the days have; none without an hours rule. */
const paidTimes = (days: readonly PersonDay[]) => {
  const paid = paidOf(days);
  return paid.length === 0
    ? []
    : paidColumns(paid).map(({ key, title }) => time(key, title, (attendance) => attendance.paid?.[key] ?? 0));
};

/** Returns 'Hours a day 12:01 of 12:00, broken at 18:10'. */
const limitState = (one: LimitFinding, timeZone: string) => {
  const limit = translated(limitMessage(one));
  if (one.state === 'broken' && one.at) return t`${limit}, broken at ${timeOf(one.at, timeZone)}`;
  return t`${select(one.state, {
    kept: `${limit}, kept`,
    near: `${limit}, near`,
    broken: `${limit}, broken`,
    other: `${limit}, cannot be said`,
  })}`;
};

/** Returns how a day keeps the limits of hours, those that it keeps left out, and what a person at work would pass; null without limits. */
const limitsOf = ({ attendance }: PersonDay, timeZone: string): string | null => {
  const { limits = [], passes } = attendance ?? {};
  const messages = limits
    // Of work that goes on nothing is certain yet but what is broken.
    .filter(({ state }) => state !== 'kept' && !(attendance?.onSite && state === 'unknown'))
    .map((one) => limitState(one, timeZone));
  const live = passes ? [translated(passMessage(passes, timeOf(passes.at, timeZone)))] : [];
  return [...live, ...messages].join('; ') || (limits.length > 0 ? t`kept` : null);
};

/** Returns the units of a day by lookup; null where there are none. */
const pieceworkOf = ({ piecework }: PersonDay) =>
  piecework?.lines
    .map(({ lookup1Code, lookup1Description, lookup2Code, lookup2Description, units: sum }) => {
      const product = lookupName(lookup1Code, lookup1Description);
      const block = lookupName(lookup2Code, lookup2Description);
      return `${product}, ${block}: ${units(sum)}`;
    })
    .join('; ') || null;

/** Returns the columns of a person's days: those of attendance and of piecework where the user may see them. */
export const dayColumns = ({ employee, timeZone, days, sums }: PersonTrend): readonly Column<PersonDay>[] => [
  {
    key: 'date',
    title: t`Day`,
    value: ({ date }) => date,
    show: ({ date }) =>
      // Without attendance there is nothing to explain.
      sums.clockedMs === null ? (
        dayLabel(date)
      ) : (
        <WhyLink
          employeeId={employee._id}
          date={date}
          size="sm"
          className={classes.when}
          aria-label={t`${dayLabel(date)}, Why?`}
        >
          {dayLabel(date)}
        </WhyLink>
      ),
  },
  // Beside the day: in sight on a narrow screen too.
  ...(days.some(({ ownDay }) => ownDay)
    ? [
        {
          key: 'ownDay',
          title: t`Agreement`,
          value: ({ ownDay }: PersonDay) => (ownDay ? ownDayWords(ownDay) : null),
        },
      ]
    : []),
  ...(days.some(({ attendance }) => attendance)
    ? [
        {
          key: 'status',
          title: t`Status`,
          value: ({ cell }: PersonDay) => (cell ? cellOf(cell).words : null),
        },
        at(t`In`, 'timeIn', timeZone),
        at(t`Out`, 'timeOut', timeZone),
        time('late', t({ message: 'Late', context: 'time' }), ({ lateMs }) => lateMs),
        time('breaks', t`Irregular Breaks`, ({ irregularMs }) => irregularMs),
        time('clocked', t`Clocked`, ({ clockedMs }) => clockedMs),
        ...paidTimes(days),
      ]
    : []),
  ...(days.some(({ piecework }) => piecework)
    ? [
        {
          key: 'units',
          title: t`Units`,
          number: true,
          value: ({ piecework }: PersonDay) => piecework && Number(piecework.units),
          text: ({ piecework }: PersonDay) => String(piecework?.units ?? ''),
          show: ({ piecework }: PersonDay) => (piecework?.units ? units(piecework.units) : ''),
        },
        {
          key: 'piecework',
          title: t`Piecework`,
          value: pieceworkOf,
          show: (day: PersonDay) => <div className={classes.lines}>{pieceworkOf(day)}</div>,
        },
      ]
    : []),
  ...(days.some((day) => limitsOf(day, timeZone) !== null)
    ? [{ key: 'limits', title: t`Limits`, value: (day: PersonDay) => limitsOf(day, timeZone) }]
    : []),
  ...(days.some((day) => notesOf(day) !== '')
    ? [
        {
          key: 'notes',
          title: t`Notes`,
          value: (day: PersonDay) => notesOf(day),
        },
      ]
    : []),
];
