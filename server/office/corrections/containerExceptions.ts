import { msg } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import type { Sees } from '../../attendance/listed.ts';
import { localDateOf } from '../../platform/zone.ts';
import type { selectCountedTwice, selectRejectedContainers } from './exceptions.sql.ts';
import { clockOf, type Found, made } from './found.ts';

/** Returns an exception for each entry of a container that was full. The other entry may be of an employee whom the reader does not see. */
export function countedTwice(
  twice: Awaited<ReturnType<typeof selectCountedTwice>>,
  calendar: Calendar,
  { isOfWork }: Pick<Sees, 'isOfWork'>,
): Found[] {
  return twice.flatMap(
    ({ recordId, employeeId, at, units, lookup1, container, kind, firstAt, receivedAt }): Found[] => {
      if (!isOfWork(lookup1)) return [];
      const instant = Date.parse(at);
      const given = { container: kind === null ? container : `${kind} ${container}`, time: clockOf(calendar, instant) };
      const detail =
        firstAt === null
          ? msg('{container} at {time}; it does not count', given)
          : msg('{container} at {time}, counted already at {first}; it does not count', {
              ...given,
              first: clockOf(calendar, Date.parse(firstAt)),
            });
      const day = localDateOf(calendar.zone, instant);
      const found = made({
        kind: 'counted-twice',
        day,
        employeeId,
        what: recordId,
        detail,
        evidence: [recordId, firstAt],
      });
      const arrivedAt = Date.parse(receivedAt);
      return [{ ...found, at: instant, arrivedAt, twice: { recordId, units, container: given.container } }];
    },
  );
}

/** Returns an exception for each entry whose container was rejected at delivery. */
export function rejected(
  containers: Awaited<ReturnType<typeof selectRejectedContainers>>,
  calendar: Calendar,
  { isOfWork }: Pick<Sees, 'isOfWork'>,
): Found[] {
  return containers.flatMap((one): Found[] => {
    const { recordId, employeeId, lookup1, container, kind, deliveryId, deliveredAt, receivedAt, reason, former } = one;
    if (!isOfWork(lookup1)) return [];
    const [counted, delivered] = [Date.parse(one.at), Date.parse(deliveredAt)];
    const detail = msg('{container}, counted at {time}, was rejected on {day, date} at {delivered}: {reason}', {
      container: kind === null ? container : `${kind} ${container}`,
      time: clockOf(calendar, counted),
      day: localDateOf(calendar.zone, delivered),
      delivered: clockOf(calendar, delivered),
      reason: reason ?? '–',
    });
    const day = localDateOf(calendar.zone, counted);
    const shared = { kind: 'rejected-container', day, employeeId, what: recordId, detail } as const;
    const found = made({ ...shared, evidence: [recordId, deliveryId] });
    return [{ ...found, at: counted, arrivedAt: Date.parse(receivedAt), rejected: { recordId, former } }];
  });
}
