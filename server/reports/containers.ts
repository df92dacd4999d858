import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { isEverybody, isWithin } from '../figures/stats/crew.ts';
import type { ContainerRow } from '../office/containers/containers.sql.ts';
import { hasOwnDelivery, isCounting, readContainers, stoodMsOf } from '../office/containers/containers.ts';
import type { Db } from '../platform/db/db.ts';
import type { Row } from '../platform/files/table.ts';
import { Refusal } from '../platform/http/errors.ts';
import { localTime } from '../platform/zone.ts';
import type { PaidReport, Shown } from './paid.ts';
import { isOfSome } from './rows.ts';

/** The most containers of one day. */
const MOST = 50_000;
const tooMany = () =>
  new Refusal(
    'LIMIT_REACHED',
    msg('More than {most} entries fit. Choose fewer days, people or times.', { most: MOST }),
  );
const COUNTS = { yes: words('Yes'), twice: words('Counted twice'), voided: words('Does not count') };
const VERDICTS = { accept: words('Accepted'), reject: words('Rejected') };
const NOT_DELIVERED = words('Counted, not delivered');
const NEVER_COUNTED = words('Delivered, not counted');

/**
 * The report 'Containers' (docs/reference/containers.md#containers-in-the-office): a row for each container on the work day on which it was counted, and for each
 * delivery of one that never was, which belongs to nobody.
 */
export async function containersReport(db: Db, accountId: string, { filter, crew }: Shown): Promise<PaidReport> {
  const calendar = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  const isOfAll = isEverybody(crew) && !isOfSome(filter) && !filter.lookup1Codes && !filter.lookup2Codes;
  const local = (at: string | null) => (at === null ? null : localTime(calendar.zone, Date.parse(at)));
  const isOfWork = ({ lookup1, lookup2 }: ContainerRow) =>
    isWithin(crew.lookup1, lookup1) && isWithin(filter.lookup1Codes, lookup1) && isWithin(filter.lookup2Codes, lookup2);
  return {
    async complete(day, people) {
      const asked = { from: day, to: day, list: 'all', most: MOST } as const;
      const { containers, isCut } = await db.tenant(accountId, (tx) => readContainers(tx, accountId, calendar, asked));
      if (isCut) throw tooMany();
      const byPerson = new Map(people.map((row) => [row.key, row]));
      return containers.flatMap((one): Row[] => {
        const person = one.employeeId === null ? undefined : byPerson.get(one.employeeId);
        if (!person && !isOfAll) return [];
        if (one.countedAt !== null && !isOfWork(one)) return [];
        const who = person?.values ?? {
          ...{ date: day, number: one.employeeNumber, firstName: one.firstName, lastName: one.lastName },
        };
        const isOfNobody = one.counts === 'yes' && one.employeeId === null;
        const counts = one.counts && COUNTS[isOfNobody ? 'voided' : one.counts];
        const verdict = one.verdict && VERDICTS[one.verdict];
        const isOwn = hasOwnDelivery(one);
        const values = {
          ...who,
          ...{ container: one.number, kind: one.kind },
          ...{ lookup1Code: one.lookup1, lookup1: one.product, lookup2Code: one.lookup2, lookup2: one.block },
          // Of what is in a figure, so that totals are those of the list and the dashboard.
          units: isCounting(one) ? one.units : null,
          counts: counts ?? NEVER_COUNTED,
          countedAt: local(one.countedAt),
          ...{
            verdict: verdict ?? NOT_DELIVERED,
            reason: one.reason,
            weight: isOwn ? one.weight : null,
            device: one.device,
          },
          deliveredAt: local(one.deliveredAt),
          stood: isOwn ? stoodMsOf(one) : null,
        };
        return [{ day, key: `${one.employeeId ?? ''} ${one.id}`, values }];
      });
    },
    changedBy: (changed) => [...changed],
  };
}
