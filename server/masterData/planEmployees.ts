import { activeOn, activityAfter, isReturn } from '../attendance/activity.ts';
import { membershipAfter } from '../attendance/timeGroups.ts';
import { addDays } from '../platform/zone.ts';
import type { EmployeeValue, StoredEmployee } from './employees.sql.ts';
import type { GroupKind } from './groups.sql.ts';
import type { FindGroup } from './groups.ts';
import { type Existing, type Plan, takeIn } from './plan.ts';
import { type EmployeeRecord, REASONS, type Rejection } from './records.ts';

export type SentEmployee = EmployeeRecord & { systemId: string };
export type EmployeePlan = Plan<EmployeeValue>;

export const employeeKey = (systemId: string, code: string) => JSON.stringify([systemId, code]);
const syncedValueOf = (row: StoredEmployee): EmployeeValue => ({
  systemId: row.systemId,
  code: row.code,
  number: row.number,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNumber: row.phoneNumber,
  isActive: row.isActive,
  activity: row.activity,
  inactiveFrom: row.inactiveFrom,
  timeId: row.timeId,
  cards: row.cards,
  timeGroupId: row.timeGroupId,
  timeGroups: row.timeGroups,
  employeeGroupId: row.employeeGroupId,
  jobDescriptionId: row.jobDescriptionId,
  termsFrom: row.termsFrom,
});

type Asked = {
  stored: readonly StoredEmployee[];
  sent: readonly SentEmployee[];
  deleted: readonly { key: string; code: string }[];
  /** Returns true for a stored employee that is missing from a complete list. */
  dropped: (row: StoredEmployee) => boolean;
  findGroup: FindGroup;
  /** Tells whether the owner of the change may change an employee as proposed (owners.ts). */
  mayChange: (before: EmployeeValue, after: EmployeeValue) => boolean;
  today: string;
  now: Date;
};
type Candidate = { key: string; code: string; value: EmployeeValue; before: Existing<EmployeeValue> | null };

/**
 * Plans a sync of employees. A record that would break uniqueness is refused, the others are accepted. Numbers, PINs and cards are checked against the state
 * after the sync, so that two employees may swap them within one sync.
 */
export function planEmployees({
  stored,
  sent,
  deleted,
  dropped,
  findGroup,
  mayChange,
  today,
  now,
}: Asked): EmployeePlan {
  const plan: EmployeePlan = { upserts: [], deletes: [], unchanged: 0, same: [], rejected: [] };
  const rows = new Map<string, Existing<EmployeeValue>>();
  const lockedUntil = stored[0]?.lockedUntil ?? null;
  for (const row of stored) {
    const key = employeeKey(row.systemId, row.code);
    rows.set(key, { id: row.id, key, value: syncedValueOf(row), isDeleted: row.isDeleted });
  }
  const reject = (code: string, reason: string, key?: string) =>
    plan.rejected.push({ part: 'employees', code, reason, key } satisfies Rejection);

  const going = new Map<string, Existing<EmployeeValue>>();
  for (const { key, code } of deleted) {
    const row = rows.get(key);
    if (!row) reject(code, REASONS.unknownCode);
    else if (row.isDeleted) plan.unchanged++;
    else going.set(key, row);
  }
  const named = new Set(deleted.map(({ key }) => key));
  for (const row of stored) {
    const key = employeeKey(row.systemId, row.code);
    const found = rows.get(key);
    if (found && !row.isDeleted && dropped(row)) going.set(key, found);
  }

  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const record of sent) {
    const key = employeeKey(record.systemId, record.code);
    const before = rows.get(key) ?? null;
    const judged = valueAfter(record, before, findGroup, { today, lockedUntil });
    if (seen.has(key)) reject(record.code, REASONS.duplicateCode, key);
    else if (named.has(key)) reject(record.code, REASONS.sentAndDeleted, key);
    else if ('reason' in judged) reject(record.code, judged.reason, key);
    else if (before && !mayChange(before.value, judged.value)) reject(record.code, REASONS.otherSystem, key);
    else candidates.push({ key, code: record.code, value: judged.value, before });
    seen.add(key);
  }

  const accepted = withoutDuplicates(candidates, rows, going, (candidate, reason) =>
    reject(candidate.code, reason, candidate.key),
  );
  for (const one of accepted) takeIn(plan, one, now);
  plan.deletes = [...going.values()];
  return plan;
}

