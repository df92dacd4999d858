import { type Message, msg } from '#contract/platform/words.ts';
import { activeOn } from '../../../attendance/activity.ts';
import { loadCalendar } from '../../../attendance/calendars.ts';
import { shiftsOf } from '../../../attendance/derive.ts';
import { datesOfEntries } from '../../../attendance/piecework.ts';
import { selectEmployments } from '../../../figures/stats/explain.sql.ts';
import type { ChangeScope } from '../../../masterData/change.ts';
import { selectIdsOfNumbers } from '../../../masterData/systems.sql.ts';
import { numberOf, type PieceRecord, type ReadLine } from './lines.ts';

const UNCOUNTED = msg('The employee does not count on this day: stored, in no figure');

/**
 * Returns a function that notes of a record that its employee does not count on that day. The work day is that of the shift: the punches of the day
 * may come later.
 */
export async function countingOf({ tx, accountId }: ChangeScope, lines: readonly ReadLine[]) {
  const numbers = [...new Set(lines.map(({ cells }) => numberOf(cells)))];
  const ids = await selectIdsOfNumbers(tx, accountId, numbers);
  const employments = await selectEmployments(
    tx,
    accountId,
    ids.map(({ employeeId }) => employeeId),
  );
  const calendar = await loadCalendar(tx, accountId);
  const byNumber = new Map(
    employments.map((one) => [one.number, { one, dateOf: datesOfEntries([], shiftsOf(calendar, one)) }]),
  );
  return (number: string, { date, startedAt }: PieceRecord): Message | null => {
    const found = byNumber.get(number);
    if (!found) return null;
    const day = found.dateOf(date ?? Date.parse(startedAt));
    return activeOn(found.one.activity, day) ? null : UNCOUNTED;
  };
}
