import type { Db } from '../platform/db/db.ts';
import { addDays, datesOf, type LocalDate } from '../platform/zone.ts';
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
