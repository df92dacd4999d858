import type { CorrectedDay, CorrectionEffect } from '#contract/figures/corrections.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { clockedMsOf, timeOutOf } from '../../figures/stats/clocked.ts';
import { type Crew, modelOfCrew } from '../../figures/stats/crew.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { readDayModel } from '../../figures/stats/loadDay.ts';
import type { Person } from '../../figures/stats/person.ts';
import type { Db } from '../../platform/db/db.ts';
import { Units } from '../../platform/units.ts';
import { isoOf } from '../../platform/zone.ts';
import type { CorrectedEmployee } from './corrections.sql.ts';

export type JudgedDays = ReadonlyMap<string, CorrectedDay>;

/** Returns some employees' days as this transaction sees them, by `dayKey`, judged by the dashboard's model of those people alone, with their work of a crew. */
export async function judgedDays(
  tx: Db,
  accountId: string,
  days: readonly EmployeeDay[],
  now: Date,
  crew: Crew = {},
): Promise<JudgedDays> {
  const judged = new Map<string, CorrectedDay>();
  for (const [day, those] of Map.groupBy(days, (one) => one.day)) {
    const employeeIds = those.map(({ employeeId }) => employeeId);
    const model = modelOfCrew(await readDayModel(tx, accountId, day, now, { employeeIds }), crew);
    const people = new Map(model.people.map((person) => [person.employee._id, person]));
    for (const one of those) judged.set(dayKey(one), dayOf(model, people.get(one.employeeId)));
  }
  return judged;
}

const NOBODY: CorrectedDay = {
  status: null,
  timeIn: null,
  timeOut: null,
  clockedMs: 0,
  lateMs: 0,
  irregularMs: 0,
  earlyLeaveMs: 0,
  excusedMs: 0,
  excused: false,
  flags: [],
  units: '0',
  paidMs: null,
};

function dayOf({ zone }: DayModel, person: Person | undefined): CorrectedDay {
  if (!person) return NOBODY;
  const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : isoOf(zone, at));
  return {
    status: person.status,
    timeIn: iso(person.timeIn),
    timeOut: iso(timeOutOf(person)),
    clockedMs: clockedMsOf(person),
    lateMs: person.lateMs,
    irregularMs: person.irregularMs,
    earlyLeaveMs: person.earlyLeaveMs,
    excusedMs: person.excusedMs,
    excused: person.excused,
    flags: [...person.flags],
    units: new Units(person.units).toFixed(),
    // As in every sum: a day that is not settled has no paid hours yet.
    paidMs: person.paid && (person.paid.isSettled ? person.paid.paidMs : 0),
  };
}

const MOST = 500;

/** Returns the rows of 'What changes': each day that differs, the first 500. */
export function effectsOf(
  days: readonly EmployeeDay[],
  [before, after]: readonly [JudgedDays, JudgedDays],
  employees: ReadonlyMap<string, CorrectedEmployee>,
): CorrectionEffect[] {
  return days
    .flatMap((one) => {
      const [was, is, employee] = [before.get(dayKey(one)), after.get(dayKey(one)), employees.get(one.employeeId)];
      if (!was || !is || !employee || JSON.stringify(was) === JSON.stringify(is)) return [];
      const { employeeId: _id, number, firstName, lastName } = employee;
      return [{ employee: { _id, number, firstName, lastName }, day: one.day, before: was, after: is }];
    })
    .slice(0, MOST);
}
