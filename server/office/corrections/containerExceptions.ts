import { msg } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { readEntryDays, WORK_DAY_REACH } from '../../attendance/entryDays.ts';
import type { Sees } from '../../attendance/listed.ts';
import type { DaySpan } from '../../attendance/window.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, dayBounds, type LocalDate, localDateOf } from '../../platform/zone.ts';
import { selectCountedTwice, selectRejectedContainers } from './exceptions.sql.ts';
import { clockOf, type Found, made } from './found.ts';

type Asked = { calendar: Calendar; days: DaySpan; employeeIds: readonly string[] | undefined } & Pick<Sees, 'isOfWork'>;
type Row = { employeeId: string; at: string; date: LocalDate | null; lookup1: string | null };

/** Finds the entries of containers that were full, and those whose container was rejected, on some work days. */
export async function findOfContainers(tx: Db, accountId: string, { calendar, days, employeeIds, isOfWork }: Asked) {
  const { zone } = calendar;
  const around = {
    start: new Date(dayBounds(zone, addDays(days.from, -WORK_DAY_REACH)).start),
    end: new Date(dayBounds(zone, addDays(days.to, WORK_DAY_REACH)).end),
    employeeIds,
  };
  const twice = await selectCountedTwice(tx, accountId, around);
  const refused = await selectRejectedContainers(tx, accountId, around);
  const ids = new Set([...twice, ...refused].map(({ employeeId }) => employeeId));
  const dayOf = await readEntryDays(tx, accountId, calendar, days, [...ids]);
  const seen = <R extends Row>(rows: readonly R[]) =>
    rows.flatMap((row) => {
      const day = dayOf({ ...row, startedAt: Date.parse(row.at) });
      return isOfWork(row.lookup1) && days.from <= day && day <= days.to ? [{ ...row, day }] : [];
    });
  return [...countedTwice(seen(twice), calendar), ...rejected(seen(refused), calendar)];
}

type OnDay<Select extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Select>>[number] & {
  day: LocalDate;
};
/** Returns an exception for each entry of a container that was full. The other entry may be of an employee whom the reader does not see. */
function countedTwice(twice: readonly OnDay<typeof selectCountedTwice>[], calendar: Calendar): Found[] {
  return twice.map(({ recordId, employeeId, day, at, units, container, kind, firstAt, receivedAt }): Found => {
    const instant = Date.parse(at);
    const given = { container: kind === null ? container : `${kind} ${container}`, time: clockOf(calendar, instant) };
    const detail =
      firstAt === null
        ? msg('{container} at {time}; it does not count', given)
        : msg('{container} at {time}, counted already at {first}; it does not count', {
            ...given,
            first: clockOf(calendar, Date.parse(firstAt)),
          });
    const found = made({
      kind: 'counted-twice',
      day,
      employeeId,
      what: recordId,
      detail,
      evidence: [recordId, firstAt],
    });
    const arrivedAt = Date.parse(receivedAt);
    return { ...found, at: instant, arrivedAt, twice: { recordId, units, container: given.container } };
  });
}

/** Returns an exception for each entry whose container was rejected at delivery. */
function rejected(containers: readonly OnDay<typeof selectRejectedContainers>[], calendar: Calendar): Found[] {
  return containers.map((one): Found => {
    const { recordId, employeeId, day, container, kind, deliveryId, deliveredAt, receivedAt, reason, former } = one;
    const [counted, delivered] = [Date.parse(one.at), Date.parse(deliveredAt)];
    const detail = msg('{container}, counted at {time}, was rejected on {day, date} at {delivered}: {reason}', {
      container: kind === null ? container : `${kind} ${container}`,
      time: clockOf(calendar, counted),
      day: localDateOf(calendar.zone, delivered),
      delivered: clockOf(calendar, delivered),
      reason: reason ?? '–',
    });
    const shared = { kind: 'rejected-container', day, employeeId, what: recordId, detail } as const;
    const found = made({ ...shared, evidence: [recordId, deliveryId] });
    return { ...found, at: counted, arrivedAt: Date.parse(receivedAt), rejected: { recordId, former } };
  });
}
