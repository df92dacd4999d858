import type { Group, Lookup } from '#contract/masterData/groups.ts';
import { naturalOrder } from '../lib/order.ts';
import type { Choice } from '../lib/selection.ts';

/** The most choices that a field draws; others are found by typing. */
export const MOST_SHOWN = 50;

/** Sorts as people expect: Block 2 before Block 10. */
const inOrder = (choices: Choice[]) => choices.sort((one, other) => naturalOrder(one.label, other.label));

/** Returns groups to choose from, deleted ones too. */
export const groupChoices = (groups: readonly Group[] = []): Choice[] =>
  inOrder(groups.map(({ _id, name, deletedAt }) => ({ id: _id, label: name, deleted: deletedAt !== null })));

/** Returns the entries of a lookup to choose from, deleted ones too. */
export const entryChoices = (lookup: Lookup | undefined): Choice[] =>
  inOrder(
    (lookup?.entries ?? []).map(({ _id, description, deletedAt }) => ({
      id: _id,
      label: description,
      deleted: deletedAt !== null,
    })),
  );
