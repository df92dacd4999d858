import { countsOn } from '../attendance/activity.ts';
import { judgeBucket } from '../attendance/bucket.ts';
import { type Calendar, expectation } from '../attendance/calendar.ts';
import { datedGroups, timeGroupOn } from '../attendance/timeGroups.ts';
import { addDays, dayBounds, HOUR, type LocalDate, localDateOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { selectAccountState, selectQuarantined } from '../stats/day.sql.ts';
import { readDayModel } from '../stats/loadDay.ts';
import type { Days, Known } from './exceptions.sql.ts';

type Given = {
  calendar: Calendar;
  days: Days;
  now: Date;
  people: readonly Known[];
  excuses: readonly { employeeId: string; judgement: string; from: LocalDate; to: LocalDate }[];
};
type Absence = { one: Known; day: LocalDate };

/**
 * The absences of some days that are final and not excused, as the dashboard's model of each day has them: settled days (rule 8, 24 h after
 * E + post) need no evidence of devices and are judged from everybody's days at once; of the newest ones the model itself is asked.
 */
export async function createAbsences(tx: Db, accountId: string, { calendar, days, now, people, excuses }: Given) {
  const punched = new Map(
    people.map((one) => [one.employeeId, new Set(one.punched ? one.punched.split(' ').map(Number) : [])]),
  );
  const offsets = new Map<LocalDate, number>();
  for (let day = days.from, i = 0; day <= days.to; day = addDays(day, 1), i++) offsets.set(day, i);
  const isPunched = (one: Known, day: LocalDate) => punched.get(one.employeeId)?.has(offsets.get(day) ?? -1) ?? false;
  const counts = (one: Known, day: LocalDate) =>
    countsOn(one.activity, day, one.knownFrom === null || one.knownFrom <= day) &&
    (one.deletedOn === null || one.deletedOn > day);
  const excused = Map.groupBy(
    excuses.filter(({ judgement }) => judgement === 'absence'),
    ({ employeeId }) => employeeId,
  );
  const isExcused = ({ employeeId }: Known, day: LocalDate) =>
    excused.get(employeeId)?.some(({ from, to }) => day >= from && day <= to) ?? false;

  const state = await selectAccountState(tx, accountId, now);
  const firstEvidence = state?.firstEvidence ? localDateOf(calendar.zone, Date.parse(state.firstEvidence)) : null;
  const [start, end] = [
    dayBounds(calendar.zone, addDays(days.from, -1)).start,
    dayBounds(calendar.zone, addDays(days.to, 2)).end,
  ];
  const waiting = Map.groupBy(
    await selectQuarantined(tx, accountId, new Date(start), new Date(end)),
    ({ employeeId }) => employeeId,
  );
  const groups = [
    ...new Set(people.flatMap((one) => [null, ...datedGroups(one).map(({ timeGroupId }) => timeGroupId)])),
  ];

  const absent: Absence[] = [];
  for (const day of offsets.keys()) {
    const expectations = new Map(groups.map((group) => [group, expectation(calendar, group, day)]));
    const isSettled = [...expectations.values()].every((one) => !one || now.getTime() >= one.windowEnd + 24 * HOUR);
    if (!isSettled) {
      const byId = new Map(people.map((one) => [one.employeeId, one]));
      for (const person of (await readDayModel(tx, accountId, day, now)).people) {
        const one = byId.get(person.employee._id);
        if (one && person.status === 'absent' && !person.provisional) absent.push({ one, day });
      }
      continue;
    }
    const beforeEvidence = firstEvidence === null || day < firstEvidence;
    if (beforeEvidence) continue;
    for (const one of people) {
      const group = timeGroupOn(one, day);
      const expected = expectations.get(group) ?? null;
      if (!expected || isPunched(one, day) || !counts(one, day) || isExcused(one, day)) continue;
      const shift = calendar.shiftOn(group, day);
      const quarantined = (waiting.get(one.employeeId) ?? []).some(({ at }) => {
        const instant = Date.parse(at);
        return instant >= (shift?.windowStart ?? expected.start) && instant <= expected.windowEnd;
      });
      const situation = { punched: false, worked: false, expected, silent: false, quarantined, beforeEvidence };
      const moment = { asOf: expected.windowEnd, now: now.getTime() };
      const judged = judgeBucket({ ...situation, untimed: !calendar.hasStandardTimes }, moment);
      if (judged.status === 'absent' && !judged.provisional) absent.push({ one, day });
    }
  }
  return { absent, isPunched, counts };
}