/** An absent field keeps its stored value. */
function valueAfter(
  record: SentEmployee,
  before: Existing<EmployeeValue> | null,
  findGroup: FindGroup,
  { today, lockedUntil }: { today: string; lockedUntil: string | null },
): { value: EmployeeValue } | { reason: string } {
  const groupId = (kind: GroupKind, code: string | null | undefined, stays: string | null | undefined) => {
    if (code === undefined) return stays ?? null;
    return code === null ? null : findGroup(kind, record.systemId, code);
  };
  const timeGroupId = groupId('time', record.timeGroupCode, before?.value.timeGroupId);
  const employeeGroupId = groupId('employee', record.employeeGroupCode, before?.value.employeeGroupId);
  const jobDescriptionId = groupId('job', record.jobDescriptionCode, before?.value.jobDescriptionId);
  if (timeGroupId === undefined) return { reason: REASONS.unknownTimeGroup };
  if (employeeGroupId === undefined) return { reason: REASONS.unknownEmployeeGroup };
  if (jobDescriptionId === undefined) return { reason: REASONS.unknownJobDescription };
  const stays = before?.value ?? { timeGroupId: null, timeGroups: null };
  const groups =
    record.timeGroupCode === undefined ? stays : membershipAfter(stays, { timeGroupId, from: record.timeGroupFrom });

  const known = before?.value.activity ?? [];
  // Who comes back, and whose end is taken back before it came.
  const isBack = isReturn(known, record.activeFrom) || (record.inactiveFrom === null && activeOn(known, today));
  const isActive = record.isActive ?? (isBack || (before?.value.isActive ?? true));
  const activity = activityAfter(
    known,
    { isActive, activeFrom: record.activeFrom, inactiveFrom: record.inactiveFrom },
    today,
  );
  const latest = activity.at(-1);
  const value: EmployeeValue = {
    systemId: record.systemId,
    code: record.code,
    number: record.number,
    firstName: record.firstName,
    lastName: record.lastName,
    phoneNumber: record.phoneNumber === undefined ? (before?.value.phoneNumber ?? null) : record.phoneNumber,
    isActive,
    activity: activity.map(({ from, isActive: active }) => ({ from, isActive: active })),
    inactiveFrom: latest && !latest.isActive ? latest.from : null,
    timeId: record.timeId === undefined ? (before?.value.timeId ?? null) : record.timeId,
    cards: record.cards ?? before?.value.cards ?? [],
    timeGroupId: groups.timeGroupId,
    timeGroups: groups.timeGroups?.map(({ from, timeGroupId: id }) => ({ from, timeGroupId: id })) ?? null,
    employeeGroupId,
    jobDescriptionId,
    termsFrom: termsFromOf(record, before?.value, { employeeGroupId, jobDescriptionId }, { today, lockedUntil }),
  };
  return { value };
}

type RateGroups = Pick<EmployeeValue, 'employeeGroupId' | 'jobDescriptionId'>;
/** Returns the date from which the employee group and job decide the rates; null: always. A date alone corrects that of the last change, as far as days are not locked. */
function termsFromOf(
  { employeeGroupFrom }: SentEmployee,
  before: (RateGroups & Pick<EmployeeValue, 'termsFrom'>) | undefined,
  after: RateGroups,
  { today, lockedUntil }: { today: string; lockedUntil: string | null },
): string | null {
  const isSame =
    before?.employeeGroupId === after.employeeGroupId && before.jobDescriptionId === after.jobDescriptionId;
  if (!before) return null;
  if (isSame) {
    const { termsFrom } = before;
    if (employeeGroupFrom === undefined || termsFrom === null) return termsFrom;
    if (lockedUntil === null || (employeeGroupFrom !== null && employeeGroupFrom > lockedUntil))
      return employeeGroupFrom ?? '-infinity';
    return termsFrom <= lockedUntil ? termsFrom : addDays(lockedUntil, 1);
  }
  const isFirst = before.employeeGroupId === null && before.jobDescriptionId === null;
  return employeeGroupFrom === undefined && !isFirst ? today : (employeeGroupFrom ?? null);
}

/**
 * Refuses duplicates: numbers, PINs and cards are unique among employees that are not deleted. A refused employee keeps their former values, which may
 * conflict with an accepted one, so this is repeated until nobody else is refused.
 */
function withoutDuplicates(
  candidates: readonly Candidate[],
  rows: ReadonlyMap<string, Existing<EmployeeValue>>,
  going: ReadonlyMap<string, unknown>,
  reject: (candidate: Candidate, reason: string) => void,
): Candidate[] {
  let accepted = [...candidates];
  for (;;) {
    const changing = new Set(accepted.map(({ key }) => key));
    const numbers = new Set<string>();
    const timeIds = new Set<string>();
    const cards = new Set<string>();
    for (const [key, { value, isDeleted }] of rows) {
      if (isDeleted || going.has(key) || changing.has(key)) continue;
      numbers.add(value.number);
      if (value.timeId !== null) timeIds.add(value.timeId);
      for (const card of value.cards) cards.add(card);
    }
    const kept = accepted.filter((candidate) => {
      const { number, timeId, cards: own } = candidate.value;
      const reason = numbers.has(number)
        ? REASONS.duplicateNumber
        : timeId !== null && timeIds.has(timeId)
          ? REASONS.duplicateTimeId
          : own.some((card) => cards.has(card))
            ? REASONS.duplicateCard
            : null;
      if (reason) {
        reject(candidate, reason);
        return false;
      }
      numbers.add(number);
      if (timeId !== null) timeIds.add(timeId);
      for (const card of own) cards.add(card);
      return true;
    });
    if (kept.length === accepted.length) return kept;
    accepted = kept;
  }
}

/** Returns the employees whose number or PIN changes: theirs are cleared before anything is written, so that others may take them. */
export const toRelease = (plan: EmployeePlan): string[] =>
  plan.upserts
    .filter(
      ({ before, value }) => before && (before.value.number !== value.number || before.value.timeId !== value.timeId),
    )
    .map(({ id }) => id);

/** Ends the activity of deleted employees today (docs/reference/attendance.md#who-counts). */
export const afterDeletion = (plan: EmployeePlan, today: string) =>
  plan.deletes.map(({ id, value }) => {
    const activity = activityAfter(value.activity, { isActive: false, inactiveFrom: today }, today);
    return { id, activity: [...activity], inactiveFrom: activity.at(-1)?.from ?? null };
  });
