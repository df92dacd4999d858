import type { PayrollSyncBody } from '#contract/payroll.ts';
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
import { readPart } from './readPart.ts';
import { holidayRecord, REASONS, standardTimeRecord } from './records.ts';

type FindTimeGroup = (code: string) => string | undefined;

/** Standard times; `changedGroups` are the time groups whose shifts may have moved. */
export async function syncStandardTimes(scope: SyncScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const { tx, accountId, systemId, now } = scope;
  const read = readPart('standardTimes', body, (value) => standardTimeRecord.safeParse(value));
  if (!read.touched) return undefined;
  const stored = await readStandardTimes(tx, accountId, systemId);
  const rejected = [...read.rejected];
  const wanted: { key: string; code: string; value: StandardTimeValue }[] = [];
  for (const { code, timeGroupCode, effectiveFrom, ...times } of read.records) {
    const timeGroupId = findGroup(timeGroupCode);
    if (!timeGroupId) rejected.push({ part: 'standardTimes', code, reason: REASONS.unknownTimeGroup, key: code });
    else wanted.push({ key: code, code, value: { timeGroupId, ...times, effectiveFrom: effectiveFrom ?? null } });
  }
  const plan = planPart<StandardTimeValue>({
    part: 'standardTimes',
    existing: stored.map(({ id, code, isDeleted, ...value }) => ({ id, key: code, value, isDeleted })),
    wanted,
    deleted: read.deleted.map((code) => ({ key: code, code })),
    complete: read.complete,
    listed: new Set(read.listed),
    now,
  });
  const rows = plan.upserts.map(({ id, key, value }) => ({ id, code: key, ...value }));
  if (rows.length) await upsertStandardTimes(tx, accountId, systemId, rows);
  if (plan.deletes.length)
    await markDeleted(
      tx,
      accountId,
      'standard_time',
      plan.deletes.map(({ id }) => id),
      now,
    );
  const changedGroups = new Set<string>();
  for (const { value, before } of plan.upserts) {
    changedGroups.add(value.timeGroupId);
    if (before) changedGroups.add(before.value.timeGroupId);
  }
  for (const { value } of plan.deletes) changedGroups.add(value.timeGroupId);
  return { ...finish(plan, rejected), changedGroups };
}

/** Holidays; `changed` are the days that became one or ceased to be one, and for whom. */
export async function syncHolidays(scope: SyncScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const { tx, accountId, systemId, now } = scope;
  const read = readPart('holidays', body, (value) => holidayRecord.safeParse(value));
  if (!read.touched) return undefined;
  const stored = await readHolidays(tx, accountId, systemId);
  const rejected = [...read.rejected];
  const wanted: { key: string; code: string; value: HolidayValue }[] = [];
  for (const { code, name, date, timeGroupCode } of read.records) {
    const timeGroupId = timeGroupCode == null ? null : findGroup(timeGroupCode);
    if (timeGroupId === undefined) rejected.push({ part: 'holidays', code, reason: REASONS.unknownTimeGroup });
    else wanted.push({ key: code, code, value: { name, date, timeGroupId } });
  }
  const plan = planPart<HolidayValue>({
    part: 'holidays',
    existing: stored.map(({ id, code, isDeleted, ...value }) => ({ id, key: code, value, isDeleted })),
    wanted,
    deleted: read.deleted.map((code) => ({ key: code, code })),
    complete: read.complete,
    listed: new Set(read.listed),
    now,
  });
  const rows = plan.upserts.map(({ id, key, value }) => ({ id, code: key, ...value }));
  if (rows.length) await upsertHolidays(tx, accountId, systemId, rows);
  if (plan.deletes.length)
    await markDeleted(
      tx,
      accountId,
      'holiday',
      plan.deletes.map(({ id }) => id),
      now,
    );
  const changed = [
    ...plan.upserts.flatMap(({ value, before }) => (before ? [value, before.value] : [value])),
    ...plan.deletes.map(({ value }) => value),
  ];
  return { ...finish(plan, rejected), changed };
}
