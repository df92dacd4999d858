import type { StoredGroup } from '../catalog.sql.ts';
import { type SyncScope, syncGroups } from '../catalog.ts';

type Kind = StoredGroup['kind'];
const PART = { time: 'timeGroups', employee: 'employeeGroups', job: 'jobDescriptions' } as const;
const WORDS = { time: 'time group', employee: 'employee group', job: 'job description' } as const;

export type FoundGroups = {
  /** The id of a group by its name or code; undefined when it is new and nothing was said of making it. */
  find(kind: Kind, name: string): string | undefined;
  /** 'New time group "Night"', where the file is the first to name it. */
  note(kind: Kind, name: string): string | null;
  wrote: boolean;
};

/** Groups that lines name: known ones by code or name, whichever system they are of, the others are made. */
export async function findGroups(
  scope: SyncScope,
  named: readonly { kind: Kind; name: string }[],
): Promise<FoundGroups> {
  const { groups } = await syncGroups(scope, {});
  const before = index(groups);
  const unknown = new Map(
    named.filter(({ kind, name }) => !before.has(key(kind, name))).map((one) => [key(one.kind, one.name), one]),
  );
  if (unknown.size === 0) return { find: (kind, name) => before.get(key(kind, name)), note: () => null, wrote: false };
  const body: Partial<Record<(typeof PART)[Kind], unknown[]>> = {};
  for (const { kind, name } of unknown.values()) {
    const list = body[PART[kind]] ?? [];
    list.push({ code: name.trim(), name: name.trim() });
    body[PART[kind]] = list;
  }
  const made = await syncGroups(scope, body);
  const after = index(made.groups);
  return {
    find: (kind, name) => after.get(key(kind, name)),
    note: (kind, name) => (unknown.has(key(kind, name)) ? `New ${WORDS[kind]} "${name.trim()}"` : null),
    wrote: true,
  };
}

const key = (kind: Kind, name: string) => JSON.stringify([kind, name.trim().toLowerCase()]);
/** Codes before names, so that a name never hides a code. */
function index(groups: readonly StoredGroup[]) {
  const found = new Map<string, string>();
  const live = groups.filter(({ isDeleted }) => !isDeleted);
  for (const group of live)
    if (!found.has(key(group.kind, group.code))) found.set(key(group.kind, group.code), group.id);
  for (const group of live)
    if (!found.has(key(group.kind, group.name))) found.set(key(group.kind, group.name), group.id);
  return found;
}
