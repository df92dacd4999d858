import type { ShiftDay } from '#contract/office/setupLists.ts';
import { msg, words } from '#contract/platform/words.ts';
import { findStandardTimes, type OwnedStandardTime } from '../../masterData/calendar.sql.ts';
import { setStandardTimes, standardTimeKey, type WantedTime } from '../../masterData/standardTimes.ts';
import { addDays } from '../../platform/zone.ts';
import { rememberCalendar, type SetupRun } from './run.ts';
import { dayOf, timeInForce } from './views.ts';
import { ownedElsewhere, type Results, refusedFor } from './words.ts';

/** Writes standard times through the functions of a payroll sync; those of a group whose hours a system owns are refused. */
export async function writeTimes(
  run: SetupRun,
  wanted: readonly (WantedTime & { groupName: string })[],
  deleted: readonly OwnedStandardTime[] = [],
): Promise<Results> {
  const results: Results = new Map();
  if (wanted.length + deleted.length === 0) return results;
  await rememberCalendar(run);
  const times = await setStandardTimes(
    run.scope,
    wanted.map(({ groupName: _name, ...time }) => time),
    deleted,
  );
  run.wrote ||= times.wrote;
  for (const { ref, groupName: name } of wanted) {
    const result = times.results.get(ref);
    if (result && 'outcome' in result) results.set(ref, { outcome: result.outcome, id: ref });
    else
      results.set(
        ref,
        result?.owner
          ? ownedElsewhere(run, result.owner, (owner) =>
              msg('{owner} owns the shifts of {name}: change it there.', { owner, name }),
            )
          : refusedFor(result?.refused ?? words('Not taken')),
      );
  }
  return results;
}

/**
 * Returns the standard times that give a time group's weekdays the wanted hours from a date on: only those that differ from what is in force then. A
 * rest day where there was never a shift needs none.
 */
export async function timesOfWeek(
  { scope }: SetupRun,
  timeGroupId: string,
  { from, days }: { from: string | null; days: readonly ShiftDay[] },
): Promise<WantedTime[]> {
  const own = (await findStandardTimes(scope.tx, scope.accountId)).filter((time) => time.timeGroupId === timeGroupId);
  return days.flatMap(({ weekday, ...hours }) => {
    const inForce = dayOf(timeInForce(own, weekday, from));
    const isNone = hours.isRest && (!inForce || inForce.isRest);
    if (isNone || (inForce && JSON.stringify({ weekday, ...hours }) === JSON.stringify(inForce))) return [];
    return [
      {
        ref: String(weekday),
        timeGroupId,
        weekday,
        effectiveFrom: from,
        hours: hours.isRest ? { isRest: true, ...REST } : hours,
      },
    ];
  });
}

type Rotation = { from: string; until: string; weeks: readonly string[] };
/**
 * Returns the standard times that give a time group weeks that repeat, and those of its own within these dates that they replace. Each week is that of
 * a time group in `weeks` as of `from`, in turn; a weekday without hours is a rest day. A weekday whose hours stay from one week to the next has none.
 */
export function timesOfRotation(
  all: readonly OwnedStandardTime[],
  timeGroupId: string,
  { from, until, weeks }: Rotation,
): { wanted: WantedTime[]; replaced: OwnedStandardTime[] } {
  const of = (id: string) => all.filter((time) => time.timeGroupId === id);
  const own = of(timeGroupId);
  const hoursOn = (times: readonly OwnedStandardTime[], weekday: number, date = from) => {
    const day = dayOf(timeInForce(times, weekday, date));
    if (!day || day.isRest) return { isRest: true, ...REST };
    const { weekday: _weekday, ...hours } = day;
    return hours;
  };
  const pattern = weeks.map((id) => WEEK.map((weekday) => hoursOn(of(id), weekday)));
  const wanted: WantedTime[] = [];
  let former = WEEK.map((weekday) => hoursOn(own, weekday, addDays(from, -1)));
  for (let week = 0; ; week += 1) {
    const date = addDays(from, week * 7);
    if (date > until) break;
    const days = pattern[week % pattern.length] ?? [];
    for (const [index, hours] of days.entries())
      if (JSON.stringify(hours) !== JSON.stringify(former[index])) {
        const weekday = index + 1;
        wanted.push({ ref: `${date} ${weekday}`, timeGroupId, weekday, effectiveFrom: date, hours });
      }
    former = days;
  }
  const written = new Set(wanted.map(standardTimeKey));
  const replaced = own.filter(
    (time) =>
      time.effectiveFrom !== null &&
      time.effectiveFrom >= from &&
      time.effectiveFrom <= until &&
      !written.has(standardTimeKey(time)),
  );
  return { wanted, replaced };
}
const WEEK = [1, 2, 3, 4, 5, 6, 7];
/** The times that syncs store for a rest day (masterData/records.ts). */
const REST = { startTime: '00:00', endTime: '00:00' };
