import type { PayrollPart, PayrollSyncBody } from '#contract/intake/payroll.ts';
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

const MAX_CODE = 60;
/**
 * Returns a function that makes the code of a new group from its name: the name itself, cut where it is longer than a code may be, with a number where
 * another group has that code.
 */
export function groupCodes(groups: readonly StoredGroup[]): (kind: GroupKind, name: string) => string {
  const key = (kind: GroupKind, code: string) => JSON.stringify([kind, code]);
  const taken = new Set(groups.filter(({ name, code }) => name !== code).map(({ kind, code }) => key(kind, code)));
  return (kind, name) => {
    if (name.length <= MAX_CODE) return name;
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : ` ${n}`;
      const code = `${name.slice(0, MAX_CODE - end.length).trim()}${end}`;
      if (taken.has(key(kind, code))) continue;
      taken.add(key(kind, code));
      return code;
    }
  };
}

export function groupFinder(groups: readonly StoredGroup[]): FindGroup {
  const key = (kind: GroupKind, systemId: string, code: string) => JSON.stringify([kind, systemId, code]);
  const live = groups.filter(({ isDeleted }) => !isDeleted);
  const ids = new Map(live.map(({ id, kind, systemId, code }) => [key(kind, systemId, code), id]));
  return (kind, systemId, code) => ids.get(key(kind, systemId, code));
}
