import type { LimitPass } from '#contract/figures/hourLimits.ts';
import type { Muster } from '#contract/figures/people.ts';
import { byNumber } from '../../attendance/order.ts';
import type { Db } from '../../platform/db/db.ts';
import { DAY, isoOf } from '../../platform/zone.ts';
import { clockedMsOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { selectLastDevices } from './roster.sql.ts';

/** Returns everybody who is on site: from today's work days, and from yesterday's night shifts that have not ended; with the limits of hours that are near. */
export async function musterOf(
  db: Db,
  today: DayModel,
  yesterday: DayModel,
  passes: ReadonlyMap<string, LimitPass>,
): Promise<Muster> {
  const onSite = [...yesterday.people, ...today.people].filter(({ isOpen }) => isOpen);
  // An employee who has begun today's work day has ended yesterday's.
  const latest = new Map(onSite.map((person) => [person.employee._id, person]));
  const people = [...latest.values()].sort((a, b) => byNumber(a.employee.number, b.employee.number));
  const before = new Set(yesterday.people);
  const ids = people.map(({ employee }) => employee._id);
  const since = new Date(today.asOf - 2 * DAY);
  const found =
    ids.length > 0 ? await db.tenant(today.accountId, (tx) => selectLastDevices(tx, today.accountId, ids, since)) : [];
  const devices = new Map(found.map(({ employeeId, id, name }) => [employeeId, { id, name }]));
  return {
    asOf: isoOf(today.zone, today.asOf),
    timeZone: today.zone.name,
    entries: people.flatMap((person) => {
      const open = person.intervals.at(-1);
      if (!open) return [];
      const pass = passes.get(person.employee._id);
      return [
        {
          employee: person.employee,
          since: isoOf(today.zone, open.in),
          clockedMs: clockedMsOf(person),
          device: devices.get(person.employee._id) ?? null,
          ...(pass?.isNear && { passes: pass }),
        },
      ];
    }),
    ofYesterday: people.filter((person) => before.has(person)).length,
  };
}
