import { loadCalendar } from '../../attendance/calendars.ts';
import type { ChangeScope } from '../../catalog/change.ts';
import { applyEffects } from '../../catalog/effects.ts';
import { deleteUnusedGroups } from '../../catalog/groups.sql.ts';
import { findOrMakeGroups } from '../../catalog/namedGroups.ts';
import { setStandardTimes, standardTimeKey, type WantedTime } from '../../catalog/standardTimes.ts';
import { readDate, readTime, readWeekday } from './cells.ts';
import { inWords, type LineOutcome, ownedElsewhere } from './outcome.ts';
import type { Headers, Line } from './table.ts';

export const STANDARD_TIME_HEADERS: Headers = {
  timeGroup: { names: ['Time Group', 'time group code', 'shift', 'group'], required: true },
  weekday: { names: ['Weekday', 'day', 'day of week'], required: true },
  startTime: { names: ['Start Time', 'start', 'from'], required: true },
  endTime: { names: ['End Time', 'end', 'to'], required: true },
  breaks: { names: ['Breaks', 'break'] },
  graceMinutes: { names: ['Grace Minutes', 'grace'] },
  breakGraceMinutes: { names: ['Break Grace Minutes', 'break grace'] },
  preMinutes: { names: ['Pre Minutes', 'pre'] },
  postMinutes: { names: ['Post Minutes', 'post'] },
  effectiveFrom: { names: ['Effective From', 'valid from'] },
};
const MINUTES = ['graceMinutes', 'breakGraceMinutes', 'preMinutes', 'postMinutes'] as const;

/** A line replaces the whole record: fields that it lacks get these values. */
const USUAL = { breaks: [], graceMinutes: 5, breakGraceMinutes: 5, preMinutes: 120, postMinutes: 240, isRest: false };
type Read = { line: number; label: string; wanted: WantedTime; note: string | null };

/** Imports standard times line by line: each replaces the one of the same group, weekday and date. */
export async function importStandardTimes(
  scope: ChangeScope,
  today: string,
  lines: readonly Line[],
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  const groups = await findOrMakeGroups(
    scope,
    lines.flatMap(({ cells }) => (cells.timeGroup?.trim() ? [{ kind: 'time' as const, name: cells.timeGroup }] : [])),
  );
  const reads: Read[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const name = cells.timeGroup?.trim() ?? '';
    const groupId = groups.find('time', name);
    const read = readLine(cells);
    const label = `${name} ${cells.weekday?.trim() ?? ''}`.trim();
    const refuse = (reason: string) => outcomes.push({ line, outcome: 'refused', code: label, reason });
    if (!groupId) refuse('The time group is missing');
    else if ('wrong' in read) refuse(read.wrong);
    else {
      const key = standardTimeKey({ timeGroupId: groupId, ...read.identity });
      const earlier = seen.get(key);
      if (earlier !== undefined) refuse(`Line ${earlier} is for the same time group and weekday`);
      else {
        seen.set(key, line);
        reads.push({
          line,
          label,
          wanted: { ref: key, timeGroupId: groupId, ...read.identity, hours: { ...USUAL, ...read.hours } },
          note: groups.note('time', name),
        });
      }
    }
  }

  const calendarBefore = await loadCalendar(scope.tx, scope.accountId);
  const { results, wrote } = await setStandardTimes(
    scope,
    reads.map(({ wanted }) => wanted),
  );
  await deleteUnusedGroups(scope.tx, scope.accountId, groups.made, scope.now);
  for (const { line, label, note, wanted } of reads) {
    const result = results.get(wanted.ref);
    if (result && 'outcome' in result) outcomes.push({ line, outcome: result.outcome, code: label, reason: note });
    else {
      const reason = result?.owner
        ? ownedElsewhere(result.owner, `the shifts of ${label}`)
        : inWords(result?.refused ?? 'Not taken');
      outcomes.push({ line, outcome: 'refused', code: label, reason });
    }
  }
  await applyEffects(scope, today, {
    wrote: groups.made.length > 0 || wrote,
    calendarBefore: wrote ? calendarBefore : undefined,
  });
  return outcomes;
}

type ReadLine =
  | { wrong: string }
  | { identity: { weekday: number; effectiveFrom: string | null }; hours: WantedTime['hours'] };
function readLine(cells: Line['cells']): ReadLine {
  const wrong = (label: string, cell: string | undefined, how: string) => ({
    wrong: `"${cell ?? ''}" is not ${how} (column ${label})`,
  });
  const hours: WantedTime['hours'] = {};
  const weekday = readWeekday(cells.weekday ?? '');
  if (weekday === undefined) return wrong('Weekday', cells.weekday, 'a weekday: write 1 (Monday) to 7, or its name');
  for (const [id, label] of [
    ['startTime', 'Start Time'],
    ['endTime', 'End Time'],
  ] as const) {
    hours[id] = readTime(cells[id] ?? '');
    if (hours[id] === undefined) return wrong(label, cells[id], 'a time: write it as 07:00');
  }
  const breaks = readBreaks(cells.breaks ?? '');
  if (!breaks) return wrong('Breaks', cells.breaks, 'breaks: write them as 10:00-10:15 12:00-13:00');
  hours.breaks = breaks;
  for (const id of MINUTES) {
    const cell = cells[id]?.trim();
    if (!cell) continue;
    if (!/^\d{1,4}$/.test(cell)) return wrong(STANDARD_TIME_HEADERS[id]?.names[0] ?? id, cell, 'a number of minutes');
    hours[id] = Number(cell);
  }
  const effectiveFrom = cells.effectiveFrom?.trim() ? readDate(cells.effectiveFrom) : null;
  if (effectiveFrom === undefined)
    return wrong('Effective From', cells.effectiveFrom, 'a date: write it as 2026-11-20');
  return { identity: { weekday, effectiveFrom }, hours };
}

/** Reads '10:00-10:15 12:00-13:00', separated by spaces, commas, semicolons or bars. */
export function readBreaks(cell: string): { startTime: string; endTime: string }[] | undefined {
  const found = cell
    .trim()
    .replace(/(?<!\s)\s*[-–]\s*/g, '-')
    .split(/[\s,;|]+/)
    .filter(Boolean);
  const breaks = found.map((range) => range.split('-').map(readTime));
  if (breaks.some((range) => range.length !== 2 || range.includes(undefined))) return undefined;
  return breaks.map(([startTime = '', endTime = '']) => ({ startTime, endTime }));
}
