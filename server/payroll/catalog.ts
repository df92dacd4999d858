import type { PayrollPart, PayrollSyncBody } from '#contract/payroll.ts';
import type { Db } from '../db/db.ts';
import {
  GROUP_KINDS,
  type GroupKind,
  markDeleted,
  readGroups,
  readLookupEntries,
  type StoredGroup,
  upsertGroups,
  upsertLookupEntries,
} from './catalog.sql.ts';
import { type Counts, countsOf, type Outcome, outcomesOf, type Plan, planPart } from './plan.ts';
import { readPart } from './readPart.ts';
import { codeOf, groupRecord, lookupEntryRecord, lookupRecord, REASONS, type Rejection } from './records.ts';

/** What one sync writes with: one account, one system, one instant, one next data version. */
export type SyncScope = { tx: Db; accountId: string; systemId: string; now: Date; version: number };
export type PartResult = { counts: Counts; rejected: Rejection[]; wrote: boolean; outcomes?: Map<string, Outcome> };

export const finish = (plan: Plan<unknown>, rejected: Rejection[]): PartResult => ({
  counts: countsOf(plan, rejected.length),
  rejected: [...rejected, ...plan.rejected],
  wrote: plan.upserts.length + plan.deletes.length > 0,
  outcomes: outcomesOf(plan),
});
const lastOf = (key: string) => (JSON.parse(key) as string[]).at(-1) ?? '';

/** Groups of all three kinds; answers the account's groups as they are afterwards. */
export async function syncGroups(
  scope: SyncScope,
  body: PayrollSyncBody,
): Promise<{ results: Partial<Record<PayrollPart, PartResult>>; groups: StoredGroup[] }> {
  const { tx, accountId, systemId, now } = scope;
  let groups = await readGroups(tx, accountId);
  const results: Partial<Record<PayrollPart, PartResult>> = {};
  for (const part of ['timeGroups', 'employeeGroups', 'jobDescriptions'] as const) {
    const kind: GroupKind = GROUP_KINDS[part];
    const own = groups.filter((group) => group.kind === kind && group.systemId === systemId);
    const read = readPart(part, body, (value) => groupRecord.safeParse(value));
    if (!read.touched) continue;
    const plan = planPart<{ name: string }>({
      part,
      existing: own.map(({ id, code, name, isDeleted }) => ({ id, key: code, value: { name }, isDeleted })),
      wanted: read.records.map(({ code, name }) => ({ key: code, code, value: { name } })),
      deleted: read.deleted.map((code) => ({ key: code, code })),
      complete: read.complete,
      listed: new Set(read.listed),
      now,
    });
    const rows = plan.upserts.map(({ id, key, value }) => ({ id, kind, systemId, code: key, name: value.name }));
    if (rows.length) await upsertGroups(tx, accountId, rows);
    if (plan.deletes.length)
      await markDeleted(
        tx,
        accountId,
        'work_group',
        plan.deletes.map(({ id }) => id),
        now,
      );
    results[part] = finish(plan, read.rejected);
    if (results[part].wrote) groups = await readGroups(tx, accountId);
  }
  return { results, groups };
}

/** Lookup entries: their codes are unique within the account, whichever system they come from. */
export async function syncLookups(scope: SyncScope, body: PayrollSyncBody): Promise<PartResult | undefined> {
  const { tx, accountId, systemId, now, version } = scope;
  const lists = readPart('lookups', body, (value) => lookupRecord.safeParse(value));
  if (!lists.touched) return undefined;
  const stored = await readLookupEntries(tx, accountId);
  const key = (lookup: number, code: string) => JSON.stringify([String(lookup), code]);
  const foreign = new Set(
    stored.filter((row) => row.systemId !== systemId && !row.isDeleted).map((row) => key(row.lookup, row.code)),
  );
  const rejected: Rejection[] = [...lists.rejected];
  const wanted: { key: string; code: string; value: { description: string } }[] = [];
  const listed = new Set<string>();
  for (const { lookup, entries } of lists.records)
    for (const sent of entries) {
      const entry = readPart('lookups', { lookups: [sent] }, (value) => lookupEntryRecord.safeParse(value));
      rejected.push(...entry.rejected);
      listed.add(key(lookup, codeOf(sent).trim()));
      for (const { code, description } of entry.records) {
        if (foreign.has(key(lookup, code))) rejected.push({ part: 'lookups', code, reason: REASONS.duplicateCode });
        else wanted.push({ key: key(lookup, code), code, value: { description } });
      }
    }
  // '1:APPLE' names the lookup; a bare code is deleted in every lookup that has it.
  const own = stored.filter(
    (row) => row.systemId === systemId || (row.isDeleted && !foreign.has(key(row.lookup, row.code))),
  );
  const known = new Set(own.map((row) => key(row.lookup, row.code)));
  const deleted = lists.deleted.flatMap((code) => {
    const both = [key(1, code), key(2, code)].filter((candidate) => known.has(candidate));
    const named = /^([12]):(.+)$/s.exec(code);
    if (both.length === 0 && named) return [{ key: key(Number(named[1]), named[2] ?? ''), code }];
    return both.length ? both.map((found) => ({ key: found, code })) : [{ key: key(1, code), code }];
  });
  const plan = planPart<{ description: string }>({
    part: 'lookups',
    existing: own.map((row) => ({
      id: row.id,
      key: key(row.lookup, row.code),
      value: { description: row.description },
      isDeleted: row.isDeleted,
    })),
    wanted,
    deleted,
    complete: lists.complete,
    listed,
    now,
  });
  const rows = plan.upserts.map(({ id, key: found, value }) => ({
    id,
    lookup: found.startsWith('["1"') ? (1 as const) : (2 as const),
    code: lastOf(found),
    description: value.description,
  }));
  if (rows.length) await upsertLookupEntries(tx, accountId, systemId, version, rows);
  if (plan.deletes.length)
    await markDeleted(
      tx,
      accountId,
      'lookup_entry',
      plan.deletes.map(({ id }) => id),
      now,
    );
  return finish(plan, rejected);
}
