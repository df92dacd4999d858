import { type Message, msg, words } from '#contract/platform/words.ts';
import type { StandardTimeValue } from '../../../masterData/calendar.sql.ts';
import { hoursOf, standardTimeKey, type WantedTime } from '../../../masterData/standardTimes.ts';
import { writeTimes } from '../shifts.ts';
import { timeInForce } from '../views.ts';
import { isForeign } from '../words.ts';
import { breaksCell, dateCell, daysCell, isMissing, minutesCell, timeCell, WrongCell } from './cells.ts';
import { labelOf } from './columns.ts';
import { timeGroupsNamed } from './groups.ts';
import { lackedBy, refuse, settleItem, type Taking } from './items.ts';
import { dayName } from './snapshot.ts';

const label = (column: string) => labelOf('shifts', column);
const MINUTES = [
  ['grace', 'graceMinutes', 5],
  ['breakGrace', 'breakGraceMinutes', 5],
  ['early', 'preMinutes', 120],
  ['late', 'postMinutes', 240],
] as const;

type Wanted = WantedTime & { groupName: string; line: number; cells: Record<string, string>; note: Message | null };

/** Applies shifts line by line and weekday by weekday: each replaces the one of the same group, weekday and date. */
export async function takeShifts(taking: Taking): Promise<void> {
  const { run, before, lines } = taking;
  const groups = await timeGroupsNamed(taking);
  const shown = new Map(before.shifts.map((one) => [standardTimeKey(one.row), one]));
  const ofGroups = Map.groupBy(
    before.shifts.map(({ row }) => row),
    (row) => row.timeGroupId,
  );
  const seen = new Map<string, number>();
  const wanted: Wanted[] = [];
  for (const { line, cells } of lines) {
    try {
      const name = cells.timeGroup ?? '';
      const timeGroupId = name && groups.find('time', name);
      if (!timeGroupId) throw isMissing('Time Group');
      const effectiveFrom = dateCell(cells.from ?? '', label('from'));
      for (const weekday of daysCell(cells.days ?? '', label('days'))) {
        const key = standardTimeKey({ timeGroupId, weekday, effectiveFrom });
        const dayCells = { ...cells, days: dayName(weekday) };
        const earlier = seen.get(key);
        const one = shown.get(key);
        if (earlier !== undefined)
          refuse(taking, line, dayCells, msg('Line {earlier} is for the same shift, day and date', { earlier }));
        else if (
          one &&
          Object.entries(dayCells).every(([column, cell]) => IDENTITY.has(column) || cell === one.cells[column])
        )
          taking.items.push({
            sheet: 'shifts',
            line,
            number: dayCells.days,
            who: name,
            outcome: 'unchanged',
            reason: null,
            id: key,
          });
        else {
          const own = ofGroups.get(timeGroupId) ?? [];
          const hours = { ...hoursOf(one?.row ?? timeInForce(own, weekday, effectiveFrom)), ...hoursIn(cells) };
          if (!hours.startTime || !hours.endTime) throw new WrongCell(words('Start or End is missing'));
          const note = groups.note('time', name);
          wanted.push({
            ref: key,
            timeGroupId,
            weekday,
            effectiveFrom,
            hours,
            groupName: name,
            line,
            cells: dayCells,
            note,
          });
        }
        seen.set(key, line);
      }
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      refuse(taking, line, cells, error.said);
    }
  }
  const gone = lackedBy(
    taking,
    before.shifts.filter(({ row }) => !seen.has(standardTimeKey(row)) && !isForeign(row)),
  );
  const results = await writeTimes(
    run,
    wanted,
    gone.map(({ row }) => row),
  );
  for (const { ref, line, cells, note } of wanted) settleItem(taking, line, cells, results, ref, note);
  for (const { row, cells } of gone) {
    const key = standardTimeKey(row);
    results.set(key, { outcome: 'deleted', id: key });
    settleItem(taking, null, cells, results, key);
  }
}

/** Columns that identify the record of a line, or have no effect. */
const IDENTITY = new Set(['timeGroup', 'days', 'from', 'owner']);

/** Returns the hours in a line; an empty cell means the default. */
function hoursIn(cells: Record<string, string>): Partial<StandardTimeValue> {
  if (cells.start?.toLowerCase() === 'rest') return { isRest: true, startTime: '00:00', endTime: '00:00' };
  const hours: Partial<StandardTimeValue> = {};
  if (cells.start) Object.assign(hours, { startTime: timeCell(cells.start, label('start')), isRest: false });
  if (cells.end) hours.endTime = timeCell(cells.end, label('end'));
  if (cells.breaks !== undefined) hours.breaks = breaksCell(cells.breaks, label('breaks'));
  for (const [column, field, usual] of MINUTES) {
    const cell = cells[column];
    if (cell !== undefined) hours[field] = minutesCell(cell, label(column), usual);
  }
  return hours;
}
