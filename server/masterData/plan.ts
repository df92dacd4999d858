import { v7 as uuidv7 } from 'uuid';
import type { PayrollPart } from '#contract/intake/payroll.ts';
import { REASONS, type Rejection } from './records.ts';

/** A stored record with its key; `value` is everything that a sync can change of it. */
export type Existing<V> = { id: string; key: string; value: V; isDeleted: boolean };
/** A sent record, and the stored one with the same key. */
type Sent<V> = { key: string; value: V; before: Existing<V> | null };
type Wanted<V> = { key: string; code: string; value: V };
export type Counts = { added: number; changed: number; unchanged: number; deleted: number; rejected: number };
export const noCounts = (): Counts => ({ added: 0, changed: 0, unchanged: 0, deleted: 0, rejected: 0 });

/** The changes of one part of a sync; nothing is written before all of them are known. */
export type Plan<V> = {
  /** New, changed and restored records. */
  upserts: { id: string; key: string; value: V; isNew: boolean; before: Existing<V> | null }[];
  deletes: Existing<V>[];
  unchanged: number;
  /** Keys of records that were sent unchanged. */
  same: string[];
  rejected: Rejection[];
};

export type PartAsked<V> = {
  part: PayrollPart;
  existing: readonly Existing<V>[];
  wanted: readonly Wanted<V>[];
  /** Keys to delete, with the codes as the system sent them. */
  deleted: readonly { key: string; code: string }[];
  /** The list is complete: records that it lacks are deleted. `listed` also contains the keys of refused records. */
  complete: boolean;
  listed: ReadonlySet<string>;
  now: Date;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Adds an accepted record to the plan; one that equals the stored record counts as unchanged. */
export function takeIn<V>(plan: Plan<V>, { key, value, before }: Sent<V>, now: Date) {
  if (before && !before.isDeleted && same(before.value, value)) {
    plan.unchanged++;
    plan.same.push(key);
  } else
    plan.upserts.push({
      id: before?.id ?? uuidv7({ msecs: now.getTime() }),
      key,
      value,
      isNew: !before,
      before,
    });
}

/** Compares stored records with sent ones. Values are compared as JSON, so both sides must have their fields in the same order. */
export function planPart<V>({ part, existing, wanted, deleted, complete, listed, now }: PartAsked<V>): Plan<V> {
  const stored = new Map(existing.map((row) => [row.key, row]));
  const going = new Set(deleted.map(({ key }) => key));
  const plan: Plan<V> = { upserts: [], deletes: [], unchanged: 0, same: [], rejected: [] };
  const seen = new Set<string>();

  for (const { key, code, value } of wanted) {
    const refused = seen.has(key) ? REASONS.duplicateCode : going.has(key) ? REASONS.sentAndDeleted : null;
    seen.add(key);
    if (refused) {
      plan.rejected.push({ part, code, reason: refused, key });
      continue;
    }
    takeIn(plan, { key, value, before: stored.get(key) ?? null }, now);
  }
  for (const { key, code } of deleted) {
    const before = stored.get(key);
    if (!before) plan.rejected.push({ part, code, reason: REASONS.unknownCode });
    else if (before.isDeleted) plan.unchanged++;
    else if (!plan.deletes.includes(before)) plan.deletes.push(before);
  }
  if (complete)
    for (const row of existing)
      if (!row.isDeleted && !listed.has(row.key) && !going.has(row.key)) plan.deletes.push(row);
  return plan;
}

export const countsOf = (plan: Plan<unknown>, rejectedBefore = 0): Counts => ({
  added: plan.upserts.filter(({ isNew }) => isNew).length,
  changed: plan.upserts.filter(({ isNew }) => !isNew).length,
  unchanged: plan.unchanged,
  deleted: plan.deletes.length,
  rejected: plan.rejected.length + rejectedBefore,
});

export type Outcome = 'added' | 'changed' | 'unchanged';
/** Returns the outcome of each accepted record, by key. */
export const outcomesOf = (plan: Plan<unknown>): Map<string, Outcome> =>
  new Map<string, Outcome>([
    ...plan.upserts.map(({ key, isNew }) => [key, isNew ? 'added' : 'changed'] as const),
    ...plan.same.map((key) => [key, 'unchanged'] as const),
  ]);
