import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { byNumber } from '../../../attendance/order.ts';
import { findStandardTimes, type OwnedStandardTime } from '../../../masterData/calendar.sql.ts';
import { findHoursRules, type OwnedHoursRule } from '../../../masterData/hoursRules.sql.ts';
import { findPayRates, type OwnedPayRate } from '../../../masterData/payRates.sql.ts';
import { standardTimeKey } from '../../../masterData/standardTimes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { breakWords } from '../../../platform/files/cells.ts';
import { selectLastSaid } from '../../privacy/consents.sql.ts';
import {
  type EmployeeRow,
  type GroupRow,
  type HolidayRow,
  type LookupRow,
  selectEmployees,
  selectGroups,
  selectHolidays,
  selectLookupEntries,
  selectLookupNames,
} from '../reading.sql.ts';
import { datesOf, type Owners, ownerName } from '../views.ts';
import { KIND_LABELS } from './columns.ts';
import { ruleCells } from './hoursRuleCells.ts';

/** A record as a line of the workbook shows it: text by column. */
export type Shown<R> = { row: R; cells: Record<string, string> };
/** All data of the set-up in the form of the workbook: the content of a download, and what lines are compared with. */
export type Snapshot = {
  employees: Shown<EmployeeRow>[];
  groups: Shown<GroupRow>[];
  lookups: Shown<LookupRow>[];
  lookupNames: { lookup: 1 | 2; name: string; system: string | null }[];
  /** One line per weekday; `days` is its name. */
  shifts: Shown<OwnedStandardTime>[];
  holidays: Shown<HolidayRow>[];
  hoursRules: Shown<OwnedHoursRule>[];
  rates: Shown<OwnedPayRate>[];
  minimums: Shown<OwnedPayRate>[];
  labels: ReadonlyMap<string, string>;
};

export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const dayName = (weekday: number) => DAY_NAMES[weekday - 1] ?? '';

export async function snapshotOf(tx: Db, accountId: string, owners: Owners, today: string): Promise<Snapshot> {
  const groups = await selectGroups(tx, accountId);
  const labels = labelsOf(groups);
  const label = (id: string | null) => (id === null ? '' : (labels.get(id) ?? id));
  const owner = (systemId: string) => ownerName(owners, systemId);
  const times = await findStandardTimes(tx, accountId);
  const employees = (await selectEmployees(tx, accountId, null)).sort((a, b) => byNumber(a.number, b.number));
  const agreed = new Set(
    (await selectLastSaid(tx, accountId)).flatMap(({ employeeId, isValid }) => (isValid ? [employeeId] : [])),
  );
  const numbers = new Map(employees.map(({ id, number }) => [id, number]));
  const rates = (await findPayRates(tx, accountId)).map((row) => ({
    row,
    cells: {
      ...(row.kind !== 'minimum' && {
        ...{ kind: row.kind, lookup1: row.lookup1 ?? '', lookup2: row.lookup2 ?? '' },
        jobDescription: label(row.jobDescriptionId),
        employee: row.employeeId === null ? '' : (numbers.get(row.employeeId) ?? row.employeeId),
      }),
      ...{ amount: row.amount, from: row.from, employeeGroup: label(row.employeeGroupId) },
      ...{ delete: '', owner: owner(row.systemId), key: row.id },
    },
  }));
  const isMinimum = ({ row }: Shown<OwnedPayRate>) => row.kind === 'minimum';
  return {
    labels,
    lookupNames: await selectLookupNames(tx, accountId),
    rates: rates.filter((one) => !isMinimum(one)),
    minimums: rates.filter(isMinimum),
    employees: employees.map((row) => {
      const { isActive, activeFrom, inactiveFrom, timeGroups } = datesOf(row, today);
      const cells = {
        number: row.number,
        firstName: oneLine(row.firstName),
        lastName: oneLine(row.lastName),
        timeId: row.timeId ?? '',
        cards: row.cards.join(', '),
        timeGroup: label(row.timeGroupId),
        groupFrom: timeGroups.at(-1)?.from ?? '',
        employeeGroup: label(row.employeeGroupId),
        jobDescription: label(row.jobDescriptionId),
        phoneNumber: row.phoneNumber ?? '',
        active: isActive ? 'yes' : 'no',
        activeFrom: activeFrom ?? '',
        inactiveFrom: inactiveFrom ?? '',
        consent: agreed.has(row.id) ? 'yes' : 'no',
        samePerson: '',
        owner: owner(row.systemId),
        key: row.id,
      };
      return { row, cells };
    }),
    groups: groups.map((row) => ({
      row,
      cells: {
        kind: KIND_LABELS[row.kind],
        code: row.code,
        name: oneLine(row.name),
        delete: '',
        owner: owner(row.systemId),
        key: row.id,
      },
    })),
    lookups: (await selectLookupEntries(tx, accountId)).map((row) => ({
      row,
      cells: {
        lookup: String(row.lookup),
        code: row.code,
        description: oneLine(row.description),
        delete: '',
        owner: owner(row.systemId),
        key: row.id,
      },
    })),
    shifts: times.map((row) => ({ row, cells: timeCells(row, label(row.timeGroupId), owner(row.systemId)) })),
    holidays: (await selectHolidays(tx, accountId)).map((row) => ({
      row,
      cells: {
        date: row.date,
        name: oneLine(row.name),
        timeGroup: label(row.timeGroupId),
        delete: '',
        owner: owner(row.systemId),
        key: row.id,
      },
    })),
    hoursRules: (await findHoursRules(tx, accountId)).map((row) => ({
      row,
      cells: {
        timeGroup: label(row.timeGroupId),
        from: row.from ?? '',
        ...ruleCells(row.rule),
        delete: '',
        owner: owner(row.systemId),
        key: row.id,
      },
    })),
  };
}

