import { MAX_NEW_GROUPS, type NewGroup, type WorkbookPreview } from '#contract/office/workbook.ts';
import { findStandardTimes } from '../../../masterData/calendar.sql.ts';
import { isWithinSlips } from '../../../platform/nearMisses.ts';
import { countByTimeGroup } from '../employees.ts';
import { type GroupRow, selectGroups } from '../reading.sql.ts';
import type { SetupRun } from '../run.ts';
import type { Snapshot } from './snapshot.ts';

/** In shorter names, two other letters make another word. */
const LONG_NAME = 6;
/** So many new groups are compared with so many names of their kind at most: a workbook can create tens of thousands, and a preview names twenty. */
const MAX_COMPARED = 200;
const MAX_NAMES = 1_000;

/** Returns the groups that a workbook created, with their people, and the group that each may have meant. Call it after the workbook is applied. */
export async function newGroupsOf(run: SetupRun, before: Snapshot): Promise<WorkbookPreview['newGroups']> {
  const { tx, accountId } = run.scope;
  const known = new Set(before.groups.map(({ row }) => row.id));
  const all = await selectGroups(tx, accountId);
  const created = all.filter(({ id }) => !known.has(id));
  if (created.length === 0) return { total: 0, groups: [] };
  const inTimeGroups = await countByTimeGroup(run);
  const withShift = new Set((await findStandardTimes(tx, accountId)).map(({ timeGroupId }) => timeGroupId));
  const people = (row: GroupRow) => (row.kind === 'time' ? (inTimeGroups.get(row.id) ?? 0) : row.employees);
  const lacksShift = (row: GroupRow) => row.kind === 'time' && !withShift.has(row.id);
  const isLikelier = (one: GroupRow, than: GroupRow) =>
    known.has(one.id) ||
    Number(lacksShift(than)) - Number(lacksShift(one)) > 0 ||
    (lacksShift(than) === lacksShift(one) && people(one) > people(than));
  const names = Map.groupBy(all, ({ kind }) => kind);
  const groups = created.map((row, i): NewGroup => {
    const { id, kind, name } = row;
    const others = i < MAX_COMPARED ? (names.get(kind)?.slice(0, MAX_NAMES) ?? []) : [];
    const meant = others.find((one) => one.id !== id && isNear(name, one.name) && isLikelier(one, row));
    return { kind, name, people: people(row), lacksShift: lacksShift(row), meant: meant?.name ?? null };
  });
  const weight = ({ meant, lacksShift }: NewGroup) => (meant === null ? 0 : 2) + (lacksShift ? 1 : 0);
  return { total: groups.length, groups: groups.sort((a, b) => weight(b) - weight(a)).slice(0, MAX_NEW_GROUPS) };
}

/** Returns true for names one or two letters apart. Numbers and single letters tell names apart on purpose: 'Team A' is not a slip for 'Team B'. */
function isNear(name: string, other: string): boolean {
  const [words, others] = [name, other].map((text) => text.trim().toLowerCase().split(/\s+/));
  const differing = words?.filter((word, i) => word !== others?.[i]) ?? [];
  if (words?.length === others?.length && differing.some((word) => word.length === 1 || /\d/.test(word))) return false;
  const shorter = Math.min(name.length, other.length);
  return shorter > 2 && isWithinSlips(name.toLowerCase(), other.toLowerCase(), shorter < LONG_NAME ? 1 : 2);
}
