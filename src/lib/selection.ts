import { t } from '@lingui/core/macro';
/** The selection of a picker: `null` is everything, including what is added later; otherwise exactly these ids. */
export type Selection = ReadonlySet<string> | null;

export type Choice = { id: string; label: string; deleted: boolean };

export const isChosen = (selection: Selection, id: string) => selection === null || selection.has(id);

const settle = (chosen: Set<string>, all: readonly Choice[]): Selection =>
  all.length > 0 && all.every(({ id }) => chosen.has(id)) ? null : chosen;

/** Selects or deselects some of all choices; selecting all of them becomes 'everything' again. */
export function choose(
  selection: Selection,
  all: readonly Choice[],
  ids: readonly string[],
  ticked: boolean,
): Selection {
  const chosen = new Set(selection ?? all.map(({ id }) => id));
  for (const id of ids)
    if (ticked) chosen.add(id);
    else chosen.delete(id);
  return settle(chosen, all);
}

/** 'All', 'None', '3 of 12'. */
export function selectionWords(selection: Selection, all: readonly Choice[]) {
  if (selection === null) return t`All`;
  return selection.size === 0 ? t`None` : t`${selection.size} of ${all.length}`;
}