/** As cells are read, so that the name that a system sent is no change when it comes back; names of systems may have line breaks within. */
const oneLine = trimUnseen;

const timeCells = (time: OwnedStandardTime, timeGroup: string, owner: string) => ({
  timeGroup,
  days: dayName(time.weekday),
  start: time.isRest ? 'rest' : time.startTime,
  end: time.isRest ? '' : time.endTime,
  breaks: time.breaks.map(breakWords).join(' '),
  grace: String(time.graceMinutes),
  breakGrace: String(time.breakGraceMinutes),
  early: String(time.preMinutes),
  late: String(time.postMinutes),
  from: time.effectiveFrom ?? '',
  owner,
});

/** Returns the text by which cells name each group: its name, else its code, else its id, whichever is unique in its kind. */
function labelsOf(groups: readonly GroupRow[]): Map<string, string> {
  const find = groupFinderOf(groups);
  return new Map(
    groups.map(({ id, kind, code, name }) => [
      id,
      [oneLine(name), code, id].find((text) => find(kind, text) === id) ?? id,
    ]),
  );
}

/** Returns a function that finds the group that a cell names by code, then name, then id; case is ignored. */
export function groupFinderOf(groups: readonly GroupRow[]) {
  const found = new Map<string, string>();
  const key = (kind: string, text: string) => `${kind} ${oneLine(text).toLowerCase()}`;
  for (const field of ['code', 'name', 'id'] as const)
    for (const group of groups) {
      const own = key(group.kind, group[field]);
      if (!found.has(own)) found.set(own, group.id);
    }
  return (kind: GroupRow['kind'], text: string) => found.get(key(kind, text));
}

/** Returns shifts with equal weekdays joined in one line: 'Mon-Fri'. */
export function shiftLines(shifts: Snapshot['shifts']): Record<string, string>[] {
  const lines: { cells: Record<string, string>; weekdays: number[]; alike: string }[] = [];
  const ordered = [...shifts].sort(
    (a, b) =>
      order(a.cells.timeGroup, b.cells.timeGroup) || order(a.cells.from, b.cells.from) || a.row.weekday - b.row.weekday,
  );
  for (const { row, cells } of ordered) {
    const { days: _days, ...hours } = cells;
    const alike = JSON.stringify([row.timeGroupId, hours]);
    const last = lines.at(-1);
    if (last?.alike === alike) last.weekdays.push(row.weekday);
    else lines.push({ cells, weekdays: [row.weekday], alike });
  }
  return lines.map(({ cells, weekdays }) => ({ ...cells, days: daysText(weekdays) }));
}
const order = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

function daysText(weekdays: readonly number[]): string {
  const first = weekdays[0] ?? 1;
  const last = weekdays.at(-1) ?? first;
  const isRange = weekdays.length > 2 && last - first === weekdays.length - 1;
  return isRange ? `${dayName(first)}-${dayName(last)}` : weekdays.map(dayName).join(', ');
}

/** Returns the cells of every record by its id, to find what a line changed. */
export function cellsById(snapshot: Snapshot): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const sheet of ['employees', 'groups', 'lookups', 'holidays', 'hoursRules', 'rates', 'minimums'] as const)
    for (const { row, cells } of snapshot[sheet]) found.set(row.id, cells);
  for (const { row, cells } of snapshot.shifts) found.set(standardTimeKey(row), cells);
  for (const { lookup, name, system } of snapshot.lookupNames)
    found.set(lookupNameId(lookup), { description: name, owner: system ?? APPLICATION_SYSTEM });
  return found;
}
export const lookupNameId = (lookup: 1 | 2) => `name of lookup ${lookup}`;
