import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { isPerhapsAnother, nameOf } from '#contract/platform/personNames.ts';
import { type Activity, hasLeft, statedStart } from '../attendance/activity.ts';
import { datedGroups } from '../attendance/timeGroups.ts';
import { createMemoPerObject } from '../platform/memoPerObject.ts';
import { EARLIEST } from '../platform/zone.ts';
import { type ChangeScope, type PartResult, resultOf } from './change.ts';
import type { EmployeeEffects } from './effects.ts';
import type { EmployeeValue } from './employees.sql.ts';
import {
  deleteEmployees,
  endConsents,
  endOwnDays,
  insertFormerNames,
  readEmployees,
  releaseCodes,
  releaseKeys,
  upsertEmployees,
} from './employees.sql.ts';
import type { FindGroup } from './groups.ts';
import { changesAllowed } from './owners.ts';
import type { Existing } from './plan.ts';
import { afterDeletion, employeeKey, planEmployees, type SentEmployee, toRelease } from './planEmployees.ts';
import { type ReadPart, readPart } from './readPart.ts';
import { type EmployeeRecord, employeeRecord } from './records.ts';

const readOnce = createMemoPerObject<ReadPart<EmployeeRecord>>();
/** Reads the employees of a sync, once a body: done before the transaction, it spares that a tenth of its time. */
export const readSentEmployees = (body: PayrollSyncBody) =>
  readOnce(body, 'employees', () => readPart('employees', body, (value) => employeeRecord.safeParse(value)));

type EmployeesResult = PartResult & {
  effects: EmployeeEffects;
  ids: ReadonlyMap<string, string>;
  /** The codes of employees who are taken for another person: their consent, link and PIN ended. */
  replaced: string[];
};

/**
 * Writes employees of one system, after the groups that they name. `identify` returns the system and code under which an employee is stored where
 * these are not the scope's own (imports); `ids` of the result are those of the written employees, by `employeeKey`.
 */
