import { breakTableText } from '#contract/masterData/hoursRules.ts';
import { joined, type Message, msg, words } from '#contract/platform/words.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';

/** Returns an hours rule as a sentence for 'Why?' (docs/reference/paid-hours.md). */
export function ruleInWords(rule: HoursRule): Message {
  const parts = [
    ordinaryUpTo(rule),
    ...(rule.weeksLimitMinutes === null ? [] : [inWeeks(rule, rule.weeksLimitMinutes)]),
    rounding(rule),
    rule.earlyCounts ? words('time before the shift counts') : words('time before the shift does not count'),
    rule.breakTable.length > 0
      ? msg('breaks by hours worked: {table}', { table: breakTableText(rule.breakTable) })
      : msg('a break that was not clocked is taken off after {time} h of work', {
          time: hours(rule.breakAfterMinutes),
        }),
    rule.isWhole
      ? words('Sundays and holidays by the greater part of the shift')
      : words('Sundays and holidays cut at midnight'),
  ];
  const said = joined(parts, ', ');
  const { effectiveFrom: from } = rule;
  return from === null
    ? msg('Hours rule: {parts}.', { parts: said })
    : msg('Hours rule from {from}: {parts}.', { from, parts: said });
}

const inWeeks = ({ limitWeeks, limitWeeksFrom }: HoursRule, minutes: number) =>
  msg('up to {time} h in {weeks} weeks, the first of which began on {from}', {
    time: hours(minutes),
    weeks: limitWeeks,
    from: limitWeeksFrom,
  });

function rounding({ roundMinutes, roundsIntervals }: HoursRule): string | Message {
  if (roundMinutes === 0) return words('not rounded');
  return roundsIntervals
    ? msg('rounded to the nearest {minutes} minutes', { minutes: roundMinutes })
    : msg('first IN and last OUT rounded to the nearest {minutes} minutes', { minutes: roundMinutes });
}

function ordinaryUpTo({ dayLimitMinutes, weekLimitMinutes }: HoursRule): string | Message {
  const day = dayLimitMinutes === null ? null : hours(dayLimitMinutes);
  const week = weekLimitMinutes === null ? null : hours(weekLimitMinutes);
  if (day !== null && week !== null) return msg('ordinary time up to {day} h a day and {week} h a week', { day, week });
  if (day !== null) return msg('ordinary time up to {day} h a day', { day });
  return week === null ? words('no limit of ordinary time') : msg('ordinary time up to {week} h a week', { week });
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
