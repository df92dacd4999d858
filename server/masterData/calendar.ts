import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Db } from '../platform/db/db.ts';
import {
  deleteHolidays,
  deleteStandardTimes,
  findStandardTimes,
  type HolidayValue,
  readHolidays,
  readStandardTimes,
  type StandardTimeValue,
  upsertHolidays,
  upsertStandardTimes,
} from './calendar.sql.ts';
import { type ChangeScope, resultOf } from './change.ts';
import { planPart } from './plan.ts';
import { type ReadPart, readPart } from './readPart.ts';
import { holidayRecord, REASONS, standardTimeRecord } from './records.ts';

export type FindTimeGroup = (code: string) => string | undefined;

type Stored<V> = { id: string; code: string; isDeleted: boolean; value: V };
type Part<V> = {
  part: 'standardTimes' | 'holidays' | 'hoursRules' | 'rates' | 'minimums';
  read: ReadPart<unknown>;
  stored: readonly Stored<V>[];
  wanted: readonly { code: string; value: V }[];
  upsert: (tx: Db, accountId: string, systemId: string, rows: readonly ({ id: string; code: string } & V)[]) => unknown;
  remove: (tx: Db, accountId: string, ids: readonly string[], now: Date) => unknown;
};

/** Plans and writes one part of the calendar whose records are identified by their codes alone. */
export async function writePart<V extends object>(
  { tx, accountId, systemId, now }: ChangeScope,
  { part, read, stored, wanted, upsert, remove }: Part<V>,
) {
  const plan = planPart<V>({
    part,
    existing: stored.map(({ code, ...row }) => ({ ...row, key: code })),
    wanted: wanted.map((record) => ({ ...record, key: record.code })),
    deleted: read.deleted.map((code) => ({ key: code, code })),
    complete: read.complete,
    listed: new Set(read.listed),
    now,
  });
  const rows = plan.upserts.map(({ id, key, value }) => ({ id, code: key, ...value }));
  const gone = plan.deletes.map(({ id }) => id);
  // First: what replaces them may be of the same date.
  if (gone.length) await remove(tx, accountId, gone, now);
  if (rows.length) await upsert(tx, accountId, systemId, rows);
  return plan;
}

const asStored = <V extends object>({
  id,
  code,
  isDeleted,
  ...value
}: { id: string; code: string; isDeleted: boolean } & V) => ({ id, code, isDeleted, value });

/** Writes standard times of time groups. */
export async function syncStandardTimes(scope: ChangeScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const part = 'standardTimes';
  const read = readPart(part, body, (value) => standardTimeRecord.safeParse(value));
  if (!read.touched) return undefined;
  const rejected = [...read.rejected];
  const wanted: { code: string; value: StandardTimeValue }[] = [];
  const owners = await ownersOfShifts(scope);
  for (const { code, timeGroupCode, effectiveFrom, rest, ...times } of read.records) {
    const timeGroupId = findGroup(timeGroupCode);
    if (!timeGroupId) rejected.push({ part, code, reason: REASONS.unknownTimeGroup, key: code });
    else if (owners.isForeign(timeGroupId)) rejected.push({ part, code, reason: REASONS.otherSystem, key: code });
    else
      wanted.push({
        code,
        value: { timeGroupId, ...times, effectiveFrom: effectiveFrom ?? null, isRest: rest ?? false },
      });
  }
  const replaced = owners.replacedBy(wanted.map(({ value }) => value.timeGroupId));
  if (replaced.length) await deleteStandardTimes(scope.tx, scope.accountId, replaced, scope.now);
  const stored = (await readStandardTimes(scope.tx, scope.accountId, scope.systemId)).map(asStored);
  const plan = await writePart<StandardTimeValue>(scope, {
    part,
    read,
    stored,
    wanted,
    upsert: upsertStandardTimes,
    remove: deleteStandardTimes,
  });
  const result = resultOf(plan, rejected);
  return { ...result, wrote: result.wrote || replaced.length > 0 };
}

/** The standard times of one time group have one owner: a payroll system's replace the application's. */
async function ownersOfShifts({ tx, accountId, systemId }: ChangeScope) {
  const others = (await findStandardTimes(tx, accountId)).filter((row) => row.systemId !== systemId);
  const foreign = new Set(others.flatMap((row) => (row.systemId === APPLICATION_SYSTEM ? [] : [row.timeGroupId])));
  return {
    isForeign: (timeGroupId: string) => foreign.has(timeGroupId),
    /** Returns the ids of the application's standard times of some groups. */
    replacedBy: (timeGroupIds: readonly string[]) =>
      others.filter((row) => timeGroupIds.includes(row.timeGroupId)).map(({ id }) => id),
  };
}

/** Writes holidays of the account or of one time group. */
export async function syncHolidays(scope: ChangeScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const part = 'holidays';
  const read = readPart(part, body, (value) => holidayRecord.safeParse(value));
  if (!read.touched) return undefined;
  const rejected = [...read.rejected];
  const wanted: { code: string; value: HolidayValue }[] = [];
  for (const { code, name, date, timeGroupCode } of read.records) {
    const timeGroupId = timeGroupCode == null ? null : findGroup(timeGroupCode);
    if (timeGroupId === undefined) rejected.push({ part, code, reason: REASONS.unknownTimeGroup });
    else wanted.push({ code, value: { name, date, timeGroupId } });
  }
  const stored = (await readHolidays(scope.tx, scope.accountId, scope.systemId)).map(asStored);
  const plan = await writePart<HolidayValue>(scope, {
    part,
    read,
    stored,
    wanted,
    upsert: upsertHolidays,
    remove: deleteHolidays,
  });
  return resultOf(plan, rejected);
}