export async function syncEmployees(
  scope: ChangeScope,
  body: PayrollSyncBody,
  findGroup: FindGroup,
  today: string,
  identify: (code: string) => { systemId: string; code: string } = (code) => ({ systemId: scope.systemId, code }),
): Promise<EmployeesResult | undefined> {
  const { tx, accountId, systemId, now, version } = scope;
  const read = readSentEmployees(body);
  if (!read.touched) return undefined;
  const sent: SentEmployee[] = read.records.map((record) => ({ ...record, ...identify(record.code) }));
  const known = await readEmployees(tx, accountId, {
    systemId: read.complete ? systemId : null,
    keys: [...sent, ...read.deleted.map((code) => ({ systemId, code }))].map(({ systemId: owner, code }) => ({
      systemId: owner,
      code,
    })),
    numbers: sent.map(({ number }) => number),
    timeIds: sent.flatMap(({ timeId }) => timeId ?? []),
    cards: sent.flatMap(({ cards }) => cards ?? []),
  });
  const sentAs = new Map(sent.map((record) => [employeeKey(record.systemId, record.code), record]));
  // A code that is used again under another name is another person, who gets nothing of the first.
  const others = new Set(
    known.filter((row) => {
      const record = row.isDeleted ? sentAs.get(employeeKey(row.systemId, row.code)) : undefined;
      return record && !record.samePerson && nameOf(record) !== nameOf(row);
    }),
  );
  if (others.size > 0)
    await releaseCodes(
      tx,
      accountId,
      [...others].map(({ id }) => id),
    );
  const stored = known.filter((row) => !others.has(row));
  const listed = new Set(read.listed);
  const plan = planEmployees({
    stored,
    sent,
    deleted: read.deleted.map((code) => ({ key: employeeKey(systemId, code), code })),
    dropped: (row) => read.complete && row.systemId === systemId && !listed.has(row.code),
    findGroup,
    mayChange: await changesAllowed(scope),
    today,
    now,
  });

  const deleted = afterDeletion(plan, today);
  if (deleted.length) await deleteEmployees(tx, accountId, version, now, deleted);
  const renamed = plan.upserts.flatMap(({ id, value, before }) =>
    before && isNamedOtherwise(before.value, value) ? { id, ...before.value } : [],
  );
  if (renamed.length) await insertFormerNames(tx, accountId, now, renamed);
  const passing = toRelease(plan);
  if (passing.length) await releaseKeys(tx, accountId, passing);
  const rows = plan.upserts.map(({ id, value }) => ({ id, ...value }));
  if (rows.length) await upsertEmployees(tx, accountId, { version, receivedAt: now }, rows);
  if (scope.deferring && plan.upserts.filter(({ isNew }) => isNew).length >= MANY_NEW) scope.deferring.isLarge = true;
  // Also of those who return: an end that was set in advance took effect without a change.
  const left = plan.upserts.flatMap(({ id, value, before }) =>
    [value, before?.value].some((one) => one && hasLeft(one.activity, today)) ? id : [],
  );
  if (left.length) await endOwnDays(tx, accountId, left);
  const replaced = plan.upserts.filter(
    ({ key, value, before }) => before && isPerhapsAnother(before.value, value) && !sentAs.get(key)?.samePerson,
  );
  if (replaced.length) {
    const ids = replaced.map(({ id }) => id);
    await endOwnDays(tx, accountId, ids);
    await endConsents(tx, accountId, ids, { why: 'another name', now });
  }

  return {
    ...resultOf(plan, read.rejected),
    replaced: replaced.map(({ value }) => value.code),
    ids: new Map(plan.upserts.map(({ key, id }) => [key, id])),
    effects: {
      added: new Set(plan.upserts.flatMap(({ id, isNew }) => (isNew ? id : []))),
      moved: new Map(
        plan.upserts.flatMap(({ id, value, before }) =>
          before && isMoved(before.value, value) ? [[id, before.value]] : [],
        ),
      ),
      activities: new Map([
        ...plan.upserts.flatMap(({ id, value, before }) => {
          const earlier = before?.value.activity ?? [];
          return isActivityChanged(earlier, value.activity) ? [[id, earlier] as const] : [];
        }),
        // A deletion ends the activity, today's included.
        ...plan.deletes.map(({ id, value }) => [id, value.activity] as const),
      ]),
      changesTotals:
        plan.deletes.length > 0 ||
        plan.upserts.some(({ value, before }) => !before || before.isDeleted || countsOtherwise(before.value, value)),
      terms: new Map(
        plan.upserts.flatMap(({ id, value, before }) =>
          before && isOnOtherTerms(before.value, value) ? [[id, value.termsFrom ?? EARLIEST]] : [],
        ),
      ),
      arrived: plan.upserts.filter(({ value, before }) => !before || canNowBeNamed(before, value)).map(({ id }) => id),
    },
  };
}

/** Below it, comparing all of an account with all that are sent takes PostgreSQL less than a second. */
const MANY_NEW = 500;

const isMoved = (before: EmployeeValue, after: EmployeeValue) =>
  JSON.stringify(datedGroups(before)) !== JSON.stringify(datedGroups(after));
const isOnOtherTerms = (before: EmployeeValue, after: EmployeeValue) =>
  (['employeeGroupId', 'jobDescriptionId', 'termsFrom'] as const).some((field) => before[field] !== after[field]);
/** Returns true where an employee is found by something else since the change: an erasure takes both. */
const isNamedOtherwise = (before: EmployeeValue, after: EmployeeValue) =>
  (['number', 'firstName', 'lastName', 'timeId', 'cards'] as const).some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
/** Tells whether the activity changes; that of a new employee affects the past only where a start is stated. */
const isActivityChanged = (earlier: Activity, activity: Activity) =>
  earlier.length === 0 ? statedStart(activity) !== null : JSON.stringify(earlier) !== JSON.stringify(activity);
const countsOtherwise = (before: EmployeeValue, after: EmployeeValue) =>
  JSON.stringify(before.activity) !== JSON.stringify(after.activity);
const canNowBeNamed = (before: Existing<EmployeeValue>, after: EmployeeValue) =>
  before.isDeleted ||
  before.value.timeId !== after.timeId ||
  before.value.number !== after.number ||
  after.cards.some((card) => !before.value.cards.includes(card));
