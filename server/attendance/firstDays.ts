import type { Db } from '../platform/db/db.ts';
import { addDays, datesOf, EARLIEST, LATEST, type LocalDate } from '../platform/zone.ts';
import { activeOn, statedStart } from './activity.ts';
import type { Rederived } from './corrected.ts';
import { selectFirstDays } from './firstDays.sql.ts';

/** Returns the days on which corrections or other hours make employees count who did not, or no longer, because their first work day moves (docs/reference/attendance.md#who-counts). */
export async function daysOfMovedStarts(
  tx: Db,
  accountId: string,
  rederived: readonly Rederived[],
  from: LocalDate,
): Promise<Map<string, LocalDate[]>> {
  const facts = new Map(rederived.map((one) => [one.employeeId, one.facts]));
  const spans = rederived.map(({ span }) => span);
  const moved = new Map<string, LocalDate[]>();
  for (const row of spans.length > 0 ? await selectFirstDays(tx, accountId, spans, from) : []) {
    const { employeeId, activity, knownFrom, receivedOn, factsFrom, othersFrom } = row;
    const first = [receivedOn, factsFrom ?? receivedOn].sort()[0] ?? receivedOn;
    // Known before the stored days, or from a stated date: nothing moves.
    if (knownFrom === null || knownFrom < first || statedStart(activity) !== null) continue;
    const own = (facts.get(employeeId) ?? []).filter((fact) => fact.own).map(({ day }) => day);
    const next = [receivedOn, ...(othersFrom ? [othersFrom] : []), ...own].sort()[0] ?? receivedOn;
    const [low, high] = [knownFrom, next].sort();
    if (!low || !high || low >= high) continue;
    const days = datesOf(low < from ? from : low, addDays(high, -1)).filter((day) => activeOn(activity, day));
    moved.set(employeeId, days);
  }
  return moved;
}

/**
 * Reads since when employees count by their stored days, and returns a function that reads it again, later in the transaction, and returns the days on which
 * they count now and did not, or no longer.
 */
export async function comparingStarts(tx: Db, accountId: string, employeeIds: readonly string[]) {
  const spans = [...new Set(employeeIds)].map((employeeId) => ({ employeeId, from: EARLIEST, to: LATEST }));
  const read = async () => {
    const rows = spans.length > 0 ? await selectFirstDays(tx, accountId, spans, EARLIEST) : [];
    return new Map(rows.map((row) => [row.employeeId, row]));
  };
  const startOf = ({ receivedOn, factsFrom }: { receivedOn: LocalDate; factsFrom: LocalDate | null }) =>
    factsFrom !== null && factsFrom < receivedOn ? factsFrom : receivedOn;
  const before = await read();
  return async (): Promise<{ employeeId: string; days: LocalDate[] }[]> =>
    [...(await read()).values()].flatMap((row) => {
      const { employeeId, activity } = row;
      const was = before.get(employeeId);
      const [low, high] = [startOf(row), startOf(was ?? row)].sort();
      if (!low || !high || low >= high || statedStart(activity) !== null) return [];
      return { employeeId, days: datesOf(low, addDays(high, -1)).filter((day) => activeOn(activity, day)) };
    });
}
