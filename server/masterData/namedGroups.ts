import { type Message, msg } from '#contract/platform/words.ts';
import type { ChangeScope } from './change.ts';
import type { GroupKind, StoredGroup } from './groups.sql.ts';
import { GROUP_PARTS, groupCodes, syncGroups } from './groups.ts';

export type FoundGroups = {
  /** Returns the id of a group by its name or code; undefined when it does not exist and is not created. */
  find(kind: GroupKind, name: string): string | undefined;
  /** Returns 'New time group "Night"' where the file is the first to name the group, else null. */
  note(kind: GroupKind, name: string): Message | null;
  /** The ids of the created groups. */
  made: readonly string[];
};

/** Finds the groups that lines name by code or name, of whichever system, and creates the missing ones. */
export async function findOrMakeGroups(
  scope: ChangeScope,
  named: readonly { kind: GroupKind; name: string }[],
): Promise<FoundGroups> {
  const { groups } = await syncGroups(scope, {});
  const before = index(groups);
  const unknown = new Map(
    named.filter(({ kind, name }) => !before.has(key(kind, name))).map((one) => [key(one.kind, one.name), one]),
  );
  if (unknown.size === 0) return { find: (kind, name) => before.get(key(kind, name)), note: () => null, made: [] };
  const body: Partial<Record<(typeof GROUP_PARTS)[GroupKind], unknown[]>> = {};
  const codes = groupCodes(groups);
  for (const { kind, name } of unknown.values()) {
    const list = body[GROUP_PARTS[kind]] ?? [];
    list.push({ code: codes(kind, name.trim()), name: name.trim() });
    body[GROUP_PARTS[kind]] = list;
  }
  const made = await syncGroups(scope, body);
  const after = index(made.groups);
  return {
    find: (kind, name) => after.get(key(kind, name)),
    note: (kind, name) => (unknown.has(key(kind, name)) ? newGroup(kind, name.trim()) : null),
    made: [...unknown.values()].flatMap(({ kind, name }) => after.get(key(kind, name)) ?? []),
  };
}

const newGroup = (kind: GroupKind, name: string) =>
  msg('{kind, select, time {New shift} employee {New employee group} other {New job description}} "{name}"', {
    kind,
    name,
  });
const key = (kind: GroupKind, name: string) => JSON.stringify([kind, name.trim().toLowerCase()]);
/** Codes take precedence over names, so that a name never hides a code. */
function index(groups: readonly StoredGroup[]) {
  const found = new Map<string, string>();
  const live = groups.filter(({ isDeleted }) => !isDeleted);
  for (const group of live)
    if (!found.has(key(group.kind, group.code))) found.set(key(group.kind, group.code), group.id);
  for (const group of live)
    if (!found.has(key(group.kind, group.name))) found.set(key(group.kind, group.name), group.id);
  return found;
}
