import { daysBetween } from '#contract/platform/common.ts';
import { countsOn } from '../../attendance/activity.ts';
import { isBeforeEvidence, judgeBucket } from '../../attendance/bucket.ts';
import { type Calendar, expectation } from '../../attendance/calendar.ts';
import { datedGroups, timeGroupOn } from '../../attendance/timeGroups.ts';
import { selectAccountState, selectQuarantined } from '../../figures/stats/day.sql.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { readDayModel } from '../../figures/stats/loadDay.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, cutToMinute, dayBounds, HOUR, type LocalDate, localDateOf } from '../../platform/zone.ts';
import type { Known } from './exceptions.sql.ts';

type Given = {
  calendar: Calendar;
  /** In order. */
  days: readonly LocalDate[];
  now: Date;
  people: readonly Known[];
  excuses: readonly { employeeId: string; judgement: string; from: LocalDate; to: LocalDate }[];
  /** Models of days that exist already, equal to what this transaction would read. */
  models: ReadonlyMap<LocalDate, DayModel>;
};
/** Tells whether an employee is in the counts of a day (docs/reference/attendance.md#who-counts). */
export const isCounted = (one: Known, day: LocalDate) =>
  countsOn(one.activity, day, one.knownFrom === null || one.knownFrom <= day) &&
  (one.deletedOn === null || one.deletedOn > day);

/** Tells whether an employee who does not count on a day begins to count after it. */
export const isBeforeStart = ({ activity, deletedOn }: Known, day: LocalDate) =>
  activity.some(({ isActive }) => isActive) &&
  activity.every(({ from, isActive }) => isActive || (from !== null && from > day)) &&
  (deletedOn === null || deletedOn > day);

/** Tells whether the bits of `Known` contain a day; `place` counts from the first of the days asked for. */
export const hasDay = (days: number | null, place: number) => days !== null && ((days >>> place) & 1) === 1;

type Absence = { one: Known; day: LocalDate };

/**
 * Returns the absences of some days that are final and not excused, as the dashboard shows them. Settled days (rule 8, 24 h after E + post) need no
 * evidence from devices and are judged for everybody at once; for the newest days the dashboard's model is asked.
 */
export async function createAbsences(
  tx: Db,
  accountId: string,
  { calendar, days, now, people, excuses, models }: Given,
) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error('Absences are of some day');
  const excused = Map.groupBy(
    excuses.filter(({ judgement }) => judgement === 'absence'),
    ({ employeeId }) => employeeId,
  );
  const isExcused = ({ employeeId }: Known, day: LocalDate) =>
    excused.get(employeeId)?.some(({ from, to }) => day >= from && day <= to) ?? false;

  const state = await selectAccountState(tx, accountId, now);
  const firstEvidence = state?.firstEvidence ? Date.parse(state.firstEvidence) : null;
  const [start, end] = [
    dayBounds(calendar.zone, addDays(first, -1)).start,
    dayBounds(calendar.zone, addDays(last, 2)).end,
  ];
  /** The instants of the punches that wait, of each employee: read once, because each day asks for them. */
  const waiting = new Map<string, number[]>();
  for (const punch of await selectQuarantined(tx, accountId, new Date(start), new Date(end))) {
    const instants = waiting.get(punch.employeeId) ?? [];
    instants.push(Date.parse(punch.at));
    waiting.set(punch.employeeId, instants);
  }
  const groups = [
    ...new Set(people.flatMap((one) => [null, ...datedGroups(one).map(({ timeGroupId }) => timeGroupId)])),
  ];
  const at = now.getTime();
  const today = localDateOf(calendar.zone, at);

  const absent: Absence[] = [];
  /** The instant until which a day's absences cannot change through time alone. */
  const validUntil = new Map<LocalDate, number>();
  for (const day of days) {
    const expectations = new Map(groups.map((group) => [group, expectation(calendar, group, day)]));
    const expected = [...expectations.values()].filter((one) => one !== null);
    const unsettled = expected.map(({ windowEnd }) => windowEnd + 24 * HOUR).filter((settled) => at < settled);
    const goesOn = day >= today || expected.some(({ windowEnd }) => at < windowEnd);
    validUntil.set(day, goesOn ? at : Math.min(...unsettled));
    const place = daysBetween(first, day);
    if (unsettled.length > 0) {
      // Before the end of a shift none of its absences is final.
      if (expected.every((one) => cutToMinute(at) < one.end)) continue;
      const unpunched = new Map(
        people.filter((one) => !hasDay(one.punched, place)).map((one) => [one.employeeId, one]),
      );
      if (unpunched.size === 0) continue;
      const reading = { employeeIds: [...unpunched.keys()] };
      const model = models.get(day) ?? (await readDayModel(tx, accountId, day, now, reading));
      for (const person of model.people) {
        const one = unpunched.get(person.employee._id);
        if (one && person.status === 'absent' && !person.provisional) absent.push({ one, day });
      }
      continue;
    }
    for (const one of people) {
      const group = timeGroupOn(one, day);
      const own = expectations.get(group);
      if (!own || hasDay(one.punched, place) || !isCounted(one, day) || isExcused(one, day)) continue;
      const from = calendar.shiftOn(group, day)?.windowStart ?? own.start;
      const quarantined =
        waiting.get(one.employeeId)?.some((instant) => instant >= from && instant <= own.windowEnd) ?? false;
      const beforeEvidence = isBeforeEvidence(calendar, day, own, firstEvidence);
      const situation = { punched: false, worked: false, expected: own, silent: false, quarantined, beforeEvidence };
      const moment = { asOf: own.windowEnd, now: at };
      const judged = judgeBucket({ ...situation, untimed: !calendar.hasStandardTimes }, moment);
      if (judged.status === 'absent' && !judged.provisional) absent.push({ one, day });
    }
  }
  return { absent, validUntil };
}
