import type { PayrollPart, PayrollSyncBody } from '#contract/payroll.ts';
import { type ChangeScope, type PartResult, resultOf } from './change.ts';
import { deleteGroups, type GroupKind, readGroups, type StoredGroup, upsertGroups } from './groups.sql.ts';
import { planPart } from './plan.ts';
import { readPart } from './readPart.ts';
import { groupRecord } from './records.ts';

export const GROUP_PARTS = { time: 'timeGroups', employee: 'employeeGroups', job: 'jobDescriptions' } as const;
const KINDS: readonly GroupKind[] = ['time', 'employee', 'job'];

/** Returns the id of a live group by its kind and the code that its system gave it. */
export type FindGroup = (kind: GroupKind, systemId: string, code: string) => string | undefined;

/** Writes groups of all three kinds; returns the result of each part that was sent, and the account's groups afterwards. */
export async function syncGroups(
  scope: ChangeScope,
  body: PayrollSyncBody,
): Promise<{ results: Partial<Record<PayrollPart, PartResult>>; groups: StoredGroup[] }> {
  const { tx, accountId, systemId, now } = scope;
  let groups = await readGroups(tx, accountId);
  const results: Partial<Record<PayrollPart, PartResult>> = {};
  for (const kind of KINDS) {
    const part = GROUP_PARTS[kind];
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
    const deleted = plan.deletes.map(({ id }) => id);
    if (deleted.length) await deleteGroups(tx, accountId, deleted, now);
    results[part] = resultOf(plan, read.rejected);
    if (results[part].wrote) groups = await readGroups(tx, accountId);
  }
  return { results, groups };
}

export function groupFinder(groups: readonly StoredGroup[]): FindGroup {
  const key = (kind: GroupKind, systemId: string, code: string) => JSON.stringify([kind, systemId, code]);
  const live = groups.filter(({ isDeleted }) => !isDeleted);
  const ids = new Map(live.map(({ id, kind, systemId, code }) => [key(kind, systemId, code), id]));
  return (kind, systemId, code) => ids.get(key(kind, systemId, code));
}
