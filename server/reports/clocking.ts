import { readEvents } from '../attendance/fact.ts';
import { verifyWords } from '../attendance/verifyModes.ts';
import { selectFacts } from '../figures/stats/day.sql.ts';
import type { Db } from '../platform/db/db.ts';
import type { Row } from '../platform/files/table.ts';
import type { LocalDate } from '../platform/zone.ts';
import { selectClockings } from './clocking.sql.ts';

/**
 * Adds to a day's rows of attendance, whose keys are employee ids, how each person clocked and with which work codes: from the punches between the first
 * and the last event of their work day, each value once, in time order.
 */
export async function addClocking(db: Db, accountId: string, day: LocalDate, rows: readonly Row[]): Promise<void> {
  const wanted = new Set(rows.map(({ key }) => key));
  const clockings = await db.tenant(accountId, async (tx) => {
    const spans = new Map(
      (await selectFacts(tx, accountId, day)).flatMap(({ employeeId, events }) => {
        const times = wanted.has(employeeId) ? readEvents(events).map(({ at }) => at) : [];
        return times.length > 0 ? [[employeeId, { from: Math.min(...times), to: Math.max(...times) }] as const] : [];
      }),
    );
    if (spans.size === 0) return [];
    const from = Math.min(...[...spans.values()].map((span) => span.from));
    const to = Math.max(...[...spans.values()].map((span) => span.to));
    const found = await selectClockings(tx, accountId, [...spans.keys()], { from: new Date(from), to: new Date(to) });
    return found.filter(({ employeeId, at }) => {
      const span = spans.get(employeeId);
      return span && at.getTime() >= span.from && at.getTime() <= span.to;
    });
  });
  const ofEmployee = Map.groupBy(clockings, ({ employeeId }) => employeeId);
  for (const { key, values } of rows) {
    const mine = ofEmployee.get(key) ?? [];
    values.clockedBy = listed(mine.map(({ verifyMode, dialect }) => verifyWords(verifyMode, dialect)));
    values.workCodes = listed(mine.map(({ workCode }) => workCode));
  }
}

const listed = (words: (string | null)[]) => [...new Set(words.filter((word) => word !== null))].join(', ') || null;
