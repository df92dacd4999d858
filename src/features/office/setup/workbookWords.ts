import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { IconCircleCheck, IconCircleX, IconEqual, IconPencil, IconTrash } from '@tabler/icons-react';
import type { z } from 'zod';
import {
  MAX_WORKBOOK_BYTES,
  type NewGroup,
  type WorkbookOutcome,
  type WorkbookPreview,
  type WorkbookSheet,
  type workbookResult,
} from '#contract/office/workbook.ts';
import { listed } from '../../../lib/lists.ts';
import type { OutcomeWords } from '../../../ui/OutcomeLabel.tsx';

export const SHEET_LABEL: Record<WorkbookSheet, MessageDescriptor> = {
  groups: msg`Groups`,
  lookups: msg`Lookups`,
  shifts: msg`Shifts`,
  holidays: msg`Holidays`,
  hoursRules: msg`Hours rules`,
  employees: msg`Employees`,
  rates: msg`Rates`,
  minimums: msg`Minimum wage`,
};
export const OUTCOME: Record<WorkbookOutcome, Omit<OutcomeWords, 'label'> & { label: MessageDescriptor }> = {
  new: { label: msg({ message: 'New', context: 'line' }), Icon: IconCircleCheck, color: 'on-time' },
  changed: { label: msg({ message: 'Changed', context: 'line' }), Icon: IconPencil },
  unchanged: { label: msg({ message: 'Unchanged', context: 'line' }), Icon: IconEqual },
  deleted: { label: msg({ message: 'Deleted', context: 'line' }), Icon: IconTrash, color: 'absent' },
  refused: { label: msg({ message: 'Refused', context: 'line' }), Icon: IconCircleX, color: 'absent' },
};

type Counts = Omit<z.infer<typeof workbookResult>, 'rejudged'>;
/** Returns '3 new, 1 changed, 20 unchanged, 0 deleted, 2 left out.' */
export const countsText = ({ leftOut, ...counts }: Counts) =>
  `${listed([
    t`${plural(counts.new, { other: '# new' })}`,
    t`${plural(counts.changed, { other: '# changed' })}`,
    t`${plural(counts.unchanged, { other: '# unchanged' })}`,
    t`${plural(counts.deleted, { other: '# deleted' })}`,
    ...(leftOut > 0 ? [t`${plural(leftOut, { other: '# left out' })}`] : []),
  ])}.`;

/** Returns how many lines of a preview have one of the outcomes. */
export const linesOf = ({ sheets }: WorkbookPreview, ...outcomes: WorkbookOutcome[]) =>
  sheets.reduce((sum, sheet) => sum + outcomes.reduce((of, outcome) => of + sheet[outcome], 0), 0);

/** 'Dya (1 person, no shift, did you mean Day?)' */
const newGroupText = ({ name, people, lacksShift, meant }: NewGroup): string =>
  `${name} (${listed([
    plural(people, { one: '# person', other: '# people' }),
    ...(lacksShift ? [t`no shift`] : []),
    ...(meant ? [t`did you mean ${meant}?`] : []),
  ])})`;

/** 'New groups: Dya (1 person), Nights (3 people) and 2 others' */
export function newGroupsText({ groups, total }: WorkbookPreview['newGroups']): string {
  const names = listed(groups.map(newGroupText));
  return total > groups.length
    ? t`${plural(total - groups.length, {
        one: `New groups: ${names} and # other`,
        other: `New groups: ${names} and # others`,
      })}`
    : t`New groups: ${names}`;
}

/** Returns what is said of a file that the server would refuse for its size; null for others. */
export function tooLarge({ size }: File): string | null {
  const most = MAX_WORKBOOK_BYTES / 1024 ** 2;
  return size > MAX_WORKBOOK_BYTES ? t`The file is too large: at most ${most} MB.` : null;
}
