import type { ChangeScope } from '../../catalog/change.ts';
import { applyEffects } from '../../catalog/effects.ts';
import { findEmployeesByName } from '../../catalog/employees.sql.ts';
import { syncEmployees } from '../../catalog/employees.ts';
import { deleteUnusedGroups } from '../../catalog/groups.sql.ts';
import { findOrMakeGroups } from '../../catalog/namedGroups.ts';
import { employeeKey } from '../../catalog/planEmployees.ts';
import { REASONS } from '../../catalog/records.ts';
import { readDate, readYes } from './cells.ts';
import { inWords, type LineOutcome, ownedElsewhere } from './outcome.ts';
import type { Headers, Line } from './table.ts';

export const EMPLOYEE_HEADERS: Headers = {
  number: { names: ['Employee Number', 'number', 'employee no', 'emp no', 'staff number'], required: true },
  firstName: { names: ['First Name', 'name', 'given name', 'forename'], required: true },
  lastName: { names: ['Last Name', 'surname', 'family name'], required: true },
  code: { names: ['Code', 'employee code', 'payroll code', 'id'] },
  isActive: { names: ['Active', 'is active', 'status'] },
  activeFrom: { names: ['Active From', 'start date', 'employment date', 'hire date', 'engagement date'] },
  inactiveFrom: { names: ['Inactive From', 'end date', 'termination date'] },
  timeId: { names: ['Time ID', 'pin', 'clock number', 'badge'] },
  timeGroup: { names: ['Time Group', 'time group code', 'shift'] },
  employeeGroup: { names: ['Employee Group', 'employee group code', 'department', 'team'] },
  jobDescription: { names: ['Job Description', 'job description code', 'job', 'job title'] },
};
const KINDS = [
  ['timeGroup', 'time'],
  ['employeeGroup', 'employee'],
  ['jobDescription', 'job'],
] as const;

type Read = {
  line: number;
  number: string;
  code: string | undefined;
  record: Record<string, unknown>;
  notes: string[];
};

/** Imports employees line by line: those that are known by code or number keep their system, the others get the file's. */
export async function importEmployees(
  scope: ChangeScope,
  today: string,
  lines: readonly Line[],
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  const refuse = (line: number, code: string, reason: string) =>
    outcomes.push({ line, outcome: 'refused', code, reason });
  const groups = await findOrMakeGroups(
    scope,
    lines.flatMap(({ cells }) =>
      KINDS.flatMap(([id, kind]) => (cells[id]?.trim() ? [{ kind, name: cells[id] ?? '' }] : [])),
    ),
  );

  const reads: Read[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const number = cells.number?.trim() ?? '';
    const record: Record<string, unknown> = { number, firstName: cells.firstName, lastName: cells.lastName };
    const earlier = seen.get(number);
    if (number === '') {
      refuse(line, '', 'The employee number is missing');
      continue;
    }
    if (earlier !== undefined) {
      refuse(line, number, `Line ${earlier} has the same number`);
      continue;
    }
    seen.set(number, line);
    const wrong = readInto(record, cells);
    if (wrong) {
      refuse(line, number, wrong);
      continue;
    }
    const notes: string[] = [];
    for (const [id, kind] of KINDS) {
      const name = cells[id]?.trim();
      if (name === undefined) continue;
      record[`${id}Code`] = name === '' ? null : groups.find(kind, name);
      const note = name && groups.note(kind, name);
      if (note) notes.push(note);
    }
    reads.push({ line, number, code: cells.code?.trim() || undefined, record, notes });
  }

  const identities = await identify(scope, reads);
  const sent = reads.map((read) => ({ ...read.record, code: read.number }));
  const part = await syncEmployees(
    scope,
    { employees: sent },
    // Lines were resolved to ids already.
    (_kind, _system, id) => id,
    today,
    (number) => identities.get(number) ?? { systemId: scope.systemId, code: number },
  );
  await deleteUnusedGroups(scope.tx, scope.accountId, groups.made, scope.now);
  await applyEffects(scope, today, {
    wrote: groups.made.length > 0 || (part?.wrote ?? false),
    employees: part?.effects,
  });

  const refusals = new Map(part?.rejected.map(({ key, code, reason }) => [key ?? code, reason]));
  for (const { line, number, notes } of reads) {
    const { systemId, code } = identities.get(number) ?? { systemId: scope.systemId, code: number };
    const key = employeeKey(systemId, code);
    const reason = refusals.get(key) ?? refusals.get(number);
    const outcome = part?.outcomes?.get(key);
    if (reason === REASONS.otherSystem) refuse(line, number, ownedElsewhere(systemId, `employee ${number}`));
    else if (reason || !outcome) refuse(line, number, inWords(reason ?? 'Not taken'));
    else outcomes.push({ line, outcome, code: number, reason: notes.join(', ') || null });
  }
  return outcomes;
}

/** Copies the cells that are not empty into a record; returns what is wrong with one, or null. */
function readInto(record: Record<string, unknown>, cells: Line['cells']): string | null {
  if (cells.timeId !== undefined) record.timeId = cells.timeId.trim() || null;
  if (cells.isActive?.trim()) {
    record.isActive = readYes(cells.isActive);
    if (record.isActive === undefined) return `"${cells.isActive}" is neither yes nor no (column Active)`;
  }
  for (const [id, label] of [
    ['activeFrom', 'Active From'],
    ['inactiveFrom', 'Inactive From'],
  ] as const) {
    const cell = cells[id];
    if (!cell?.trim()) continue;
    record[id] = readDate(cell);
    if (record[id] === undefined) return `"${cell}" is not a date: write it as 2026-11-20 (column ${label})`;
  }
  return null;
}

type Identity = { systemId: string; code: string };
/** Returns the employee of each line: the one with its code, else with its number; one who is not deleted takes precedence. */
async function identify({ tx, accountId, systemId }: ChangeScope, reads: readonly Read[]) {
  const known = await findEmployeesByName(tx, accountId, {
    numbers: reads.map(({ number }) => number),
    codes: reads.flatMap(({ code }) => code ?? []),
  });
  const byCode = new Map<string, Identity>();
  const byNumber = new Map<string, Identity>();
  for (const { systemId: owner, code, number, isDeleted } of known) {
    if (!byCode.has(code)) byCode.set(code, { systemId: owner, code });
    if (!isDeleted) byNumber.set(number, { systemId: owner, code });
  }
  const identities = new Map<string, Identity>();
  for (const { number, code } of reads) {
    const found = code === undefined ? byNumber.get(number) : byCode.get(code);
    identities.set(number, found ?? { systemId, code: code ?? number });
  }
  return identities;
}
