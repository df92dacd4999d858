import { loadCalendar } from '../../attendance/calendars.ts';
import { findStandardTimes } from '../../catalog/calendar.sql.ts';
import { syncStandardTimes } from '../../catalog/calendar.ts';
import { applyEffects, type ChangeScope } from '../../catalog/change.ts';
import { findOrMakeGroups } from '../../catalog/namedGroups.ts';
import { readDate, readTime, readWeekday } from './cells.ts';
import { inWords, type LineOutcome } from './outcome.ts';
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

type Identity = { groupId: string; weekday: unknown; effectiveFrom: unknown };
type Read = {
  line: number;
  label: string;
  key: string;
  code: string;
  record: Record<string, unknown>;
  note: string | null;
};

/** Standard times line by line: one for the same group, weekday and date takes the place of the one there is. */
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
      const { weekday, effectiveFrom } = read.record;
      const key = keyOf({ groupId, weekday, effectiveFrom });
      const earlier = seen.get(key);
      if (earlier !== undefined) refuse(`Line ${earlier} is for the same time group and weekday`);
      else {
        seen.set(key, line);
        reads.push({
          line,
          label,
          key,
          code: [groupId, weekday, effectiveFrom ?? 'always'].join(' '),
          record: { ...read.record, timeGroupCode: groupId },
          note: groups.note('time', name),
        });
      }
    }
  }

  const known = new Map(
    (await findStandardTimes(scope.tx, scope.accountId)).map((row) => [
      keyOf({ groupId: row.timeGroupId, ...row }),
      row,
    ]),
  );
  const bySystem = Map.groupBy(reads, ({ key }) => known.get(key)?.systemId ?? scope.systemId);
  const calendarBefore = await loadCalendar(scope.tx, scope.accountId);
  let isChanged = false;
  for (const [systemId, own] of bySystem) {
    const sent = own.map(({ key, code, record }) => ({ ...record, code: known.get(key)?.code ?? code }));
    const part = await syncStandardTimes({ ...scope, systemId }, { standardTimes: sent }, (id) => id);
    if (part?.wrote) isChanged = true;
    const refusals = new Map(part?.rejected.map(({ code, reason }) => [code, reason]));
    for (const [i, { line, label, note }] of own.entries()) {
      const code = sent[i]?.code ?? '';
      const outcome = part?.outcomes?.get(code);
      if (outcome) outcomes.push({ line, outcome, code: label, reason: note });
      else outcomes.push({ line, outcome: 'refused', code: label, reason: inWords(refusals.get(code) ?? 'Not taken') });
    }
  }
  await applyEffects(scope, today, {
    wrote: groups.wrote || isChanged,
    totalsChanged: isChanged,
    calendarBefore: isChanged ? calendarBefore : undefined,
  });
  return outcomes;
}

const keyOf = ({ groupId, weekday, effectiveFrom }: Identity) => JSON.stringify([groupId, weekday, effectiveFrom]);

function readLine(cells: Line['cells']): { wrong: string } | { record: Record<string, unknown> } {
  const wrong = (label: string, cell: string | undefined, how: string) => ({
    wrong: `"${cell ?? ''}" is not ${how} (column ${label})`,
  });
  const record: Record<string, unknown> = {};
  record.weekday = readWeekday(cells.weekday ?? '');
  if (record.weekday === undefined)
    return wrong('Weekday', cells.weekday, 'a weekday: write 1 (Monday) to 7, or its name');
  for (const [id, label] of [
    ['startTime', 'Start Time'],
    ['endTime', 'End Time'],
  ] as const) {
    record[id] = readTime(cells[id] ?? '');
    if (record[id] === undefined) return wrong(label, cells[id], 'a time: write it as 07:00');
  }
  const breaks = readBreaks(cells.breaks ?? '');
  if (!breaks) return wrong('Breaks', cells.breaks, 'breaks: write them as 10:00-10:15 12:00-13:00');
  record.breaks = breaks;
  for (const id of MINUTES) {
    const cell = cells[id]?.trim();
    if (!cell) continue;
    if (!/^\d{1,4}$/.test(cell)) return wrong(STANDARD_TIME_HEADERS[id]?.names[0] ?? id, cell, 'a number of minutes');
    record[id] = Number(cell);
  }
  record.effectiveFrom = null;
  if (cells.effectiveFrom?.trim()) {
    record.effectiveFrom = readDate(cells.effectiveFrom);
    if (record.effectiveFrom === undefined)
      return wrong('Effective From', cells.effectiveFrom, 'a date: write it as 2026-11-20');
  }
  return { record };
}

/** '10:00-10:15 12:00-13:00', with any of space, comma, semicolon, bar between them. */
function readBreaks(cell: string): { startTime: string; endTime: string }[] | undefined {
  const found = cell
    .trim()
    .replace(/(?<!\s)\s*[-–]\s*/g, '-')
    .split(/[\s,;|]+/)
    .filter(Boolean);
  const breaks = found.map((range) => range.split('-').map(readTime));
  if (breaks.some((range) => range.length !== 2 || range.includes(undefined))) return undefined;
  return breaks.map(([startTime = '', endTime = '']) => ({ startTime, endTime }));
}
