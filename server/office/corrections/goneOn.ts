import type { Calendar } from '../../attendance/calendar.ts';
import type { Corrected } from '../../attendance/corrected.ts';
import { spentTogether } from '../../attendance/piecework.ts';
import { common } from '../../figures/pay/spans.ts';
import { MOST_DAYS_OF_ENTRY } from '../../figures/stats/day.sql.ts';
import { addDays, dayBounds, type LocalDate } from '../../platform/zone.ts';

type Work = Corrected['piecework'];
/** Returns the days on which entries of the days before them take other time than they did (docs/reference/pay.md#hourly-pay). */
export function daysTakenOtherwise(
  { before, piecework }: Pick<Corrected, 'before' | 'piecework'>,
  { zone, hoursRules, presentRulesFrom }: Calendar,
): LocalDate[] {
  // Without hours rules no time is paid.
  if (hoursRules.length === 0) return [];
  const goingOn = (all: Work) =>
    all.filter(
      ({ day, spans }) => (spentTogether([{ spans, plainMs: 0 }]).spans.at(-1)?.end ?? 0) > dayBounds(zone, day).end,
    );
  const [was, is] = [goingOn(before.piecework), goingOn(piecework)];
  const takenOn = (all: Work, date: LocalDate) => {
    const earlier = all.filter(({ day }) => day < date && day >= addDays(date, -MOST_DAYS_OF_ENTRY));
    // The work of the date may go on in the night after it.
    const span = { start: dayBounds(zone, date).start, end: dayBounds(zone, addDays(date, 1)).end };
    return JSON.stringify(
      spentTogether(earlier)
        .spans.map((one) => common(one, span))
        .filter(({ start, end }) => end > start),
    );
  };
  const reached = [...was, ...is].flatMap(({ day }) =>
    Array.from({ length: MOST_DAYS_OF_ENTRY }, (_, nth) => addDays(day, nth + 1)),
  );
  return [...new Set(reached)].filter(
    // Days that were locked by earlier rules leave out what goes on.
    (date) => (presentRulesFrom === null || date >= presentRulesFrom) && takenOn(was, date) !== takenOn(is, date),
  );
}
