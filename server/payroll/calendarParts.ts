import type { PayrollSyncBody } from '#contract/payroll.ts';
import type { Db } from '../db/db.ts';
import {
  type HolidayValue,
  markDeleted,
  readHolidays,
  readStandardTimes,
  type StandardTimeValue,
  upsertHolidays,
  upsertStandardTimes,
} from './catalog.sql.ts';
import { finish, type SyncScope } from './catalog.ts';
import { planPart } from './plan.ts';
import { type ReadPart, readPart } from './readPart.ts';
import { holidayRecord, REASONS, standardTimeRecord } from './records.ts';

type FindTimeGroup = (code: string) => string | undefined;

type Stored<V> = { id: string; code: string; isDeleted: boolean; value: V };
type Settling<V> = {
  part: 'standardTimes' | 'holidays';
  table: 'standard_time' | 'holiday';
  read: ReadPart<unknown>;
  stored: readonly Stored<V>[];
  wanted: readonly { code: string; value: V }[];
  upsert: (tx: Db, accountId: string, systemId: string, rows: readonly ({ id: string; code: string } & V)[]) => unknown;
};

/** Plans and writes one part of the calendar, whose records are known by their codes alone. */
async function settle<V extends object>({ tx, accountId, systemId, now }: SyncScope, settling: Settling<V>) {
  const { part, table, read, stored, wanted, upsert } = settling;
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
  if (gone.length) await markDeleted(tx, accountId, table, gone, now);
  return plan;
}

const asStored = <V extends object>({
  id,
  code,
  isDeleted,
  ...value
}: { id: string; code: string; isDeleted: boolean } & V) => ({ id, code, isDeleted, value });

/** Standard times of time groups. */
export async function syncStandardTimes(scope: SyncScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
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
  const plan = await settle<StandardTimeValue>(scope, {
    part,
    table: 'standard_time',
    read,
    stored,
    wanted,
    upsert: upsertStandardTimes,
  });
  return finish(plan, rejected);
}

/** Holidays of the account or of one time group. */
export async function syncHolidays(scope: SyncScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
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
  const plan = await settle<HolidayValue>(scope, {
    part,
    table: 'holiday',
    read,
    stored,
    wanted,
    upsert: upsertHolidays,
  });
  return finish(plan, rejected);
}
