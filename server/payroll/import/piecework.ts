import { createHash } from 'node:crypto';
import type { Zone } from '../../attendance/zone.ts';
import type { ChangeScope } from '../../catalog/change.ts';
import { findEmployeesByName } from '../../catalog/employees.sql.ts';
import { readLookupEntries } from '../../catalog/lookups.sql.ts';
import { syncWork } from '../work.ts';
import { readDecimal, readHours, readInstant } from './cells.ts';
import { inWords, type LineOutcome } from './outcome.ts';
import type { Headers, Line } from './table.ts';

/** `entryCodes`: the codes of the entries that were added. */
type Imported = { outcomes: LineOutcome[]; entryCodes: string[] };

export const PIECEWORK_HEADERS: Headers = {
  number: { names: ['Employee Number', 'number', 'employee no', 'emp no', 'staff number'], required: true },
  units: { names: ['Units', 'quantity', 'qty'], required: true },
  startedAt: { names: ['Started At', 'date', 'start', 'date and time', 'started'], required: true },
  startTime: { names: ['Start Time', 'from'] },
  endedAt: { names: ['Ended At', 'end', 'ended'] },
  endTime: { names: ['End Time', 'to'] },
  hours: { names: ['Hours', 'duration'] },
  lookup1: { names: ['Lookup 1', 'lookup 1 code', 'product'] },
  lookup2: { names: ['Lookup 2', 'lookup 2 code'] },
  jobDescription: { names: ['Job Description', 'job'] },
  code: { names: ['Code', 'record id', 'reference'] },
};

/**
 * Imports piecework line by line. A line without a code gets one made from its content, so that importing the same file again adds nothing; the same
 * line twice in one file is two entries.
 */
export async function importPiecework(scope: ChangeScope, zone: Zone, lines: readonly Line[]): Promise<Imported> {
  const outcomes: LineOutcome[] = [];
  const lookups = await readLookupEntries(scope.tx, scope.accountId);
  const codes = new Map(
    lookups.map(({ lookup, description, code }) => [`${lookup} ${description.trim().toLowerCase()}`, code]),
  );
  for (const { lookup, code } of lookups) codes.set(`${lookup} ${code.toLowerCase()}`, code);
  const codeFor = (lookup: 1 | 2, cell: string | undefined) => {
    const text = cell?.trim() ?? '';
    return text === '' ? null : (codes.get(`${lookup} ${text.toLowerCase()}`) ?? text);
  };
  const known = new Set(lookups.map(({ lookup, code }) => `${lookup} ${code}`));
  const numbers = [...new Set(lines.map(({ cells }) => cells.number?.trim() ?? ''))];
  const found = await findEmployeesByName(scope.tx, scope.accountId, { numbers, codes: [] });
  const employed = new Set(found.map(({ number }) => number));

  const times = new Map<string, number>();
  const seen = new Map<string, number>();
  const sent: { line: number; label: string; notes: string[]; record: Record<string, unknown> & { code: string } }[] =
    [];
  for (const { line, cells } of lines) {
    const label = cells.number?.trim() ?? '';
    const refuse = (reason: string) => outcomes.push({ line, outcome: 'refused', code: label, reason });
    const read = readLine(cells, zone);
    if ('wrong' in read) {
      refuse(read.wrong);
      continue;
    }
    const content = JSON.stringify(Object.entries(cells).sort());
    const time = (times.get(content) ?? 0) + 1;
    times.set(content, time);
    const code =
      cells.code?.trim() || `csv-${createHash('sha256').update(`${content} ${time}`).digest('hex').slice(0, 32)}`;
    const earlier = seen.get(code);
    if (earlier !== undefined) {
      refuse(`Line ${earlier} has the same code`);
      continue;
    }
    seen.set(code, line);
    const lookup1Code = codeFor(1, cells.lookup1);
    const lookup2Code = codeFor(2, cells.lookup2);
    const notes = (
      [
        [1, lookup1Code],
        [2, lookup2Code],
      ] as const
    )
      .filter(([lookup, found]) => found !== null && !known.has(`${lookup} ${found}`))
      .map(([lookup, found]) => `Lookup ${lookup} has no "${found}" yet`);
    if (!employed.has(label)) notes.unshift(`Nobody has the number ${label} yet: kept until somebody does`);
    sent.push({ line, label, notes, record: { ...read.record, code, lookup1Code, lookup2Code } });
  }

  const { pieceworkEntries: part } = await syncWork(scope, { pieceworkEntries: sent.map(({ record }) => record) });
  const refusals = new Map(part?.rejected.map(({ code, reason }) => [code, reason]));
  for (const { line, label, notes, record } of sent) {
    const outcome = part?.outcomes?.get(record.code);
    if (outcome)
      outcomes.push({ line, outcome, code: label, reason: outcome === 'added' ? notes.join(', ') || null : null });
    else
      outcomes.push({
        line,
        outcome: 'refused',
        code: label,
        reason: inWords(refusals.get(record.code) ?? 'Not taken'),
      });
  }
  const entryCodes = sent.flatMap(({ record: { code } }) => (part?.outcomes?.get(code) === 'added' ? [code] : []));
  return { outcomes, entryCodes };
}

function readLine(cells: Line['cells'], zone: Zone): { wrong: string } | { record: Record<string, unknown> } {
  const wrong = (column: string, cell: string, how: string) => ({
    wrong: `"${cell}" is not ${how} (column ${column})`,
  });
  const cell = (id: string) => cells[id]?.trim() ?? '';
  const units = readDecimal(cell('units'));
  if (cell('number') === '') return { wrong: 'The employee number is missing' };
  if (units === undefined) return wrong('Units', cell('units'), 'a number: write it as 12.5');

  // A date alone stands for the start of its day, unless the time has a column of its own.
  const at = (moment: string, time: string) =>
    readInstant(time === '' ? (/[T :]\d/.test(moment) ? moment : `${moment} 00:00`) : `${moment} ${time}`, zone);
  const startedAt = at(cell('startedAt'), cell('startTime'));
  if (!startedAt)
    return wrong(
      'Started At',
      `${cell('startedAt')} ${cell('startTime')}`.trim(),
      'a date and time: write it as 2026-11-20 07:00',
    );
  const record: Record<string, unknown> = {
    employeeNumber: cell('number'),
    units,
    startedAt: startedAt.toISOString(),
    jobDescription: cell('jobDescription') || null,
  };
  if (cell('endedAt') || cell('endTime')) {
    const endedAt = at(cell('endedAt') || cell('startedAt').split(/[T ]/)[0] || '', cell('endTime'));
    if (!endedAt)
      return wrong(
        'Ended At',
        `${cell('endedAt')} ${cell('endTime')}`.trim(),
        'a date and time: write it as 2026-11-20 16:00',
      );
    record.endedAt = endedAt.toISOString();
  } else if (cell('hours')) {
    record.durationMs = readHours(cell('hours'));
    if (record.durationMs === undefined)
      return wrong('Hours', cell('hours'), 'a number of hours: write it as 1.5 or 1:30');
  }
  return { record };
}
