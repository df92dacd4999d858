import type { PayrollSyncBody } from '#contract/payroll.ts';
import type { Db } from '../db/db.ts';
import {
  deleteHolidays,
  deleteStandardTimes,
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

type FindTimeGroup = (code: string) => string | undefined;

type Stored<V> = { id: string; code: string; isDeleted: boolean; value: V };
type Part<V> = {
  part: 'standardTimes' | 'holidays';
  read: ReadPart<unknown>;
  stored: readonly Stored<V>[];
  wanted: readonly { code: string; value: V }[];
  upsert: (tx: Db, accountId: string, systemId: string, rows: readonly ({ id: string; code: string } & V)[]) => unknown;
  remove: (tx: Db, accountId: string, ids: readonly string[], now: Date) => unknown;
};

/** Plans and writes one part of the calendar, whose records are known by their codes alone. */
async function writePart<V extends object>(
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
  if (rows.length) await upsert(tx, accountId, systemId, rows);
  const gone = plan.deletes.map(({ id }) => id);
  if (gone.length) await remove(tx, accountId, gone, now);
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
  for (const { code, timeGroupCode, effectiveFrom, ...times } of read.records) {
    const timeGroupId = findGroup(timeGroupCode);
    if (!timeGroupId) rejected.push({ part, code, reason: REASONS.unknownTimeGroup, key: code });
    else wanted.push({ code, value: { timeGroupId, ...times, effectiveFrom: effectiveFrom ?? null } });
  }
  const stored = (await readStandardTimes(scope.tx, scope.accountId, scope.systemId)).map(asStored);
  const plan = await writePart<StandardTimeValue>(scope, {
    part,
    read,
    stored,
    wanted,
    upsert: upsertStandardTimes,
    remove: deleteStandardTimes,
  });
  return resultOf(plan, rejected);
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
