import type { ContainerList, ContainerSums } from '#contract/office/containers.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { readEntryDays, WORK_DAY_REACH } from '../../attendance/entryDays.ts';
import type { DaySpan } from '../../attendance/window.ts';
import { wholeMedianOf } from '../../figures/trends/medians.ts';
import type { Db } from '../../platform/db/db.ts';
import { Units } from '../../platform/units.ts';
import { addDays, dayBounds, type LocalDate, localDateOf } from '../../platform/zone.ts';
import { type ContainerRow, selectCounted, selectListed } from './containers.sql.ts';

type Asked = DaySpan & { list: ContainerList; number?: string | undefined; most: number };
/** A container with the work day of the entry that counted it, or the local date of its delivery where it was never counted. */
export type DayContainer = ContainerRow & { day: LocalDate };

/**
 * Returns the containers that were counted on some work days (docs/reference/piecework.md#work-day-of-an-entry), as those of their employees are now, and the deliveries
 * of these dates that belong to none; newest first. `isCut`: there are more than `most`.
 */
export async function readContainers(
  tx: Db,
  accountId: string,
  calendar: Calendar,
  { from, to, list, number, most }: Asked,
): Promise<{ containers: DayContainer[]; isCut: boolean }> {
  const { zone } = calendar;
  const between = (first: LocalDate, last: LocalDate) => ({
    start: new Date(dayBounds(zone, first).start),
    end: new Date(dayBounds(zone, last).end),
  });
  const around = between(addDays(from, -WORK_DAY_REACH), addDays(to, WORK_DAY_REACH));
  const mostAround = most * (1 + 2 * WORK_DAY_REACH);
  const counted = await selectCounted(tx, accountId, { ...around, number, most: mostAround });
  const employeeIds = new Set(counted.flatMap(({ employeeId }) => employeeId ?? []));
  const dayOf = await readEntryDays(tx, accountId, calendar, { from, to }, [...employeeIds]);
  const days = new Map(
    counted.flatMap((entry): [string, LocalDate][] => {
      const day = dayOf(entry);
      return from <= day && day <= to ? [[entry.id, day]] : [];
    }),
  );
  const ids = [...days.keys()].slice(0, most + 1);
  const rows = await selectListed(tx, accountId, { ...between(from, to), ids, list, number, most: most + 1 });
  return {
    containers: rows.slice(0, most).map((row) => {
      const day = days.get(row.id) ?? localDateOf(zone, Date.parse(row.deliveredAt ?? ''));
      return { ...row, day };
    }),
    isCut: rows.length > most || ids.length > most || counted.length === mostAround,
  };
}

/** Returns how long a container stood from when it was counted until it was delivered, in ms; null without one of both. */
export const stoodMsOf = ({ countedAt, deliveredAt }: Pick<ContainerRow, 'countedAt' | 'deliveredAt'>) =>
  countedAt === null || deliveredAt === null ? null : Date.parse(deliveredAt) - Date.parse(countedAt);

/** Tells whether the units of a container count: those of a badge that is not known are in no figure. */
export const isCounting = ({ counts, employeeId }: ContainerRow) => counts === 'yes' && employeeId !== null;
/** Tells whether a delivery is of this count: one that counted a full container has the same delivery as the first. */
export const hasOwnDelivery = ({ counts, verdict }: ContainerRow) => verdict !== null && counts !== 'twice';

/** Adds containers up: units of those that count, each delivery once. */
export function sumsOf(rows: readonly ContainerRow[]): ContainerSums {
  const counting = rows.filter(isCounting);
  const delivered = rows.filter(hasOwnDelivery);
  const said = (verdict: ContainerRow['verdict']) => delivered.filter((row) => row.verdict === verdict).length;
  const stood = delivered.flatMap((row) => stoodMsOf(row) ?? []);
  const sum = (texts: readonly (string | null)[]) =>
    texts.reduce((total, text) => total.plus(text ?? 0), new Units(0)).toFixed();
  return {
    counting: counting.length,
    units: sum(counting.map(({ units }) => units)),
    accepted: said('accept'),
    rejected: said('reject'),
    weight: sum(delivered.map(({ weight }) => weight)),
    stoodMs: wholeMedianOf(stood),
  };
}
