import { EXCUSED, type KeptDay, type KeptLine, type KeptPerson, LATE, OPEN, STATUSES } from './keptDay.ts';

/** Returns the employees of a day that are chosen, in the order of the day. */
export function openPeople(
  { people: columns, employeeIds, cells, timeGroups, silences }: KeptDay,
  isChosen: (employeeId: string, timeGroupId: string | null) => boolean,
): KeptPerson[] {
  const units = columns.units.split('\n');
  const silent = silences.map((ids) => (ids === '' ? [] : ids.split(' ')));
  const people: KeptPerson[] = [];
  for (const [place, employeeId] of employeeIds.entries()) {
    const timeGroupId = timeGroups[columns.timeGroup[place] ?? -1] ?? null;
    if (!isChosen(employeeId, timeGroupId)) continue;
    const flags = columns.flags[place] ?? 0;
    const timeIn = columns.timeIn[place] ?? Number.NaN;
    people.push({
      employeeId,
      place,
      timeGroupId,
      silentOn: silent[columns.silence[place] ?? -1] ?? [],
      cell: cells[columns.cell[place] ?? -1] ?? '-',
      status: STATUSES[columns.status[place] ?? -1] ?? 'off',
      late: (flags & LATE) !== 0,
      excused: (flags & EXCUSED) !== 0,
      isOpen: (flags & OPEN) !== 0,
      lateMs: columns.lateMs[place] ?? 0,
      irregularMs: columns.irregularMs[place] ?? 0,
      clockedMs: columns.clockedMs[place] ?? 0,
      workedMs: columns.workedMs[place] ?? 0,
      entries: columns.entries[place] ?? 0,
      units: units[place] ?? '0',
      timeIn: Number.isNaN(timeIn) ? null : timeIn,
    });
  }
  return people;
}

/** Returns the work of chosen employees on a day, for all or some codes of lookup 1; null among the codes stands for work without one. */
export function openLines(
  { lines: columns, codes, employeeIds }: KeptDay,
  people: readonly KeptPerson[],
  isChosen: (lookup1: string | null) => boolean = () => true,
): KeptLine[] {
  const byPlace = new Array<KeptPerson | undefined>(employeeIds.length);
  for (const person of people) byPlace[person.place] = person;
  const chosen = codes.map((code) => isChosen(code || null));
  const units = columns.units.split('\n');
  const lines: KeptLine[] = [];
  for (let i = 0; i < columns.person.length; i++) {
    const person = byPlace[columns.person[i] ?? -1];
    const lookup1 = columns.lookup1[i] ?? -1;
    if (!person || !chosen[lookup1]) continue;
    lines.push({
      person,
      lookup1: codes[lookup1] ?? '',
      lookup2: codes[columns.lookup2[i] ?? -1] ?? '',
      units: units[i] ?? '0',
      timeMs: columns.timeMs[i] ?? 0,
      entries: columns.entries[i] ?? 0,
    });
  }
  return lines;
}
