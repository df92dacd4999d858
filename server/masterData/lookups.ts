import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { type LookupName, readLookupNames, setLookupNames } from './account.sql.ts';
import { type ChangeScope, type PartResult, resultOf } from './change.ts';
import { deleteLookupEntries, readLookupEntries, upsertLookupEntries } from './lookups.sql.ts';
import { noCounts, planPart } from './plan.ts';
import { readPart } from './readPart.ts';
import { codeOf, lookupDefinitionRecord, lookupEntryRecord, lookupRecord, REASONS, type Rejection } from './records.ts';

type LookupValue = { lookup: 1 | 2; code: string; description: string };

/** Writes lookup entries, whose codes are unique within the account, whichever system they come from. */
export async function syncLookups(scope: ChangeScope, body: PayrollSyncBody): Promise<PartResult | undefined> {
  const { tx, accountId, systemId, now, version } = scope;
  const lists = readPart('lookups', body, (value) => lookupRecord.safeParse(value));
  if (!lists.touched) return undefined;
  const stored = await readLookupEntries(tx, accountId);
  const key = (lookup: number, code: string) => `${lookup}:${code}`;
  const foreign = new Set(
    stored.filter((row) => row.systemId !== systemId && !row.isDeleted).map((row) => key(row.lookup, row.code)),
  );
  const rejected: Rejection[] = [...lists.rejected];
  const wanted: { key: string; code: string; value: LookupValue }[] = [];
  const listed = new Set<string>();
  for (const { lookup, entries } of lists.records)
    for (const sent of entries) {
      const entry = readPart('lookups', { lookups: [sent] }, (value) => lookupEntryRecord.safeParse(value));
      rejected.push(...entry.rejected);
      listed.add(key(lookup, codeOf(sent).trim()));
      for (const { code, description } of entry.records) {
        if (foreign.has(key(lookup, code))) rejected.push({ part: 'lookups', code, reason: REASONS.duplicateCode });
        else wanted.push({ key: key(lookup, code), code, value: { lookup, code, description } });
      }
    }
  // '1:APPLE' names the lookup; a code without it is deleted from every lookup that has it.
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
  const plan = planPart<LookupValue>({
    part: 'lookups',
    existing: own.map((row) => ({
      id: row.id,
      key: key(row.lookup, row.code),
      value: { lookup: row.lookup, code: row.code, description: row.description },
      isDeleted: row.isDeleted,
    })),
    wanted,
    deleted,
    complete: lists.complete,
    listed,
    now,
  });
  const rows = plan.upserts.map(({ id, value }) => ({ id, ...value }));
  if (rows.length) await upsertLookupEntries(tx, accountId, systemId, version, rows);
  const gone = plan.deletes.map(({ id }) => id);
  if (gone.length) await deleteLookupEntries(tx, accountId, version, gone, now);
  return resultOf(plan, rejected);
}

/** Writes the account's names of its lookups: the system that gave a name owns it, and others do not change it. */
export async function syncLookupNames(
  { tx, accountId, systemId }: ChangeScope,
  body: PayrollSyncBody,
): Promise<PartResult | undefined> {
  const read = readPart('lookupDefinitions', body, (value) => lookupDefinitionRecord.safeParse(value));
  if (!read.touched) return undefined;
  const counts = { ...noCounts(), rejected: read.rejected.length };
  const rejected: Rejection[] = [...read.rejected];
  const names = new Map(read.records.map(({ lookup, name }) => [lookup, name]));
  const nameAfter = (lookup: 1 | 2, before: LookupName): LookupName => {
    const isForeign = before.system !== null && before.system !== systemId;
    const isDeleted = read.deleted.includes(String(lookup));
    const isGone = isDeleted || (read.complete && !names.has(lookup) && !isForeign);
    const name = names.get(lookup) ?? (isGone ? `Lookup ${lookup}` : undefined);
    if (name === undefined) return before;
    if (name === before.name) counts.unchanged++;
    else if (isForeign) {
      counts.rejected++;
      rejected.push({ part: 'lookupDefinitions', code: String(lookup), reason: REASONS.otherSystem });
    } else counts[isGone ? 'deleted' : 'changed']++;
    return isForeign ? before : { name, system: isGone ? null : systemId };
  };
  const before = await readLookupNames(tx, accountId);
  const after: [LookupName, LookupName] = [nameAfter(1, before[0]), nameAfter(2, before[1])];
  if (JSON.stringify(after) !== JSON.stringify(before)) await setLookupNames(tx, accountId, after);
  return { counts, rejected, wrote: counts.changed + counts.deleted > 0 };
}
